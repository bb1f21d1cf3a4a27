"""What people say: uses, sign-offs and re-readings. None of it changes a standing, but for a re-reading,
which is the witness that closes the fidelity challenges it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from cortex_core.digest import digest
from cortex_core.errors import Refused
from cortex_core.experience.memory import Mark
from cortex_core.ids import ChallengeId, ConclusionId, ReviewId
from cortex_core.lifecycle.standing import open_challenges, standing
from cortex_core.model.enums import Cause, Standing
from cortex_core.model.events import Reviewed, ReviewKind
from cortex_core.model.experience import Proof

__all__ = [
    "ADJUDICATED", "Viewed", "best_standing", "fidelity_challenges", "meaning", "re_reading", "sign_off",
    "void_reason",
]

ADJUDICATED = ("encoding", "applicability", "output")
_ORDER = (Standing.ACTIVE, Standing.REAFFIRMED, Standing.CHALLENGED, Standing.SUPERSEDED, Standing.RETRACTED)


def meaning(proof: Proof) -> str:
    """Meaning digest: rules, span texts, output and governing edition. A rebind leaves it as it was,
    because it holds no digest of a source's bytes."""
    key = proof.key
    return digest("meaning", (
        key.governing, key.pair, tuple((rules.edition, rules.rules) for rules in key.rules),
        tuple((cite.rule, cite.artifact, cite.span, cite.digest) for cite in key.cites), proof.output.digest))


def best_standing(supports: Sequence[Standing]) -> Standing:
    """Standing of a conclusion: that of its best support, so it stands while one proof stands."""
    return min(supports, key=_ORDER.index, default=Standing.RETRACTED)


@dataclass(frozen=True, slots=True)
class Viewed:
    """What a reviewer had before them: the two instants and the head of the log."""

    valid: date
    seq: int
    head: str


def sign_off(conclusion: ConclusionId, proof: Proof, *, by: str, adjudicated: str, note: str, viewed: Viewed,
             now: Standing) -> Reviewed:
    """A sign-off that binds the meaning viewed.

    Raises:
        Refused: no name, an unknown kind of adjudication, or a conclusion that does not stand.
    """
    if not by.strip():
        raise Refused("a sign-off needs a name: give --by NAME or set CORTEX_REVIEWER")
    if adjudicated not in ADJUDICATED:
        raise Refused(f"say what was adjudicated: {', '.join(ADJUDICATED)}; not {adjudicated!r}")
    if not now.admits:
        raise Refused(f"the conclusion is {now.value}: recheck it before it is signed off")
    bound = meaning(proof)
    return Reviewed(_review_id(conclusion, by, viewed, "sign-off"), ReviewKind.SIGN_OFF, conclusion, "", (),
                    by.strip(), adjudicated, note, bound, viewed.valid, viewed.seq, viewed.head)


def re_reading(about: str, closes: Sequence[ChallengeId], *, by: str, note: str, meaning_read: str,
               viewed: Viewed) -> Reviewed:
    """A recorded re-reading of the changed passages of one proof or one change: the witness that closes the
    open fidelity challenges given, and nothing else.

    Raises:
        Refused: no name, or no open fidelity challenge.
    """
    if not by.strip():
        raise Refused("a re-reading needs a name: give --by NAME or set CORTEX_REVIEWER")
    if not closes:
        raise Refused(f"no open challenge of the kind 'rules not re-read' is left on {about}")
    return Reviewed(_review_id(about, by, viewed, "re-reading"), ReviewKind.RE_READING, None, about,
                    tuple(closes), by.strip(), "encoding", note, meaning_read, viewed.valid, viewed.seq, viewed.head)


def fidelity_challenges(marks: Sequence[Mark]) -> tuple[ChallengeId, ...]:
    """Open challenges of a proof that a re-reading can close, oldest first."""
    fidelity = {mark.challenge for mark in marks if mark.cause is Cause.TEXT_CHANGED}
    return tuple(one for one in open_challenges(marks, date.max, None) if one in fidelity)


def _review_id(about: str, by: str, viewed: Viewed, kind: str) -> ReviewId:
    made = digest("review", (about, by, kind, viewed.seq, viewed.head))
    return ReviewId("review-" + made.split(":", 1)[1][:16])


def void_reason(bound: str, current: Proof, marks: Sequence[Mark], valid: date, seq: int | None,
                came_with: int) -> str:
    """Why a sign-off no longer holds, naming the event; "" while it does. Void is derived, never stored.

    ``current`` is the proof that supports the conclusion best now, from the event ``came_with``.
    """
    now = standing(marks, valid, seq)
    if not now.admits:
        event = max((mark.seq for mark in marks if seq is None or mark.seq <= seq), default=0)
        return f"since event {event} the conclusion is {now.value}"
    if meaning(current) != bound:
        return f"since event {came_with} rules, cited passages or output are not the ones signed"
    return ""
