"""Civil dates as people write them: whole, or known only to the month or the year.

Reading is strict. A month 31 or a day 0 is refused with the part that is wrong and why; nothing is
repaired, because a repaired date would be a fact nobody stated. Times of day never enter valid time: a
moment becomes the civil date that it has in a declared zone.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

__all__ = ["CivilDay", "DateRange", "civil_date_of", "parse_date", "parse_partial"]

_SHAPE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DateRange:
    """Every day from `first` to `last`, both held: what is left of a date known in part.

    Raises ValueError if `first` is after `last`; TypeError if either carries a time of day.
    """

    first: date
    last: date

    def __post_init__(self) -> None:
        for name, day in (("first", self.first), ("last", self.last)):
            if isinstance(day, datetime):
                raise TypeError(f"{name} {day.isoformat()} has a time of day: a civil date was expected")
        if self.first > self.last:
            raise ValueError(f"first {self.first.isoformat()} is after last {self.last.isoformat()}")

    @classmethod
    def exact(cls, day: date) -> DateRange:
        """The range that holds one day."""
        return cls(day, day)

    @property
    def is_exact(self) -> bool:
        """One day is left, so the date is known."""
        return self.first == self.last

    def holds(self, day: date) -> bool:
        """`day` is one of the days left."""
        return self.first <= day <= self.last

    def up_to(self, limit: date) -> DateRange:
        """The days not after `limit`: what counts of a birth or start date at a decision on `limit`.

        Raises ValueError if every day lies after `limit`: the date is refused at intake, since an age or
        a duration counted from it would be negative.
        """
        if self.first > limit:
            raise ValueError(f"{self} lies after {limit.isoformat()}: a birth or start date cannot be later")
        return DateRange(self.first, min(self.last, limit))

    def __str__(self) -> str:
        if self.is_exact:
            return self.first.isoformat()
        return f"{self.first.isoformat()} to {self.last.isoformat()}"


@dataclass(frozen=True, slots=True)
class CivilDay:
    """A civil date, and whether a zone had to be assumed to name it."""

    day: date
    assumed: bool


def _parts(text: str) -> tuple[int, ...]:
    """Year, month, day of `text`, as far as stated and each one checked."""
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        raise ValueError(f"{text!r} is not a civil date: YYYY, YYYY-MM or YYYY-MM-DD was expected")
    parts = tuple(int(part) for part in shape.groups() if part is not None)
    if parts[0] == 0:
        raise ValueError(f"year 0000 in {text!r}: civil years are counted from 0001")
    if len(parts) > 1 and not 1 <= parts[1] <= 12:
        raise ValueError(f"month {parts[1]} in {text!r}: a month is 1 to 12")
    if len(parts) > 2:
        last = monthrange(parts[0], parts[1])[1]
        if not 1 <= parts[2] <= last:
            where = f"{_MONTHS[parts[1] - 1]} {parts[0]:04d}"
            raise ValueError(f"day {parts[2]} in {text!r}: {where} has the days 1 to {last}")
    return parts


def parse_date(text: str) -> date:
    """The civil date written as `YYYY-MM-DD`, and in no other way.

    Raises ValueError naming the part that is wrong and why: another shape, year 0000, a month outside 1
    to 12, a day that the month does not have, a date without its day.

    >>> parse_date("2021-04-31")
    Traceback (most recent call last):
    ValueError: day 31 in '2021-04-31': April 2021 has the days 1 to 30
    """
    parts = _parts(text)
    if len(parts) < 3:
        missing = "month and day" if len(parts) == 1 else "day"
        raise ValueError(f"{text!r} lacks {missing}: a whole date YYYY-MM-DD was expected")
    return date(*parts)


def parse_partial(text: str) -> DateRange:
    """The days that `YYYY`, `YYYY-MM` or `YYYY-MM-DD` leaves possible, both ends held.

    Raises ValueError as `parse_date` does, except that a missing month or day is no error here.

    >>> str(parse_partial("2024-02"))
    '2024-02-01 to 2024-02-29'
    """
    parts = _parts(text)
    year = parts[0]
    first_month, last_month = (parts[1], parts[1]) if len(parts) > 1 else (1, 12)
    if len(parts) > 2:
        return DateRange.exact(date(*parts))
    return DateRange(date(year, first_month, 1), date(year, last_month, monthrange(year, last_month)[1]))


def civil_date_of(moment: datetime, zone: tzinfo) -> CivilDay:
    """The civil date of `moment` in the declared `zone`.

    An aware moment is converted. A naive one is read as local time of the declared zone and marked
    *assumed*, so the screen can say that nobody stated the zone. Raises ValueError if the conversion
    leaves the years 0001 to 9999.
    """
    if moment.utcoffset() is None:
        return CivilDay(moment.date(), assumed=True)
    try:
        return CivilDay(moment.astimezone(zone).date(), assumed=False)
    except OverflowError:
        raise ValueError(f"{moment.isoformat()} leaves the years 0001 to 9999 in zone {zone}") from None
