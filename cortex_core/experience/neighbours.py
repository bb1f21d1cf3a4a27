"""Values of one fact that could matter: one on each side of every threshold that the rules read.

Flips, completions and counterexamples are made on *facts* and then derived, so that no impossible
combination of atoms (45 not reached, 50 reached) is ever looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from cortex_core.logic.atoms import scalar_text
from cortex_core.logic.terms import Kind
from cortex_core.logic.values import Known, Scalar
from cortex_core.model.experience import Observation, Task
from cortex_core.model.rules import FactSpec, Family, Function, Role
from cortex_core.rules.rulebook import RuleBook
from cortex_core.temporal.age import birthday

__all__ = ["facts_read", "representative_values", "with_value"]

_LAST = date(9999, 12, 31)


def facts_read(family: Family, book: RuleBook) -> tuple[str, ...]:
    """Declared facts that an atom reads, directly or through a derived term, in declared order."""
    terms = {atom.term for atom in book.atoms}
    terms |= {derived.source for derived in family.derived if derived.name in terms}
    return tuple(spec.name for spec in family.facts if spec.name in terms)


def with_value(task: Task, name: str, value: Scalar) -> Task:
    """The task with one fact known, observed on the decision date."""
    return replace(task, observations=tuple(
        Observation(one.name, Known(value), task.decided_on, None) if one.name == name else one
        for one in task.observations))


def _steps(spec: FactSpec, operand: Scalar) -> list[Scalar]:
    if isinstance(operand, bool | str):
        return [operand]
    if isinstance(operand, date):
        return [operand - timedelta(days=1), operand, operand + timedelta(days=1)]
    step = 1 if spec.kind is Kind.INTEGER else Decimal("0.1")
    return [operand - step, operand, operand + step]


def representative_values(family: Family, book: RuleBook, spec: FactSpec, decided_on: date) -> tuple[Scalar, ...]:
    """At least one value from every region that the atoms of the book cut this fact into, sorted by text."""
    found: set[Scalar] = set(spec.names)
    if spec.kind is Kind.BOOL:
        found |= {True, False}
    for atom in book.atoms:
        if atom.term == spec.name:
            found |= {value for operand in atom.operands for value in _steps(spec, operand)}
    for derived in family.derived:
        if derived.source == spec.name:
            counts = sorted({int(operand) + step for atom in book.atoms if atom.term == derived.name
                             for operand in atom.operands if not isinstance(operand, str | date)
                             for step in (-1, 0)})
            found |= {day for count in counts if count >= 0
                      for day in _dates_with(derived.function, count, decided_on)}
    if spec.role is not Role.NONE:
        found = {one for one in found if not isinstance(one, date) or one <= decided_on}
    return tuple(sorted(found, key=lambda one: (type(one).__name__, scalar_text(one))))


def _dates_with(function: Function, count: int, day: date) -> Sequence[date]:
    """The latest date whose derived value on ``day`` is ``count``."""
    if function is Function.DAYS_SINCE:
        return [day - timedelta(days=count)] if day.toordinal() > count else []
    start = date(max(1, day.year - count), day.month, 28 if (day.month, day.day) == (2, 29) else day.day)
    return [start] if birthday(start, count) <= day else []
