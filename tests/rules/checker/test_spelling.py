"""The checker's spelling and walk agree with the evaluator's normal form on every expression.

Two readings that share no code but the parser: a difference says that one of them is wrong."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from cortex_core.logic.atoms import Atom
from cortex_core.logic.expr import And, AtLeast, Compare, Expr, In, Not, Or, parse
from cortex_core.logic.normal import All, Any, Count, Literal, Normal, atoms_of, normal_form
from cortex_core.logic.terms import Kind, Term
from cortex_core.logic.truth import Truth, at_least, conjunction, disjunction, negation
from cortex_core.rules.checker.reading import possible
from cortex_core.rules.checker.spelling import canonical, questions
from cortex_core.temporal.possible import Possible
from tests.rules.checker.worked import cases, sample_ground

VOCABULARY = {term.name: term for term in (
    Term("sure", Kind.BOOL), Term("known", Kind.BOOL), Term("age", Kind.INTEGER), Term("ahi", Kind.NUMBER),
    Term("start", Kind.DATE, ("not_started",)), Term("site", Kind.ENUM, ("a", "b", "c")))}

_CONSTANTS: dict[str, st.SearchStrategy[object]] = {
    "sure": st.booleans(), "known": st.booleans(),
    "age": st.integers(-2, 3),
    "ahi": st.sampled_from(["0", "-0", "0.0", "14", "14.0", "14.5", "1E+1", "-3.20"]).map(Decimal),
    "start": st.one_of(st.dates(date(2020, 1, 1), date(2020, 1, 3)), st.just("not_started")),
    "site": st.sampled_from(["a", "b", "c"])}


def _comparisons(name: str) -> st.SearchStrategy[Expr]:
    ordered = VOCABULARY[name].kind.is_ordered
    same = st.builds(Compare, st.just(name), st.sampled_from(["==", "!="]), _CONSTANTS[name])
    among = st.builds(In, st.just(name), st.lists(_CONSTANTS[name], min_size=1, max_size=3).map(tuple),
                      st.booleans())
    if not ordered:
        return same | among
    plain = _CONSTANTS[name].filter(lambda one: not isinstance(one, str))
    return same | among | st.builds(Compare, st.just(name), st.sampled_from(["<", "<=", ">", ">="]), plain)


def _counted(args: list[Expr]) -> st.SearchStrategy[Expr]:
    return st.builds(AtLeast, st.integers(1, len(args)), st.just(tuple(args)))


def _larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    several = st.lists(inner, min_size=1, max_size=4)
    return (st.builds(Not, inner) | several.map(lambda args: And(tuple(args)))
            | several.map(lambda args: Or(tuple(args))) | several.flatmap(_counted))


EXPRESSIONS = st.recursive(st.sampled_from(sorted(VOCABULARY)).flatmap(_comparisons), _larger, max_leaves=12)


@given(EXPRESSIONS)
def test_the_canonical_text_is_that_of_the_normal_form(expr: Expr) -> None:
    assert canonical(expr, VOCABULARY) == normal_form(expr, VOCABULARY).text


@given(EXPRESSIONS)
def test_the_questions_are_the_atoms_of_the_normal_form(expr: Expr) -> None:
    assert set(questions(expr, VOCABULARY)) == {atom.id for atom in atoms_of(normal_form(expr, VOCABULARY))}


def test_every_rule_of_the_sample_is_spelled_alike_by_both() -> None:
    for family_key in sorted({case["family"] for case in cases().values()}):
        ground = sample_ground(family_key)
        vocabulary = ground.families[family_key].vocabulary()
        for edition in ground.editions.values():
            for rule in edition.rules:
                expr = parse(rule.when, vocabulary)
                assert canonical(expr, vocabulary) == normal_form(expr, vocabulary).text, rule.id


_POSSIBLE = {Truth.N: Possible.NEVER, Truth.U: Possible.SOMETIMES, Truth.Y: Possible.ALWAYS}


def _kleene(form: Normal, values: dict[str, Truth]) -> Truth:
    """Strong Kleene on the normal form, by the tables of `logic.truth`."""
    match form:
        case Literal(Atom(id=name), positive):
            return values[name] if positive else negation(values[name])
        case All(parts):
            return conjunction(_kleene(part, values) for part in parts)
        case Any(parts):
            return disjunction(_kleene(part, values) for part in parts)
        case Count(count, parts):
            return at_least(count, (_kleene(part, values) for part in parts))


@given(EXPRESSIONS, st.data())
def test_what_can_be_true_and_false_is_the_kleene_value(expr: Expr, data: st.DataObject) -> None:
    form = normal_form(expr, VOCABULARY)
    values = {atom.id: data.draw(st.sampled_from(list(Truth)), label=atom.id) for atom in atoms_of(form)}
    answers = {name: _POSSIBLE[value] for name, value in values.items()}
    assert possible(expr, VOCABULARY, answers.__getitem__) is _POSSIBLE[_kleene(form, values)]


def test_at_most_fourteen_is_not_below_fifteen_unless_the_fact_is_a_whole_number() -> None:
    def spelled(text: str) -> str:
        return canonical(parse(text, VOCABULARY), VOCABULARY)

    assert spelled("ahi <= 14") != spelled("ahi < 15")
    assert spelled("age <= 14") == spelled("age < 15") == "not(age >= 15)"


def test_an_excluded_middle_is_not_dropped() -> None:
    expr = parse("(sure and known) or (sure and not known)", VOCABULARY)
    assert canonical(expr, VOCABULARY) == "or(and(known; sure); and(not(known); sure))"
