"""The recheck of challenged proofs: close what can be closed by a witness, say what would close the rest.

A fidelity challenge ("rules not re-read") is not closed by evaluating the same rules again. It closes when
the text is back to what the proof read (*premises equal*) or when every edition of the proof on that
artifact was encoded anew after the challenge (*re-derivation*). Each proof is rechecked once, each new
signature evaluated once; the facts of its episodes decide where one proof becomes several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from cortex_core.experience.memory import MarkKind, Memory, StoredEpisode
from cortex_core.experience.situation import Resolver
from cortex_core.ids import ArtifactKey, ChallengeId, EpisodeId, ProofId
from cortex_core.lifecycle.controller import Decision, decide
from cortex_core.lifecycle.recording import record
from cortex_core.lifecycle.standing import open_challenges
from cortex_core.model.enums import Cause, Mode, Standing, Transition, Verdict
from cortex_core.model.events import Abstention, Rechecked, RecheckOutcome
from cortex_core.model.experience import Certificate, Episode, Observation, Output, Proof, Task
from cortex_core.sources.registry import Registry

__all__ = ["Rechecking", "recheck", "summary"]


@dataclass(frozen=True, slots=True)
class _Open:
    """An open challenge of a proof with where it came from."""

    id: ChallengeId
    seq: int
    cause: Cause
    valid_from: date | None


@dataclass
class Rechecking:
    """What one batch of rechecks gathered: the event and the facts for the side store."""

    outcomes: list[RecheckOutcome] = field(default_factory=list)
    proofs: dict[ProofId, Proof] = field(default_factory=dict)
    certificates: list[Certificate] = field(default_factory=list)
    episodes: dict[EpisodeId, Episode] = field(default_factory=dict)
    abstentions: dict[EpisodeId, Abstention] = field(default_factory=dict)
    facts: dict[EpisodeId, tuple[Observation, ...]] = field(default_factory=dict)

    def event(self) -> Rechecked:
        return Rechecked(tuple(self.outcomes), tuple(self.proofs.values()), tuple(self.certificates),
                         tuple(self.episodes.values()), tuple(self.abstentions.values()))


def summary(output: Output) -> str:
    """An output in a few words: ``crc.screen_45_49 add; applies now: crc.screen_45_49``."""
    rows = [f"{row.lineage} {row.transition.value}" for row in output.rows
            if row.transition is not Transition.UNCHANGED]
    unchanged = sum(1 for row in output.rows if row.transition is Transition.UNCHANGED)
    rows += [f"{unchanged} unchanged"] if unchanged else []
    now = [rule.split(":", 1)[1] for rule in output.sets.currently_applicable]
    now += [f"{one.split(':', 1)[1]} unknown" for one in output.sets.currently_unknown]
    return (", ".join(rows) or "no row") + f"; applies now: {', '.join(now) or 'nothing'}"


def recheck(proofs: Sequence[ProofId], resolver: Resolver, memory: Memory, *, tools: Mapping[str, str],
            secret: bytes, position: int) -> Rechecking:
    """Recheck the given proofs against the registry at a log position. Those without an open challenge
    are passed over. Nothing is written: the caller appends ``event()`` with the facts."""
    batch = Rechecking()
    for proof_id in dict.fromkeys(proofs):
        proof = memory.proof(proof_id)
        opened = _opened(memory, proof_id)
        if proof is not None and opened:
            _one(proof, opened, batch, resolver, memory, tools, secret, position)
    return batch


def _opened(memory: Memory, proof: ProofId) -> list[_Open]:
    marks = memory.marks(proof)
    left = set(open_challenges(marks, date.max, None))
    return [_Open(mark.challenge, mark.seq, mark.cause, mark.valid_from) for mark in marks
            if mark.challenge in left and mark.cause is not None and mark.kind is MarkKind.OPENED]


def _one(proof: Proof, opened: list[_Open], batch: Rechecking, resolver: Resolver, memory: Memory,
         tools: Mapping[str, str], secret: bytes, position: int) -> None:
    registry = resolver.registry
    before, ids = summary(proof.output), tuple(one.id for one in opened)
    if _premises_equal(registry, memory, proof):
        batch.outcomes.append(RecheckOutcome(
            proof.id, Standing.REAFFIRMED, ids, "premises equal", None, (), before, before,
            "every source digest, rule list and the source interval equal what the proof recorded"))
        return
    waiting = [words for one in opened if (words := _waits_for(registry, proof, one))]
    if waiting:
        batch.outcomes.append(RecheckOutcome(
            proof.id, Standing.CHALLENGED, (), "", None, (), before, before, "; ".join(dict.fromkeys(waiting))))
        return
    decided: list[tuple[StoredEpisode, Decision]] = []
    for stored in memory.episodes_of(proof.id):
        observations = memory.observations(stored.episode.id)
        if observations is None:
            batch.outcomes.append(RecheckOutcome(
                proof.id, Standing.CHALLENGED, (), "", None, (), before, before,
                "the facts of an episode were erased, so the new rules cannot be applied to it"))
            return
        task = Task(proof.key.family, proof.key.task_type, proof.key.output_type, stored.episode.decided_on,
                    observations, proof.key.pair, proof.signature.context)
        now = registry.resolve(task.family, task.decided_on).selected
        if task.pair is not None and now is not None and now not in task.pair:
            task = replace(task, pair=None)        # another edition governs by now: it is compared with the one before
        decided.append((stored, decide(task, resolver, memory, tools=tools, position=position)))
    refused = [made for _, made in decided if made.report.verdict is not Verdict.PASS]
    if refused:
        failed = next(one for one in refused[0].report.criteria if one.verdict is not Verdict.PASS)
        batch.outcomes.append(RecheckOutcome(
            proof.id, Standing.CHALLENGED, (), "", None, (), before, before,
            f"the gate refused the re-derivation ({failed.name}: {failed.reason})"))
        return
    _settle(proof, ids, opened, decided, batch, secret, registry, before)


def _settle(proof: Proof, ids: tuple[ChallengeId, ...], opened: list[_Open],
            decided: list[tuple[StoredEpisode, Decision]], batch: Rechecking, secret: bytes,
            registry: Registry, before: str) -> None:
    """Every episode has a new derivation: keep them, and give the old proof its new standing."""
    changed = [(stored, made) for stored, made in decided if made.proof.output.digest != proof.output.digest]
    for stored, made in decided:
        _keep(stored, made, proof, batch, secret, registry)
    replaced = tuple(dict.fromkeys(made.proof_id for _, made in decided if made.proof_id != proof.id))
    if not changed:
        batch.outcomes.append(RecheckOutcome(
            proof.id, Standing.REAFFIRMED, ids, "re-derivation", None, replaced, before, before,
            f"the new reading gives the same output for {_count(len(decided))}"))
        return
    starts = [one.valid_from for one in opened]
    first = min((day for day in starts if day is not None), default=None)
    prospective = first is not None and None not in starts and all(
        stored.episode.decided_on < first for stored, _ in changed)
    after = "; ".join(dict.fromkeys(summary(made.proof.output) for _, made in changed))
    standing = Standing.SUPERSEDED if prospective else Standing.RETRACTED
    withdrawn = all(one.cause is Cause.WITHDRAWN for one in opened)
    why = (f"another output from {first} on" if prospective
           else "the source it rested on was withdrawn" if withdrawn
           else "wrong for its own time under the new reading")
    batch.outcomes.append(RecheckOutcome(
        proof.id, standing, ids, "re-derivation", first if prospective else None, replaced, before, after,
        f"{why}: {len(changed)} of {_count(len(decided))} change"))


def _keep(stored: StoredEpisode, made: Decision, old: Proof, batch: Rechecking, secret: bytes,
          registry: Registry) -> None:
    if made.proof_id == old.id:
        return
    kept = record(made, secret, registry, task=stored.episode.task, title=stored.episode.title, mode=(
        Mode.ADAPT if made.mode is Mode.SYNTHESIZE else made.mode),
        reasons=("replay: the premises of the stored proof moved", f"re-derived from {old.id}"))
    episode = kept.episode
    batch.episodes[episode.id] = episode
    batch.facts[episode.id] = made.task.observations
    if made.precedent is None and made.proof_id not in batch.proofs:
        batch.proofs[made.proof_id] = made.proof
        batch.certificates.append(kept.certificate)
    if kept.abstention is not None:
        batch.abstentions[episode.id] = kept.abstention


def _count(episodes: int) -> str:
    return f"{episodes} episode{'' if episodes == 1 else 's'}"


def _premises_equal(registry: Registry, memory: Memory, proof: Proof) -> bool:
    """Sources (modulo certified rebinds), rule lists and the selection's interval are what was recorded."""
    for ref in proof.key.sources:
        head = registry.head(ref.artifact)
        if head is None or head.withdrawn is not None \
                or memory.representative(head.version.blob) != memory.representative(ref.blob):
            return False
    resolver = Resolver(registry)
    day = proof.key.interval.start or date(1, 1, 1)
    now = resolver.any_pair(proof.key.family, day, proof.key.pair).key
    return (now.rules, now.governing, now.contested, now.interval) == (
        proof.key.rules, proof.key.governing, proof.key.contested, proof.key.interval)


def _waits_for(registry: Registry, proof: Proof, challenge: _Open) -> str:
    """What would close a challenge that evaluating again cannot, or "" when a re-derivation can."""
    if challenge.cause is not Cause.TEXT_CHANGED:
        return ""
    read = {rules.edition for rules in proof.key.rules}
    moved = {entry.version.key for entry in registry.artifacts if entry.seq == challenge.seq}
    stale = sorted(edition.edition.key for key in read
                   if (edition := registry.edition(proof.key.family, key)) is not None
                   and _rests_on(edition.edition.sources, moved) and edition.seq < challenge.seq)
    if not stale:
        return ""
    return (f"rules not re-read: {', '.join(stale)} still in the reading from before the change of "
            f"{', '.join(sorted(moved))}. Closed by new rules for it, or by a recorded re-reading of the passages")


def _rests_on(sources: Sequence[ArtifactKey], moved: set[ArtifactKey]) -> bool:
    return bool(moved.intersection(sources))
