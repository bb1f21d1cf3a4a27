"""Valid time: half-open stretches of civil dates.

A stretch holds its first day and not its end, so a version that ends on the day its successor starts
shares no day with it and exactly one of the two is in force. Intervals refuse to be empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

__all__ = ["ALL_TIME", "Interval", "pieces", "stretch_around"]


def _refuse_time_of_day(name: str, day: object) -> None:
    # datetime is a subclass of date; comparing the two raises far away from the mistake.
    if isinstance(day, datetime) or not isinstance(day, date):
        raise TypeError(f"{name} {day!r} is not a civil date: valid time counts whole days of a zone")


@dataclass(frozen=True, slots=True)
class Interval:
    """Civil dates from `start` (held) to `end` (not held), on the axis of valid time.

    `start=None` has no first day, `end=None` has no end; both are statements, not gaps in knowledge.
    Raises ValueError if `start` is not before `end` (the interval would hold no day); TypeError if either
    has a time of day.

    >>> Interval(date(2021, 1, 1), date(2022, 1, 1)).covers(date(2022, 1, 1))
    False
    """

    start: date | None
    end: date | None

    def __post_init__(self) -> None:
        if self.start is not None:
            _refuse_time_of_day("start", self.start)
        if self.end is not None:
            _refuse_time_of_day("end", self.end)
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError(f"start {self.start.isoformat()} is not before end {self.end.isoformat()}")

    @property
    def is_open(self) -> bool:
        """The interval has no end."""
        return self.end is None

    def covers(self, day: date) -> bool:
        """`day` lies in the interval. Raises TypeError for a date with a time of day."""
        _refuse_time_of_day("day", day)
        return (self.start is None or self.start <= day) and (self.end is None or day < self.end)

    def meets(self, later: Interval) -> bool:
        """This ends exactly where `later` starts: no day between them, none in both."""
        return self.end is not None and self.end == later.start

    def overlaps(self, other: Interval) -> bool:
        """At least one day lies in both."""
        return self.intersect(other) is not None

    def includes(self, other: Interval) -> bool:
        """Every day of `other` lies in this."""
        return self.intersect(other) == other

    def intersect(self, other: Interval) -> Interval | None:
        """The days that lie in both, or None if there is no such day."""
        start = _later(self.start, other.start)
        end = _earlier(self.end, other.end)
        if start is not None and end is not None and start >= end:
            return None
        return Interval(start, end)

    def __str__(self) -> str:
        start = "always" if self.start is None else self.start.isoformat()
        end = "open" if self.end is None else self.end.isoformat()
        return f"[{start}, {end})"


ALL_TIME = Interval(None, None)


def _later(one: date | None, other: date | None) -> date | None:
    """The later of two starts, where None is before every day."""
    if one is None or other is None:
        return other if one is None else one
    return max(one, other)


def _earlier(one: date | None, other: date | None) -> date | None:
    """The earlier of two ends, where None is after every day."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


def stretch_around(day: date, cuts: Iterable[date]) -> Interval:
    """The largest stretch around `day` that has no cut strictly inside.

    A cut is the first day of something new, so a cut on `day` itself starts the stretch. Order and
    repetition of the cuts do not matter. Raises TypeError for a date with a time of day.

    >>> str(stretch_around(date(2021, 6, 1), [date(2022, 1, 1), date(2021, 6, 1)]))
    '[2021-06-01, 2022-01-01)'
    """
    _refuse_time_of_day("day", day)
    start: date | None = None
    end: date | None = None
    for cut in cuts:
        _refuse_time_of_day("cut", cut)
        if cut <= day:
            start = _later(start, cut)
        else:
            end = _earlier(end, cut)
    return Interval(start, end)


def pieces(whole: Interval, cuts: Iterable[date]) -> tuple[Interval, ...]:
    """`whole` cut at every cut strictly inside it, in order of time.

    The pieces meet one another, and together hold exactly the days of `whole`.
    """
    # A cut on the first day of `whole` would leave an empty piece in front of it.
    inside = sorted({cut for cut in cuts if whole.covers(cut) and cut != whole.start})
    edges: list[date | None] = [whole.start, *inside, whole.end]
    return tuple(Interval(start, end) for start, end in pairwise(edges))
