"""The laws of strong Kleene logic, on every combination of truth values and on random expressions."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.logic.expr import Expr
from cortex_core.logic.normal import Normal, atoms_of, normal_form
from cortex_core.logic.truth import Truth, at_least, conjunction, disjunction, negation
from cortex_core.rules.plain import form_value
from tests.properties.expressions import EXPRESSIONS, VOCABULARY

ALL = (Truth.N, Truth.U, Truth.Y)


def both(one: Truth, other: Truth) -> Truth:
    return conjunction([one, other])


def either(one: Truth, other: Truth) -> Truth:
    return disjunction([one, other])


@pytest.mark.parametrize("join", [both, either])
def test_and_and_or_are_commutative_associative_and_idempotent(join: type[both]) -> None:
    for a, b, c in product(ALL, repeat=3):
        assert join(a, b) is join(b, a)
        assert join(join(a, b), c) is join(a, join(b, c))
        assert join(a, a) is a


def test_each_absorbs_and_distributes_over_the_other() -> None:
    for a, b, c in product(ALL, repeat=3):
        assert both(a, either(a, b)) is a
        assert either(a, both(a, b)) is a
        assert both(a, either(b, c)) is either(both(a, b), both(a, c))
        assert either(a, both(b, c)) is both(either(a, b), either(a, c))


def test_negation_turns_and_into_or_and_twice_is_nothing() -> None:
    for a, b in product(ALL, repeat=2):
        assert negation(both(a, b)) is either(negation(a), negation(b))
        assert negation(either(a, b)) is both(negation(a), negation(b))
        assert negation(negation(a)) is a


def test_a_contradiction_lies_below_every_excluded_middle() -> None:
    """The one law that makes a De Morgan algebra a Kleene algebra."""
    for a, b in product(ALL, repeat=2):
        assert both(a, negation(a)).rank <= either(b, negation(b)).rank


def test_excluded_middle_and_contradiction_are_no_laws() -> None:
    assert either(Truth.U, negation(Truth.U)) is Truth.U
    assert both(Truth.U, negation(Truth.U)) is Truth.U
    assert either(both(Truth.Y, Truth.U), both(Truth.Y, negation(Truth.U))) is Truth.U


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_at_least_is_the_or_over_all_choices_of_that_many(size: int) -> None:
    for values in product(ALL, repeat=size):
        for count in range(1, size + 1):
            choices = disjunction(conjunction(chosen) for chosen in combinations(values, count))
            assert at_least(count, values) is choices
            assert negation(at_least(count, values)) is at_least(size - count + 1, map(negation, values))


def test_a_truth_value_has_no_truth_of_python() -> None:
    for value in ALL:
        with pytest.raises(TypeError, match="not a bool"):
            bool(value)


@st.composite
def valuations(draw: st.DrawFn) -> tuple[Normal, dict[str, Truth], dict[str, Truth]]:
    """A form, a valuation of its atoms, and one in which some of the unknown ones became known."""
    expr: Expr = draw(EXPRESSIONS)
    form = normal_form(expr, VOCABULARY)
    names = sorted({atom.id for atom in atoms_of(form)})
    before = {name: draw(st.sampled_from(ALL), label=name) for name in names}
    after = {name: draw(st.sampled_from(ALL)) if value is Truth.U else value
             for name, value in before.items()}
    return form, before, after


@given(valuations())
def test_what_is_decided_stays_decided_when_an_unknown_becomes_known(
        case: tuple[Normal, dict[str, Truth], dict[str, Truth]]) -> None:
    """Monotone in the order of information, where U lies below both Y and N."""
    form, before, after = case
    decided = form_value(form, before)
    assert decided is Truth.U or form_value(form, after) is decided


@given(valuations())
def test_a_decided_compound_is_decided_alike_by_every_completion_of_its_atoms(
        case: tuple[Normal, dict[str, Truth], dict[str, Truth]]) -> None:
    form, before, _ = case
    unknown = [name for name, value in before.items() if value is Truth.U][:8]
    rest = {name: value for name, value in before.items() if name not in unknown}
    decided = form_value(form, before)
    if decided is not Truth.U:
        for chosen in product((Truth.N, Truth.Y), repeat=len(unknown)):
            assert form_value(form, rest | dict(zip(unknown, chosen, strict=True))) is decided
