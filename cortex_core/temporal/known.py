"""Known time: when something entered the log. Aware UTC moments, to the microsecond, never decreasing.

The clock itself is not here: callers at the store hand in the present moment, and a graph may run on a
scripted clock. Valid time, the other axis, is civil dates (`interval`); the two are never mixed.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta

from cortex_core.temporal.civil import parse_date

__all__ = ["as_known", "format_known", "next_stamp", "parse_known"]

_TICK = timedelta(microseconds=1)
_LAST_OF_DAY = time(23, 59, 59, 999_999, tzinfo=UTC)
_MOMENT = re.compile(
    r"([0-9-]{10})[T ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,6}))?)?(Z|[+-][0-9]{2}:[0-9]{2})?"
)


def as_known(moment: datetime) -> datetime:
    """`moment` in UTC.

    Raises ValueError if it states no zone: as-of answers would depend on the machine that reads them.
    """
    if moment.utcoffset() is None:
        raise ValueError(f"{moment.isoformat()} states no zone: known time is UTC, write it with Z")
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError(f"{moment.isoformat()} leaves the years 0001 to 9999 in UTC") from None


def parse_known(text: str) -> datetime:
    """The known instant written as `2021-05-18T10:00:00Z`, or a bare date `2021-05-18`.

    A bare date means the end of that UTC day: whatever became known during it counts. Another offset than
    Z is converted. Raises ValueError naming the part that is wrong: an impossible date or time, no zone.

    >>> format_known(parse_known("2021-05-18"))
    '2021-05-18T23:59:59.999999Z'
    """
    if "T" not in text and " " not in text:
        return datetime.combine(parse_date(text), _LAST_OF_DAY)
    shape = _MOMENT.fullmatch(text)
    if shape is None:
        raise ValueError(f"{text!r} is not a known instant: YYYY-MM-DD or YYYY-MM-DDThh:mm:ssZ was expected")
    day, hour, minute, second, fraction, zone = shape.groups()
    parse_date(day)  # for its message, which names the wrong part
    for name, part, limit in (("hour", hour, 23), ("minute", minute, 59), ("second", second or "0", 59)):
        if int(part) > limit:
            raise ValueError(f"{name} {int(part)} in {text!r}: it is 0 to {limit}")
    if zone is None:
        raise ValueError(f"{text!r} states no zone: known time is UTC, write it with Z")
    written = f"{day}T{hour}:{minute}:{second or '00'}.{(fraction or '').ljust(6, '0')}"
    try:
        return as_known(datetime.fromisoformat(written + ("+00:00" if zone == "Z" else zone)))
    except ValueError as refusal:
        raise ValueError(f"{text!r} is not a known instant: {refusal}") from None


def format_known(moment: datetime) -> str:
    """`moment` as text of fixed width, so that texts sort as their instants do; `parse_known` reads it back.

    Raises ValueError if it states no zone.
    """
    return as_known(moment).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def next_stamp(now: datetime, last: datetime | None) -> datetime:
    """The stamp of the next event: `now`, or one microsecond after `last` if the clock stands or went back.

    `last=None` means that the log is empty. The result is always later than `last`, so position and time
    in the log never disagree. Raises ValueError if either states no zone.
    """
    current = as_known(now)
    return current if last is None else max(current, as_known(last) + _TICK)
