"""What the folds may read of the projections as they stand before an event: keyed reads in batches.

A view never shows changes of the event that is being folded; `draft` holds those.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from cortex_core.digest import digest
from cortex_core.experience.memory import Mark
from cortex_core.ids import ArtifactKey, ChallengeId, ConclusionId, EpisodeId, ProofId, ReviewId, TaskId
from cortex_core.model.enums import Mode, Standing
from cortex_core.model.rules import Family

__all__ = ["ChallengeRow", "ConclusionRow", "ProofRow", "SupportRow", "View", "conclusion_id"]


def conclusion_id(task: TaskId, output_digest: str) -> ConclusionId:
    """Identity of the conclusion that a task came to."""
    return ConclusionId("conclusion-" + digest("conclusion", (task, output_digest))[3:19])


@dataclass(frozen=True, slots=True)
class ProofRow:
    """A stored proof by its number. ``conclusions`` counts those whose best support it is."""

    n: int
    id: ProofId
    family: str
    output: str                    # digest of the output
    unresolved: bool               # the output has open questions
    words: str                     # labels of its outputs, for search
    standing: Standing
    conclusions: int


@dataclass(frozen=True, slots=True)
class ConclusionRow:
    """A conclusion; ``proof`` is the number of its best support, ``proofs`` counts the different ones."""

    n: int
    id: ConclusionId
    title: str
    proof: int
    proofs: int
    episode: int                   # latest episode on the best support
    mode: Mode
    uses: int                      # declared and not ended


@dataclass(frozen=True, slots=True)
class SupportRow:
    """One of several proofs of a conclusion, with its latest episode."""

    proof: int
    episode: int
    mode: Mode


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    id: ChallengeId
    proof: int
    seq: int
    is_open: bool


class View(Protocol):
    """Reads that the folds need; each costs what it returns."""

    def next_number(self, table: str) -> int:
        """Number of the next proof, episode, wording or conclusion; 1 for the first."""
        ...

    def wordings(self, keys: Collection[str]) -> Mapping[str, int]:
        """Numbers of the wordings that are stored already."""
        ...

    def families(self) -> Mapping[str, Family]: ...

    def proofs(self, ids: Collection[ProofId]) -> Mapping[ProofId, ProofRow]: ...

    def proofs_numbered(self, numbers: Collection[int]) -> Mapping[int, ProofRow]: ...

    def marks(self, numbers: Collection[int]) -> Mapping[int, Sequence[Mark]]: ...

    def conclusions(self, ids: Collection[ConclusionId]) -> Mapping[ConclusionId, ConclusionRow]: ...

    def supports(self, ids: Collection[ConclusionId]) -> Mapping[ConclusionId, Sequence[SupportRow]]:
        """The proofs of those conclusions that have more than one."""
        ...

    def shared_by(self, numbers: Collection[int]) -> Sequence[ConclusionId]:
        """Conclusions with more than one proof, one of which is among these."""
        ...

    def challenges(self, ids: Collection[ChallengeId]) -> Mapping[ChallengeId, ChallengeRow]: ...

    def retraction_basis(self, number: int) -> frozenset[ArtifactKey]:
        """Artifacts whose revision led to the last retraction of the proof."""
        ...

    def open_abstentions(self, tasks: Collection[TaskId]) -> Mapping[TaskId, Sequence[EpisodeId]]: ...

    def open_uses(self, conclusion: ConclusionId, where: str) -> Sequence[int]:
        """Log positions of the uses there that were declared and not ended."""
        ...

    def bytes_held_equal(self, blob: str) -> tuple[str, Sequence[str]]:
        """First of the class of bytes, and all its members; (blob, ()) for bytes in no class."""
        ...

    def open_challenges(self, seq: int) -> int:
        """How many challenges of the event at that position are open."""
        ...

    def review_of(self, review: ReviewId) -> tuple[str, bool]:
        """(kind, undone) of a review; ("", False) for an unknown one."""
        ...
