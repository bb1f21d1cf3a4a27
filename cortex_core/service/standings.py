"""How many conclusions stand how at an instant: the stored counters, corrected where the instant matters.

The projections keep each proof's standing over all of valid time at the head. A mark that starts later (a
prospective edition), or a view of the past, reads otherwise for a few proofs; those are corrected one by one,
so that a number, the list it links to and the line in that list agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cortex_core.lifecycle.standing import standing
from cortex_core.model.enums import Standing
from cortex_core.service.asof import Instant
from cortex_core.service.unit import Unit
from cortex_core.store.reading import marked_numbers

__all__ = ["Corrections", "corrections", "count_of"]


@dataclass(frozen=True, slots=True)
class Corrections:
    """``moved``: proof number to its standing at the instant, where it differs from the stored one.
    ``by_standing``: what to add to the counters of conclusions."""

    moved: Mapping[int, str]
    by_standing: Mapping[Standing, int]


def corrections(work: Unit, when: Instant) -> Corrections:
    """What differs at an instant. At the head and today only marks that start later are looked at."""
    moved: dict[int, str] = {}
    change = dict.fromkeys(Standing, 0)
    for n, proof, stored, count in marked_numbers(work.connection, when.valid.isoformat() if when.is_head else None):
        now = standing(work.memory.marks(proof), when.valid, when.seq)
        if now.value != stored:
            moved[n] = now.value
            change[Standing(stored)] -= count
            change[now] += count
    return Corrections(moved, change)


def count_of(tally: Mapping[str, int], state: Standing, found: Corrections) -> int:
    """Conclusions of a standing at the viewed instant."""
    return tally.get(f"conclusions/standing/{state.value}", 0) + found.by_standing[state]
