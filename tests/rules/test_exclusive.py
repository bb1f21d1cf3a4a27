"""Two effective variants that can both be Y are found with facts that show it (counterexamples 9)."""

from __future__ import annotations

import itertools
import time
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.logic.atoms import atom_value
from cortex_core.logic.expr import parse
from cortex_core.logic.normal import All, Any, Literal, Normal, normal_form
from cortex_core.logic.terms import Kind, Term
from cortex_core.logic.truth import Truth, at_least, conjunction, disjunction, negation
from cortex_core.logic.values import Known, Scalar
from cortex_core.model.rules import Citation, RuleEdition
from cortex_core.rules.exclusive import Assignment, NotDecided, overlapping_variants

VOCABULARY = {term.name: term for term in (
    Term("pregnant", Kind.BOOL), Term("smoker", Kind.BOOL), Term("age_years", Kind.INTEGER),
    Term("weight_kg", Kind.NUMBER), Term("site", Kind.ENUM, ("throat", "other", "both")),
    Term("start", Kind.DATE, ("not_started",)))}


def rule(variant: str, when: str, *after: str) -> RuleEdition:
    cites = (Citation(ArtifactKey("a"), "s1"),)
    return RuleEdition(EditionKey("e"), "l", variant, when, "o", cites, after, "V", "")


def overlap(*rules: RuleEdition) -> tuple[str, str, Assignment] | None:
    return overlapping_variants(rules, VOCABULARY)


def truth(form: Normal, facts: dict[str, Scalar]) -> Truth:
    """Direct evaluation, apart from the search under test."""
    match form:
        case Literal(atom, positive):
            value = atom_value(atom, Known(facts[atom.term])).truth
            return value if positive else negation(value)
        case All(parts):
            return conjunction([truth(part, facts) for part in parts])
        case Any(parts):
            return disjunction([truth(part, facts) for part in parts])
        case _:
            return at_least(form.count, [truth(part, facts) for part in form.parts])


@pytest.mark.parametrize(("one", "other"), [
    ("weight_kg < 150", "weight_kg >= 150"),
    ("age_years <= 14", "age_years >= 15"),
    ("pregnant and age_years >= 18", "not pregnant"),
    ("site == throat", "site in {other, both}"),
    ("start <= '2021-05-18'", "start >= '2021-05-19'"),
    ("start == not_started", "start >= '2021-05-19'"),
    ("at_least(2, pregnant, smoker, age_years >= 45)", "not pregnant and not smoker"),
])
def test_variants_that_exclude_each_other_are_accepted(one: str, other: str) -> None:
    assert overlap(rule("a", one), rule("b", other)) is None


@pytest.mark.parametrize(("one", "other", "facts"), [
    ("weight_kg <= 150", "weight_kg >= 150", (("weight_kg", Decimal(150)),)),
    ("weight_kg > 14", "weight_kg < 15", (("weight_kg", Decimal("14.5")),)),
    ("age_years <= 15", "age_years >= 15", (("age_years", 15),)),
    ("age_years < 0", "age_years < 5", (("age_years", -1),)),
    ("site != throat", "site != other", (("site", "both"),)),
    ("start < '2021-05-18'", "start <= '2021-05-17'", (("start", date(2021, 5, 16)),)),
    ("pregnant", "age_years >= 45", (("age_years", 45), ("pregnant", True))),
])
def test_variants_that_can_both_hold_are_returned_with_facts(
        one: str, other: str, facts: Assignment) -> None:
    assert overlap(rule("a", one), rule("b", other)) == ("a", "b", facts)


def test_a_gap_between_whole_numbers_is_no_gap_for_decimals() -> None:
    assert overlap(rule("a", "age_years > 14"), rule("b", "age_years < 15")) is None
    assert overlap(rule("a", "weight_kg > 14"), rule("b", "weight_kg < 15")) is not None


def test_a_variant_that_comes_after_another_is_excluded_by_it() -> None:
    assert overlap(rule("a", "pregnant"), rule("b", "age_years >= 45", "a")) is None
    assert overlap(rule("a", "pregnant"), rule("b", "smoker", "a"), rule("c", "age_years >= 45", "a")) == (
        "b", "c", (("age_years", 45), ("pregnant", False), ("smoker", True)))


def test_precedence_is_over_the_listed_variants_only() -> None:
    # b gives way to a, and c to b: where a holds, b does not, so c may
    chain = (rule("a", "pregnant"), rule("b", "pregnant or smoker", "a"), rule("c", "age_years >= 45", "b"))
    assert overlap(*chain) is None          # own predicate of b holds wherever that of a does
    loose = (rule("a", "pregnant"), rule("b", "smoker", "a"), rule("c", "age_years >= 45", "b"))
    found = overlap(*loose)
    assert found is not None
    assert found[:2] == ("a", "c")


def test_facts_that_do_not_matter_are_not_listed() -> None:
    found = overlap(rule("a", "pregnant or smoker"), rule("b", "pregnant or age_years >= 45"))
    assert found == ("a", "b", (("pregnant", True),))


def test_a_search_without_end_is_given_up_in_words() -> None:
    # parity of many facts: no branch can be cut before the last fact is chosen
    names = [f"x{index}" for index in range(40)]
    vocabulary = {name: Term(name, Kind.BOOL) for name in names}
    pairs = " and ".join(f"(({a} and not {b}) or (not {a} and {b}))" for a, b in itertools.pairwise(names))
    triples = zip(names, names[9:], names[21:], strict=False)
    dense = " and ".join(f"at_least(2, {a}, {b}, {c})" for a, b, c in triples)
    few = f"not at_least(14, {', '.join(names)})"
    started = time.perf_counter()
    with pytest.raises(NotDecided, match="no answer within 20000 steps"):
        overlapping_variants([rule("a", f"{dense} and {few}"), rule("b", f"not ({pairs})")], vocabulary)
    assert time.perf_counter() - started < 20


# --- property: agrees with trying everything --------------------------------------------------------------

ATOMS = ["pregnant", "smoker", "age_years >= 18", "age_years == 19", "age_years < 17", "site == throat",
         "site in {throat, other}", "weight_kg > 2", "weight_kg <= 3", "start == not_started",
         "start >= '2021-01-02'"]
EXPRESSIONS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        inner.map(lambda text: f"not ({text})"),
        st.tuples(inner, inner).map(lambda pair: f"(({pair[0]}) and ({pair[1]}))"),
        st.tuples(inner, inner).map(lambda pair: f"(({pair[0]}) or ({pair[1]}))"),
        st.tuples(inner, inner, inner).map(lambda three: f"at_least(2, {', '.join(three)})")),
    max_leaves=7)
EVERYTHING: list[dict[str, Scalar]] = [
    dict(zip(VOCABULARY, values, strict=True)) for values in itertools.product(
        (True, False), (True, False), (16, 17, 18, 19, 20),
        (Decimal(2), Decimal("2.5"), Decimal(3), Decimal(4)),
        ("throat", "other", "both"), ("not_started", date(2021, 1, 1), date(2021, 1, 2)))]


@given(EXPRESSIONS, EXPRESSIONS)
def test_the_search_agrees_with_trying_every_assignment(one: str, other: str) -> None:
    forms = [normal_form(parse(text, VOCABULARY), VOCABULARY) for text in (one, other)]
    possible = any(all(truth(form, facts) is Truth.Y for form in forms) for facts in EVERYTHING)
    found = overlap(rule("a", one), rule("b", other))
    assert (found is not None) == possible
    if found is not None:
        rest = EVERYTHING[0] | dict(found[2])
        assert [truth(form, rest) for form in forms] == [Truth.Y, Truth.Y]
