"""Counting calendar units between moments that may be known in part."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.temporal.age import completed_years
from cortex_core.temporal.durations import CountRange, Unit, difference, duration
from cortex_core.temporal.moments import Moment
from cortex_core.temporal.possible import Possible

DAYS = st.dates(date(1990, 1, 1), date(2030, 12, 31))
UNITS = st.sampled_from(Unit)


def midnight(day: date) -> Moment:
    return Moment.parse(f"{day.isoformat()}T00:00:00.000")


def test_a_treatment_started_in_2005_has_lasted_6_to_18_months_in_july_2006() -> None:
    months = duration(Moment.parse("2005"), Moment.parse("2006-07"), Unit.MONTHS)
    assert months == CountRange(6, 18)
    assert months.at_least(6) is Possible.ALWAYS
    assert months.at_least(12) is Possible.SOMETIMES
    assert months.at_most(17) is Possible.SOMETIMES
    assert months.at_least(19) is Possible.NEVER


def test_new_year_is_a_boundary_but_not_a_year() -> None:
    eve, day = Moment.parse("2020-12-31T00:00:00.000"), Moment.parse("2021-01-01T00:00:00.000")
    assert difference(eve, day, Unit.YEARS) == CountRange(1, 1)
    assert duration(eve, day, Unit.YEARS) == CountRange(0, 0)


def test_weeks_begin_on_sunday() -> None:
    saturday, sunday = Moment.parse("2000-10-14"), Moment.parse("2000-10-15")
    assert difference(saturday, sunday, Unit.WEEKS) == CountRange(1, 1)
    assert difference(sunday, Moment.parse("2000-10-21"), Unit.WEEKS) == CountRange(0, 0)


def test_a_count_needs_two_date_times_on_one_footing() -> None:
    with pytest.raises(ValueError, match="times of day"):
        duration(Moment.parse("T10"), Moment.parse("T11"), Unit.HOURS)
    with pytest.raises(ValueError, match="declare the zone"):
        duration(Moment.parse("2021-01-01T10:00Z"), Moment.parse("2021-01-01"), Unit.HOURS)
    with pytest.raises(ValueError, match="no count is left"):
        CountRange(2, 1)


@given(DAYS, DAYS)
def test_whole_years_are_the_completed_years_of_age(one: date, other: date) -> None:
    birth, on = min(one, other), max(one, other)
    years = duration(midnight(birth), midnight(on), Unit.YEARS)
    assert years == CountRange(completed_years(birth, on), completed_years(birth, on))


@given(DAYS, DAYS, UNITS)
def test_turning_the_moments_turns_the_sign(one: date, other: date, unit: Unit) -> None:
    for count in (duration, difference):
        there, back = count(midnight(one), midnight(other), unit), count(midnight(other), midnight(one), unit)
        assert (there.low, there.high) == (-back.high, -back.low)


@given(DAYS, DAYS, UNITS, st.sampled_from([4, 7, 10]))
def test_a_range_holds_the_count_of_every_completion(one: date, other: date, unit: Unit, stated: int) -> None:
    partial = Moment.parse(one.isoformat()[:stated])
    for count in (duration, difference):
        counted = count(partial, midnight(other), unit)
        exact = count(midnight(one), midnight(other), unit)
        assert counted.low <= exact.low <= counted.high
