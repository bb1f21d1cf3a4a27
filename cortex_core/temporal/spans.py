"""Spans between two ends, each known, partly known, unbounded or unknown, and how two spans lie.

A span is what a record says about a stretch: "from onset, end not recorded". Its ends are moments or
numbers. An end that nobody recorded is unknown, which is not the same as a span without end: a stretch
with an unknown end may or may not reach a later window; one without end reaches every one.

Source: Clinical Quality Language 1.5, appendix B, "Interval Operators". There, a null end is *unbounded*
when closed and *unknown* when open; here the two have names. `Interval` is the plain sibling for the valid
time of sources and rules, where both ends are always settled.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import TypeAlias

from cortex_core.temporal.moments import ANY_ORDER, Moment, Order, Precision, holds_for, moment_orders
from cortex_core.temporal.possible import Possible

__all__ = [
    "Bound",
    "Point",
    "Span",
    "ends",
    "includes",
    "meets",
    "meets_before",
    "on_or_before",
    "overlaps",
    "overlaps_after",
    "overlaps_before",
    "precedes",
    "properly_includes",
    "same_span",
    "starts",
    "surrounds",
]

Point: TypeAlias = Moment | int | Decimal
# The resolution of decimals in the source: "the next decimal" is this much further.
_DECIMAL_STEP = Decimal("0.00000001")


class Bound(Enum):
    """What stands at an end of a span instead of a point."""

    UNBOUNDED = "unbounded"
    UNKNOWN = "unknown"


class _Edge(Enum):
    """The two places outside every point."""

    FIRST = "before every point"
    LAST = "after every point"


_Place: TypeAlias = Point | _Edge


@dataclass(frozen=True, slots=True)
class _End:
    """The places where an end may be: from `least` to `most`, both held."""

    least: _Place
    most: _Place


@dataclass(frozen=True, slots=True)
class Span:
    """All points from `low` to `high`; the flags say whether the ends themselves are held.

    Every comparison below may be cut off at a `precision`, which has a meaning for moments only.

    A flag has no meaning at an unbounded or unknown end and must be left True there.
    Raises ValueError if `low` is certainly after `high`, or an end that is not held has no neighbour: the
    span would hold nothing. Raises TypeError if one is a moment and the other a number.
    """

    low: Point | Bound
    high: Point | Bound
    low_held: bool = True
    high_held: bool = True

    def __post_init__(self) -> None:
        for name, end, held in (("low", self.low, self.low_held), ("high", self.high, self.high_held)):
            if isinstance(end, Bound) and not held:
                raise ValueError(f"{name} is {end.value}: whether it is held has no meaning")
        low, high = _first_held(self), _last_held(self)
        if isinstance(low, Bound) or isinstance(high, Bound):
            return
        if _orders(low, high, None) == {Order.AFTER}:
            raise ValueError(f"the span from {self.low} to {self.high} holds nothing")

    @classmethod
    def at(cls, point: Point) -> Span:
        """The span that holds one point."""
        return cls(point, point)

    @classmethod
    def unknown_point(cls) -> Span:
        """A point of which nothing is known."""
        return cls(Bound.UNKNOWN, Bound.UNKNOWN)


def _first_held(span: Span) -> Point | Bound:
    if isinstance(span.low, Bound) or span.low_held:
        return span.low
    return _neighbour(span.low, 1)


def _last_held(span: Span) -> Point | Bound:
    if isinstance(span.high, Bound) or span.high_held:
        return span.high
    return _neighbour(span.high, -1)


def _neighbour(point: Point, sign: int) -> Point:
    """The next or previous point at the point's own resolution."""
    if isinstance(point, Moment):
        moved = point.next() if sign > 0 else point.previous()
        if moved is None:
            raise ValueError(f"nothing lies {'after' if sign > 0 else 'before'} {point}: no point is held")
        return moved
    return point + sign if isinstance(point, int) else point + sign * _DECIMAL_STEP


def _low(span: Span) -> _End:
    low, high = _first_held(span), _last_held(span)
    if not isinstance(low, Bound):
        return _End(low, low)
    if low is Bound.UNBOUNDED:
        return _End(_Edge.FIRST, _Edge.FIRST)
    # Wherever the unknown end is, it is not after the other one.
    return _End(_Edge.FIRST, _Edge.LAST if isinstance(high, Bound) else high)


def _high(span: Span) -> _End:
    low, high = _first_held(span), _last_held(span)
    if not isinstance(high, Bound):
        return _End(high, high)
    if high is Bound.UNBOUNDED:
        return _End(_Edge.LAST, _Edge.LAST)
    return _End(_Edge.FIRST if isinstance(low, Bound) else low, _Edge.LAST)


def _orders(left: _Place, right: _Place, precision: Precision | None) -> frozenset[Order]:
    """The orders that two places may have."""
    if isinstance(left, _Edge) or isinstance(right, _Edge):
        if left == right:
            return frozenset({Order.SAME})
        return frozenset({Order.BEFORE if left is _Edge.FIRST or right is _Edge.LAST else Order.AFTER})
    if isinstance(left, Moment) and isinstance(right, Moment):
        return moment_orders(left, right, precision)
    if isinstance(left, Moment) or isinstance(right, Moment):
        raise TypeError(f"a moment and a number have no order: {left} and {right}")
    if left == right:
        return frozenset({Order.SAME})
    return frozenset({Order.BEFORE if left < right else Order.AFTER})


def _compare(left: _End, right: _End, wanted: frozenset[Order], precision: Precision | None) -> Possible:
    """Whether the order of two ends is one of `wanted`, over all places where they may be."""
    down = _orders(left.least, right.most, precision)
    up = _orders(left.most, right.least, precision)
    if left.least == left.most and right.least == right.most:
        return holds_for(down, wanted)
    possible = {order for order in ANY_ORDER if order in (down if order is Order.BEFORE else up)}
    if down != {Order.AFTER} and up != {Order.BEFORE}:
        possible.add(Order.SAME)
    return holds_for(frozenset(possible), wanted)


_BEFORE = frozenset({Order.BEFORE})
_SAME = frozenset({Order.SAME})
_NOT_AFTER = frozenset({Order.BEFORE, Order.SAME})


def precedes(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """All of `left` is before all of `right`."""
    return _compare(_high(left), _low(right), _BEFORE, precision)


def on_or_before(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """`left` has ended when `right` starts; they may share that one point."""
    return _compare(_high(left), _low(right), _NOT_AFTER, precision)


def overlaps(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """Some point lies in both.

    >>> onset, window = Moment.parse("2021-03-01"), Span(Moment.parse("2022"), Moment.parse("2023"))
    >>> overlaps(Span(onset, Bound.UNKNOWN), window), overlaps(Span(onset, Bound.UNBOUNDED), window)
    (<Possible.SOMETIMES>, <Possible.ALWAYS>)
    """
    return precedes(left, right, precision).either(precedes(right, left, precision)).opposite()


def overlaps_before(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """They overlap and `left` starts first."""
    first = _compare(_low(left), _low(right), _BEFORE, precision)
    return first.both(overlaps(left, right, precision))


def overlaps_after(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """They overlap and `left` ends last."""
    last = _compare(_high(right), _high(left), _BEFORE, precision)
    return last.both(overlaps(left, right, precision))


def includes(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """Every point of `right` lies in `left`."""
    starts_in = _compare(_low(left), _low(right), _NOT_AFTER, precision)
    return starts_in.both(_compare(_high(right), _high(left), _NOT_AFTER, precision))


def properly_includes(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """`left` includes `right` and has points besides."""
    return includes(left, right, precision).both(same_span(left, right, precision).opposite())


def surrounds(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """Every point of `right` lies in `left`, which starts earlier and ends later."""
    earlier = _compare(_low(left), _low(right), _BEFORE, precision)
    return earlier.both(_compare(_high(right), _high(left), _BEFORE, precision))


def meets_before(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """`left` ends right before `right` starts: no point between them, none in both."""
    low, high = _low(right), _high(left)
    end = _End(_after(high.least), _after(high.most))
    if end.least is _Edge.LAST or low.most is _Edge.FIRST:
        return Possible.NEVER  # nothing starts after the last point, or ends before the first
    return _compare(end, low, _SAME, precision)


def _after(place: _Place) -> _Place:
    if isinstance(place, _Edge):
        return place
    if isinstance(place, Moment):
        return place.next() or _Edge.LAST
    return _neighbour(place, 1)


def meets(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """One ends right before the other starts."""
    return meets_before(left, right, precision).either(meets_before(right, left, precision))


def starts(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """Both start together and `left` ends no later."""
    together = _compare(_low(left), _low(right), _SAME, precision)
    return together.both(_compare(_high(left), _high(right), _NOT_AFTER, precision))


def ends(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """Both end together and `left` starts no earlier."""
    together = _compare(_high(left), _high(right), _SAME, precision)
    return together.both(_compare(_low(right), _low(left), _NOT_AFTER, precision))


def same_span(left: Span, right: Span, precision: Precision | None = None) -> Possible:
    """Both start together and end together."""
    together = _compare(_low(left), _low(right), _SAME, precision)
    return together.both(_compare(_high(left), _high(right), _SAME, precision))
