"""Ages and elapsed days of what is known of a date, on a civil day."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from cortex_core.logic.atoms import Atom
from cortex_core.logic.values import Between, Conflicting, Known, Missing, OneOf, Unscoped, Value
from cortex_core.rules.intake import take_in
from cortex_core.rules.terms_on import change_days, terms_on
from tests.counterexamples.made import DAY, family


def on(raw: dict[str, Any], day: date = DAY) -> dict[str, Value]:
    return terms_on(family(), take_in(family(), raw, DAY).observations, day)


@pytest.mark.parametrize(("born", "age"), [
    ("1976-06-01", Known(45)), ("1976-06-02", Known(44)), ("1976-06", Between(44, 45)), ("1976-07", Known(44)),
    ("1976", Between(44, 45)), (None, Missing()),
    ({"unknown": "partial", "options": ["1976-06-01", "1976-06-02"]}, OneOf((44, 45))),
    ({"unknown": "partial", "options": ["1976-06-03", "1976-06-02"]}, Known(44)),
    ({"unknown": "conflict", "candidates": ["1976-01-01", "1976-01-02"]},
     Conflicting(((date(1976, 1, 1), ""), (date(1976, 1, 2), "")))),
])
def test_an_age_is_that_of_every_day_left_and_a_conflict_stays_one(born: Any, age: Value) -> None:
    """On 1 June 2021. Two disagreeing dates of equal age are still a conflict."""
    assert on({"born": born})["age"] == age


@pytest.mark.parametrize(("start", "days"), [
    ("2021-06-01", Known(0)), ("2021-03-09", Known(84)), ("not_started", Unscoped("start has no date")),
    ({"unknown": "partial", "options": ["not_started", "2021-05-31"]}, OneOf((1, "not_started"))),
])
def test_elapsed_days_count_from_the_day_itself_and_what_has_not_started_has_none(
        start: Any, days: Value) -> None:
    assert on({"start": start})["days"] == days


def test_before_the_date_nothing_is_counted() -> None:
    assert isinstance(on({"start": "2021-05-20"}, date(2021, 5, 19))["days"], Unscoped)
    assert isinstance(on({"born": "2021-05"}, date(2021, 4, 30))["age"], Unscoped)


def changes(raw: dict[str, Any], *atoms: Atom) -> dict[date, set[str]]:
    found: dict[date, set[str]] = {}
    for day, why in change_days(family(), take_in(family(), raw, DAY).observations, {one.id: one for one in atoms}):
        found.setdefault(day, set()).add(why)
    return found


def test_a_threshold_of_a_partial_date_is_two_days_and_each_has_its_reason() -> None:
    assert changes({"born": "1976-03"}, Atom.of("age", ">=", 50)) == {
        date(1976, 3, 1): {"born is reached"},
        date(2026, 3, 1): {"age reaches 50"}, date(2026, 3, 31): {"age reaches 50"}}


def test_equality_changes_when_the_count_is_reached_and_when_it_is_left() -> None:
    assert set(changes({"start": "2021-06-01"}, Atom.of("days", "=", 3))) == {
        date(2021, 6, 1), date(2021, 6, 4), date(2021, 6, 5)}


def test_more_than_a_count_changes_one_step_later_than_at_least() -> None:
    assert set(changes({"start": "2021-06-01"}, Atom.of("days", ">", 3))) == {date(2021, 6, 1), date(2021, 6, 5)}
    assert set(changes({"start": "2021-06-01"}, Atom.of("days", ">=", 3))) == {date(2021, 6, 1), date(2021, 6, 4)}


def test_a_threshold_that_no_calendar_holds_never_comes() -> None:
    assert set(changes({"born": "2000-01-01"}, Atom.of("age", ">=", 9_000))) == {date(2000, 1, 1)}


def test_a_date_that_no_atom_reads_and_what_is_not_known_change_nothing() -> None:
    assert changes({"born": "1976-03-09"}, Atom.of("days", ">=", 84)) == {}
    assert changes({}, Atom.of("age", ">=", 50)) == {}
