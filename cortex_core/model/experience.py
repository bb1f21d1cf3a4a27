"""Records of experience: observations, signatures, keys, outputs, proofs, certificates and episodes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from cortex_core.digest import digest
from cortex_core.ids import ArtifactKey, EditionKey, EpisodeId, ProofId, RuleId, TaskId
from cortex_core.logic.values import Value
from cortex_core.model.enums import Mode, Transition, Truth, Verdict
from cortex_core.temporal.interval import Interval

__all__ = [
    "SEMANTICS",
    "Certificate",
    "CitedSpan",
    "Criterion",
    "Episode",
    "Observation",
    "Output",
    "Proof",
    "ProofKey",
    "Row",
    "RuleList",
    "Sets",
    "Signature",
    "SourceRef",
    "Task",
    "ToolRef",
]

SEMANTICS = 1
"""Number of the evaluator's meaning. It changes when equal rules and signature would give another output,
never with the version of the app (an upgrade must not flood a graph with challenges)."""


@dataclass(frozen=True, slots=True)
class ToolRef:
    """A tool's observation used as a premise: which tool, and a keyed digest of inputs and value."""

    tool: str
    version: str
    digest: str


@dataclass(frozen=True, slots=True)
class Observation:
    """What is known of one declared fact: the canonical value, when it was observed (civil date), the
    first day on which it may no longer be used, and the tool it came from."""

    name: str
    value: Value
    observed: date
    until: date | None
    tool: ToolRef | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """One question: a family, a decision date (valid time) and facts; optionally an edition pair."""

    family: str
    task_type: str
    output_type: str
    decided_on: date
    observations: tuple[Observation, ...]          # every declared fact, in declared order
    pair: tuple[EditionKey, EditionKey] | None
    context: tuple[tuple[str, str], ...] = ()      # output context


@dataclass(frozen=True, slots=True)
class Signature:
    """Ordered vector of every atom that the selected rules consume, with codes that keep Y, N and each
    reason of U apart; tool observations read; output context."""

    atoms: tuple[str, ...]
    codes: bytes                                   # one per atom, see logic.atoms.AtomValue.code
    observations: tuple[tuple[str, ToolRef], ...]  # (fact, observation)
    context: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RuleList:
    """The rules read of one edition: ids in order with their digests, precedence included."""

    edition: EditionKey
    rules: tuple[tuple[RuleId, str], ...]

    @property
    def digest(self) -> str:
        return digest("rule list", (self.edition, self.rules))


@dataclass(frozen=True, slots=True)
class SourceRef:
    """An artifact's bytes that the rules rest on."""

    artifact: ArtifactKey
    blob: str


@dataclass(frozen=True, slots=True)
class CitedSpan:
    """A span that a rule of the proof was read from, by the digest it had."""

    rule: RuleId
    artifact: ArtifactKey
    span: str
    digest: str


@dataclass(frozen=True, slots=True)
class ProofKey:
    """Everything but the signature that the output depends on (contract 3.4)."""

    family: str
    task_type: str
    output_type: str
    governing: EditionKey | None
    contested: tuple[EditionKey, ...]              # unranked candidates where resolution is unresolved
    pair: tuple[EditionKey, EditionKey] | None
    rules: tuple[RuleList, ...]                    # pair in order, then the governing edition if outside
    sources: tuple[SourceRef, ...]
    cites: tuple[CitedSpan, ...]
    tools: tuple[tuple[str, str], ...]             # (tool, version)
    semantics: int
    interval: Interval                             # source interval


@dataclass(frozen=True, slots=True)
class Row:
    """One lineage under an edition pair. Outputs are ids; "" where the side is not Y."""

    lineage: str
    old: Truth
    old_output: str
    new: Truth
    new_output: str
    transition: Transition
    rule_changed: bool | None                      # None: the lineage is absent from one edition
    transition_material: Transition


@dataclass(frozen=True, slots=True)
class Sets:
    """Sets of an answer: lineage ids, except the last two."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    modified: tuple[str, ...]
    unchanged: tuple[str, ...]
    unresolved: tuple[str, ...]
    currently_applicable: tuple[str, ...]          # rule ids
    currently_unknown: tuple[str, ...]             # <edition>:<lineage>


@dataclass(frozen=True, slots=True)
class Output:
    """The typed answer. ``contents`` binds each output id to the digest of its typed content."""

    rows: tuple[Row, ...]
    sets: Sets
    contents: tuple[tuple[str, str], ...]

    @property
    def has_open_questions(self) -> bool:
        return bool(self.sets.unresolved or self.sets.currently_unknown)

    @property
    def digest(self) -> str:
        rows = tuple((row.lineage, row.old, row.old_output, row.new, row.new_output, row.transition,
                      row.rule_changed, row.transition_material) for row in self.rows)
        sets = tuple(getattr(self.sets, name) for name in Sets.__slots__)
        return digest("typed output", (rows, sets, self.contents))


@dataclass(frozen=True, slots=True)
class Proof:
    """Content-addressed derivation. Its digest leaves out steps (a function of the rest), certificates,
    witnesses, known time, horizon, personal values and the app version."""

    key: ProofKey
    signature: Signature
    output: Output

    @property
    def key_digest(self) -> str:
        key = self.key
        return digest("proof key", (
            key.family, key.task_type, key.output_type, key.governing, key.contested, key.pair,
            tuple((rules.edition, rules.rules) for rules in key.rules),
            tuple((source.artifact, source.blob) for source in key.sources),
            tuple((cite.rule, cite.artifact, cite.span, cite.digest) for cite in key.cites),
            key.tools, key.semantics, key.interval.start, key.interval.end))

    @property
    def signature_digest(self) -> str:
        return signature_digest(self.signature)

    @property
    def id(self) -> ProofId:
        return ProofId(digest("proof/1", (self.key_digest, self.signature_digest, self.output.digest)))


def signature_digest(signature: Signature) -> str:
    """Digest of atom ids *with* values and reasons: equal vectors of different atoms stay apart."""
    observed = tuple((fact, ref.tool, ref.version, ref.digest) for fact, ref in signature.observations)
    return digest("signature", (signature.atoms, signature.codes, observed, signature.context))


@dataclass(frozen=True, slots=True)
class Criterion:
    """One named check with its verdict and reason."""

    name: str
    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class Certificate:
    """The gate's report on a proof, by whom, and what it rests on. When: the time of its log event."""

    proof: ProofId
    verifier: str
    verifier_version: str
    criteria: tuple[Criterion, ...]
    rests_on: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Episode:
    """A completed task. No identifier and no birth date: ids are keyed digests, facts and the horizon
    (whose end may be a birthday) lie in the side store."""

    id: EpisodeId
    task: TaskId
    proof: ProofId
    decided_on: date
    mode: Mode
    mode_reasons: tuple[str, ...]
    roles: tuple[str, ...]                         # role trace: who did which step
    title: str                                     # "" unless somebody named it
    facts_digest: str                              # keyed digest of the canonical observations
