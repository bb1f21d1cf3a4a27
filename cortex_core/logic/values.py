"""What is known of one fact: a value, a part of it, a quarrel about it, or nothing (contract 3.1).

A *partial* value stands for every value it leaves open; an atom is Y or N when all of them agree. A
*conflicting* value is different in kind: the truth need not be among the candidates, so every atom that
reads it is unknown even where the candidates agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

__all__ = ["Between", "Conflicting", "Known", "Missing", "OneOf", "Scalar", "Stale", "Unscoped", "Value"]

Scalar = bool | int | Decimal | date | str


@dataclass(frozen=True, slots=True)
class Known:
    """Observed and exact."""

    value: Scalar


@dataclass(frozen=True, slots=True)
class Missing:
    """Not observed. Never false."""


@dataclass(frozen=True, slots=True)
class Conflicting:
    """Observations disagree: sorted pairs (value, who says so; empty when not told)."""

    candidates: tuple[tuple[Scalar, str], ...]


@dataclass(frozen=True, slots=True)
class Between:
    """Known to lie in a range, both ends included (integers, numbers, dates)."""

    low: int | Decimal | date
    high: int | Decimal | date


@dataclass(frozen=True, slots=True)
class OneOf:
    """Known to be one of these, sorted; at least two."""

    options: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Unscoped:
    """Observed, but its declared subject, unit or validity does not cover the task."""

    why: str


@dataclass(frozen=True, slots=True)
class Stale:
    """Observed, but its shelf-life or until-date is over."""

    since: date


Value = Known | Missing | Conflicting | Between | OneOf | Unscoped | Stale
