"""Counts of calendar units between two moments that may be known in part.

A *duration* counts whole units that have passed; a *difference* counts the unit boundaries in between
(31 December to 1 January: duration 0 years, difference 1 year). Between moments known in part the answer
is a range. Ages and elapsed days of civil dates, with their inverses, are in `age`.

Source: Clinical Quality Language 1.5, appendix B, "Date and Time Operators" (Difference, Duration).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum

from cortex_core.temporal.moments import Kind, Moment
from cortex_core.temporal.possible import Possible

__all__ = ["CountRange", "Unit", "difference", "duration"]


class Unit(Enum):
    """The calendar unit that is counted."""

    YEARS = "years"
    MONTHS = "months"
    WEEKS = "weeks"
    DAYS = "days"
    HOURS = "hours"
    MINUTES = "minutes"
    SECONDS = "seconds"


_LENGTHS = {
    Unit.WEEKS: timedelta(weeks=1),
    Unit.DAYS: timedelta(days=1),
    Unit.HOURS: timedelta(hours=1),
    Unit.MINUTES: timedelta(minutes=1),
    Unit.SECONDS: timedelta(seconds=1),
}
# A Sunday, since the source lets weeks begin on Sunday; every shorter unit has a boundary here too.
_ORIGIN = datetime(1, 1, 7, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class CountRange:
    """Every count from `low` to `high`, both held, in the unit that was asked for."""

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low {self.low} is above high {self.high}: no count is left")

    def at_least(self, threshold: int) -> Possible:
        """The count is `threshold` or more."""
        return Possible.of(can_be_true=self.high >= threshold, can_be_false=self.low < threshold)

    def at_most(self, threshold: int) -> Possible:
        """The count is `threshold` or less."""
        return self.at_least(threshold + 1).opposite()


def duration(start: Moment, end: Moment, unit: Unit) -> CountRange:
    """Whole units from `start` to `end`; negative if `end` comes first.

    Raises ValueError unless both are date-times and both or neither state a zone.

    >>> duration(Moment.parse("2005"), Moment.parse("2010"), Unit.YEARS)
    CountRange(low=4, high=5)
    """
    return _over_all(start, end, unit, _passed)


def difference(start: Moment, end: Moment, unit: Unit) -> CountRange:
    """Unit boundaries between `start` and `end`; negative if `end` comes first.

    Raises ValueError unless both are date-times and both or neither state a zone.
    """
    return _over_all(start, end, unit, lambda one, other, by: _ordinal(other, by) - _ordinal(one, by))


def _over_all(
    start: Moment, end: Moment, unit: Unit, count: Callable[[datetime, datetime, Unit], int]
) -> CountRange:
    # Both counts fall as the start moves later and rise as the end does: the extremes give the range.
    if Kind.TIME_OF_DAY in (start.kind, end.kind):
        raise ValueError("units are counted between date-times, not between times of day")
    if start.utc is not end.utc:
        raise ValueError("one moment states a zone and the other does not: declare the zone first")
    low = count(_instant(start.latest()), _instant(end.earliest()), unit)
    return CountRange(low, count(_instant(start.earliest()), _instant(end.latest()), unit))


def _instant(moment: Moment) -> datetime:
    year, month, day, hour, minute, second, millisecond = moment.parts
    # Only distances are taken, so any one zone serves for moments that state none.
    return datetime(year, month, day, hour, minute, second, millisecond * 1000, tzinfo=UTC)


def _ordinal(moment: datetime, unit: Unit) -> int:
    """The number of the unit that `moment` falls in, counted from a common origin."""
    if unit is Unit.YEARS:
        return moment.year
    if unit is Unit.MONTHS:
        return moment.year * 12 + moment.month
    return (moment - _ORIGIN) // _LENGTHS[unit]


def _passed(start: datetime, end: datetime, unit: Unit) -> int:
    if start > end:
        return -_passed(end, start, unit)
    if unit not in (Unit.YEARS, Unit.MONTHS):
        return (end - start) // _LENGTHS[unit]
    boundaries = _ordinal(end, unit) - _ordinal(start, unit)
    # The last unit has passed once the rest of the moment (day and time; for years the month too) is reached.
    rest = 1 if unit is Unit.YEARS else 2
    reached = (*end.timetuple()[rest:6], end.microsecond) >= (*start.timetuple()[rest:6], start.microsecond)
    return boundaries if reached else boundaries - 1
