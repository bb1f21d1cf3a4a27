"""From verdicts to the outcome of a step, by the first line that matches (contract 4).

1. A mandatory requirement fails: rejected. 2. One is unknown or not evaluated, or there is none: incomplete.
3. Authority is invalid: not authorised. 4. The evidence does not hold: evidence broken. 5. Authority or
integrity is unknown: incomplete. 6. Otherwise accepted. Optional requirements are shown and never decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from cortex_core.logic.truth import BY_RANK, Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import Criterion, counted, truth_of, verdict_of
from cortex_core.runtime.groups import NO, OPEN, YES, Group, Members, Reading, cannot_fail, leaves, value_of

__all__ = ["AUTHORITY", "INTEGRITY", "Judgement", "Outcome", "Requirement", "Step", "compiled", "decided",
           "judge", "requirements", "truths", "vacuous", "verdict_under"]

AUTHORITY, INTEGRITY = "authority", "integrity"
"""Names of the two questions beside the criteria; no criterion may be called so."""

Requirement = Criterion | Group


class Outcome(Enum):
    """What a step comes to; only the first lets the work go on as done."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    INCOMPLETE = "incomplete"
    NOT_AUTHORISED = "not authorised"
    EVIDENCE_BROKEN = "evidence broken"


@dataclass(frozen=True, slots=True)
class Step:
    """Everything the outcome of a step depends on.

    ``authority``: was the action granted (valid Y, invalid N)? ``integrity``: is the evidence what was recorded?
    """

    criteria: tuple[Criterion, ...]
    groups: tuple[Group, ...] = ()
    authority: Truth = Truth.U
    integrity: Truth = Truth.U

    @property
    def named(self) -> tuple[Requirement, ...]:
        """Criteria, then groups, in the order of the step."""
        return (*self.criteria, *self.groups)

    @property
    def members(self) -> Members:
        """Groups by id."""
        return {group.id: group for group in self.groups}


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome with the chain of reasons that led to it; the last one decided."""

    outcome: Outcome
    reasons: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The one sentence that decided."""
        return self.reasons[-1]


def requirements(step: Step) -> tuple[Requirement, ...]:
    """What stands on its own: criteria and groups that are no member of a group, in their order."""
    inside = {member for group in step.groups for member in group.members}
    return tuple(one for one in step.named if one.id not in inside)


def truths(step: Step) -> dict[str, Truth]:
    """Truth of every criterion as it counts, and of authority and integrity, by name."""
    found = {one.id: truth_of(counted(one)) for one in step.criteria}
    return {**found, AUTHORITY: step.authority, INTEGRITY: step.integrity}


def decided(lowest: int, authority: int, integrity: int) -> Outcome:
    """The outcome from three ranks; ``lowest`` is that of the mandatory requirements together, unknown for none.

    >>> decided(OPEN, NO, NO), decided(YES, NO, NO), decided(YES, OPEN, NO), decided(YES, YES, OPEN)
    (<Outcome.INCOMPLETE: 'incomplete'>, <Outcome.NOT_AUTHORISED: 'not authorised'>, \
<Outcome.EVIDENCE_BROKEN: 'evidence broken'>, <Outcome.INCOMPLETE: 'incomplete'>)
    """
    if lowest == NO:
        return Outcome.REJECTED
    if lowest == OPEN:
        return Outcome.INCOMPLETE
    if authority == NO:
        return Outcome.NOT_AUTHORISED
    if integrity == NO:
        return Outcome.EVIDENCE_BROKEN
    return Outcome.INCOMPLETE if OPEN in (authority, integrity) else Outcome.ACCEPTED


def verdict_under(step: Step, name: str, reading: Reading) -> Verdict:
    """The verdict of a criterion as it counts, or of a group under a reading."""
    for one in step.criteria:
        if one.id == name:
            return counted(one)
    ranks = {key: truth.rank for key, truth in truths(step).items()}
    return verdict_of(BY_RANK[value_of(name, step.members, ranks, reading)])


def vacuous(step: Step) -> dict[str, str]:
    """Requirements that cannot fail, with the reason: they are named, because their pass says nothing."""
    found = {one.id: "it names no evidence and no check, so nothing could make it fail"
             for one in step.criteria if not one.evidence and not one.check}
    groups = step.members
    for group in step.groups:
        if cannot_fail(group.id, groups):
            under = [f"“{_words(step, leaf)}”" for leaf in leaves(group.id, groups)]
            found[group.id] = f"it passes whatever becomes of {' and '.join(under)}"
    return found


def judge(step: Step, reading: Reading = Reading.KLEENE) -> Judgement:
    """The outcome of a step, and why."""
    mandatory = [(one, verdict_under(step, one.id, reading)) for one in requirements(step) if one.mandatory]
    failing = [one.words for one, verdict in mandatory if verdict is Verdict.FAIL]
    waiting = [f"{one.words} ({_why_open(one, verdict)})" for one, verdict in mandatory
               if verdict in (Verdict.UNKNOWN, Verdict.NOT_EVALUATED)]
    lowest = NO if failing else OPEN if waiting or not mandatory else YES
    outcome = decided(lowest, step.authority.rank, step.integrity.rank)
    return Judgement(outcome, _chain(failing, waiting, len(mandatory), step))


def _why_open(one: Requirement, verdict: Verdict) -> str:
    if isinstance(one, Criterion) and one.self_report:
        return "unknown: only the word of whoever did the work says so"
    return "not evaluated" if verdict is Verdict.NOT_EVALUATED else "unknown"


def _chain(failing: list[str], waiting: list[str], count: int, step: Step) -> tuple[str, ...]:
    """The lines of the table as they were passed, up to the one that matched."""
    lines: list[tuple[bool, str, str]] = [
        (bool(failing), f"A mandatory criterion fails: {'; '.join(failing)}.", "No mandatory criterion fails."),
        (count == 0, "No criterion is mandatory, so nothing was asked that could accept the step.", ""),
        (bool(waiting), f"A mandatory criterion is open: {'; '.join(waiting)}.", "Every mandatory criterion passes."),
        (step.authority is Truth.N, "The action was not covered by a valid grant.", ""),
        (step.integrity is Truth.N, "The evidence is not what was recorded.", ""),
        (step.authority is Truth.U, "Whether the action was granted is unknown.", "The grant is valid."),
        (step.integrity is Truth.U, "Whether the evidence is what was recorded is unknown.", "The evidence holds."),
    ]
    said: list[str] = []
    for matched, words, passed in lines:
        if matched:
            return (*said, words)
        if passed:
            said.append(passed)
    return (*said, "All that is mandatory passes, the grant is valid and the evidence holds.")


def _words(step: Step, name: str) -> str:
    return next((one.words for one in step.named if one.id == name), name)


def compiled(step: Step, reading: Reading = Reading.KLEENE) -> Callable[[Mapping[str, int]], Outcome]:
    """The outcome as a function of ranks by name, for asking many what-ifs of one step."""
    roots, groups = [one.id for one in requirements(step) if one.mandatory], step.members
    plain, grouped = [root for root in roots if root not in groups], [root for root in roots if root in groups]

    def outcome(ranks: Mapping[str, int]) -> Outcome:
        lowest = min([ranks[root] for root in plain], default=YES if grouped else OPEN)
        for root in grouped:
            if lowest == NO:
                break
            lowest = min(lowest, value_of(root, groups, ranks, reading))
        return decided(lowest, ranks[AUTHORITY], ranks[INTEGRITY])

    return outcome
