"""Known time: UTC to the microsecond, never decreasing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.temporal.known import as_known, format_known, next_stamp, parse_known

INSTANTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - bounds of Hypothesis are naive


def test_a_bare_date_counts_everything_known_during_that_day() -> None:
    assert parse_known("2021-05-18") == datetime(2021, 5, 18, 23, 59, 59, 999_999, tzinfo=UTC)
    assert parse_known("2021-05-18T23:59:59Z") < parse_known("2021-05-18")
    assert parse_known("2021-05-18") < parse_known("2021-05-19T00:00:00Z")


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2021-05-18T10:00:00Z", "2021-05-18T10:00:00.000000Z"),
        ("2021-05-18T10:00Z", "2021-05-18T10:00:00.000000Z"),
        ("2021-05-18 10:00:00.25Z", "2021-05-18T10:00:00.250000Z"),
        ("2021-05-18T01:00:00+02:00", "2021-05-17T23:00:00.000000Z"),
    ],
)
def test_an_instant_is_kept_in_utc(text: str, utc: str) -> None:
    assert format_known(parse_known(text)) == utc


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("2021-05-18T10:00:00", "states no zone"),
        ("2021-31-18", "month 31"),
        ("2021-31-18T10:00:00Z", "month 31"),
        ("2021-05-18T24:00:00Z", "hour 24"),
        ("2021-05-18T10:60:00Z", "minute 60"),
        ("2021-05-18T10:00:61Z", "second 61"),
        ("2021-05-18T10:00:00+99:00", "is not a known instant"),
        ("yesterday", "is not a civil date"),
        ("Tuesday", "is not a known instant"),
        ("0001-01-01T00:00:00+05:00", "leaves the years"),
    ],
)
def test_a_text_that_names_no_instant_is_refused_with_the_reason(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        parse_known(text)


def test_a_clock_without_zone_never_enters_the_log() -> None:
    naive = datetime.fromisoformat("2021-05-18T10:00:00")
    for refuse in (as_known, format_known, lambda moment: next_stamp(moment, None)):
        with pytest.raises(ValueError, match="states no zone"):
            refuse(naive)


def test_a_clock_that_went_back_still_gives_a_later_stamp() -> None:
    last = datetime(2026, 3, 1, 12, tzinfo=UTC)
    assert next_stamp(last - timedelta(hours=1), last) == last + timedelta(microseconds=1)
    assert next_stamp(last, last) == last + timedelta(microseconds=1)
    assert next_stamp(last + timedelta(seconds=1), last) == last + timedelta(seconds=1)
    assert next_stamp(last.astimezone(timezone(timedelta(hours=5))), None).tzinfo is UTC


@given(INSTANTS)
def test_a_formatted_instant_is_read_back(instant: datetime) -> None:
    assert parse_known(format_known(instant)) == instant


@given(INSTANTS, INSTANTS)
def test_texts_sort_as_their_instants_do(one: datetime, other: datetime) -> None:
    assert (format_known(one) < format_known(other)) == (one < other)


@given(st.lists(INSTANTS, min_size=1))
def test_stamps_of_any_clock_increase_strictly_and_never_lag_it(readings: list[datetime]) -> None:
    last: datetime | None = None
    for now in readings:
        stamp = next_stamp(now, last)
        assert stamp >= now
        assert last is None or stamp > last
        last = stamp
