"""The controller: one task to one decision, in the cheapest mode that the contract allows (contract 3.5).

Pure: it reads the registry and the memory and returns a decision; nothing is written. The output is that of
fresh evaluation whatever the memory holds (I7); only mode and cost differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from cortex_core.experience.admissibility import Condition, admissibility, is_admissible
from cortex_core.experience.derivation import derive, key_of
from cortex_core.experience.horizon import HoldsUntil, fact_horizon, holds_until, replay_horizon
from cortex_core.experience.memory import Memory, StoredCertificate
from cortex_core.experience.settle import Settling, settling
from cortex_core.experience.situation import Resolver, Situation, signature_of
from cortex_core.ids import ProofId
from cortex_core.lifecycle.gate import GateReport, Released, pass_gate, report
from cortex_core.lifecycle.standing import standing
from cortex_core.model.enums import Mode, Verdict
from cortex_core.model.experience import Proof, Signature, Task, signature_digest
from cortex_core.rules.checker import VERIFIER, VERIFIER_VERSION, Ground, check
from cortex_core.sources.registry import Registry
from cortex_core.temporal.interval import Interval

__all__ = ["Decision", "decide", "ground_at", "is_trusted"]


@dataclass(frozen=True)
class Decision:
    """An answer with everything that its release, its record and its explanation need.

    How long it holds and what would settle it cost many evaluations and change nothing of the answer, so they
    are found when somebody asks (``holds``, ``settling``), in the registry that the decision was made in.
    """

    task: Task
    situation: Situation
    proof: Proof
    proof_id: ProofId
    mode: Mode
    reasons: tuple[str, ...]               # against each cheaper mode
    precedent: ProofId | None              # the stored proof that was replayed
    conditions: tuple[Condition, ...]      # of the nearest stored proof, admissible or not
    report: GateReport
    released: Released
    fact_horizon: Interval
    replay_horizon: Interval
    position: int
    resolver: Resolver = field(repr=False, compare=False)

    @cached_property
    def holds(self) -> HoldsUntil:
        """The first civil date after the decision on which the output differs, and why."""
        return holds_until(self.resolver, self.situation, self.task, self.proof.output)

    @cached_property
    def settling(self) -> Settling | None:
        """Which unknown facts would settle the open questions; None where none is open."""
        output = self.proof.output
        return settling(self.situation, self.task, output) if output.has_open_questions else None


def is_trusted(stored: StoredCertificate) -> bool:
    """Whether a certificate's verifier is trusted: the checker at the version this library carries."""
    made = stored.certificate
    return (made.verifier, made.verifier_version) == (VERIFIER, VERIFIER_VERSION)


def ground_at(registry: Registry, memory: Memory, proof: Proof, tools: Mapping[str, str]) -> Ground:
    """What the checker may look at: registered rows as they were read, and the classes of certified rebinds
    of the blobs concerned."""
    keys = {entry.version.key for entry in registry.artifacts}
    heads = {key: head for key in keys if (head := registry.head(key)) is not None}
    editions = {entry.edition.key: entry.edition for entry in registry.editions_of(proof.key.family)}
    blobs = {ref.blob for ref in proof.key.sources} | {entry.version.blob for entry in heads.values()}
    return Ground(
        families=registry.families,
        artifacts={key: entry.version for key, entry in heads.items()},
        withdrawn=frozenset(key for key, entry in heads.items() if entry.withdrawn is not None),
        editions=editions,
        representatives={blob: memory.representative(blob) for blob in blobs},
        tools=tools)


def decide(task: Task, resolver: Resolver, memory: Memory, *, tools: Mapping[str, str], position: int) -> Decision:
    """Decide a task at a log position.

    Raises:
        Refused: the pair is not allowed, or the family unknown; nothing was decided.
    """
    situation = resolver.situation(task.family, task.decided_on, task.pair)
    signature = signature_of(situation, task)
    precedent, conditions, against = _precedent(task, situation, signature, memory, position)
    proof = precedent or derive(situation, task)
    gate = _gate(proof, task, resolver, memory, tools, position)
    if precedent is not None and gate.verdict is not Verdict.PASS:
        failed = next(one for one in gate.criteria if one.verdict is not Verdict.PASS)
        against = f"replay: the gate refused the stored proof ({failed.name}: {failed.reason})"
        precedent, proof = None, derive(situation, task)
        gate = _gate(proof, task, resolver, memory, tools, position)
    released = pass_gate(proof, gate, _unsupported(situation))
    mode, reasons = _mode(proof, situation, precedent is not None, against)
    return Decision(
        task, situation, proof, proof.id, mode, reasons, precedent.id if precedent else None, conditions,
        gate, released, fact_horizon(situation, task), replay_horizon(situation, task), position, resolver)


def _precedent(task: Task, situation: Situation, signature: Signature, memory: Memory,
               position: int) -> tuple[Proof | None, tuple[Condition, ...], str]:
    """The admissible stored proof, or the nearest one's conditions and why replay is refused."""
    key = key_of(situation, signature)
    nearest: tuple[Condition, ...] = ()
    against = "replay: no stored proof has this signature"
    for stored in memory.proofs_with(task.family, signature_digest(signature)):
        found = admissibility(
            stored, key, signature, standing=standing(memory.marks(stored.id), task.decided_on, position),
            decided_on=task.decided_on, certificates=memory.certificates(stored.id), trusted=is_trusted,
            representative=memory.representative)
        if is_admissible(found):
            return stored, found, ""
        failed = next(one for one in found if one.verdict is not Verdict.PASS)
        nearest = nearest or found
        against = f"replay: {failed.name}: recorded {failed.recorded}, current {failed.current}"
    return None, nearest, against


def _gate(proof: Proof, task: Task, resolver: Resolver, memory: Memory, tools: Mapping[str, str],
          position: int) -> GateReport:
    ground = ground_at(resolver.registry, memory, proof, tools)
    found = check(proof, ground, claimed_id=proof.id, decided_on=task.decided_on,
                  observations=task.observations)
    return report(proof.id, found, position)


def _unsupported(situation: Situation) -> frozenset[str]:
    """Lineages of rules that cite a span which the registered text lacks."""
    missing = {words.split(" cites ", 1)[0] for words in situation.spans_missing}
    return frozenset(one.rule.lineage for rules in situation.book.rules.values() for one in rules
                     if one.rule.id in missing)


def _mode(proof: Proof, situation: Situation, replayed: bool, against: str) -> tuple[Mode, tuple[str, ...]]:
    adapt = "adapt: no stored proof's premises moved, so there is nothing to carry over"
    resolution = situation.resolution
    if resolution.selected is None:
        how = (against, adapt) if not replayed else ("the stored proof leaves the same question open",)
        return Mode.ESCALATE, (*how, f"synthesize: {resolution.why}, so nothing current can be asserted")
    if proof.output.has_open_questions:
        rows = ", ".join(proof.output.sets.unresolved or proof.output.sets.currently_unknown)
        how = (against, adapt) if not replayed else ("the stored proof leaves the same question open",)
        return Mode.ESCALATE, (*how, f"synthesize: the facts leave {rows} unresolved")
    return (Mode.REPLAY, ()) if replayed else (Mode.SYNTHESIZE, (against, adapt))
