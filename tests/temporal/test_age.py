"""Age and its inverse agree on every day, for whole and for partial birth dates."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.temporal.age import (
    ChangeDays,
    LeapDay,
    age_change_days,
    age_horizon,
    birthday,
    completed_years,
    completed_years_range,
    day_reaching,
    elapsed_change_days,
    elapsed_days,
    elapsed_days_range,
    has_completed,
    has_elapsed,
)
from cortex_core.temporal.civil import DateRange, parse_partial
from cortex_core.temporal.interval import Interval
from cortex_core.temporal.possible import Possible

ONE_DAY = timedelta(days=1)
LEAP_BIRTHS = st.sampled_from([date(year, 2, 29) for year in range(1904, 2029, 4)])
BIRTHS = st.dates(date(1900, 1, 1), date(2030, 12, 31)) | LEAP_BIRTHS
LEAP_DAYS = st.sampled_from(LeapDay)


@st.composite
def birth_ranges(draw: st.DrawFn) -> DateRange:
    first = draw(BIRTHS)
    return DateRange(first, first + timedelta(days=draw(st.integers(0, 400))))


def test_born_on_29_february_a_year_is_completed_on_1_march() -> None:
    born = date(1976, 2, 29)
    assert completed_years(born, date(2025, 2, 28)) == 48
    assert completed_years(born, date(2025, 3, 1)) == 49
    assert birthday(born, 48) == date(2024, 2, 29)


def test_a_family_may_say_that_it_is_28_february() -> None:
    born = date(1976, 2, 29)
    assert birthday(born, 49, LeapDay.FEBRUARY_28) == date(2025, 2, 28)
    assert completed_years(born, date(2025, 2, 28), LeapDay.FEBRUARY_28) == 49


def test_birth_known_to_march_1976_leaves_age_50_unknown_for_a_month() -> None:
    born = parse_partial("1976-03")
    assert age_change_days(born, 50) == ChangeDays(date(2026, 3, 1), date(2026, 3, 31))
    answers = {
        date(2026, 2, 28): Possible.NEVER,
        date(2026, 3, 1): Possible.SOMETIMES,
        date(2026, 3, 30): Possible.SOMETIMES,
        date(2026, 3, 31): Possible.ALWAYS,
    }
    assert {on: has_completed(born, 50, on) for on in answers} == answers
    assert completed_years_range(born, date(2026, 3, 15)) == (49, 50)


def test_the_unknown_stretch_is_a_horizon_of_its_own() -> None:
    born = parse_partial("1976-03")
    assert age_horizon(born, [45, 50, 76], date(2026, 3, 15)) == Interval(date(2026, 3, 1), date(2026, 3, 31))
    assert age_horizon(born, [45, 50, 76], date(2024, 1, 1)) == Interval(date(2021, 3, 31), date(2026, 3, 1))


def test_a_horizon_does_not_reach_before_the_birth_and_may_have_no_end() -> None:
    born = DateRange.exact(date(2020, 5, 5))
    assert age_horizon(born, [], date(2024, 1, 1)) == Interval(date(2020, 5, 5), None)
    assert age_horizon(born, [9000], date(2024, 1, 1)) == Interval(date(2020, 5, 5), None)


def test_nobody_has_an_age_before_birth_so_no_infant_rule_fires() -> None:
    with pytest.raises(ValueError, match="birth date 2020-01-01 is after 2015-01-01"):
        completed_years(date(2020, 1, 1), date(2015, 1, 1))
    with pytest.raises(ValueError, match="birth date 2020-12-31 is after 2020-06-01"):
        has_completed(parse_partial("2020"), 1, date(2020, 6, 1))
    with pytest.raises(ValueError, match="start date"):
        elapsed_days(date(2020, 1, 2), date(2020, 1, 1))


def test_a_birthday_that_no_calendar_holds_is_refused_clearly() -> None:
    with pytest.raises(ValueError, match="lies after the year 9999"):
        birthday(date(1976, 3, 1), 9000)
    with pytest.raises(ValueError, match="fewer than 0 years"):
        birthday(date(1976, 3, 1), -1)
    with pytest.raises(ValueError, match="lies after 9999-12-31"):
        day_reaching(date(1976, 3, 1), 4_000_000)
    with pytest.raises(ValueError, match="no fewer than 0 days"):
        day_reaching(date(1976, 3, 1), -1)


def test_twelve_weeks_of_treatment_are_reached_on_the_84th_day_after_the_start() -> None:
    start = date(2024, 1, 1)
    assert day_reaching(start, 84) == date(2024, 3, 25)
    assert elapsed_days(start, date(2024, 3, 24)) == 83
    assert elapsed_days(start, start) == 0
    assert has_elapsed(parse_partial("2024-01"), 84, date(2024, 3, 25)) is Possible.SOMETIMES


@given(BIRTHS, st.integers(0, 120), LEAP_DAYS)
def test_the_age_reaches_n_exactly_on_the_nth_birthday(birth: date, years: int, leap_day: LeapDay) -> None:
    day = birthday(birth, years, leap_day)
    assert completed_years(birth, day, leap_day) == years
    if years > 0:
        assert completed_years(birth, day - ONE_DAY, leap_day) == years - 1


@given(BIRTHS, st.integers(0, 45_000), st.integers(0, 120), LEAP_DAYS)
def test_age_and_birthday_are_inverse(birth: date, later: int, years: int, leap_day: LeapDay) -> None:
    on = birth + timedelta(days=later)
    assert (completed_years(birth, on, leap_day) >= years) == (on >= birthday(birth, years, leap_day))


@given(BIRTHS, st.integers(0, 120), LEAP_DAYS)
def test_who_is_born_later_never_has_the_earlier_birthday(birth: date, years: int, leap_day: LeapDay) -> None:
    assert birthday(birth, years, leap_day) <= birthday(birth + ONE_DAY, years, leap_day)


@given(birth_ranges(), st.integers(0, 45_000), st.integers(0, 120), st.data())
def test_a_partial_birth_date_answers_for_every_day_in_it(
    births: DateRange, later: int, years: int, data: st.DataObject
) -> None:
    on = births.last + timedelta(days=later)
    birth = data.draw(st.dates(births.first, births.last))
    low, high = completed_years_range(births, on)
    assert low <= completed_years(birth, on) <= high
    answer = has_completed(births, years, on)
    assert answer.can_be_true == (high >= years)
    assert answer.can_be_false == (low < years)


@given(birth_ranges(), st.integers(0, 45_000), st.lists(st.integers(0, 120), max_size=5), LEAP_DAYS)
def test_an_age_answer_changes_exactly_at_the_ends_of_its_horizon(
    births: DateRange, later: int, thresholds: list[int], leap_day: LeapDay
) -> None:
    on = births.last + timedelta(days=later)

    def answers(day: date) -> list[Possible]:
        return [has_completed(births, years, day, leap_day) for years in thresholds]

    horizon = age_horizon(births, thresholds, on, leap_day)
    assert horizon.start is not None
    assert horizon.covers(on)
    assert answers(horizon.start) == answers(on)
    if horizon.start > births.last:
        assert answers(horizon.start - ONE_DAY) != answers(on)
    if horizon.end is not None:
        assert answers(horizon.end - ONE_DAY) == answers(on)
        assert answers(horizon.end) != answers(on)


@given(birth_ranges(), st.integers(0, 3000), st.integers(0, 3000))
def test_elapsed_days_and_their_inverse_agree(starts: DateRange, later: int, days: int) -> None:
    on = starts.last + timedelta(days=later)
    low, high = elapsed_days_range(starts, on)
    assert low == later
    assert (on >= day_reaching(starts.last, days)) == (low >= days)
    change = elapsed_change_days(starts, days)
    assert has_elapsed(starts, days, on) is change.reached(on)
    assert change.reached(on).can_be_true == (high >= days)
    assert change.reached(on).can_be_false == (low < days)
