"""What the Verification page gets: a scenario under the reader's flips, already in words."""

from __future__ import annotations

from dataclasses import dataclass

from cortex_core.model.enums import Truth, Verdict
from cortex_core.runtime.goals import GoalOutcome
from cortex_core.runtime.groups import Reading
from cortex_core.runtime.scenario import Stage
from cortex_core.runtime.verdicts import Outcome

__all__ = ["AskedLine", "CriterionLine", "DifferenceLine", "EvidenceLine", "FlipLine", "FlipsView", "GoalView",
           "GridView", "GroupLine", "ObligationLine", "ScenarioLine", "StageLine", "State", "TableLine", "TableView",
           "UnknownLine", "VerificationView"]


@dataclass(frozen=True, slots=True)
class State:
    """What the reader has set, by position: a verdict for each criterion, a switch for each criterion and group.

    ``across`` and ``down`` are the two criteria of the grid, by position.
    """

    verdicts: tuple[Verdict, ...]
    mandatory: tuple[bool, ...]
    authority: Truth
    integrity: Truth
    reading: Reading = Reading.KLEENE
    across: int = 0
    down: int = 1


@dataclass(frozen=True, slots=True)
class ScenarioLine:
    """One shipped scenario in a list. ``real``: its criteria were recorded from the sample graph."""

    name: str
    title: str
    story: str
    criteria: int
    real: bool


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    name: str
    digest: str
    holds: Truth
    words: str


@dataclass(frozen=True, slots=True)
class CriterionLine:
    """``says`` is the verdict as set, ``counts`` the one that counts; ``note`` tells why they differ, if they do.

    ``group`` names the group it decides through; then it has no mandatory switch of its own. ``decides``: can
    it move the outcome at all?
    """

    id: str
    words: str
    check: str
    says: Verdict
    counts: Verdict
    note: str
    mandatory: bool
    group: str
    decides: bool
    failure: str
    vacuous: str
    evidence: tuple[EvidenceLine, ...]


@dataclass(frozen=True, slots=True)
class GroupLine:
    """``skipped``: members that a short cut from left to right would not look at (they are *not evaluated*)."""

    id: str
    words: str
    rule: str
    members: tuple[str, ...]
    mandatory: bool
    group: str
    kleene: Verdict
    supervaluation: Verdict
    skipped: tuple[str, ...]
    vacuous: str


@dataclass(frozen=True, slots=True)
class AskedLine:
    """Authority or integrity: what is set, its word, and what the scenario says of it."""

    name: str
    truth: Truth
    word: str
    why: str


@dataclass(frozen=True, slots=True)
class FlipLine:
    """One minimal set of flips, the outcome it gives, and the names that change."""

    words: str
    outcome: Outcome
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlipsView:
    """Minimal sets, smallest first, at most a dozen; ``more`` counts the others, ``complete``: were all found?"""

    lines: tuple[FlipLine, ...]
    more: int
    complete: bool


@dataclass(frozen=True, slots=True)
class UnknownLine:
    """In ``decides`` of ``of`` ways to settle the other unknowns, this one alone decides."""

    id: str
    words: str
    decides: int
    of: int


@dataclass(frozen=True, slots=True)
class TableLine:
    cells: tuple[str, ...]
    outcome: Outcome
    here: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """``note`` says how many cases the rows stand for, or why there are none."""

    columns: tuple[str, ...]
    rows: tuple[TableLine, ...]
    note: str


@dataclass(frozen=True, slots=True)
class GridView:
    """Outcomes for pass, fail, unknown: a row for each verdict of ``down``, a column for each of ``across``.

    ``here`` is row and column of the step as it is. Empty rows: there are no two criteria.
    """

    across: str
    down: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Outcome, ...], ...]
    here: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DifferenceLine:
    """A group on which the two readings part, and why."""

    id: str
    words: str
    kleene: Verdict
    supervaluation: Verdict
    why: str


@dataclass(frozen=True, slots=True)
class StageLine:
    """One of the five stages and what it hands on to the next."""

    stage: Stage
    hands_on: str


@dataclass(frozen=True, slots=True)
class ObligationLine:
    words: str
    verdict: Verdict
    this_step: bool


@dataclass(frozen=True, slots=True)
class GoalView:
    outcome: GoalOutcome
    sentence: str
    obligations: tuple[ObligationLine, ...]


@dataclass(frozen=True, slots=True)
class VerificationView:
    """A scenario under the reader's flips. ``other_outcome`` is the one under the other reading of unknown.

    ``expected`` is empty or holds the outcome the file states; ``untouched``: is the state the file's own?
    """

    name: str
    title: str
    story: str
    goal: str
    source: str
    outcome: Outcome
    sentence: str
    reasons: tuple[str, ...]
    expected: tuple[Outcome, ...]
    because: str
    untouched: bool
    criteria: tuple[CriterionLine, ...]
    groups: tuple[GroupLine, ...]
    authority: AskedLine
    integrity: AskedLine
    flips: FlipsView
    accepting: FlipsView
    unknowns: tuple[UnknownLine, ...]
    table: TableView
    grid: GridView
    reading: Reading
    other_outcome: Outcome
    differences: tuple[DifferenceLine, ...]
    stages: tuple[StageLine, ...]
    board: GoalView
