"""Age and its inverse, and elapsed days and theirs: one module, so that they cannot drift apart.

`completed_years` says how old somebody is; `birthday` says on which day that changes. The law that holds
them together: `completed_years(birth, on) >= n` exactly when `on >= birthday(birth, n)`. A birth date known
in part is a range of days; both functions never fall when the birth date moves later by the same day, so
the ends of the range give the ends of the answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum

from cortex_core.temporal.civil import DateRange
from cortex_core.temporal.interval import Interval, stretch_around
from cortex_core.temporal.possible import Possible

__all__ = [
    "ChangeDays",
    "LeapDay",
    "age_change_days",
    "age_horizon",
    "birthday",
    "completed_years",
    "completed_years_range",
    "day_reaching",
    "elapsed_change_days",
    "elapsed_days",
    "elapsed_days_range",
    "has_completed",
    "has_elapsed",
]


class LeapDay(Enum):
    """On which day of a common year a person born on 29 February completes a year."""

    MARCH_1 = "march_1"
    FEBRUARY_28 = "february_28"


@dataclass(frozen=True, slots=True)
class ChangeDays:
    """When a threshold is reached by a date known in part.

    Before `first_possible` no day of the range has reached it; from `certain` on every day has; between
    the two it is unknown. The two are equal for an exact date.
    """

    first_possible: date
    certain: date

    def reached(self, on: date) -> Possible:
        """Whether the threshold is reached on `on`, over all days of the range."""
        return Possible.of(can_be_true=on >= self.first_possible, can_be_false=on < self.certain)


def birthday(birth: date, years: int, leap_day: LeapDay = LeapDay.MARCH_1) -> date:
    """The first day on which a person born on `birth` has completed `years` years.

    Raises ValueError if `years` is negative, or if the day lies after the year 9999.

    >>> birthday(date(1976, 2, 29), 49)
    datetime.date(2025, 3, 1)
    """
    if years < 0:
        raise ValueError(f"years is {years}: nobody completes fewer than 0 years")
    year = birth.year + years
    if year > date.max.year:
        raise ValueError(f"{years} years after {birth.isoformat()} lies after the year {date.max.year}")
    try:
        return birth.replace(year=year)
    except ValueError:  # 29 February in a common year is the only day that can be lacking
        return date(year, 3, 1) if leap_day is LeapDay.MARCH_1 else date(year, 2, 28)


def completed_years(birth: date, on: date, leap_day: LeapDay = LeapDay.MARCH_1) -> int:
    """Age in completed years on `on`.

    Raises ValueError if `on` is before `birth`: there is no negative age, and a rule for infants must
    not fire for a person who is not born.

    >>> completed_years(date(1976, 2, 29), date(2025, 2, 28))
    48
    """
    _refuse_future("birth", birth, on)
    years = on.year - birth.year
    return years if on >= birthday(birth, years, leap_day) else years - 1


def completed_years_range(
    births: DateRange, on: date, leap_day: LeapDay = LeapDay.MARCH_1
) -> tuple[int, int]:
    """The lowest and highest age in completed years that `births` leaves possible on `on`, both held.

    Raises ValueError if a day of `births` lies after `on`; `births.up_to(on)` keeps the days that count.
    """
    return completed_years(births.last, on, leap_day), completed_years(births.first, on, leap_day)


def age_change_days(births: DateRange, years: int, leap_day: LeapDay = LeapDay.MARCH_1) -> ChangeDays:
    """The days on which "has completed `years` years" becomes possible, and then certain.

    Raises ValueError as `birthday` does.

    >>> age_change_days(DateRange(date(1976, 3, 1), date(1976, 3, 31)), 50)
    ChangeDays(first_possible=datetime.date(2026, 3, 1), certain=datetime.date(2026, 3, 31))
    """
    return ChangeDays(birthday(births.first, years, leap_day), birthday(births.last, years, leap_day))


def has_completed(births: DateRange, years: int, on: date, leap_day: LeapDay = LeapDay.MARCH_1) -> Possible:
    """Whether a person born on one of `births` has completed `years` years on `on`.

    Raises ValueError if a day of `births` lies after `on`, or as `birthday` does.
    """
    _refuse_future("birth", births.last, on)
    return age_change_days(births, years, leap_day).reached(on)


def age_horizon(
    births: DateRange, thresholds: Iterable[int], on: date, leap_day: LeapDay = LeapDay.MARCH_1
) -> Interval:
    """The largest stretch of valid time around `on` in which no `has_completed(…, threshold, …)` changes.

    Both ends of the unknown stretch of a partial date count as changes. The stretch does not reach
    before the last possible birth date, where an age would be refused. A threshold that falls after the
    year 9999 never changes anything. Raises ValueError if a day of `births` lies after `on`.
    """
    _refuse_future("birth", births.last, on)
    changes = [
        birthday(birth, years, leap_day)
        for years in thresholds
        for birth in (births.first, births.last)
        if birth.year + years <= date.max.year
    ]
    return stretch_around(on, [births.last, *changes])


def elapsed_days(start: date, on: date) -> int:
    """Whole days from `start` to `on`; 0 on the day itself.

    Raises ValueError if `on` is before `start`: "not started" is a value of its own, never a negative count.
    """
    _refuse_future("start", start, on)
    return (on - start).days


def day_reaching(start: date, days: int) -> date:
    """The first day on which `elapsed_days(start, …)` is `days`.

    Raises ValueError if `days` is negative, or if the day lies after the year 9999.
    """
    if days < 0:
        raise ValueError(f"days is {days}: no fewer than 0 days elapse")
    try:
        return start + timedelta(days=days)
    except OverflowError:
        raise ValueError(f"{days} days after {start.isoformat()} lies after {date.max.isoformat()}") from None


def elapsed_days_range(starts: DateRange, on: date) -> tuple[int, int]:
    """The fewest and most days elapsed that `starts` leaves possible on `on`, both held.

    Raises ValueError if a day of `starts` lies after `on`.
    """
    return elapsed_days(starts.last, on), elapsed_days(starts.first, on)


def elapsed_change_days(starts: DateRange, days: int) -> ChangeDays:
    """The days on which "`days` days have elapsed" becomes possible, and then certain."""
    return ChangeDays(day_reaching(starts.first, days), day_reaching(starts.last, days))


def has_elapsed(starts: DateRange, days: int, on: date) -> Possible:
    """Whether `days` days have elapsed on `on` since one of `starts`.

    Raises ValueError if a day of `starts` lies after `on`, or as `day_reaching` does.
    """
    _refuse_future("start", starts.last, on)
    return elapsed_change_days(starts, days).reached(on)


def _refuse_future(name: str, day: date, on: date) -> None:
    if day > on:
        raise ValueError(f"{name} date {day.isoformat()} is after {on.isoformat()}: nothing counts before it")
