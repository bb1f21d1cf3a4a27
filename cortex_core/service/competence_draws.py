"""Drawing from a declared distribution: every row of its tables, or so many independent draws under a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import TypeVar

from cortex_core.errors import InputError, Issue, Refused
from cortex_core.lifecycle.competence import Draw
from cortex_core.lifecycle.competence_declared import Distribution, FamilyShare, Generator, YearsBefore
from cortex_core.model.experience import Task
from cortex_core.service.deciding import Asked
from cortex_core.service.experiments.cohorts import cohort
from cortex_core.service.experiments.draws import Draws
from cortex_core.service.experiments.persons import DEFAULT, Person, Rates
from cortex_core.service.experiments.plans import birth_on

__all__ = ["DRAWS", "MOST_DRAWS", "Drawn", "drawn"]

DRAWS = 1_000
MOST_DRAWS = 20_000
_FARTHEST = 60           # cohorts as long as that many times the persons wanted are searched for a window

One = TypeVar("One")
TaskOf = Callable[[Asked], Task | None]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Draws whose masses sum to 1. ``exact``: every task of the distribution is there with its own mass; else
    each draw has the same mass and the measure is an estimate."""

    draws: tuple[Draw, ...]
    exact: bool


def drawn(distribution: Distribution, seed: int, draws: int | None, task_of: TaskOf) -> Drawn:
    """Draw from a distribution. Without a number of draws a table is enumerated and a cohort drawn 1,000 times.

    ``task_of`` makes a task of raw facts; None where the family is not registered.

    Raises:
        Refused: fewer than one draw or more than 20,000, or a window that no person falls into.
        InputError: a value of a table that the family's fact does not take. Nothing was measured.
    """
    if draws is None and distribution.is_enumerable:
        return Drawn(tuple(_every(distribution, task_of)), True)
    count = DRAWS if draws is None else draws
    if not 1 <= count <= MOST_DRAWS:
        raise Refused(f"{count} draws are not possible: ask for 1 to {MOST_DRAWS}")
    return Drawn(tuple(_sampled(distribution, seed, count, task_of)), False)


def _every(distribution: Distribution, task_of: TaskOf) -> Iterator[Draw]:
    for share in distribution.shares:
        for number, (asked, probability) in enumerate(_rows(distribution, share), 1):
            if probability:
                yield Draw(share.family, _task(asked, distribution, task_of), distribution.mass(share) * probability,
                           f"row {number}")


def _rows(distribution: Distribution, share: FamilyShare) -> Iterator[tuple[Asked, Fraction]]:
    for day, on_day in share.decisions:
        for chosen in product(*(column.options for column in share.columns)):
            probability = on_day
            for _, one in chosen:
                probability *= one
            values = [value for value, _ in chosen]
            yield _asked(distribution, share, day, values), probability


def _asked(distribution: Distribution, share: FamilyShare, day: date, values: list[object]) -> Asked:
    facts = {column.fact: _on_day(value, day) for column, value in zip(share.columns, values, strict=True)}
    return Asked(share.family, facts, day, share.pair, name=distribution.id)


def _on_day(value: object, day: date) -> object:
    if isinstance(value, YearsBefore):
        return (birth_on(day, value.years) + timedelta(days=value.plus_days)).isoformat()
    return value


def _task(asked: Asked, distribution: Distribution, task_of: TaskOf) -> Task | None:
    try:
        return task_of(asked)
    except InputError as error:
        raise InputError.of(Issue(f"distribution {distribution.id}", issue.cause, issue.remedy,
                                  field=f"families.{asked.family}.facts.{issue.field}")
                            for issue in error.issues) from None


def _sampled(distribution: Distribution, seed: int, count: int, task_of: TaskOf) -> Iterator[Draw]:
    """Independent draws: first the family by its weight, then one of its tasks. A family has a stream of its own,
    so adding one moves the tasks of no other."""
    families = Draws(f"{seed}:{distribution.name}:families")
    masses = [(share, distribution.mass(share)) for share in distribution.shares]
    chosen = [_one(families, masses) for _ in range(count)]
    streams = {share.family: _stream(distribution, share, seed, chosen.count(share)) for share in distribution.shares}
    for share in chosen:
        label, asked = next(streams[share.family])
        yield Draw(share.family, _task(asked, distribution, task_of), Fraction(1, count), label)


def _stream(distribution: Distribution, share: FamilyShare, seed: int, wanted: int) -> Iterator[tuple[str, Asked]]:
    if share.generator is Generator.COHORT:
        for person in _persons(share, seed, wanted):
            yield person.id, Asked(person.family, person.facts, person.decision_date,
                                   (person.old_edition, person.new_edition), name=person.id)
        return
    draws = Draws(f"{seed}:{distribution.name}:{share.family}")
    for number in range(1, wanted + 1):
        day = _one(draws, share.decisions)
        values = [_one(draws, column.options) for column in share.columns]
        yield f"{share.family}-{seed}-{number:02d}", _asked(distribution, share, day, values)


def _one(draws: Draws, options: Sequence[tuple[One, Fraction]]) -> One:
    """One option by its probability; the last one takes what rounding leaves."""
    left = Fraction(draws.unit())
    for option, probability in options:
        left -= probability
        if left < 0:
            return option
    return options[-1][0]


def _persons(share: FamilyShare, seed: int, wanted: int) -> tuple[Person, ...]:
    rates = _rates(share)
    if share.window is None:
        return cohort(share.family, seed, wanted, rates)
    size = max(1, wanted)
    while size <= _FARTHEST * max(1, wanted):
        inside = [one for one in cohort(share.family, seed, size, rates)
                  if share.window.first <= one.decision_date <= share.window.last]
        if len(inside) >= wanted:
            return tuple(inside[:wanted])
        size *= 2
    raise Refused(f"too few persons of {share.family} are decided from {share.window.first} to {share.window.last}: "
                  "widen the window")


def _rates(share: FamilyShare) -> Rates:
    rates = DEFAULT
    for name, value in share.rates:
        match name, value:
            case "stress", bool():
                rates = replace(rates, stress=value)
            case "unknown", Decimal():
                rates = replace(rates, unknown=value)
            case "conflict", Decimal():
                rates = replace(rates, conflict=value)
            case "partial", Decimal():
                rates = replace(rates, partial=value)
            case "boundary", Decimal():
                rates = replace(rates, boundary=value)
            case "edition", Decimal():
                rates = replace(rates, edition=value)
            case _:
                raise Refused(f"{share.family}: there is no rate {name!r}")
    return rates
