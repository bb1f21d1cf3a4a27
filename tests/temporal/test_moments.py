"""Moments known down to some part: the first part that differs decides."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.temporal.moments import (
    Kind,
    Moment,
    Order,
    Precision,
    after,
    before,
    moment_orders,
    same_as,
    same_or_after,
    same_or_before,
)
from cortex_core.temporal.possible import Possible

FULL = st.datetimes(datetime(2019, 11, 1), datetime(2020, 3, 31))  # noqa: DTZ001 - bounds of Hypothesis are naive
PRECISIONS = st.sampled_from(Precision)


def moment_of(instant: datetime, precision: Precision) -> Moment:
    parts = (*instant.timetuple()[:6], instant.microsecond // 1000)
    return Moment(Kind.DATE_TIME, parts[:precision])


def test_a_month_and_a_day_of_another_month_are_in_order() -> None:
    assert after(Moment.parse("2005-10-10"), Moment.parse("2005-09")) is Possible.ALWAYS
    assert before(Moment.parse("2003"), Moment.parse("2004-10-10")) is Possible.ALWAYS


def test_a_month_and_a_day_in_it_may_lie_either_way() -> None:
    month, day = Moment.parse("2014-10"), Moment.parse("2014-10-12")
    assert moment_orders(month, day) == frozenset(Order)
    assert same_as(month, day) is Possible.SOMETIMES
    assert same_as(month, day, Precision.MONTH) is Possible.ALWAYS
    assert same_or_before(month, day) is Possible.SOMETIMES
    assert same_or_after(month, day, Precision.MONTH) is Possible.ALWAYS


def test_nothing_is_known_below_the_parts_that_both_state() -> None:
    day = Moment.parse("2014-12-20")
    assert same_as(day, day) is Possible.ALWAYS
    assert same_as(day, day, Precision.HOUR) is Possible.SOMETIMES


def test_moments_with_a_zone_are_compared_in_utc() -> None:
    one, other = Moment.parse("2012-03-10T10:20+07:00"), Moment.parse("2012-03-10T10:20+06:00")
    assert before(one, other, Precision.HOUR) is Possible.ALWAYS
    assert Moment.parse("2012-03-10T00:30+01:00") == Moment.parse("2012-03-09T23:30Z")


def test_a_moment_without_zone_is_ordered_only_if_every_zone_agrees() -> None:
    naive = Moment.parse("2012-03-10")
    assert before(naive, Moment.parse("2012-03-12T00:00Z")) is Possible.ALWAYS
    assert after(naive, Moment.parse("2012-03-09T09:59Z")) is Possible.ALWAYS
    assert before(naive, Moment.parse("2012-03-11T11:00Z")) is Possible.SOMETIMES
    assert before(Moment.parse("2012-03-11T11:00Z"), naive) is Possible.SOMETIMES
    assert before(Moment.parse("2012-03-09T09:59Z"), naive) is Possible.ALWAYS
    assert before(Moment.parse("2003"), Moment.parse("2012-03-11T11:00Z")) is Possible.ALWAYS
    assert before(Moment.parse("9999"), Moment.parse("2012-03-11T11:00Z")) is Possible.SOMETIMES


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("2021-31", "month 31"),
        ("2021-02-30", "day 30"),
        ("0000-01-01T10", "year 0000"),
        ("2021-02-01T24", "hour 24"),
        ("2021-02-01T10:60", "minute 60"),
        ("2021-02T10", "states an hour but no day"),
        ("2021-02-01T10+01:00", "states an offset but no minutes"),
        ("2021-02-01T10:00+15:00", r"offset \+15:00"),
        ("9999-12-31T23:00-05:00", "leaves the years"),
        ("T10:00Z", "time of day with an offset"),
        ("2021-02-01T10:00:00.1234", "is not a moment"),
        ("T", "is not a moment"),
        ("noon", "is not a civil date"),
    ],
)
def test_a_moment_that_no_clock_shows_is_refused_with_part_and_reason(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Moment.parse(text)


def test_a_date_and_a_time_of_day_have_no_order() -> None:
    with pytest.raises(ValueError, match="have no order"):
        before(Moment.parse("2021"), Moment.parse("T10"))
    with pytest.raises(ValueError, match="has no day"):
        before(Moment.parse("T09"), Moment.parse("T10"), Precision.DAY)


@pytest.mark.parametrize(
    ("text", "following"),
    [
        ("2019", "2020"),
        ("2019-12", "2020-01"),
        ("2020-02-28", "2020-02-29"),
        ("2019-12-31T23:59", "2020-01-01T00:00"),
        ("T09:59:59.999", "T10:00:00.000"),
        ("T09", "T10"),
    ],
)
def test_the_next_moment_is_one_unit_of_its_own_precision_later(text: str, following: str) -> None:
    assert Moment.parse(text).next() == Moment.parse(following)
    assert Moment.parse(following).previous() == Moment.parse(text)


@pytest.mark.parametrize("text", ["9999", "9999-12", "9999-12-31", "T23", "T23:59:59.999"])
def test_after_the_last_moment_there_is_none(text: str) -> None:
    assert Moment.parse(text).next() is None


@pytest.mark.parametrize("text", ["0001", "0001-01", "0001-01-01", "T00", "T00:00"])
def test_before_the_first_moment_there_is_none(text: str) -> None:
    assert Moment.parse(text).previous() is None


@given(FULL, FULL, PRECISIONS, PRECISIONS)
def test_a_decided_order_is_the_order_of_every_completion(
    one: datetime, other: datetime, first: Precision, second: Precision
) -> None:
    left, right = moment_of(one, first), moment_of(other, second)
    cut = min(first, second)
    order = moment_orders(left, right)
    if order == {Order.BEFORE}:
        assert one < other
        assert left.latest().parts < right.earliest().parts
    elif order == {Order.AFTER}:
        assert one > other
    elif order == {Order.SAME}:
        assert first is second
    else:
        assert left.parts[:cut] == right.parts[:cut]
    assert moment_orders(right, left) == {held.turned() for held in order}


@given(FULL, PRECISIONS)
def test_a_moment_lies_between_its_ends(instant: datetime, precision: Precision) -> None:
    moment, whole = moment_of(instant, precision), moment_of(instant, Precision.MILLISECOND)
    assert moment.earliest().parts <= whole.parts <= moment.latest().parts
    following = moment.next()
    assert following is not None
    assert moment.latest().next() == following.earliest()
    assert following.previous() == moment


@given(FULL, st.integers(-40 * 60, 40 * 60), st.sampled_from([-12 * 60, 0, 14 * 60]), PRECISIONS)
def test_an_order_without_zone_holds_in_every_zone(
    local: datetime, apart: int, offset: int, precision: Precision
) -> None:
    naive, other = moment_of(local, precision), local + timedelta(minutes=apart)
    fixed = Moment.parse(other.isoformat(timespec="milliseconds") + "Z")
    instant = local.replace(tzinfo=UTC) - timedelta(minutes=offset)
    order = moment_orders(naive, fixed)
    if order == {Order.BEFORE}:
        assert instant < other.replace(tzinfo=UTC)
    elif order == {Order.AFTER}:
        assert instant > other.replace(tzinfo=UTC)
    else:
        assert order == frozenset(Order)
