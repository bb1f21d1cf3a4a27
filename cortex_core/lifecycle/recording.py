"""From a decision to what is recorded of it: certificate, episode, abstention. Ids are keyed digests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cortex_core.digest import keyed_digest
from cortex_core.ids import EpisodeId, ProofId, TaskId
from cortex_core.lifecycle.controller import Decision
from cortex_core.lifecycle.gate import GateReport
from cortex_core.logic.atoms import scalar_text
from cortex_core.logic.values import Between, Conflicting, Known, Missing, OneOf, Stale, Unscoped, Value
from cortex_core.model.enums import Mode
from cortex_core.model.events import Abstention
from cortex_core.model.experience import Certificate, Episode, Observation, Task
from cortex_core.rules.checker import VERIFIER, VERIFIER_VERSION
from cortex_core.sources.registry import Registry

__all__ = ["Recorded", "canonical_observations", "certify", "record", "task_id"]

ROLES = ("source: resolved the governing edition", "state: normalised the facts",
         "reasoner: evaluated the selected rules", "verifier: re-derived the output independently",
         "steward: recorded the episode")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a batch's event holds of one decision."""

    episode: Episode
    certificate: Certificate
    abstention: Abstention | None


def _value(value: Value) -> object:
    match value:
        case Known(one):
            return ("known", type(one).__name__, scalar_text(one))
        case Missing():
            return ("missing",)
        case Conflicting(candidates):
            return ("conflicting", tuple((type(one).__name__, scalar_text(one), by) for one, by in candidates))
        case Between(low, high):
            return ("between", type(low).__name__, scalar_text(low), scalar_text(high))
        case OneOf(options):
            return ("one of", tuple((type(one).__name__, scalar_text(one)) for one in options))
        case Unscoped(why):
            return ("unscoped", why)
        case Stale(since):
            return ("stale", since)


def canonical_observations(observations: tuple[Observation, ...]) -> object:
    """A value for digests: equal iff the canonical facts are."""
    return tuple((one.name, _value(one.value), one.observed, one.until,
                  (one.tool.tool, one.tool.version, one.tool.digest) if one.tool else None)
                 for one in observations)


def task_id(secret: bytes, task: Task, name: str = "") -> TaskId:
    """Keyed digest of the question; ``name`` tells two askers of one question apart."""
    return TaskId("task-" + keyed_digest(secret, "task", (
        task.family, task.task_type, task.output_type, task.decided_on, task.pair, task.context, name,
        canonical_observations(task.observations)))[4:36])


def certify(proof: ProofId, gate: GateReport, registry: Registry, family: str) -> Certificate:
    """The gate's report as a certificate, with what it rests on."""
    entries = [entry for entry in registry.artifacts if family in entry.version.scope]
    gaps = sorted({gap for entry in entries for gap in entry.version.known_gaps})
    return Certificate(proof, VERIFIER, VERIFIER_VERSION, gate.criteria, (
        ("encoding", "taken as right: the rules are one reading of the cited spans"),
        ("registry", f"as known at log position {gate.position}"),
        ("known gaps", "; ".join(gaps) or "none recorded"),
        ("outside", "a publication that is not registered cannot be enforced")))


def record(decision: Decision, secret: bytes, registry: Registry, *, title: str = "", name: str = "",
           task: TaskId | None = None, mode: Mode | None = None,
           reasons: tuple[str, ...] | None = None) -> Recorded:
    """Episode, certificate and, where the mode is *escalate*, the abstention of a decision."""
    task = task or task_id(secret, decision.task, name)
    visit = keyed_digest(secret, "episode", (task, decision.proof_id, decision.position))
    episode = EpisodeId("episode-" + visit[4:36])
    made = Episode(
        episode, task, decision.proof_id, decision.task.decided_on, mode or decision.mode,
        decision.reasons if reasons is None else reasons, ROLES, title,
        keyed_digest(secret, "facts", canonical_observations(decision.task.observations)))
    certificate = certify(decision.proof_id, decision.report, registry, decision.task.family)
    return Recorded(made, certificate, _abstention(decision, episode))


def _abstention(decision: Decision, episode: EpisodeId) -> Abstention | None:
    if decision.mode is not Mode.ESCALATE:
        return None
    settling = decision.settling
    missing: Mapping[str, None] = dict.fromkeys(settling.may) if settling else {}
    what = tuple(missing) or (decision.situation.resolution.why,)
    return Abstention(episode, what, settling.may if settling else (), settling.must if settling else ())
