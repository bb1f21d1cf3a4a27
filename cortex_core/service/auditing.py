"""Auditing: every check of a recorded conclusion run again by the independent checker, and evidence files."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from cortex_core.errors import Refused
from cortex_core.experience.memory import StoredEpisode
from cortex_core.ids import EpisodeId, ProofId
from cortex_core.lifecycle.controller import ground_at
from cortex_core.lifecycle.standing import explain, standing
from cortex_core.model.enums import Standing, Verdict
from cortex_core.model.experience import Criterion
from cortex_core.rules.checker import VERIFIER, VERIFIER_VERSION, check, verdict
from cortex_core.service.unit import Unit, unit
from cortex_core.store.conclusion_lists import episode_id_named
from cortex_core.store.reading import committed_at
from cortex_core.store.verify import chain_problem, event_is_intact

__all__ = ["Audit", "audit", "audit_in", "find_episode"]


@dataclass(frozen=True, slots=True)
class Audit:
    """The criteria of a recorded conclusion as they are now, and at which head they were run."""

    verdict: Verdict
    criteria: tuple[Criterion, ...]
    verifier: str
    position: int
    episode: EpisodeId


def find_episode(work: Unit, name: str) -> StoredEpisode:
    """The episode of an id: an episode, a conclusion (its latest support) or a proof.

    Raises:
        Refused: nothing of that id is in the graph.
    """
    episode = episode_id_named(work.connection, name)
    found = work.memory.episode(EpisodeId(episode)) if episode is not None else None
    if found is None:
        raise Refused(f"no episode, conclusion or proof {name!r} is in this graph; `cortex search TEXT` finds ids")
    return found


def _current(work: Unit, proof: ProofId, on: date) -> Criterion:
    marks = work.memory.marks(proof)
    now = standing(marks, on, work.head.seq)
    says = {Standing.ACTIVE: Verdict.PASS, Standing.REAFFIRMED: Verdict.PASS, Standing.RETRACTED: Verdict.FAIL,
            Standing.CHALLENGED: Verdict.UNKNOWN, Standing.SUPERSEDED: Verdict.PASS}
    return Criterion("standing", says[now], explain(marks, on, work.head.seq))


def _integrity(work: Unit, seq: int, strict: bool) -> Criterion:
    if strict:
        problem = chain_problem(work.connection)
        return Criterion("integrity", Verdict.FAIL if problem else Verdict.PASS,
                         problem or f"the chain of {work.head.seq} events is intact")
    intact = event_is_intact(work.connection, seq)
    return Criterion("integrity", Verdict.PASS if intact else Verdict.FAIL,
                     f"event {seq}, which recorded it, {'has' if intact else 'does not have'} the digest of the chain")


def audit_in(work: Unit, stored: StoredEpisode, *, strict: bool) -> Audit:
    """Run every check on the proof of an episode against what is stored.

    Rules and editions are read as they were known when it was recorded (a later reading is a challenge, not
    a flaw of the record); standing is read at the head.
    """
    episode = stored.episode
    proof = work.memory.proof(episode.proof)
    if proof is None:
        missing = Criterion("identity", Verdict.UNKNOWN, "the proof's row is not in the graph")
        return Audit(Verdict.UNKNOWN, (missing,), f"{VERIFIER} {VERIFIER_VERSION}", work.head.seq, episode.id)
    seq = committed_at(work.connection, episode.proof)
    then = work.registry.at(seq)
    ground = ground_at(then, work.memory, proof, work.tools)
    criteria = (*check(proof, ground, claimed_id=episode.proof, decided_on=episode.decided_on,
                       observations=work.memory.observations(episode.id)),
                _integrity(work, seq, strict), _current(work, episode.proof, episode.decided_on))
    return Audit(verdict(criteria), criteria, f"{VERIFIER} {VERIFIER_VERSION}", work.head.seq, episode.id)


def audit(path: Path, name: str, *, strict: bool = True) -> Audit:
    """Audit one episode, conclusion or proof of a graph.

    Raises:
        Refused: nothing of that id is in the graph.
    """
    with unit(path) as work:
        return audit_in(work, find_episode(work, name), strict=strict)
