"""What a record says of a true value: nothing, two things that disagree, a part of a date, or the value."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from cortex_core.service.experiments.draws import Draws
from cortex_core.service.experiments.persons import Rates
from cortex_core.service.experiments.plans import BIRTH, Draft, Exact, Plan
from cortex_core.service.experiments.policy import NOT_STARTED

__all__ = ["recorded"]

_BIRTH_SHIFTS = (1, 10, 30, 31, 365, 366)      # days: slips of a digit, a month or a year
_DATE_SHIFTS = (1, 7)
_FACTORS = (Decimal("0.8"), Decimal("0.9"), Decimal("1.1"), Decimal("1.25"))
_MONTH_KNOWN = 0.8


def recorded(plan: Plan, draft: Draft, draws: Draws, rates: Rates) -> dict[str, object]:
    """Raw facts of a person: one draw a fact decides missing, conflicting, partial or exact."""
    facts: dict[str, object] = {}
    for name, value in draft.facts.items():
        missing = rates.unknown if name in plan.often_missing else rates.unknown / 2
        partial = rates.partial if name == BIRTH else Decimal(0)
        drawn = draws.unit()
        if drawn < missing:
            facts[name] = {"unknown": "missing"}
        elif drawn < missing + rates.conflict:
            second = _second(plan, draft, name, value, draws)
            facts[name] = {"unknown": "conflict", "candidates": [_raw(value), _raw(second)]}
        elif drawn < missing + rates.conflict + partial and isinstance(value, date):
            facts[name] = _partial(value, draws)
        else:
            facts[name] = _raw(value)
    return facts


def _raw(value: Exact) -> bool | int | Decimal | str:
    return value.isoformat() if isinstance(value, date) else value


def _second(plan: Plan, draft: Draft, name: str, value: Exact, draws: Draws) -> Exact:
    """A second observation that disagrees with the first; on some thresholds the two may still agree."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, date):
        return _other_day(value, _BIRTH_SHIFTS if name == BIRTH else _DATE_SHIFTS, draft.decided, draws)
    if value == NOT_STARTED:                       # somebody else noted a start
        return draft.decided - timedelta(days=draws.pick(_DATE_SHIFTS))
    options = [one for one in plan.options.get(name, ()) if one != value]
    if options:
        return draws.pick(options)
    assert isinstance(value, int | Decimal)
    return _other_number(value, draws.pick(_FACTORS))


def _other_day(value: date, shifts: tuple[int, ...], decided: date, draws: Draws) -> date:
    by = timedelta(days=draws.pick(shifts))
    later = draws.happens(0.5)
    return value + by if later and value + by <= decided else value - by


def _other_number(value: int | Decimal, factor: Decimal) -> int | Decimal:
    """The value times a factor, with as many digits; where that changes nothing, one step more."""
    if isinstance(value, int):
        other = int((value * factor).quantize(Decimal(1), ROUND_HALF_EVEN))
        return other if other != value else value + 1
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)
    step = Decimal(1).scaleb(exponent)
    near = (value * factor).quantize(step, ROUND_HALF_EVEN)
    return near if near != value else value + step


def _partial(value: date, draws: Draws) -> dict[str, str]:
    """The month or the year of a date. Days after the decision date may be among them: whoever reads it
    leaves them out."""
    if draws.happens(_MONTH_KNOWN):
        first = value.replace(day=1)
        last = value.replace(day=monthrange(value.year, value.month)[1])
    else:
        first, last = date(value.year, 1, 1), date(value.year, 12, 31)
    return {"unknown": "partial", "from": first.isoformat(), "to": last.isoformat()}
