"""Policies that rank authorities: a declared strict partial order, closed transitively (contract 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

__all__ = ["closed_order", "maximal"]

T = TypeVar("T")


def closed_order(declared: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]] | None:
    """Transitive closure of (winner, loser) pairs, over all declared relations whether or not the middle
    is a candidate; None if they form a cycle, which ranks nothing.

    >>> sorted(closed_order([("a", "b"), ("b", "c")]))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> closed_order([("a", "b"), ("b", "a")]) is None
    True
    """
    order = set(declared)
    grown = True
    while grown:
        new = {(one, other) for one, middle in order for start, other in order if middle == start} - order
        order |= new
        grown = bool(new)
    return None if any(one == other for one, other in order) else frozenset(order)


def maximal(candidates: Sequence[T], beats: Callable[[T, T], bool]) -> list[T]:
    """Candidates that no other beats, in the given order."""
    return [one for one in candidates if not any(beats(other, one) for other in candidates)]
