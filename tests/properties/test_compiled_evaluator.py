"""The compiled evaluator answers as the plain one: every rule, every lineage, every node of the trace."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from cortex_core.ids import EditionKey
from cortex_core.logic.atoms import AtomValue
from cortex_core.logic.terms import Kind
from cortex_core.logic.truth import BY_RANK, Reason, Truth, at_least, conjunction, disjunction, negation
from cortex_core.model.rules import (
    Edition,
    FactSpec,
    Family,
    Lifetime,
    LifetimeKind,
    OutputSpec,
    Role,
    RuleEdition,
)
from cortex_core.rules.evaluator import Node, compiled
from cortex_core.rules.plain import effective_value, form_value, lineage_value
from cortex_core.rules.rulebook import RuleBook, rule_book
from cortex_core.rules.transitions import sides
from tests.properties.expressions import SHORT, SPARING, VOCABULARY, spelled

FAMILY = Family(
    "made", "made up", "cross", "advice", "recommendation", "UTC",
    tuple(FactSpec(term.name, term.kind, term.names, "", Role.NONE, Lifetime(LifetimeKind.PERMANENT), term.name)
          for term in VOCABULARY.values()),
    (), (OutputSpec("do", "do it", (("grade", "A"),)), OutputSpec("leave", "leave it", (("grade", "D"),))), ())
VALUES = [AtomValue(Truth.Y), AtomValue(Truth.N), *(AtomValue(Truth.U, reason) for reason in Reason)]


@st.composite
def editions(draw: st.DrawFn, key: str) -> Edition:
    """One to three lineages, each with one to three variants; a variant may come after any earlier one."""
    rules = []
    for lineage in ("first", "second", "third")[:draw(st.integers(1, 3))]:
        variants = ("a", "b", "c")[:draw(st.integers(1, 3))]
        for place, variant in enumerate(variants):
            after = draw(st.sets(st.sampled_from(variants[:place]))) if place else set()
            rules.append(RuleEdition(
                EditionKey(key), lineage, variant, spelled(draw(SHORT)),
                draw(st.sampled_from(["do", "leave"])), (), tuple(sorted(after)), "V", ""))
    return Edition(EditionKey(key), "made", 1, date(2020, 1, 1), None, None, (), tuple(rules))


@st.composite
def read_books(draw: st.DrawFn) -> tuple[RuleBook, bytes]:
    """A book of one or two editions, and a value for each of its atoms."""
    keys = ("old", "new")[:draw(st.integers(1, 2))]
    book = rule_book(FAMILY, [draw(editions(key)) for key in keys])
    return book, bytes(draw(st.sampled_from(VALUES)).code for _ in book.atoms)


def valuation(book: RuleBook, codes: bytes) -> dict[str, Truth]:
    return {atom.id: AtomValue.from_code(code).truth for atom, code in zip(book.atoms, codes, strict=True)}


@SPARING
@given(read_books())
def test_every_rule_and_lineage_has_the_value_that_the_plain_reading_gives(case: tuple[RuleBook, bytes]) -> None:
    book, codes = case
    atoms = valuation(book, codes)
    values, found = compiled(book).values(codes), sides(book, codes)
    assert set(values) == {one.rule.id for edition in book.editions for one in book.rules[edition]}
    for edition in book.editions:
        for lineage, variants in book.lineages(edition).items():
            for one in variants:
                assert values[one.rule.id] is effective_value(one, variants, atoms)
            assert found[edition][lineage].value is lineage_value(book, edition, lineage, atoms)


def replayed(nodes: tuple[Node, ...], trace: bytes, index: int, atoms: dict[str, Truth]) -> Truth:
    """A node worked out from the values that the trace records for its arguments."""
    node = nodes[index]
    args = [BY_RANK[trace[arg]] for arg in node.args]
    match node.kind:
        case "atom":
            return atoms[node.atom]
        case "not":
            return negation(args[0])
        case "and":
            return conjunction(args)
        case "or":
            return disjunction(args)
        case _:
            return at_least(node.count, args)


@SPARING
@given(read_books())
def test_each_step_of_the_trace_follows_from_the_steps_before_it(case: tuple[RuleBook, bytes]) -> None:
    book, codes = case
    program, atoms = compiled(book), valuation(book, codes)
    trace = program.trace(codes)
    assert len(trace) == len(program.nodes)
    for index, node in enumerate(program.nodes):
        assert all(arg < index for arg in node.args)
        assert BY_RANK[trace[index]] is replayed(program.nodes, trace, index, atoms)
    for edition in book.editions:
        for one in book.rules[edition]:
            assert BY_RANK[trace[program.own[one.rule.id]]] is form_value(one.form, atoms)


@SPARING
@given(read_books(), st.data())
def test_the_reason_of_an_unknown_atom_never_changes_a_value(
        case: tuple[RuleBook, bytes], data: st.DataObject) -> None:
    """Reasons are part of a signature and of an explanation, never of the logic (counterexamples 1)."""
    book, codes = case
    unknown = [value.code for value in VALUES if value.truth is Truth.U]
    other = bytes(data.draw(st.sampled_from(unknown)) if AtomValue.from_code(code).truth is Truth.U else code
                  for code in codes)
    assert compiled(book).answer(codes) == compiled(book).answer(other)
    assert compiled(book).trace(codes) == compiled(book).trace(other)


def test_the_vocabulary_covers_every_kind_of_term() -> None:
    assert {term.kind for term in VOCABULARY.values()} == set(Kind)
