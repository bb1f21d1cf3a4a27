"""Values of all terms on a civil date: facts as they stand that day, and what is derived from them.

Ages and elapsed days of a date known in part are the ages of all its days; a conflict stays a conflict; a
named value (``not_started``) has no elapsed days, so a question about them is U(unscoped).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from cortex_core.logic.atoms import Atom, scalar_text
from cortex_core.logic.values import Between, Known, OneOf, Scalar, Unscoped, Value
from cortex_core.model.experience import Observation
from cortex_core.model.rules import DerivedTerm, Family, Function
from cortex_core.rules.intake import stale_at
from cortex_core.temporal.age import birthday, completed_years, day_reaching, elapsed_days

__all__ = ["change_days", "terms_on"]


def terms_on(family: Family, observations: Sequence[Observation], day: date) -> dict[str, Value]:
    """Term name to what is known of it on that civil date."""
    values = {one.name: stale_at(one, day) for one in observations}
    for derived in family.derived:
        values[derived.name] = _derive(derived, values[derived.source], day)
    return values


def _count(function: Function, start: date, day: date) -> int:
    return completed_years(start, day) if function is Function.COMPLETED_YEARS else elapsed_days(start, day)


def _derive(derived: DerivedTerm, source: Value, day: date) -> Value:
    match source:
        case Known(date() as start):
            return _after_start(derived, (start,), day)
        case Known():
            return Unscoped(f"{derived.source} has no date")
        case Between(date() as first, date() as last):
            if first > day:
                return Unscoped(f"{derived.source} lies after {day}")
            low, high = _count(derived.function, min(last, day), day), _count(derived.function, first, day)
            return Known(low) if low == high else Between(low, high)
        case OneOf(options):
            return _after_start(derived, options, day)
        case _:
            return source


def _after_start(derived: DerivedTerm, starts: Sequence[Scalar], day: date) -> Value:
    """Counts of every possible start; a named value beside them stays, as the question is not about it."""
    counts: set[Scalar] = {_count(derived.function, start, day) for start in starts
                           if isinstance(start, date) and start <= day}
    named: set[Scalar] = {start for start in starts if isinstance(start, str)}
    if not counts:
        return Unscoped(f"{derived.source} has no date on or before {day}")
    options = sorted(counts | named, key=lambda one: (isinstance(one, str), scalar_text(one).rjust(8)))
    return Known(options[0]) if len(options) == 1 else OneOf(tuple(options))


def change_days(family: Family, observations: Sequence[Observation],
                atoms: Mapping[str, Atom]) -> Iterator[tuple[date, str]]:
    """Every civil date on which an atom may change by the passing of time alone, with the reason in words:
    a date begins to count, a threshold of a derived term is reached (both ends of a partial date), or a fact
    goes stale."""
    by_name = {one.name: one for one in observations}
    used = {atom.term for atom in atoms.values()}
    for derived in family.derived:
        for atom in atoms.values():
            if atom.term == derived.name:
                used.add(derived.source)
                yield from _thresholds(derived, atom, by_name[derived.source].value)
    for one in observations:
        if one.until is not None and one.name in used:
            yield one.until, f"{one.name} goes stale"


def _thresholds(derived: DerivedTerm, atom: Atom, source: Value) -> Iterator[tuple[date, str]]:
    match source:
        case Known(date() as day):
            starts = [day]
        case Between(date() as first, date() as last):
            starts = [first, last]
        case OneOf(options):
            starts = [one for one in options if isinstance(one, date)]
        case _:
            return
    begins = starts[:1] if isinstance(source, Between) else starts
    for start in begins:                           # before it nothing is counted: the question does not apply
        yield start, f"{derived.source} is reached"
    for operand in atom.operands:
        # "=" also changes one step later, ">" only there; ">=" at the operand itself
        steps = (0,) if atom.op == ">=" else (1,) if atom.op == ">" else (0, 1)
        for step in steps:
            count = int(operand) + step  # type: ignore[arg-type]  # derived terms are integers
            for start in starts:
                try:
                    on = (birthday(start, count) if derived.function is Function.COMPLETED_YEARS
                          else day_reaching(start, count))
                except ValueError:
                    continue                       # before year 1 or after 9999: it never comes
                yield on, f"{derived.name} reaches {count}"


