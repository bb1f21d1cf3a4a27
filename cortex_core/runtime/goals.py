"""The goal gate: it asks all obligations of the whole goal, so a completed step does not complete the goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from cortex_core.model.enums import Verdict
from cortex_core.runtime.verdicts import Outcome

__all__ = ["GoalOutcome", "GoalReport", "Obligation", "goal_outcome", "obligation_after"]


class GoalOutcome(Enum):
    """What the whole goal comes to."""

    COMPLETE = "complete"
    OPEN = "open"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Obligation:
    """One thing the goal asks for. ``this_step``: its verdict is the outcome of the step that is judged here."""

    id: str
    words: str
    verdict: Verdict
    this_step: bool = False


@dataclass(frozen=True, slots=True)
class GoalReport:
    """The outcome of the goal, the sentence that decided it, and the obligations that keep it from complete."""

    outcome: GoalOutcome
    sentence: str
    open: tuple[str, ...]


def obligation_after(outcome: Outcome) -> Verdict:
    """What a step's outcome means for the obligation it serves: only accepted meets it, only rejected fails it."""
    if outcome is Outcome.ACCEPTED:
        return Verdict.PASS
    return Verdict.FAIL if outcome is Outcome.REJECTED else Verdict.UNKNOWN


def goal_outcome(obligations: Sequence[Obligation]) -> GoalReport:
    """Complete when every obligation is met; none at all is open, since nothing was promised that could be met.

    >>> goal_outcome([Obligation("a", "ship", Verdict.PASS), Obligation("b", "watch", Verdict.UNKNOWN)]).outcome
    <GoalOutcome.OPEN: 'open'>
    """
    failed = tuple(one.words for one in obligations if one.verdict is Verdict.FAIL)
    waiting = tuple(one.words for one in obligations if one.verdict in (Verdict.UNKNOWN, Verdict.NOT_EVALUATED))
    met = len(obligations) - len(failed) - len(waiting)
    count = f"{met} of {len(obligations)} obligations met"
    if failed:
        return GoalReport(GoalOutcome.MISSED, f"{count}; not met: {'; '.join(failed)}.", failed + waiting)
    if waiting:
        return GoalReport(GoalOutcome.OPEN, f"{count}; open: {'; '.join(waiting)}.", waiting)
    if not obligations:
        return GoalReport(GoalOutcome.OPEN, "The goal states no obligation, so nothing could complete it.", ())
    return GoalReport(GoalOutcome.COMPLETE, f"{count}.", ())
