"""Criteria of a step with their evidence: what was asked, what was seen, and whose word it is.

A self-report is never evidence for its own claim: a criterion whose only evidence is the report of whoever
did the work counts as unknown, whatever it says (contract 4).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict

__all__ = ["Criterion", "EvidenceRef", "FailureClass", "counted", "failure_of", "truth_of", "verdict_of"]


class FailureClass(Enum):
    """What kind of thing went wrong; the follow-up (repair, replan, stop) depends on it."""

    NONE = "no failure"
    NOT_PRODUCED = "not produced"
    WRONG_RESULT = "wrong result"
    NOT_OBSERVED = "not observed"
    INSTRUMENTS_DISAGREE = "instruments disagree"
    SELF_REPORT_ONLY = "own report only"
    NOT_INDEPENDENT = "checked by its own maker"
    BEYOND_GRANT = "beyond the grant"
    GROUND_MOVED = "ground moved"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class EvidenceRef:
    """What a criterion leans on, by name and digest. ``holds``: is it still what was recorded?"""

    name: str
    digest: str
    holds: Truth


@dataclass(frozen=True, slots=True)
class Criterion:
    """One requirement with its verdict.

    ``check`` says in words how the verdict was reached (empty: nobody said how). ``self_report``: its only
    evidence is the word of whoever did the work. ``mandatory`` is read where the criterion stands on its own;
    a member of a group decides through the group.
    """

    id: str
    words: str
    verdict: Verdict
    mandatory: bool = True
    evidence: tuple[EvidenceRef, ...] = ()
    failure_class: FailureClass = FailureClass.NONE
    self_report: bool = False
    check: str = ""


_TRUTH = {Verdict.PASS: Truth.Y, Verdict.FAIL: Truth.N, Verdict.UNKNOWN: Truth.U, Verdict.NOT_EVALUATED: Truth.U}
_VERDICT = {Truth.Y: Verdict.PASS, Truth.N: Verdict.FAIL, Truth.U: Verdict.UNKNOWN}


def truth_of(verdict: Verdict) -> Truth:
    """Pass is yes, fail is no; unknown and not evaluated are both unknown.

    >>> truth_of(Verdict.NOT_EVALUATED)
    <Truth.U: 'U'>
    """
    return _TRUTH[verdict]


def verdict_of(truth: Truth) -> Verdict:
    """The verdict of a group from its truth; a group is never *not evaluated* by this."""
    return _VERDICT[truth]


def counted(criterion: Criterion) -> Verdict:
    """The verdict that counts: a self-report counts as unknown whatever it says.

    >>> counted(Criterion("done", "the work is done", Verdict.PASS, self_report=True))
    <Verdict.UNKNOWN: 'unknown'>
    """
    return Verdict.UNKNOWN if criterion.self_report else criterion.verdict


def failure_of(criterion: Criterion) -> FailureClass:
    """The class that is shown: none for a pass that counts, and never none for what does not pass."""
    verdict = counted(criterion)
    if verdict is Verdict.PASS:
        return FailureClass.NONE
    if criterion.self_report:
        return FailureClass.SELF_REPORT_ONLY
    if criterion.failure_class is not FailureClass.NONE:
        return criterion.failure_class
    if verdict is Verdict.NOT_EVALUATED:
        return FailureClass.SKIPPED
    return FailureClass.NOT_OBSERVED if verdict is Verdict.UNKNOWN else FailureClass.WRONG_RESULT
