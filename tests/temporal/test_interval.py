"""Half-open stretches of civil dates: who is in force on which day."""

from __future__ import annotations

from datetime import UTC, date, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.temporal.interval import ALL_TIME, Interval, pieces, stretch_around

DAYS = st.dates(date(2020, 1, 1), date(2020, 3, 31))


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    start, end = draw(st.none() | DAYS), draw(st.none() | DAYS)
    if start is not None and end is not None:
        start, end = min(start, end), max(start, end)
        if start == end:
            end = None
    return Interval(start, end)


def test_on_the_day_a_version_ends_only_its_successor_is_in_force() -> None:
    crc_2016 = Interval(date(2016, 6, 15), date(2021, 5, 18))
    crc_2021 = Interval(date(2021, 5, 18), None)
    assert [version.covers(date(2021, 5, 18)) for version in (crc_2016, crc_2021)] == [False, True]
    assert [version.covers(date(2021, 5, 17)) for version in (crc_2016, crc_2021)] == [True, False]
    assert crc_2016.meets(crc_2021)
    assert not crc_2016.overlaps(crc_2021)
    assert not crc_2016.is_open
    assert crc_2021.is_open


@pytest.mark.parametrize("end", [date(2024, 1, 1), date(2023, 12, 31)])
def test_an_interval_without_a_day_is_refused_and_both_ends_are_named(end: date) -> None:
    with pytest.raises(ValueError, match=f"start 2024-01-01 is not before end {end}"):
        Interval(date(2024, 1, 1), end)


def test_a_time_of_day_never_enters_valid_time() -> None:
    noon = datetime(2024, 1, 1, 12, tzinfo=UTC)
    with pytest.raises(TypeError, match="start"):
        Interval(noon, None)
    with pytest.raises(TypeError, match="end"):
        Interval(None, noon)
    with pytest.raises(TypeError, match="day"):
        ALL_TIME.covers(noon)
    with pytest.raises(TypeError, match="cut"):
        stretch_around(date(2024, 1, 1), [noon])


def test_the_stretch_around_a_decision_ends_where_a_competitor_is_registered() -> None:
    # An open-ended source, and one registered for 2027: the first one's own interval never ends.
    stretch = stretch_around(date(2025, 3, 1), [date(2021, 5, 18), date(2027, 1, 1), date(2016, 6, 15)])
    assert stretch == Interval(date(2021, 5, 18), date(2027, 1, 1))
    assert str(stretch) == "[2021-05-18, 2027-01-01)"


def test_without_a_cut_the_stretch_is_all_of_time() -> None:
    assert stretch_around(date(2025, 3, 1), []) == ALL_TIME
    assert str(ALL_TIME) == "[always, open)"


def test_a_line_cut_at_its_own_first_day_has_no_empty_piece() -> None:
    year = Interval(date(2024, 1, 1), date(2025, 1, 1))
    assert pieces(year, [date(2024, 1, 1), date(2024, 7, 1), date(2025, 1, 1)]) == (
        Interval(date(2024, 1, 1), date(2024, 7, 1)),
        Interval(date(2024, 7, 1), date(2025, 1, 1)),
    )


@given(intervals(), intervals(), DAYS)
def test_the_common_part_holds_the_days_that_both_hold(one: Interval, other: Interval, day: date) -> None:
    common = one.intersect(other)
    assert (common is not None and common.covers(day)) == (one.covers(day) and other.covers(day))
    assert common == other.intersect(one)
    assert one.includes(other) == (common == other)


@given(intervals(), intervals())
def test_intervals_that_meet_share_no_day(one: Interval, other: Interval) -> None:
    if one.meets(other):
        assert not one.overlaps(other)


@given(DAYS, st.lists(DAYS), DAYS)
def test_a_stretch_holds_the_days_up_to_the_next_cuts(day: date, cuts: list[date], other: date) -> None:
    between = [cut for cut in cuts if min(day, other) < cut <= max(day, other)]
    assert stretch_around(day, cuts).covers(other) == (not between)


@given(intervals(), st.lists(DAYS))
def test_pieces_meet_and_each_is_the_stretch_around_its_days(whole: Interval, cuts: list[date]) -> None:
    cut_up = pieces(whole, cuts)
    assert (cut_up[0].start, cut_up[-1].end) == (whole.start, whole.end)
    assert all(one.meets(other) for one, other in pairwise(cut_up))
    for piece in cut_up:
        if piece.start is not None:
            assert stretch_around(piece.start, cuts).intersect(whole) == piece
