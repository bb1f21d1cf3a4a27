"""Spans whose ends are known, unbounded or unknown."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.temporal import spans
from cortex_core.temporal.moments import Moment
from cortex_core.temporal.possible import Possible
from cortex_core.temporal.spans import Bound, Span

ONSET = Moment.parse("2021-03-01")
WINDOW_2022 = Span(Moment.parse("2022-01-01"), Moment.parse("2022-12-31"))


def test_from_onset_with_unknown_end_may_or_may_not_reach_a_later_window() -> None:
    assert spans.overlaps(Span(ONSET, Bound.UNKNOWN), WINDOW_2022) is Possible.SOMETIMES


def test_from_onset_without_end_reaches_every_later_window() -> None:
    assert spans.overlaps(Span(ONSET, Bound.UNBOUNDED), WINDOW_2022) is Possible.ALWAYS


def test_an_unknown_end_is_not_before_the_known_onset() -> None:
    since_onset = Span(ONSET, Bound.UNKNOWN)
    earlier = Span(Moment.parse("2020-01-01"), Moment.parse("2020-12-31"))
    around_onset = Span(Moment.parse("2021-01-01"), Moment.parse("2021-12-31"))
    assert spans.overlaps(since_onset, earlier) is Possible.NEVER
    assert spans.overlaps(since_onset, around_onset) is Possible.ALWAYS


def test_an_onset_known_to_the_month_may_fall_into_the_window_or_not() -> None:
    in_february = Span(Moment.parse("2022-02"), Moment.parse("2022-06-30"))
    first_half = Span(Moment.parse("2022-01-01"), Moment.parse("2022-02-14"))
    assert spans.overlaps(in_february, first_half) is Possible.SOMETIMES


def test_half_open_spans_that_follow_each_other_meet_and_do_not_overlap() -> None:
    old = Span(Moment.parse("2016-06-15"), Moment.parse("2021-05-18"), high_held=False)
    new = Span(Moment.parse("2021-05-18"), Bound.UNBOUNDED)
    assert spans.meets_before(old, new) is Possible.ALWAYS
    assert spans.meets(new, old) is Possible.ALWAYS
    assert spans.overlaps(old, new) is Possible.NEVER


def test_nothing_meets_a_span_without_end() -> None:
    assert spans.meets_before(Span(1, Bound.UNBOUNDED), Span(5, Bound.UNKNOWN)) is Possible.NEVER
    assert spans.meets_before(Span(1, 4), Span(Bound.UNBOUNDED, 9)) is Possible.NEVER
    whole_day = Span(Moment.parse("T00:00"), Moment.parse("T23:59"))
    assert spans.meets_before(whole_day, Span.at(Moment.parse("T10:00"))) is Possible.NEVER


def test_a_span_that_holds_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="holds nothing"):
        Span(5, 4)
    with pytest.raises(ValueError, match="holds nothing"):
        Span(5, 5, high_held=False)
    with pytest.raises(ValueError, match="nothing lies after"):
        Span(Moment.parse("T23:59"), Bound.UNBOUNDED, low_held=False)
    with pytest.raises(ValueError, match="high is unknown: whether it is held has no meaning"):
        Span(5, Bound.UNKNOWN, high_held=False)


def test_moments_and_numbers_do_not_mix() -> None:
    with pytest.raises(TypeError, match="no order"):
        Span(5, ONSET)
    with pytest.raises(TypeError, match="no order"):
        spans.precedes(Span.at(5), Span.at(ONSET))
    assert spans.precedes(Span.at(5), Span.at(Decimal("5.1"))) is Possible.ALWAYS


# --- against enumeration: every completion of a span of small whole numbers -----------------------------

NUMBERS = st.integers(0, 5)
LOWEST, HIGHEST = -2, 8  # beyond every number drawn, so that unknown ends may lie on either side
Relation = Callable[[tuple[int, int], tuple[int, int]], bool]
RELATIONS: dict[str, Relation] = {
    "precedes": lambda one, other: one[1] < other[0],
    "on_or_before": lambda one, other: one[1] <= other[0],
    "overlaps": lambda one, other: bool(set(range(one[0], one[1] + 1)) & set(range(other[0], other[1] + 1))),
    "overlaps_before": lambda one, other: one[0] < other[0] <= one[1],
    "overlaps_after": lambda one, other: other[1] > one[0] - 1 and one[0] <= other[1] < one[1],
    "includes": lambda one, other: one[0] <= other[0] and other[1] <= one[1],
    "properly_includes": lambda one, other: one[0] <= other[0] and other[1] <= one[1] and one != other,
    "surrounds": lambda one, other: one[0] < other[0] and other[1] < one[1],
    "meets_before": lambda one, other: one[1] + 1 == other[0],
    "meets": lambda one, other: one[1] + 1 == other[0] or other[1] + 1 == one[0],
    "starts": lambda one, other: one[0] == other[0] and one[1] <= other[1],
    "ends": lambda one, other: one[1] == other[1] and one[0] >= other[0],
    "same_span": lambda one, other: one == other,
}


@st.composite
def number_spans(draw: st.DrawFn) -> Span:
    low, high = sorted((draw(NUMBERS), draw(NUMBERS)))
    return Span(
        draw(st.sampled_from([low, low, Bound.UNKNOWN])), draw(st.sampled_from([high, high, Bound.UNKNOWN]))
    )


def completions(span: Span) -> list[tuple[int, int]]:
    lows = [span.low] if isinstance(span.low, int) else range(LOWEST, HIGHEST + 1)
    highs = [span.high] if isinstance(span.high, int) else range(LOWEST, HIGHEST + 1)
    return [(low, high) for low, high in product(lows, highs) if isinstance(high, int) and low <= high]


@pytest.mark.parametrize("name", RELATIONS)
@given(one=number_spans(), other=number_spans())
def test_a_decided_relation_holds_for_every_completion(name: str, one: Span, other: Span) -> None:
    relation = RELATIONS[name]
    truths = {relation(left, right) for left, right in product(completions(one), completions(other))}
    answer: Possible = getattr(spans, name)(one, other)
    if answer is Possible.ALWAYS:
        assert truths == {True}
    elif answer is Possible.NEVER:
        assert truths == {False}
    # A relation that asks twice about one unknown end may stay open where enumeration decides.
    if name in {"precedes", "on_or_before", "meets_before"} or Bound.UNKNOWN not in {
        one.low, one.high, other.low, other.high,
    }:  # fmt: skip
        assert (answer is Possible.SOMETIMES) == (len(truths) == 2)


@given(number_spans(), number_spans())
def test_a_relation_and_its_mirror_agree(one: Span, other: Span) -> None:
    assert spans.overlaps(one, other) is spans.overlaps(other, one)
    assert spans.meets(one, other) is spans.meets(other, one)
    assert spans.same_span(one, other) is spans.same_span(other, one)
