"""Civil dates as written: strict, possibly partial, never with a time of day."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.temporal.civil import CivilDay, DateRange, civil_date_of, parse_date, parse_partial

NEW_YORK = ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("2021-31-01", "month 31 in '2021-31-01': a month is 1 to 12"),
        ("2021-00-10", "month 0"),
        ("2021-03-00", "day 0 in '2021-03-00': March 2021 has the days 1 to 31"),
        ("2021-04-31", "April 2021 has the days 1 to 30"),
        ("2023-02-29", "February 2023 has the days 1 to 28"),
        ("0000-01-01", "year 0000 in '0000-01-01': civil years are counted from 0001"),
        ("2021-03", "'2021-03' lacks day"),
        ("2021", "'2021' lacks month and day"),
        ("2021-3-5", "is not a civil date"),
        ("20210305", "is not a civil date"),
        ("2021-W10-5", "is not a civil date"),
        ("2021-03-05T00:00:00", "is not a civil date"),
        (" 2021-03-05", "is not a civil date"),
        ("२०२१-03-05", "is not a civil date"),
        ("", "is not a civil date"),
    ],
)
def test_a_date_that_no_calendar_has_is_refused_with_part_and_reason(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_date(text)


@given(st.dates())
def test_a_written_date_is_read_back(day: date) -> None:
    assert parse_date(day.isoformat()) == day
    assert parse_partial(day.isoformat()) == DateRange.exact(day)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2021", "2021-01-01 to 2021-12-31"),
        ("2021-03", "2021-03-01 to 2021-03-31"),
        ("2024-02", "2024-02-01 to 2024-02-29"),
        ("2021-03-05", "2021-03-05"),
    ],
)
def test_a_date_known_in_part_leaves_these_days(text: str, days: str) -> None:
    assert str(parse_partial(text)) == days


@pytest.mark.parametrize("text", ["2021-13", "0000", "2021-02-30", "March 2021"])
def test_a_partial_date_is_read_as_strictly(text: str) -> None:
    with pytest.raises(ValueError, match=text):
        parse_partial(text)


def test_of_a_partial_birth_date_only_the_days_up_to_the_decision_count() -> None:
    born = parse_partial("2024-03")
    assert born.up_to(date(2024, 3, 10)) == DateRange(date(2024, 3, 1), date(2024, 3, 10))
    assert born.up_to(date(2025, 1, 1)) == born
    assert born.holds(date(2024, 3, 31))
    assert not born.is_exact


def test_a_birth_date_wholly_after_the_decision_is_refused() -> None:
    with pytest.raises(ValueError, match="2024-03-01 to 2024-03-31 lies after 2024-02-29"):
        parse_partial("2024-03").up_to(date(2024, 2, 29))


def test_a_range_of_dates_refuses_turned_ends_and_times_of_day() -> None:
    with pytest.raises(ValueError, match="first 2024-01-02 is after last 2024-01-01"):
        DateRange(date(2024, 1, 2), date(2024, 1, 1))
    with pytest.raises(TypeError, match="time of day"):
        DateRange(date(2024, 1, 1), datetime(2024, 1, 2, tzinfo=UTC))


def test_a_moment_has_the_date_of_the_declared_zone() -> None:
    early_in_utc = datetime(2021, 5, 18, 2, 30, tzinfo=UTC)
    assert civil_date_of(early_in_utc, NEW_YORK) == CivilDay(date(2021, 5, 17), assumed=False)


def test_a_naive_local_time_is_read_in_the_declared_zone_and_marked_assumed() -> None:
    naive = datetime.fromisoformat("2021-05-18T02:30:00")
    assert civil_date_of(naive, NEW_YORK) == CivilDay(date(2021, 5, 18), assumed=True)


def test_a_moment_at_the_edge_of_the_calendar_is_refused_clearly() -> None:
    with pytest.raises(ValueError, match="leaves the years 0001 to 9999"):
        civil_date_of(datetime(1, 1, 1, tzinfo=UTC), NEW_YORK)
