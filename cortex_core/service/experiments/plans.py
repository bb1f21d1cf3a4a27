"""A plan: how the persons of one family are drawn, and what the cohort does to them afterwards.

A draft holds true values; what a record says of them (missing, conflicting, partial) comes last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from math import floor

from cortex_core.ids import EditionKey
from cortex_core.service.experiments.draws import Draws
from cortex_core.temporal.age import birthday, completed_years

__all__ = ["BIRTH", "Boundary", "BoundaryKind", "Draft", "Exact", "Plan", "age_of", "birth_on", "born"]

Exact = bool | int | Decimal | str | date          # a true value, before anything is unknown about it
BIRTH = "birth_date"


@dataclass(frozen=True, slots=True)
class Draft:
    """A person with true values, in the order in which they were drawn."""

    decided: date
    pair: tuple[EditionKey, EditionKey]
    facts: Mapping[str, Exact]

    def having(self, **facts: Exact) -> Draft:
        """The same person with some facts replaced; their order stays."""
        return Draft(self.decided, self.pair, {**self.facts, **facts})


class BoundaryKind(Enum):
    """How a fact is put on a threshold."""

    VALUE = "value"              # the number itself
    BIRTHDAY = "birthday"        # the birthday falls next to the decision date
    ELAPSED = "elapsed"          # so many days before the decision date
    PLAN_YEAR = "plan year"      # a day next to the given one, and the decision within its year


@dataclass(frozen=True, slots=True)
class Boundary:
    """A threshold fact, its thresholds and the smallest step of its values."""

    fact: str
    kind: BoundaryKind
    thresholds: tuple[int | Decimal | date, ...]
    step: int | Decimal = 1


@dataclass(frozen=True, slots=True)
class Plan:
    """One family. ``starts`` gives, by the new edition of a pair, the days next to which a decision may be
    put; ``often_missing`` are the facts that the specification marks; ``options`` are the values of each
    category; ``true_again`` restores what must hold between facts after one of them was moved."""

    family: str
    draw: Callable[[Draws], Draft]
    starts: Mapping[str, tuple[date, ...]]
    often_missing: frozenset[str]
    options: Mapping[str, tuple[int | str, ...]] = field(default_factory=dict)
    boundaries: tuple[Boundary, ...] = ()
    true_again: Callable[[Draft, str], Draft] = lambda draft, moved: draft


def _same_day(on: date, year: int) -> date:
    """The day in another year; 29 February becomes 1 March in a common year, as a birthday does."""
    try:
        return on.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def born(decided: date, age: float) -> date:
    """A birth date that makes somebody that old on the decision date; the completed years are exact.

    >>> born(date(2021, 9, 1), 47.0), born(date(2021, 9, 1), 47.5)
    (datetime.date(1974, 9, 1), datetime.date(1974, 3, 3))
    """
    years = floor(age)
    latest = _same_day(decided, decided.year - years)
    if birthday(latest, years) > decided:          # decided on 29 February: 1 March would be a day too late
        latest -= timedelta(days=1)
    return latest - timedelta(days=floor((age - years) * 365))


def birth_on(day: date, years: int) -> date:
    """A birth date whose so-manieth birthday falls on a day. No birthday of a common year's child falls on
    29 February, so there the next day is taken."""
    return _same_day(day, day.year - years)


def age_of(draft: Draft) -> int:
    """Completed years on the decision date."""
    birth = draft.facts[BIRTH]
    assert isinstance(birth, date)
    return completed_years(birth, draft.decided)
