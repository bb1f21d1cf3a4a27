"""Questions about made-up persons under the shipped rules, and a memory that is a list."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from cortex_core.experience.memory import Mark, StoredCertificate, StoredEpisode
from cortex_core.experience.situation import Resolver
from cortex_core.ids import ArtifactKey, EpisodeId, ProofId
from cortex_core.lifecycle.controller import Decision, decide
from cortex_core.lifecycle.recording import certify
from cortex_core.logic.terms import Kind
from cortex_core.model.enums import Standing
from cortex_core.model.experience import Observation, Proof, Task
from cortex_core.model.rules import FactSpec, Family, Role
from cortex_core.rules.intake import take_in
from cortex_core.service.cases import shipped_registry
from cortex_core.sources.registry import Registry
from cortex_core.tools import versions

POSITION = 100
NUMBERS = [Decimal(text) for text in (
    "0", "1", "3", "10", "14", "14.5", "15", "30", "47", "50", "100", "150", "200", "350", "398", "500", "825")]


@functools.cache
def shipped() -> Registry:
    return shipped_registry()


@functools.cache
def resolver() -> Resolver:
    return Resolver(shipped())


@dataclass
class Remembered:
    """A `Memory` over lists: proofs in the order committed, with marks and certificates by proof."""

    proofs: Sequence[Proof] = ()
    certified: Mapping[ProofId, Sequence[StoredCertificate]] | None = None
    marked: Mapping[ProofId, Sequence[Mark]] | None = None

    def proof(self, proof: ProofId) -> Proof | None:
        return next((one for one in self.proofs if one.id == proof), None)

    def proofs_with(self, family: str, signature_digest: str) -> Sequence[Proof]:
        return [one for one in self.proofs
                if one.key.family == family and one.signature_digest == signature_digest]

    def marks(self, proof: ProofId) -> Sequence[Mark]:
        return (self.marked or {}).get(proof, ())

    def certificates(self, proof: ProofId) -> Sequence[StoredCertificate]:
        return (self.certified or {}).get(proof, ())

    def proofs_resting_on(self, artifact: ArtifactKey) -> Sequence[ProofId]:
        return [one.id for one in self.proofs if artifact in {ref.artifact for ref in one.key.sources}]

    def proofs_reading(self, family: str, edition: str) -> Sequence[ProofId]:
        return [one.id for one in self.proofs
                if one.key.family == family and edition in {rules.edition for rules in one.key.rules}]

    def proof_count(self) -> int:
        return len(self.proofs)

    def proof_count_of(self, family: str) -> int:
        return sum(1 for one in self.proofs if one.key.family == family)

    def episodes_of(self, proof: ProofId) -> Sequence[StoredEpisode]:
        return ()

    def observations(self, episode: EpisodeId) -> tuple[Observation, ...] | None:
        return None

    def representative(self, blob: str) -> str:
        return blob

    def challenged(self) -> Sequence[ProofId]:
        return [one.id for one in self.proofs if self.marks(one.id)]

    def standing_counts(self) -> Mapping[Standing, int]:
        return {Standing.ACTIVE: len(self.proofs)}


def remembering(decisions: Iterable[Decision]) -> Remembered:
    """A memory of the given decisions, each certified by the gate's own report."""
    made = {one.proof_id: one for one in decisions}
    return Remembered([one.proof for one in made.values()], {
        name: (StoredCertificate(1, certify(name, one.report, shipped(), one.task.family)),)
        for name, one in made.items()})


def decided(task: Task, memory: Remembered | None = None) -> Decision:
    return decide(task, resolver(), memory or Remembered(), tools=versions(), position=POSITION)


# --- persons -------------------------------------------------------------------------------------------


def _scalars(spec: FactSpec, day: date) -> st.SearchStrategy[Any]:
    match spec.kind:
        case Kind.BOOL:
            return st.booleans()
        case Kind.ENUM:
            return st.sampled_from(spec.names)
        case Kind.INTEGER:
            return st.sampled_from([int(one) for one in NUMBERS])
        case Kind.NUMBER:
            return st.sampled_from(NUMBERS)
        case Kind.DATE:
            span = 80 * 365 if spec.role is Role.BIRTH else 300
            dates = st.integers(0, span).map(lambda back: (day - timedelta(days=back)).isoformat())
            return dates | st.sampled_from(spec.names) if spec.names else dates


@st.composite
def _raw(draw: st.DrawFn, spec: FactSpec, day: date) -> Any:
    one = draw(_scalars(spec, day), label=spec.name)
    match draw(st.sampled_from(["known"] * 9 + ["missing", "conflict", "options"])):
        case "missing":
            return {"unknown": "missing"}
        case "conflict":
            return {"unknown": "conflict", "candidates": [one, draw(_scalars(spec, day))]}
        case "options":
            return {"unknown": "partial", "options": [one, draw(_scalars(spec, day))]}
        case _:
            return one


@functools.cache
def _days(family: str) -> list[date]:
    """Days around every start of an edition, the first one's excepted: there is no pair before it."""
    starts = sorted(entry.edition.valid_from for entry in shipped().editions_of(family))[1:]
    return [start + timedelta(days=step) for start in starts for step in (0, 40, 200)]


def task_of(family: Family, raw: Mapping[str, Any], day: date) -> Task:
    return Task(family.key, family.task_type, family.output_type, day, take_in(family, raw, day).observations,
                None)


@st.composite
def tasks(draw: st.DrawFn, *families: str) -> Task:
    """A question of one of the families (all by default), with the default pair of its decision date."""
    family = shipped().families[draw(st.sampled_from(families or tuple(sorted(shipped().families))))]
    day = draw(st.sampled_from(_days(family.key)))
    return task_of(family, {spec.name: draw(_raw(spec, day)) for spec in family.facts}, day)


def on_day(task: Task, day: date) -> Task:
    """The same facts, observed when they were, asked again on another day."""
    return replace(task, decided_on=day)
