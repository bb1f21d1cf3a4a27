"""What deciders may ask of the stored experience: a protocol, so that they stay pure.

The store answers it from its projections; every method is a keyed read whose cost follows the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from cortex_core.ids import ArtifactKey, ChallengeId, ConclusionId, EpisodeId, ProofId
from cortex_core.model.enums import Cause, Standing
from cortex_core.model.experience import Certificate, Episode, Observation, Proof

__all__ = ["Mark", "MarkKind", "Memory", "StoredCertificate", "StoredEpisode"]

from enum import Enum


class MarkKind(Enum):
    OPENED = "opened"
    CLOSED = "closed"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"


@dataclass(frozen=True, slots=True)
class Mark:
    """One entry in a proof's history, from the event at ``seq``; standing is a function of the marks."""

    seq: int
    kind: MarkKind
    challenge: ChallengeId | None
    cause: Cause | None
    valid_from: date | None


@dataclass(frozen=True, slots=True)
class StoredCertificate:
    seq: int
    certificate: Certificate


@dataclass(frozen=True, slots=True)
class StoredEpisode:
    """An episode with its place in the log and the conclusion it reached."""

    seq: int
    episode: Episode
    conclusion: ConclusionId
    family: str


class Memory(Protocol):
    """Keyed reads over the stored experience at one log position."""

    def proof(self, proof: ProofId) -> Proof | None: ...

    def proofs_with(self, family: str, signature_digest: str) -> Sequence[Proof]:
        """Proofs of a family with exactly that signature, oldest first."""
        ...

    def marks(self, proof: ProofId) -> Sequence[Mark]: ...

    def certificates(self, proof: ProofId) -> Sequence[StoredCertificate]: ...

    def proofs_resting_on(self, artifact: ArtifactKey) -> Sequence[ProofId]:
        """Proofs whose key names the artifact, in order of first commit (reverse index)."""
        ...

    def proofs_reading(self, family: str, edition: str) -> Sequence[ProofId]:
        """Proofs of a family whose key reads the rule list of the edition (reverse index)."""
        ...

    def proof_count(self) -> int: ...

    def proof_count_of(self, family: str) -> int: ...

    def episodes_of(self, proof: ProofId) -> Sequence[StoredEpisode]: ...

    def observations(self, episode: EpisodeId) -> tuple[Observation, ...] | None:
        """The personal facts from the side store; None once erased."""
        ...

    def representative(self, blob: str) -> str:
        """First blob of the class of bytes that certified rebinds hold equal (itself if none)."""
        ...

    def challenged(self) -> Sequence[ProofId]:
        """Proofs with an open challenge at the head, oldest challenge first."""
        ...

    def standing_counts(self) -> Mapping[Standing, int]: ...
