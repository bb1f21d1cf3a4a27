"""Standing of an experience at (valid, known): a pure function of the marks on its proof (contract 3.7).

The transitions, and no others: commit → active · a challenge opens: any but retracted → challenged · the
listed challenges are closed by a witness: challenged while one is open, else reaffirmed · another output only
from a day on: superseded from that day · wrong for its own time: retracted · the basis of a retraction is
withdrawn: retracted → challenged, never straight back to active.

*Valid* is a civil date, *known* a position of the log. A mark that only concerns later days is not there for
an earlier one, so a prospective edition leaves everything before its start untouched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from cortex_core.experience.memory import Mark, MarkKind
from cortex_core.ids import ChallengeId
from cortex_core.model.enums import Cause, Standing

__all__ = ["explain", "open_challenges", "standing", "superseded_from"]


def _start(mark: Mark) -> date:
    return mark.valid_from or date.min


@dataclass(slots=True)
class _Course:
    """State at one valid instant while the marks are read in order, with the marks behind it as reasons."""

    opened: dict[ChallengeId, Mark] = field(default_factory=dict)
    superseded: Mark | None = None
    retracted: Mark | None = None
    closed: Mark | None = None

    def read(self, mark: Mark) -> None:
        match mark.kind:
            case MarkKind.OPENED:
                self._open(mark)
            case MarkKind.CLOSED:
                self._close(mark)
            case MarkKind.SUPERSEDED:
                if self.retracted is None:
                    known = self.superseded
                    self.superseded = mark if known is None or _start(mark) < _start(known) else known
            case MarkKind.RETRACTED:
                # What was open does not matter any more: the answer is wrong for its own time.
                self.opened.clear()
                self.retracted, self.superseded = mark, None

    def _open(self, mark: Mark) -> None:
        if self.retracted is not None and mark.cause is not Cause.WITHDRAWN:
            return  # a challenge opens on any but a retracted one; only the fall of its basis reaches it
        self.retracted = None
        if mark.challenge is not None:
            self.opened[mark.challenge] = mark

    def _close(self, mark: Mark) -> None:
        if mark.challenge is None or self.opened.pop(mark.challenge, None) is None:
            return  # it does not concern this day, or fell with a retraction
        self.closed = mark
        if not self.opened:
            # The witness was found against what is known now, so it also outdates an earlier supersession.
            self.superseded = None

    @property
    def standing(self) -> Standing:
        if self.retracted is not None:
            return Standing.RETRACTED
        if self.opened:
            return Standing.CHALLENGED
        if self.superseded is not None:
            return Standing.SUPERSEDED
        return Standing.REAFFIRMED if self.closed is not None else Standing.ACTIVE


def _course(marks: Iterable[Mark], valid: date, seq: int | None) -> _Course:
    course = _Course()
    for mark in marks:
        if seq is not None and mark.seq > seq:
            break
        # Closings carry no day of their own: they concern the days their challenge does.
        if mark.kind in (MarkKind.CLOSED, MarkKind.RETRACTED) or mark.valid_from is None \
                or mark.valid_from <= valid:
            course.read(mark)
    return course


def standing(marks: Sequence[Mark], valid: date, seq: int | None) -> Standing:
    """Standing at a civil date, as known at a log position (None: everything known).

    ``marks`` are in the order of the log. Without any mark a proof is active.
    """
    return _course(marks, valid, seq).standing


def open_challenges(marks: Sequence[Mark], valid: date, seq: int | None) -> tuple[ChallengeId, ...]:
    """Challenges that are open at that instant, oldest first."""
    course = _course(marks, valid, seq)
    return () if course.retracted is not None else tuple(course.opened)


def superseded_from(marks: Sequence[Mark], seq: int | None) -> date | None:
    """First civil date on which another output holds, if the proof is superseded at the end of valid time."""
    mark = _course(marks, date.max, seq).superseded
    return None if mark is None else _start(mark)


def _since(mark: Mark) -> str:
    return "" if mark.valid_from is None else f" from {mark.valid_from.isoformat()} on"


def explain(marks: Sequence[Mark], valid: date, seq: int | None) -> str:
    """Why the standing is what it is, in words that name the event of each cause."""
    course = _course(marks, valid, seq)
    match course.standing:
        case Standing.RETRACTED:
            event = course.retracted.seq if course.retracted is not None else 0
            return f"retracted by event {event}: the recheck found it wrong for its own time"
        case Standing.CHALLENGED:
            causes = [f"{mark.cause.value if mark.cause else 'ground moved'} (event {mark.seq}{_since(mark)})"
                      for mark in course.opened.values()]
            return "challenged: " + ", ".join(causes)
        case Standing.SUPERSEDED:
            mark = course.superseded
            since = "" if mark is None else _since(mark)
            return f"superseded{since} by event {mark.seq if mark else 0}: another output holds there"
        case Standing.REAFFIRMED:
            event = course.closed.seq if course.closed is not None else 0
            return f"reaffirmed by event {event}: every challenge was closed by a witness"
        case Standing.ACTIVE:
            return "active: no ground of it moved"
