"""Explanations that may be wrong on purpose: a reader who believes them relies more than checks.

Each wrong one comes from a misreading that people make, applied to the step and judged by the true rules: the
sentence is consistent, and it is false.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from cortex_core.digest import digest
from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.groups import Reading
from cortex_core.runtime.verdicts import Judgement, Outcome, Step, judge

__all__ = ["Answer", "Misreading", "Offer", "Reliance", "offered", "reliance"]

WRONG_IN_TEN = 4


class Misreading(Enum):
    """What a wrong explanation got wrong."""

    NONE = "nothing: it is right"
    UNKNOWN_AS_PASS = "unknown was taken for a pass"  # noqa: S105 - a verdict, not a password
    SELF_REPORT_BELIEVED = "a self-report was taken for evidence"
    AUTHORITY_FORGOTTEN = "nobody asked whether it was granted"
    INTEGRITY_FORGOTTEN = "nobody asked whether the evidence holds"
    OPTIONAL_DECIDES = "an optional criterion was allowed to decide"
    UNKNOWN_AS_FAIL = "unknown was taken for a failure"
    DOUBT_INVENTED = "a doubt was made up"


@dataclass(frozen=True, slots=True)
class Offer:
    """An explanation as it is shown, and what is wrong with it."""

    judgement: Judgement
    misreading: Misreading

    @property
    def right(self) -> bool:
        """Is it the true explanation?"""
        return self.misreading is Misreading.NONE


@dataclass(frozen=True, slots=True)
class Answer:
    """One round: the outcome the reader gave after reading the explanation, and the true one."""

    given: Outcome
    true: Outcome
    offered: Outcome
    right: bool


@dataclass(frozen=True, slots=True)
class Reliance:
    """Counts over rounds: right answers; wrong explanations shown and believed; right ones shown and refused."""

    rounds: int
    right: int
    wrong_shown: int
    wrong_believed: int
    right_shown: int
    right_refused: int


def offered(step: Step, seed: str, reading: Reading = Reading.KLEENE) -> Offer:
    """The explanation of one round: equal step and seed, equal offer. About four in ten are wrong."""
    true = judge(step, reading)
    draw = int(digest("offer", seed).rpartition(":")[2][:8], 16)
    if draw % 10 >= WRONG_IN_TEN:
        return Offer(true, Misreading.NONE)
    wrong = [Offer(found, kind) for kind, misread in _MISREAD
             if (found := judge(misread(step), reading)).outcome is not true.outcome]
    if not wrong:
        return Offer(true, Misreading.NONE)
    return wrong[draw // 10 % len(wrong)]


def reliance(answers: Sequence[Answer]) -> Reliance:
    """How often wrong explanations were believed, and right ones refused."""
    wrong = [one for one in answers if not one.right]
    sound = [one for one in answers if one.right]
    return Reliance(len(answers), sum(one.given is one.true for one in answers), len(wrong),
                    sum(one.given is one.offered for one in wrong), len(sound),
                    sum(one.given is not one.offered for one in sound))


def _unknown_as(verdict: Verdict) -> Callable[[Step], Step]:
    def misread(step: Step) -> Step:
        return replace(step, criteria=tuple(
            replace(one, verdict=verdict)
            if one.verdict in (Verdict.UNKNOWN, Verdict.NOT_EVALUATED) else one for one in step.criteria))

    return misread


def _believed(step: Step) -> Step:
    return replace(step, criteria=tuple(replace(one, self_report=False) for one in step.criteria))


def _all_mandatory(step: Step) -> Step:
    return replace(step, criteria=tuple(replace(one, mandatory=True) for one in step.criteria),
                   groups=tuple(replace(one, mandatory=True) for one in step.groups))


_MISREAD: tuple[tuple[Misreading, Callable[[Step], Step]], ...] = (
    (Misreading.UNKNOWN_AS_PASS, _unknown_as(Verdict.PASS)),
    (Misreading.SELF_REPORT_BELIEVED, _believed),
    (Misreading.AUTHORITY_FORGOTTEN, lambda step: replace(step, authority=Truth.Y)),
    (Misreading.INTEGRITY_FORGOTTEN, lambda step: replace(step, integrity=Truth.Y)),
    (Misreading.OPTIONAL_DECIDES, _all_mandatory),
    (Misreading.UNKNOWN_AS_FAIL, _unknown_as(Verdict.FAIL)),
    (Misreading.DOUBT_INVENTED, lambda step: replace(step, integrity=Truth.U)),
)
