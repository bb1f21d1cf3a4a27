"""Uses, sign-offs and re-readings: what people say, recorded with the name they claim."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from cortex_core.errors import Refused
from cortex_core.ids import ChallengeId, ConclusionId, ProofId
from cortex_core.lifecycle.people import Viewed, fidelity_challenges, meaning, re_reading, sign_off
from cortex_core.lifecycle.standing import standing
from cortex_core.model.enums import Cause
from cortex_core.model.events import Event, Reviewed, UseDeclared, UseEnded
from cortex_core.model.experience import Proof
from cortex_core.service.auditing import find_episode
from cortex_core.service.unit import Facts, Unit, decide_and_append
from cortex_core.store.reading import open_of_event, uses_of

__all__ = ["Signed", "claimed_name", "declare_use", "end_use", "reread", "sign"]


@dataclass(frozen=True, slots=True)
class Signed:
    """What was recorded: the review, and the head it is anchored to (printed with it)."""

    review: str
    by: str
    conclusion: str
    head_seq: int
    head_digest: str


def claimed_name(given: str | None) -> str:
    """The name a reviewer claims: given, else CORTEX_REVIEWER, else nothing. There is no login."""
    return (given or os.environ.get("CORTEX_REVIEWER", "")).strip()


def _stored_proof(work: Unit, proof: ProofId) -> Proof:
    found = work.memory.proof(proof)
    if found is None:
        raise Refused(f"the proof {proof} is not in this graph")
    return found


def _appended(path: Path, decider: Callable[[Unit], tuple[Event, str]], scripted: datetime | None) -> Signed:
    def deciding(work: Unit) -> tuple[tuple[Event, str], list[Event], Facts]:
        event, conclusion = decider(work)
        return (event, conclusion), [event], {}

    written = decide_and_append(path, deciding, scripted=scripted)
    event, conclusion = written.answer
    review = event.id if isinstance(event, Reviewed) else ""
    by = event.by if isinstance(event, Reviewed) else ""
    return Signed(review, by, conclusion, written.head.seq, written.head.digest)


def _viewed(work: Unit, valid: date | None) -> Viewed:
    # without a chosen instant the reviewer sees the day the log head became known
    return Viewed(valid or work.head.known.date(), work.head.seq, work.head.digest)


def sign(path: Path, name: str, *, by: str, adjudicated: str, note: str = "", valid: date | None = None,
         scripted: datetime | None = None) -> Signed:
    """Sign off a conclusion (or the one an episode reached).

    Raises:
        Refused: no name, an unknown conclusion, or one that does not stand. Nothing was recorded.
    """
    def decider(work: Unit) -> tuple[Event, str]:
        stored = find_episode(work, name)
        proof = stored.episode.proof
        now = standing(work.memory.marks(proof), stored.episode.decided_on, work.head.seq)
        event = sign_off(stored.conclusion, _stored_proof(work, proof), by=by, adjudicated=adjudicated, note=note,
                         viewed=_viewed(work, valid), now=now)
        return event, stored.conclusion

    return _appended(path, decider, scripted)


def reread(path: Path, name: str, *, by: str, note: str = "", scripted: datetime | None = None) -> Signed:
    """Record that somebody compared span, section and changed passages: closes the open challenges of the
    kind "rules not re-read" of one proof, or, when ``name`` is a log position, of that whole change.

    Raises:
        Refused: no name, or no such challenge is open. Nothing was recorded.
    """
    def decider(work: Unit) -> tuple[Event, str]:
        viewed = _viewed(work, None)
        if name.isdecimal():
            closes = tuple(ChallengeId(one) for one in
                           open_of_event(work.connection, int(name), Cause.TEXT_CHANGED.value))
            return re_reading(f"event {name}", closes, by=by, note=note, meaning_read="", viewed=viewed), ""
        stored = find_episode(work, name)
        proof = stored.episode.proof
        closes = fidelity_challenges(work.memory.marks(proof))
        return re_reading(proof, closes, by=by, note=note, meaning_read=meaning(_stored_proof(work, proof)),
                          viewed=viewed), stored.conclusion

    return _appended(path, decider, scripted)


def declare_use(path: Path, name: str, *, who: str, where: str, why: str = "",
                scripted: datetime | None = None) -> ConclusionId:
    """Say that a conclusion is relied on; `cortex check` then watches it from its decision date on.

    Raises:
        Refused: an unknown conclusion, or no place named. Nothing was recorded.
    """
    if not where.strip():
        raise Refused("say where it is used: --where TEXT")

    def decider(work: Unit) -> tuple[ConclusionId, list[Event], Facts]:
        conclusion = find_episode(work, name).conclusion
        return conclusion, [UseDeclared(conclusion, who, where.strip(), why)], {}

    return decide_and_append(path, decider, scripted=scripted).answer


def end_use(path: Path, name: str, *, who: str, where: str, why: str = "") -> ConclusionId:
    """Say that it is no longer relied on there."""
    def decider(work: Unit) -> tuple[ConclusionId, list[Event], Facts]:
        conclusion = find_episode(work, name).conclusion
        if not any(use.where == where.strip() for use in uses_of(work.connection, conclusion) if not use.ended):
            raise Refused(f"no open use of {conclusion} at {where!r} is declared")
        return conclusion, [UseEnded(conclusion, where.strip(), who, why)], {}

    return decide_and_append(path, decider).answer
