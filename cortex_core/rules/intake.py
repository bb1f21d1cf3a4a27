"""Intake: raw facts (JSON) to one typed canonical value per declared fact (contract 10).

Equal canonical values are equal inputs of evaluation: absent and explicit missing, the order of
candidates, NFC and NFD, ``12`` and ``12.0`` come out the same; a wrong type is refused before evaluation.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from cortex_core.errors import InputError, Issue
from cortex_core.logic.atoms import scalar_text
from cortex_core.logic.terms import Kind
from cortex_core.logic.values import (
    Between,
    Conflicting,
    Known,
    Missing,
    OneOf,
    Scalar,
    Stale,
    Unscoped,
    Value,
)
from cortex_core.model.experience import Observation, ToolRef
from cortex_core.model.rules import FactSpec, Family, Role
from cortex_core.temporal.civil import parse_date, parse_partial

__all__ = ["Intake", "take_in"]

# Powers of ten between which a number of the world lies; 1e999999999 would be a text of a gigabyte.
_SMALLEST, _LARGEST = -28, 18


@dataclass(frozen=True, slots=True)
class Intake:
    """Canonical observations in declared order, and the names that the family does not declare."""

    observations: tuple[Observation, ...]
    ignored: tuple[str, ...]


class _Wrong(ValueError):
    """A raw value that does not fit; the message says what was expected."""


def take_in(family: Family, raw: Mapping[str, object], decided_on: date, *, file: str = "facts",
            tools: Mapping[str, ToolRef] | None = None) -> Intake:
    """Canonical facts of a task decided on a civil date.

    A raw value is a scalar; ``{"unknown": "missing"}``; ``{"unknown": "conflict", "candidates": [...]}``;
    ``{"unknown": "partial", "from": …, "to": …}`` or ``"options": [...]``; or ``{"value": …}`` with
    ``observed``, ``until``, ``unit`` or ``source``. A fact not listed is missing.

    Raises:
        InputError: a wrong type, or a birth or start after the decision date. Nothing was evaluated.
    """
    found: list[Observation] = []
    issues: list[Issue] = []
    for spec in family.facts:
        try:
            found.append(_observation(spec, raw.get(spec.name), decided_on, (tools or {}).get(spec.name)))
        except ValueError as error:
            issues.append(Issue(file, str(error), f"Give {spec.label or spec.name} as {_expected(spec)}.",
                                field=spec.name))
    if issues:
        raise InputError(*issues)
    declared = {spec.name for spec in family.facts}
    return Intake(tuple(found), tuple(sorted(name for name in raw if name not in declared)))


def _expected(spec: FactSpec) -> str:
    kind = {Kind.BOOL: "true or false", Kind.INTEGER: "a whole number", Kind.NUMBER: "a number",
            Kind.DATE: "an ISO date such as 2021-05-18", Kind.ENUM: "one of"}[spec.kind]
    names = " or ".join(spec.names) if spec.kind is not Kind.ENUM else ", ".join(spec.names)
    joint = " " if spec.kind is Kind.ENUM else ", or "
    return kind + (f"{joint}{names}" if names else "") + (f" in {spec.unit}" if spec.unit else "")


def _observation(spec: FactSpec, raw: object, decided_on: date, tool: ToolRef | None) -> Observation:
    observed, until, unit = decided_on, None, spec.unit
    value: Value | None = None
    if isinstance(raw, Mapping) and "value" in raw:
        observed = _day(raw["observed"]) if raw.get("observed") is not None else decided_on
        until = _day(raw["until"]) if raw.get("until") is not None else None
        unit = str(raw.get("unit", spec.unit))
        if raw.get("subject", "self") != "self":
            value = Unscoped(f"observed of {raw['subject']}, not of the task's subject")
        raw = raw["value"]
    if observed > decided_on:
        raise _Wrong(f"observed on {observed}, after the decision date {decided_on}")
    if unit != spec.unit:
        value = Unscoped(f"given in {unit or 'no unit'}, declared in {spec.unit or 'no unit'}")
    elif value is None:
        value = _started(spec, _canonical(spec, raw), decided_on)
    ends = [day for day in (until, spec.lifetime.until(observed)) if day is not None]
    missing = isinstance(value, Missing)
    return Observation(spec.name, value, decided_on if missing else observed,
                       None if missing else min(ends, default=None), tool)


def _day(raw: object) -> date:
    if isinstance(raw, datetime):
        raise _Wrong(f"{raw.isoformat()} has a time of day: a civil date is expected")
    if isinstance(raw, date):
        return raw
    return parse_date(str(raw))


def _scalar(spec: FactSpec, raw: object) -> Scalar:
    """One exact value of the declared type; never a number in disguise of another type."""
    if isinstance(raw, str):
        raw = unicodedata.normalize("NFC", raw).strip()
        if raw in spec.names:
            return raw
    match spec.kind:
        case Kind.BOOL if isinstance(raw, bool):
            return raw
        case Kind.INTEGER | Kind.NUMBER if isinstance(raw, int | float | Decimal | str) and not isinstance(raw, bool):
            try:
                number = Decimal(str(raw))
            except InvalidOperation:
                raise _Wrong(f"{raw!r} is not a number") from None
            ordinary = number.is_finite() and (not number or _SMALLEST <= number.adjusted() <= _LARGEST)
            if not ordinary or number.copy_abs() >= 2**63:
                raise _Wrong(f"{raw!r} is not a finite number of ordinary size")
            if spec.kind is Kind.NUMBER:
                exact = number.normalize() + Decimal(0)
                if exact != number:
                    raise _Wrong(f"{raw!r} has more digits than are kept exactly")
                return exact
            if number == number.to_integral_value():
                return int(number)
            raise _Wrong(f"{raw!r} is not a whole number")
        case Kind.DATE if isinstance(raw, str | date):
            return _day(raw)
        case _:
            pass
    raise _Wrong(f"{raw!r} is of the wrong type or not an option")


def _canonical(spec: FactSpec, raw: object) -> Value:
    if raw is None:
        return Missing()
    if not isinstance(raw, Mapping):
        if spec.kind is Kind.DATE and isinstance(raw, str) and len(raw) < len("2021-05-18") \
                and raw not in spec.names:
            days = parse_partial(raw)
            return Between(days.first, days.last)
        return Known(_scalar(spec, raw))
    match raw.get("unknown"):
        case "missing":
            return Missing()
        case "unscoped":
            return Unscoped(str(raw.get("why", "does not cover the task")))
        case "conflict":
            return _conflict(spec, raw.get("candidates"))
        case "partial":
            return _partial(spec, raw)
        case _:
            raise _Wrong(f"{dict(raw)!r} is no form of an unknown (missing, conflict, partial)")


def _conflict(spec: FactSpec, raw: object) -> Value:
    if not isinstance(raw, list) or not raw:
        raise _Wrong("a conflict needs a list of candidates")
    pairs = {(_scalar(spec, one["value"]), str(one.get("source", ""))) if isinstance(one, Mapping)
             else (_scalar(spec, one), "") for one in raw}
    if len({value for value, _ in pairs}) == 1:
        return Known(next(iter(pairs))[0])         # several observations of one value do not disagree
    for source in spec.ranked_sources:             # a declared policy ranks the sources: the best one speaks
        best = {value for value, said_by in pairs if said_by == source}
        if len(best) == 1 and all(said_by in spec.ranked_sources for _, said_by in pairs):
            return Known(best.pop())
        if best:
            break
    return Conflicting(tuple(sorted(pairs, key=lambda pair: (scalar_text(pair[0]), pair[1]))))


def _partial(spec: FactSpec, raw: Mapping[str, object]) -> Value:
    if "options" in raw:
        listed = raw["options"]
        if not isinstance(listed, list) or not listed:
            raise _Wrong("options must be a list with at least one value")
        return _one_of({_scalar(spec, one) for one in listed})
    if not spec.kind.is_ordered or "from" not in raw or "to" not in raw:
        raise _Wrong("a partial value needs from and to (both included), or options")
    low, high = _scalar(spec, raw["from"]), _scalar(spec, raw["to"])
    if isinstance(low, str) or isinstance(high, str) or low > high:  # type: ignore[operator]  # one declared type
        raise _Wrong(f"the range from {scalar_text(low)} to {scalar_text(high)} is empty")
    return Known(low) if low == high else Between(low, high)


def _one_of(options: set[Scalar]) -> Value:
    if len(options) == 1:
        return Known(options.pop())
    return OneOf(tuple(sorted(options, key=lambda one: (type(one).__name__, scalar_text(one)))))


def _started(spec: FactSpec, value: Value, decided_on: date) -> Value:
    """A birth or start lies on or before the decision date; of a partial date only the days up to it count."""
    if spec.role is Role.NONE:
        return value
    word = spec.role.value
    match value:
        case Known(date() as day) if day > decided_on:
            raise _Wrong(f"the {word} date {day} lies after the decision date {decided_on}")
        case Between(date() as first, date() as last):
            if first > decided_on:
                raise _Wrong(f"every possible {word} date lies after the decision date {decided_on}")
            last = min(last, decided_on)
            return Known(first) if first == last else Between(first, last)
        case OneOf(options):
            left = {one for one in options if not isinstance(one, date) or one <= decided_on}
            if not left:
                raise _Wrong(f"every possible {word} date lies after the decision date {decided_on}")
            return _one_of(left)
        case Conflicting(candidates):
            if all(isinstance(day, date) and day > decided_on for day, _ in candidates):
                raise _Wrong(f"every recorded {word} date lies after the decision date {decided_on}")
        case _:
            pass
    return value


def stale_at(observation: Observation, day: date) -> Value:
    """The value as it may be used on a civil date: U(stale) once its shelf-life or until-date is over."""
    if observation.until is not None and day >= observation.until and not isinstance(observation.value, Missing):
        return Stale(observation.until)
    return observation.value


