"""A declared distribution of tasks: which families, how often, and how their facts and decision dates are drawn.

Competence is a property of a graph *and* a distribution (contract 3.9), so the distribution has a name, a version
and a digest; the same name with other weights is another distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from fractions import Fraction

from cortex_core.digest import digest
from cortex_core.ids import EditionKey

__all__ = ["Distribution", "FactColumn", "FamilyShare", "Generator", "Window", "YearsBefore"]


class Generator(Enum):
    """Where the persons of a family come from."""

    COHORT = "cohort"              # drawn one by one at the given rates: μ is estimated
    TABLE = "table"                # independent columns of values with exact probabilities: μ is exact


@dataclass(frozen=True, slots=True)
class YearsBefore:
    """A date that many years before the decision date, and ``plus_days`` later: with one day, the eve of a
    birthday."""

    years: int
    plus_days: int = 0


@dataclass(frozen=True, slots=True)
class FactColumn:
    """A fact of a table: its raw values (as in a facts object) with probabilities that sum to 1."""

    fact: str
    options: tuple[tuple[object, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Window:
    """Decision dates (valid time), both ends included."""

    first: date
    last: date


@dataclass(frozen=True, slots=True)
class FamilyShare:
    """One family: its relative weight, and what its generator needs.

    ``pair`` and ``decisions`` (day, probability) belong to a table; ``window`` and ``rates`` to a cohort, which
    draws its own pair and date. A window keeps the persons decided inside it; no window keeps all.
    """

    family: str
    weight: Fraction
    generator: Generator
    pair: tuple[EditionKey, EditionKey] | None = None
    decisions: tuple[tuple[date, Fraction], ...] = ()
    columns: tuple[FactColumn, ...] = ()
    window: Window | None = None
    rates: tuple[tuple[str, Decimal | bool], ...] = ()

    @property
    def rows(self) -> int:
        """How many combinations a table has; 0 for a cohort."""
        if self.generator is Generator.COHORT:
            return 0
        count = len(self.decisions)
        for column in self.columns:
            count *= len(column.options)
        return count


@dataclass(frozen=True, slots=True)
class Distribution:
    """A named, versioned distribution. Weights are relative: they are divided by their sum."""

    name: str
    version: int
    words: str
    shares: tuple[FamilyShare, ...]

    @property
    def id(self) -> str:
        return f"{self.name}/{self.version}"

    @property
    def is_enumerable(self) -> bool:
        """Every family is a table, so μ is a finite sum."""
        return all(share.generator is Generator.TABLE for share in self.shares)

    def mass(self, share: FamilyShare) -> Fraction:
        """The part of all tasks that falls to a family."""
        return share.weight / sum((one.weight for one in self.shares), Fraction(0))

    @property
    def digest(self) -> str:
        return digest("distribution", (self.name, self.version, tuple(_spelled(share) for share in self.shares)))


def _spelled(share: FamilyShare) -> tuple[str, ...]:
    window = f"{share.window.first}..{share.window.last}" if share.window else ""
    return (share.family, str(share.weight), share.generator.value, " ".join(share.pair or ()), window,
            *(f"{day} {probability}" for day, probability in share.decisions),
            *(f"{name}={value}" for name, value in share.rates),
            *(f"{column.fact}: {value!r} {probability}" for column in share.columns
              for value, probability in column.options))
