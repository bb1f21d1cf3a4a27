"""Proofs of every shape that a family's sample holds, each with what a check of it is given."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace
from datetime import date

from cortex_core.experience.derivation import derive
from cortex_core.experience.situation import Resolver
from cortex_core.ids import ArtifactKey, EditionKey, EpisodeId
from cortex_core.lifecycle.controller import ground_at
from cortex_core.logic.atoms import AtomValue
from cortex_core.model.experience import Criterion, Observation, Proof, Sets, Task
from cortex_core.rules.checker import Ground, check
from cortex_core.service.unit import Unit, unit
from cortex_core.sources.registry import RegisteredEdition, Registry
from cortex_core.store.reading import committed_at
from tests.graphs import sample

FAMILIES = (
    "aspirin_cvd", "cpap_osa", "crc_coverage", "crc_screening", "ct_treatment", "gc_treatment", "hiv_art",
    "nist_password", "partd_benefit", "tls_lifetime")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A proof with its ground, the day it was decided on, the person's observations, and its shape in words."""

    proof: Proof
    ground: Ground
    decided_on: date
    observations: tuple[Observation, ...]
    shape: frozenset[str]

    def criteria(self, proof: Proof | None = None) -> tuple[Criterion, ...]:
        """The checks on this proof, or on another one under this one's ground, claimed under its own digest."""
        given = proof or self.proof
        return check(given, self.ground, claimed_id=given.id, decided_on=self.decided_on,
                     observations=self.observations)


def shape_of(proof: Proof) -> frozenset[str]:
    """What is particular about a proof: sets that hold something, reasons, tools, what governs."""
    found = {name for name in Sets.__slots__ if getattr(proof.output.sets, name)}
    found |= {f"U({value.reason.value})" for code in proof.signature.codes
              if (value := AtomValue.from_code(code)).reason is not None}
    if proof.signature.observations:
        found.add("a tool's observation")
    if proof.key.governing is None:
        found.add("contested" if proof.key.contested else "no edition governs")
    return frozenset(found)


def _recorded(work: Unit, episode: str) -> Recorded:
    stored = work.memory.episode(EpisodeId(episode))
    assert stored is not None
    proof, observations = work.memory.proof(stored.episode.proof), work.memory.observations(stored.episode.id)
    assert proof is not None
    assert observations is not None
    then = work.registry.at(committed_at(work.connection, stored.episode.proof))
    return Recorded(proof, ground_at(then, work.memory, proof, work.tools), stored.episode.decided_on, observations,
                    shape_of(proof))


@functools.cache
def proofs_of(family: str) -> tuple[Recorded, ...]:
    """Fewest proofs, taken greedily, that together have every particularity which the family's sample has."""
    with unit(sample()) as work:
        episodes = work.connection.execute(
            "select min(episode.id), proof.id from episode join proof on proof.n = episode.proof "
            "where proof.family = ? group by proof.id order by proof.n", (family,)).fetchall()
        shapes = {episode: shape_of(proof) for episode, identity in episodes
                  if (proof := work.memory.proof(identity)) is not None}
        wanted, chosen = frozenset[str]().union(*shapes.values()), list[str]()
        while wanted:
            best = max(shapes, key=lambda episode: len(shapes[episode] & wanted))
            wanted -= shapes[best]
            chosen.append(best)
        return tuple(_recorded(work, episode) for episode in chosen)


@functools.cache
def contested() -> Recorded:
    """A proof that leaves open which of two unranked editions governs. The sample's registry ranks none, but
    holds no two that meet; so one edition is made to overlap the next."""
    with unit(sample()) as work:
        rival = next(entry.edition for entry in work.registry.editions_of("crc_screening")
                     if entry.edition.key == "uspstf_crc_2021")
        rival = replace(rival, key=EditionKey("rival"), supersedes=None, valid_from=date(2021, 6, 1),
                        sources=(ArtifactKey("aca_faq_51"),),
                        rules=tuple(replace(rule, edition=EditionKey("rival")) for rule in rival.rules))
        registry = Registry(work.registry.families, work.registry.artifacts,
                            (*work.registry.editions, RegisteredEdition(rival, work.head.seq, "")))
        given = proofs_of("crc_screening")[0]
        resolver, key = Resolver(registry), given.proof.key
        pair = (EditionKey("uspstf_crc_2016"), EditionKey("uspstf_crc_2021"))
        task = Task(key.family, key.task_type, key.output_type, date(2022, 3, 1), given.observations, pair)
        proof = derive(resolver.situation(task.family, task.decided_on, pair), task)
        return Recorded(proof, ground_at(registry, work.memory, proof, work.tools), task.decided_on,
                        task.observations, shape_of(proof))
