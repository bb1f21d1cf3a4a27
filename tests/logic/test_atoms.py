"""Atoms: one id a question, one value for what is known, never a guess."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from cortex_core.logic.atoms import Atom, AtomValue, atom_value, scalar_text
from cortex_core.logic.truth import Reason, Truth
from cortex_core.logic.values import (
    Between,
    Conflicting,
    Known,
    Missing,
    OneOf,
    Stale,
    Unscoped,
    Value,
)

DAY = date(2021, 5, 18)


@pytest.mark.parametrize(("one", "other"), [
    (Atom.of("site", "in", "a", "b"), Atom.of("site", "in", "b", "a", "b")),
    (Atom.of("site", "in", "a"), Atom.of("site", "=", "a")),
    (Atom.of("ahi", ">=", Decimal("10.0")), Atom.of("ahi", ">=", Decimal(10))),
])
def test_one_question_has_one_id(one: Atom, other: Atom) -> None:
    assert (one.id, one) == (other.id, other)


@pytest.mark.parametrize(("value", "text"), [
    (True, "yes"), (False, "no"), (10, "10"), (Decimal("10.50"), "10.5"), (DAY, "2021-05-18"), ("a", "a")])
def test_a_value_has_one_text(value: object, text: str) -> None:
    assert scalar_text(value) == text  # type: ignore[arg-type]  # one of each type


@pytest.mark.parametrize(("known", "text"), [
    (Known(50), "Y"), (Known(49), "N"), (Missing(), "U(missing)"),
    (Conflicting(((51, "x"), (52, "y"))), "U(conflicting)"),
    (Between(50, 60), "Y"), (Between(40, 49), "N"), (Between(49, 50), "U(imprecise)"), (OneOf((50, 70)), "Y"),
    (OneOf((40, 70)), "U(imprecise)"), (Unscoped("of the partner"), "U(unscoped)"), (Stale(DAY), "U(stale)"),
])
def test_at_least_fifty_is_answered_by_what_everything_left_agrees_on(known: Value, text: str) -> None:
    assert atom_value(Atom.of("age", ">=", 50), known).text == text


@pytest.mark.parametrize(("known", "text"), [
    (Between(1, 2), "Y"), (Between(1, 3), "U(imprecise)"), (Between(5, 9), "N"), (Between(2, 5), "U(imprecise)")])
def test_a_range_of_whole_numbers_is_in_a_set_that_covers_it(known: Value, text: str) -> None:
    assert atom_value(Atom.of("stage", "in", 1, 2), known).text == text


def test_a_range_of_decimals_is_never_covered_by_single_values() -> None:
    atom = Atom.of("ahi", "in", Decimal(1), Decimal(2))
    assert atom_value(atom, Between(Decimal(1), Decimal(2))).text == "U(imprecise)"


def test_a_question_that_does_not_apply_is_unscoped_and_not_no() -> None:
    assert atom_value(Atom.of("start", ">=", DAY), Known("not_started")).text == "U(unscoped)"
    assert atom_value(Atom.of("days", "=", 3), Known("not_started")).text == "U(unscoped)"
    assert atom_value(Atom.of("start", "=", "not_started"), Known(DAY)).text == "N"


@pytest.mark.parametrize(("truth", "reason"), [(Truth.U, None), (Truth.Y, Reason.MISSING), (Truth.N, Reason.STALE)])
def test_an_atom_has_a_reason_exactly_when_it_is_unknown(truth: Truth, reason: Reason | None) -> None:
    with pytest.raises(ValueError, match="exactly when it is unknown"):
        AtomValue(truth, reason)
