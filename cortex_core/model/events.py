"""The closed union of events. One event a registration, revision or batch, never one an episode.

An event says what happened and what it touched; standing, counts and pictures are derived from events.
No event holds a person's value, birth date or identifier: those lie in the side store.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import Enum

from cortex_core.ids import ArtifactKey, ChallengeId, ConclusionId, EpisodeId, ProofId, ReviewId, VersionId
from cortex_core.model.enums import Cause, Lane, Standing
from cortex_core.model.experience import Certificate, Episode, Proof
from cortex_core.model.rules import Edition, Family
from cortex_core.model.sources import ArtifactVersion

__all__ = [
    "Abstention", "Committed", "Erased", "Event", "GraphCreated", "OpenedChallenge", "Passage", "Rebind",
    "RecheckOutcome", "Rechecked", "Registered", "ReviewKind", "Reviewed", "Revised", "Spared",
    "UseDeclared", "UseEnded", "challenge_id",
]


def challenge_id(seq: int, proof: ProofId) -> ChallengeId:
    """Identity of the challenge that the event at ``seq`` opened on a proof."""
    return ChallengeId(f"{seq}-{proof}")


@dataclass(frozen=True, slots=True)
class GraphCreated:
    """First event. ``scripted``: known times were scripted while the graph was built, and it says so."""

    name: str
    scripted: bool
    digest_scheme: str


@dataclass(frozen=True, slots=True)
class Registered:
    """Sources, families and rule editions became known together."""

    families: tuple[Family, ...]
    artifacts: tuple[ArtifactVersion, ...]
    editions: tuple[Edition, ...]
    claimed_acquired: str          # a date claimed for the past: shown, never used by as-of; "" for none
    note: str


@dataclass(frozen=True, slots=True)
class Abstention:
    """A recorded escalation: what is missing, and which facts may or must settle it."""

    episode: EpisodeId
    missing: tuple[str, ...]
    may_settle: tuple[str, ...]
    must_settle: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Committed:
    """Finished tasks: new proofs (only those not stored before), their certificates, the episodes."""

    proofs: tuple[Proof, ...]
    certificates: tuple[Certificate, ...]
    episodes: tuple[Episode, ...]
    abstentions: tuple[Abstention, ...]


@dataclass(frozen=True, slots=True)
class Rebind:
    """Certificate that one edition's spans were each found once, in the same section, in a version whose
    text differs in presentation only: the two blobs count as one wherever digests are compared."""

    artifact: ArtifactKey
    old_blob: str
    new_blob: str
    edition: str                   # edition id
    spans: tuple[str, ...]
    verifier: str


@dataclass(frozen=True, slots=True)
class OpenedChallenge:
    """A ground of a proof moved. ``valid_from``: None for all of valid time, else only from that day on.
    ``path`` is the shortest one, cause first, proof last; ``paths`` counts them all."""

    proof: ProofId
    cause: Cause
    valid_from: date | None
    path: tuple[str, ...]
    paths: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A changed passage: a span, or a block of text outside any span (``span`` is "")."""

    section: str
    span: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Spared:
    """Neighbours that were not challenged, and why."""

    what: str
    count: int
    because: str


@dataclass(frozen=True, slots=True)
class Revised:
    """A source or its reading changed; with everything that this challenged, in one transaction."""

    lane: Lane
    artifact: ArtifactKey | None
    version: ArtifactVersion | None
    withdrawn: VersionId | None
    editions: tuple[Edition, ...]              # re-encodings registered with it
    rebinds: tuple[Rebind, ...]
    passages: tuple[Passage, ...]
    challenges: tuple[OpenedChallenge, ...]
    spared: tuple[Spared, ...]
    visited: int                               # nodes looked at while propagating
    words: str


@dataclass(frozen=True, slots=True)
class RecheckOutcome:
    """What became of one challenged proof. ``closes`` lists the challenges the recheck saw and settled;
    one that was opened meanwhile stays open. ``standing`` is REAFFIRMED, SUPERSEDED (from ``valid_from``
    on), RETRACTED, or CHALLENGED when nothing could be settled."""

    proof: ProofId
    standing: Standing
    closes: tuple[ChallengeId, ...]
    witness: str                               # "re-derivation", "premises equal", "re-reading" or ""
    valid_from: date | None
    replaced_by: tuple[ProofId, ...]
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class Rechecked:
    """One batch of rechecks, with the proofs and episodes that the new reading gave."""

    outcomes: tuple[RecheckOutcome, ...]
    proofs: tuple[Proof, ...]
    certificates: tuple[Certificate, ...]
    episodes: tuple[Episode, ...]
    abstentions: tuple[Abstention, ...]


@dataclass(frozen=True, slots=True)
class UseDeclared:
    """Somebody relies on a conclusion, somewhere, for a reason."""

    conclusion: ConclusionId
    who: str
    where: str
    why: str


@dataclass(frozen=True, slots=True)
class UseEnded:
    conclusion: ConclusionId
    where: str
    who: str
    why: str


class ReviewKind(Enum):
    SIGN_OFF = "sign-off"
    RE_READING = "re-reading"
    DISMISSAL = "dismissal"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A person's statement, name as *claimed*. A sign-off binds the meaning digest and the two instants
    viewed; it never changes standing. A re-reading names the challenges it closes, as their witness."""

    id: ReviewId
    kind: ReviewKind
    conclusion: ConclusionId | None
    about: str                                 # challenge, event or review that it is about, or ""
    closes: tuple[ChallengeId, ...]
    by: str
    adjudicated: str                           # encoding | applicability | output
    note: str
    meaning: str                               # meaning digest that was viewed
    viewed_valid: date
    viewed_seq: int
    head: str                                  # head digest that was viewed


@dataclass(frozen=True, slots=True)
class Erased:
    """The personal values of an episode are gone from the side store; its standing is kept."""

    episode: EpisodeId
    by: str
    why: str


Event = (GraphCreated | Registered | Committed | Revised | Rechecked | UseDeclared | UseEnded | Reviewed
         | Erased)
