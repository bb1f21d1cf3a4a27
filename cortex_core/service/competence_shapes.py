"""What the competence map is told in: frozen values for the page and the command.

Shares are parts of all drawn mass, from 0 to 1. Valid time is each draw's decision date, known time a log position.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from cortex_core.lifecycle.competence import Status

__all__ = [
    "CaseLine", "CellPage", "CellView", "CompetenceView", "DistributionView", "GrowthPoint", "Share", "ShareLine",
    "WaterfallStep",
]


@dataclass(frozen=True, slots=True)
class ShareLine:
    """One family of a distribution: its part of all tasks, its generator and what that was given, in words."""

    family: str
    title: str
    mass: float
    generator: str
    words: str


@dataclass(frozen=True, slots=True)
class DistributionView:
    """A declared distribution as it stands on the screen."""

    name: str
    version: int
    words: str
    digest: str
    enumerable: bool               # its μ is exact
    families: tuple[ShareLine, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A part of some mass. For an estimate ``low`` and ``high`` are the 95 % interval of Clopper and Pearson;
    for an exact sum all three are equal and ``fraction`` is the sum itself."""

    value: float
    low: float
    high: float
    fraction: Fraction
    words: str                     # "31.2 % (95 % interval 28.3 % to 34.2 %)"


@dataclass(frozen=True, slots=True)
class CellView:
    """One region with one status. A region whose days fall apart (a change that counts from a day on) makes one
    cell a status; their ids then end with the status."""

    id: str
    family: str
    family_title: str
    words: str                     # the whole region: "no symptoms yes · age in completed years 45 to 49 · …"
    decided_by: str                # the part of it that alone gives the output; "" where a question is open
    pair: str
    governing: str                 # edition, or "none governs"
    status: Status
    mass: float
    fraction: Fraction
    cases: int                     # draws that fell here
    proofs: tuple[str, ...]        # stored proofs that answer it, or the challenged ones
    why: str
    would_cover: str               # the one thing that would bring it into μ; "" where it counts


@dataclass(frozen=True, slots=True)
class WaterfallStep:
    """One step from all mass down to what somebody signed."""

    name: str                      # "mass" | "has a proof" | "unchallenged" | "signed off"
    mass: float
    fraction: Fraction
    meaning: str


@dataclass(frozen=True, slots=True)
class GrowthPoint:
    """μ after one event of the log, and what the event changed."""

    seq: int
    known: str
    kind: str                      # commit | revision | recheck | re-reading
    words: str
    mu: float
    change: float                  # against the position before the event
    challenged: float              # challenged mass after it
    revision: int                  # the event to open on the Challenges page; 0 where it is no revision


@dataclass(frozen=True, slots=True)
class CompetenceView:
    """The map of one graph under one distribution. μ is a design target, and belongs to the distribution."""

    distribution: DistributionView
    position: int                  # log position viewed
    exact: bool
    seed: int
    draws: int
    mu: Share                      # of everything drawn
    mu_of_resolved: Share          # of the draws whose right answer is definite
    unresolved: float              # mass whose right answer is unresolved: in no numerator
    reach: float                   # synthesizable mass, apart from μ
    by_status: tuple[tuple[Status, float], ...]  # first-match order, zeros included
    cells: tuple[CellView, ...]    # largest first within a family
    waterfall: tuple[WaterfallStep, ...]
    growth: tuple[GrowthPoint, ...]

    @property
    def sentence(self) -> str:
        """The measure with everything it depends on, in one sentence."""
        how = (f"exact over {self.draws} kinds of tasks" if self.exact
               else f"estimated from {self.draws} draws, seed {self.seed}")
        return (f"μ = {self.mu.words} of {self.distribution.name}, version {self.distribution.version} ({how}); "
                f"{self.mu_of_resolved.words} of the tasks that have a definite answer")


@dataclass(frozen=True, slots=True)
class CaseLine:
    """One drawn task of a cell. Persons are synthetic."""

    label: str
    decided_on: str
    facts: tuple[tuple[str, str], ...]           # (label, value in words)
    mass: float


@dataclass(frozen=True, slots=True)
class CellPage:
    """A cell opened: its cases, the proofs with the conclusions they support, and what the controller does with
    the first case at the viewed position."""

    cell: CellView
    cases: tuple[CaseLine, ...]
    cases_shown: str               # "showing 20 of 31 cases"
    proofs: tuple[tuple[str, str, str], ...]     # (proof id, standing, reason)
    conclusions: tuple[tuple[str, str], ...]     # (conclusion id, name)
    mode: str                      # of the first case, decided now: replay | synthesize | escalate
    mode_reasons: tuple[str, ...]
    gate: str                      # verdict of the checker on its proof
    settle: tuple[str, ...]        # facts that would settle its open questions
