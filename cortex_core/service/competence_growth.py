"""Growth of competence through known time: μ after each event that can move it."""

from __future__ import annotations

from collections.abc import Callable

from cortex_core.lifecycle.competence import Measure, Status
from cortex_core.model.events import ReviewKind
from cortex_core.service.competence_shapes import GrowthPoint
from cortex_core.service.explain.words import known_words
from cortex_core.service.histories import event_words
from cortex_core.service.unit import Unit
from cortex_core.store.reading import log_lines, reviews_of

__all__ = ["MOST_POINTS", "growth"]

MOST_POINTS = 20
_MOST_CHANGES = 14       # the rest is left for what was learnt
_MOST_READ = 5_000
_LEARNT = {"Registered": "registration", "Committed": "commit"}
_CHANGED = {"Revised": "revision", "Rechecked": "recheck", "Reviewed": "re-reading"}

Line = tuple[int, str, str]


def growth(work: Unit, until: int, measured: Callable[[int], Measure]) -> tuple[GrowthPoint, ...]:
    """At most 20 points, oldest first: the latest revisions, rechecks and re-readings, and of what was committed
    or registered a few evenly spread ones, the last included.

    ``measured`` places all draws at a log position. The change of a revision is against the position right
    before it, that of a commit against the point before.
    """
    lines = _chosen(work, until)
    points = []
    for at, (seq, known, kind) in enumerate(lines):
        now = measured(seq)
        before = measured(seq - 1 if kind in _CHANGED else lines[at - 1][0]) if at else measured(0)
        words, _ = event_words(work.connection, seq, kind)
        points.append(GrowthPoint(
            seq, known_words(known), _LEARNT.get(kind) or _CHANGED[kind], words, float(now.mu),
            float(now.mu - before.mu), float(now.by_status[Status.CHALLENGED]), seq if kind == "Revised" else 0))
    return tuple(points)


def _chosen(work: Unit, until: int) -> list[Line]:
    read = {row.seq for row in reviews_of(work.connection, None, _MOST_READ)
            if row.kind == ReviewKind.RE_READING.value}
    lines = list(reversed(log_lines(work.connection, 0, until, _MOST_READ)))
    changed = [line for line in lines if line[2] in _CHANGED and (line[2] != "Reviewed" or line[0] in read)]
    learnt = [line for line in lines if line[2] in _LEARNT]
    changed = changed[-_MOST_CHANGES:]
    room = MOST_POINTS - len(changed)
    if len(learnt) > room:
        last = len(learnt) - 1
        learnt = [learnt[place] for place in sorted({last - (last * step) // room for step in range(room)})]
    return sorted([*changed, *learnt])
