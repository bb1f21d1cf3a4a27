"""Date-times and times of day with a stated precision, compared part by part.

A moment written to the month says nothing about the day. Two moments are compared from the largest part
down: the first part that differs decides. If one side runs out of parts first, every order is still
possible. A comparison may be cut off at a precision: "same day as", "before the hour of".

Source: Clinical Quality Language 1.5, appendix B, "Date and Time Operators".
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, IntEnum

from cortex_core.temporal.civil import parse_partial
from cortex_core.temporal.possible import Possible

__all__ = [
    "ANY_ORDER",
    "Kind",
    "Moment",
    "Order",
    "Precision",
    "after",
    "before",
    "holds_for",
    "moment_orders",
    "same_as",
    "same_or_after",
    "same_or_before",
]


class Precision(IntEnum):
    """The smallest part that a moment states, or down to which a comparison looks."""

    YEAR = 1
    MONTH = 2
    DAY = 3
    HOUR = 4
    MINUTE = 5
    SECOND = 6
    MILLISECOND = 7


class Kind(Enum):
    """Whether the parts begin at the year or at the hour."""

    DATE_TIME = "date-time"
    TIME_OF_DAY = "time of day"


class Order(Enum):
    """How one value lies to another."""

    BEFORE = "before"
    SAME = "same"
    AFTER = "after"

    def turned(self) -> Order:
        """The same fact seen from the other value."""
        return _TURNED[self]


_TURNED = {Order.BEFORE: Order.AFTER, Order.SAME: Order.SAME, Order.AFTER: Order.BEFORE}
ANY_ORDER = frozenset(Order)

_CLOCK = re.compile(r"(\d\d)(?::(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?(Z|[+-]\d\d:\d\d)?", re.ASCII)
_CLOCK_LIMITS = (("hour", 23), ("minute", 59), ("second", 59), ("millisecond", 999))
# Local time runs from UTC-12 to UTC+14: a moment without a zone lies so far from its reading in UTC.
_TO_EARLIEST_UTC, _TO_LATEST_UTC = timedelta(hours=-14), timedelta(hours=12)
_STEPS = {
    Precision.DAY: timedelta(days=1),
    Precision.HOUR: timedelta(hours=1),
    Precision.MINUTE: timedelta(minutes=1),
    Precision.SECOND: timedelta(seconds=1),
    Precision.MILLISECOND: timedelta(milliseconds=1),
}


@dataclass(frozen=True, slots=True)
class Moment:
    """A date-time or a time of day, known down to its last part.

    `parts` run from the year (or, for a time of day, from the hour) to the stated precision; `utc` says
    that the moment was written with an offset, and then `parts` are UTC. Made by `Moment.parse`, which
    checks every part.
    """

    kind: Kind
    parts: tuple[int, ...]
    utc: bool = False

    @classmethod
    def parse(cls, text: str) -> Moment:
        """The moment written as `2012`, `2012-03`, `2012-03-10T10:20:00.999+07:00` or, for a time, `T10:20`.

        Raises ValueError naming the part that is wrong and why. An offset needs minutes, because without
        them the moment cannot be moved to UTC.
        """
        day, mark, clock = text.partition("T")
        if not mark:
            return cls(Kind.DATE_TIME, _day_parts(day))
        shape = _CLOCK.fullmatch(clock)
        if shape is None:
            raise ValueError(f"{text!r} is not a moment: YYYY-MM-DDThh:mm:ss.fff or Thh:mm was expected")
        *stated, offset = shape.groups()
        if stated[3] is not None:
            stated[3] = stated[3].ljust(3, "0")
        hours = tuple(int(part) for part in stated if part is not None)
        for (name, limit), part in zip(_CLOCK_LIMITS, hours, strict=False):
            if part > limit:
                raise ValueError(f"{name} {part} in {text!r}: it is 0 to {limit}")
        if not day:
            if offset is not None:
                raise ValueError(f"{text!r} is a time of day with an offset: without a date it has no UTC")
            return cls(Kind.TIME_OF_DAY, hours)
        parts = _day_parts(day)
        if len(parts) < Precision.DAY:
            raise ValueError(f"{text!r} states an hour but no day")
        moment = cls(Kind.DATE_TIME, parts + hours)
        return moment if offset is None else moment._in_utc(offset, text)

    @property
    def precision(self) -> Precision:
        """The smallest part stated."""
        return Precision(len(self.parts) + (3 if self.kind is Kind.TIME_OF_DAY else 0))

    def earliest(self) -> Moment:
        """The first millisecond that this moment may be."""
        return self._filled((1, 1, 0, 0, 0, 0))

    def latest(self) -> Moment:
        """The last millisecond that this moment may be."""
        if self.kind is Kind.DATE_TIME and self.precision < Precision.DAY:
            month = self.parts[1] if self.precision is Precision.MONTH else 12
            return self._filled((month, monthrange(self.parts[0], month)[1], 23, 59, 59, 999))
        return self._filled((12, 31, 23, 59, 59, 999))

    def _filled(self, after_year: tuple[int, ...]) -> Moment:
        missing = Precision.MILLISECOND - self.precision
        return Moment(self.kind, self.parts + after_year[len(after_year) - missing :], self.utc)

    def next(self) -> Moment | None:
        """The moment one unit of its own precision later, or None after the last one there is."""
        return self._step(1)

    def previous(self) -> Moment | None:
        """The moment one unit of its own precision earlier, or None before the first one there is."""
        return self._step(-1)

    def _step(self, sign: int) -> Moment | None:
        if self.precision <= Precision.MONTH:
            per_year = 1 if self.precision is Precision.YEAR else 12
            months = self.parts[1] - 1 if per_year == 12 else 0
            year, month = divmod(self.parts[0] * per_year + months + sign, per_year)
            if not 1 <= year <= 9999:
                return None
            return Moment(self.kind, (year,) if per_year == 1 else (year, month + 1), self.utc)
        try:
            moved = self._shifted(sign * _STEPS[self.precision])
        except OverflowError:
            return None
        # A day has no hour 24: the step left the day that a time of day lives in.
        wrapped = self.kind is Kind.TIME_OF_DAY and (moved.parts < self.parts) is (sign > 0)
        return None if wrapped else moved

    def _shifted(self, by: timedelta) -> Moment:
        """This moment moved by `by`, with the same precision. Needs at least a day."""
        day = (2000, 1, 1) if self.kind is Kind.TIME_OF_DAY else ()
        year, month, date_, *clock = day + self.parts
        hour, minute, second, milli = (*clock, 0, 0, 0, 0)[:4]
        # Which zone is written here does not matter: the parts are moved, not converted.
        moved = datetime(year, month, date_, hour, minute, second, milli * 1000, tzinfo=UTC) + by
        full = (*moved.timetuple()[:6], moved.microsecond // 1000)
        return Moment(self.kind, full[len(day) : len(day) + len(self.parts)], self.utc)

    def _in_utc(self, offset: str, text: str) -> Moment:
        if self.precision < Precision.MINUTE:
            raise ValueError(f"{text!r} states an offset but no minutes: it cannot be moved to UTC")
        hours, minutes = (0, 0) if offset == "Z" else (int(offset[1:3]), int(offset[4:6]))
        if hours > 14 or minutes > 59:
            raise ValueError(f"offset {offset} in {text!r}: it is at most 14 hours and 59 minutes")
        east = timedelta(hours=hours, minutes=minutes) * (-1 if offset[0] == "-" else 1)
        try:
            return Moment(self.kind, self._shifted(-east).parts, utc=True)
        except OverflowError:
            raise ValueError(f"{text!r} leaves the years 0001 to 9999 in UTC") from None


def _day_parts(text: str) -> tuple[int, ...]:
    parse_partial(text)  # refuses a part that no calendar has, and names it
    return tuple(int(part) for part in text.split("-"))


def moment_orders(left: Moment, right: Moment, precision: Precision | None = None) -> frozenset[Order]:
    """Every order that the two moments may still have, looking no further than `precision`.

    With no `precision`, all stated parts count and two moments with the same parts are the same. If one
    side states a zone and the other does not, an order counts only if it holds in every zone on Earth.
    Raises ValueError if a date-time meets a time of day, or if `precision` has no meaning for a time.
    """
    if left.kind is not right.kind:
        raise ValueError(f"a {left.kind.value} and a {right.kind.value} have no order")
    if left.kind is Kind.TIME_OF_DAY and precision is not None and precision < Precision.HOUR:
        raise ValueError(f"a time of day has no {precision.name.lower()}")
    if left.utc is right.utc:
        return _by_parts(left, right, precision)
    if left.utc:
        return frozenset(order.turned() for order in moment_orders(right, left, precision))
    try:
        first, last = left.earliest()._shifted(_TO_EARLIEST_UTC), left.latest()._shifted(_TO_LATEST_UTC)
    except OverflowError:
        return ANY_ORDER
    for certain, extreme in ((Order.BEFORE, last), (Order.AFTER, first)):
        if _by_parts(extreme, right, right.precision if precision is None else precision) == {certain}:
            return frozenset({certain})
    return ANY_ORDER


def _by_parts(left: Moment, right: Moment, precision: Precision | None) -> frozenset[Order]:
    skipped = 3 if left.kind is Kind.TIME_OF_DAY else 0
    wanted = max(len(left.parts), len(right.parts)) if precision is None else precision - skipped
    for one, other in zip(left.parts[:wanted], right.parts[:wanted], strict=False):
        if one != other:
            return frozenset({Order.BEFORE if one < other else Order.AFTER})
    return frozenset({Order.SAME}) if min(len(left.parts), len(right.parts)) >= wanted else ANY_ORDER


def holds_for(orders: frozenset[Order], wanted: frozenset[Order]) -> Possible:
    """Whether the order is one of `wanted`, over the orders still possible."""
    return Possible.of(can_be_true=bool(orders & wanted), can_be_false=bool(orders - wanted))


def before(left: Moment, right: Moment, precision: Precision | None = None) -> Possible:
    """`left` is before `right`, at `precision` if given. Raises ValueError as `moment_orders` does."""
    return holds_for(moment_orders(left, right, precision), frozenset({Order.BEFORE}))


def after(left: Moment, right: Moment, precision: Precision | None = None) -> Possible:
    """`left` is after `right`, at `precision` if given."""
    return before(right, left, precision)


def same_as(left: Moment, right: Moment, precision: Precision | None = None) -> Possible:
    """`left` and `right` agree in every part down to `precision`, or in all parts."""
    return holds_for(moment_orders(left, right, precision), frozenset({Order.SAME}))


def same_or_before(left: Moment, right: Moment, precision: Precision | None = None) -> Possible:
    """`left` is not after `right`."""
    return after(left, right, precision).opposite()


def same_or_after(left: Moment, right: Moment, precision: Precision | None = None) -> Possible:
    """`left` is not before `right`."""
    return before(left, right, precision).opposite()
