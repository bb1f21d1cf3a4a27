"""Truth values of strong Kleene logic and the reasons an atom may be unknown.

Source: S. C. Kleene, Introduction to Metamathematics, section 64 (strong tables): on N < U < Y,
*and* is the minimum, *or* the maximum, *not* the mirror image.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

__all__ = ["Reason", "Truth", "at_least", "conjunction", "disjunction", "negation"]


class Truth(Enum):
    """Yes, no or unknown. It has no boolean value: ``if truth:`` would turn unknown into one of the others.

    >>> conjunction([Truth.U, Truth.N])
    <Truth.N: 'N'>
    >>> disjunction([Truth.U, Truth.N])
    <Truth.U: 'U'>
    """

    N = "N"
    U = "U"
    Y = "Y"

    def __bool__(self) -> bool:
        raise TypeError("a truth value is not a bool: compare it with Truth.Y, Truth.N or Truth.U")

    @property
    def rank(self) -> int:
        """Place in N < U < Y: 0, 1 or 2."""
        return _RANK[self]

    @classmethod
    def of(cls, possible: Iterable[bool]) -> Truth:
        """Y or N when every possibility agrees, else U. An empty set is U: nothing is known."""
        seen = set(possible)
        return cls.U if len(seen) != 1 else (cls.Y if seen.pop() else cls.N)


_RANK = {Truth.N: 0, Truth.U: 1, Truth.Y: 2}
BY_RANK = (Truth.N, Truth.U, Truth.Y)


class Reason(Enum):
    """Why an atom is unknown (contract 3.1). Reasons live on atoms only."""

    MISSING = "missing"
    CONFLICTING = "conflicting"
    IMPRECISE = "imprecise"
    UNSCOPED = "unscoped"
    STALE = "stale"


def conjunction(values: Iterable[Truth]) -> Truth:
    """Minimum; Y for no values."""
    return min(values, key=_RANK.__getitem__, default=Truth.Y)


def disjunction(values: Iterable[Truth]) -> Truth:
    """Maximum; N for no values."""
    return max(values, key=_RANK.__getitem__, default=Truth.N)


def negation(value: Truth) -> Truth:
    """Mirror image: Y and N change places, U stays."""
    return BY_RANK[2 - _RANK[value]]


def at_least(count: int, values: Iterable[Truth]) -> Truth:
    """Y when ``count`` of the values are Y, N when fewer than ``count`` can still become Y, else U."""
    seen = list(values)
    yes = sum(1 for value in seen if value is Truth.Y)
    possible = sum(1 for value in seen if value is not Truth.N)
    return Truth.Y if yes >= count else Truth.N if possible < count else Truth.U
