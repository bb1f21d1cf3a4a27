"""Paths of a change, told once each: where it passes, and how many proofs hang at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

__all__ = ["routes"]


def routes(paths: Iterable[Sequence[str]]) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Distinct ways to the last but one stop with the number of ends, most first, ties by name.

    >>> routes([("text s2", "rule a", "p1"), ("text s2", "rule a", "p2"), ("text s2", "rule b", "p3")])
    ((('text s2', 'rule a'), 2), (('text s2', 'rule b'), 1))
    """
    ends: dict[tuple[str, ...], set[str]] = {}
    for path in paths:
        if path:
            ends.setdefault(tuple(path[:-1]), set()).add(path[-1])
    return tuple(sorted(((way, len(found)) for way, found in ends.items()), key=lambda each: (-each[1], each[0])))
