"""Equal normal forms are equal questions, whatever is known; each keeps the question as it was written."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from cortex_core.logic.atoms import atom_value
from cortex_core.logic.expr import And, Compare, Expr, Not, Or, parse
from cortex_core.logic.normal import Normal, atoms_of, normal_form
from cortex_core.logic.truth import Truth
from cortex_core.logic.values import Between, Conflicting, Known, Missing, OneOf, Stale, Value
from cortex_core.rules.plain import form_value
from tests.properties.expressions import (
    DAY,
    EXPRESSIONS,
    FEW,
    SITUATIONS,
    SPARING,
    VALUES,
    VOCABULARY,
    reworded,
    spelled,
    written_value,
)


def value_of(form: Normal, values: dict[str, Value]) -> Truth:
    return form_value(form, {atom.id: atom_value(atom, values[atom.term]).truth for atom in atoms_of(form)})


@given(EXPRESSIONS, SITUATIONS)
def test_the_normal_form_has_the_value_of_the_expression_as_written(
        expr: Expr, values: dict[str, Value]) -> None:
    """Over exact, partial, missing, conflicting, unscoped and stale values alike."""
    assert value_of(normal_form(expr, VOCABULARY), values) is written_value(expr, values)


@st.composite
def said_twice(draw: st.DrawFn) -> tuple[Expr, Expr]:
    expr = draw(EXPRESSIONS)
    return expr, draw(reworded(expr))


@given(said_twice(), SITUATIONS)
def test_what_kleene_identities_make_equal_has_one_text_and_one_value(
        pair: tuple[Expr, Expr], values: dict[str, Value]) -> None:
    """De Morgan, order, grouping, repetition, double negation, turned comparisons, whole-number shifts."""
    one, other = pair
    assert written_value(one, values) is written_value(other, values)
    assert normal_form(one, VOCABULARY).text == normal_form(other, VOCABULARY).text


LEAVES: tuple[Expr, ...] = (
    Compare("sure", "==", True), Compare("age", ">=", 45), Compare("age", ">", 44), Compare("age", "<", 45),
    Compare("age", "<=", 44))
KNOWN: dict[str, tuple[Value, ...]] = {
    "sure": (Known(True), Known(False), Missing(), OneOf((False, True))),
    "age": (Known(44), Known(45), Missing(), Between(40, 44), Between(44, 45), Between(45, 50),
            Conflicting(((50, "a"), (51, "b"))), Stale(DAY), OneOf((43, 51)))}


SITUATIONS_OF_BOTH = [dict(zip(KNOWN, chosen, strict=True)) for chosen in product(*KNOWN.values())]
RANKED = (Truth.N, Truth.U, Truth.Y)
Vector = tuple[int, ...]


def _grown(parts: dict[Expr, Vector]) -> dict[Expr, Vector]:
    """Negations, conjunctions and disjunctions of the parts, with their rank in each situation."""
    found: dict[Expr, Vector] = {Not(one): tuple(2 - rank for rank in ranks) for one, ranks in parts.items()}
    for one, other in product(parts, repeat=2):
        found[And((one, other))] = tuple(map(min, parts[one], parts[other]))
        found[Or((one, other))] = tuple(map(max, parts[one], parts[other]))
    return found


def test_of_all_small_expressions_those_with_one_text_have_one_value_everywhere() -> None:
    """5 leaves, two rounds of *not*, *and*, *or*: thousands of expressions, each in 36 situations."""
    leaves: dict[Expr, Vector] = {
        leaf: tuple(RANKED.index(written_value(leaf, values)) for values in SITUATIONS_OF_BOTH)
        for leaf in LEAVES}
    first = leaves | _grown(leaves)
    second = first | _grown(first)
    by_text: dict[str, set[Vector]] = defaultdict(set)
    for expr, ranks in second.items():
        by_text[normal_form(expr, VOCABULARY).text].add(ranks)
    assert len(second) > 6_000
    assert 50 < len(by_text) < len(second) / 10
    assert {text for text, ranks in by_text.items() if len(ranks) > 1} == set()


@SPARING
@given(st.lists(FEW, min_size=4, max_size=8), SITUATIONS)
def test_any_two_expressions_whose_texts_coincide_have_one_value(
        expressions: list[Expr], values: dict[str, Value]) -> None:
    seen: dict[str, Truth] = {}
    for expr in expressions:
        text = normal_form(expr, VOCABULARY).text
        assert seen.setdefault(text, written_value(expr, values)) is written_value(expr, values)


@given(EXPRESSIONS, SITUATIONS, st.data())
def test_one_more_fact_known_never_flips_what_was_decided(
        expr: Expr, values: dict[str, Value], data: st.DataObject) -> None:
    """A missing, unscoped or stale fact becomes known; or one of the values left becomes the value."""
    form = normal_form(expr, VOCABULARY)
    name = data.draw(st.sampled_from(sorted(VOCABULARY)))
    left = values[name]
    match left:
        case OneOf(options):
            after: Value = Known(data.draw(st.sampled_from(options)))
        case Between(low, high):
            inside = [one for one in VALUES[name] if not isinstance(one, str) and low <= one <= high]
            after = Known(data.draw(st.sampled_from(inside)))
        case _:
            after = left if isinstance(left, Known) else Known(data.draw(st.sampled_from(VALUES[name])))
    before = value_of(form, values)
    assert before is Truth.U or value_of(form, values | {name: after}) is before


@given(EXPRESSIONS)
def test_an_expression_written_out_is_read_back_as_the_same_question(expr: Expr) -> None:
    read = parse(spelled(expr), VOCABULARY)
    assert normal_form(read, VOCABULARY).text == normal_form(expr, VOCABULARY).text
