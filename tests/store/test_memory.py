"""Stored experience and registry: keyed reads, at the head and as known at an earlier position."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from datetime import date

import pytest

from cortex_core.experience.memory import Memory
from cortex_core.ids import ArtifactKey, ChallengeId, EditionKey, EpisodeId, ProofId
from cortex_core.model.enums import Lane, Standing
from cortex_core.model.events import Rebind, Revised, challenge_id
from cortex_core.store.log import append
from cortex_core.store.memory import StoredMemory, tallies
from cortex_core.store.registry_rows import load_registry, registry_generation
from tests.store.made import (
    EDITION,
    GUIDE,
    at,
    certificate,
    committed,
    edition,
    episode,
    facts,
    family,
    outcome,
    proof,
    rechecked,
    registered,
    revised,
    version,
)

FIRST, SECOND = proof(1), proof(2)


@pytest.fixture
def told(conn: sqlite3.Connection) -> sqlite3.Connection:
    """2 registered, 3 committed, 4 revised (challenges both), 5 rechecked (the first reaffirmed)."""
    append(conn, [registered(),
                  committed(episode(1, FIRST), episode(2, FIRST), episode(3, SECOND), proofs=(FIRST, SECOND)),
                  revised(FIRST.id, SECOND.id),
                  rechecked(outcome(FIRST.id, Standing.REAFFIRMED, 4))],
           now=at(1), expected_head=1, side={EpisodeId("episode-0001"): facts()})
    return conn


def test_it_is_what_deciders_ask_for(told: sqlite3.Connection) -> None:
    memory: Memory = StoredMemory(told)
    assert memory.proof(FIRST.id) == FIRST
    assert memory.proof(ProofId("b2:0")) is None
    assert memory.proofs_with("screening", FIRST.signature_digest) == [FIRST]
    assert memory.proofs_with("other", FIRST.signature_digest) == []
    assert memory.proofs_resting_on(GUIDE) == [FIRST.id, SECOND.id]
    assert memory.proofs_resting_on(ArtifactKey("other")) == []
    assert memory.proofs_reading("screening", EDITION) == [FIRST.id, SECOND.id]
    assert memory.proofs_reading("other", EDITION) == memory.proofs_reading("screening", "other") == []
    assert (memory.proof_count(), memory.proof_count_of("screening"), memory.proof_count_of("other")) == (2, 2, 0)
    assert [(one.seq, one.certificate) for one in memory.certificates(FIRST.id)] == [(3, certificate(FIRST))]
    assert memory.observations(EpisodeId("episode-0001")) == facts()
    assert memory.observations(EpisodeId("episode-0002")) is None
    assert memory.challenged() == [SECOND.id]
    assert [mark.kind.value for mark in memory.marks(FIRST.id)] == ["opened", "closed"]


def test_episodes_come_with_their_place_family_and_conclusion(told: sqlite3.Connection) -> None:
    memory = StoredMemory(told)
    found = memory.episodes_of(FIRST.id)
    assert [(one.seq, one.episode, one.family) for one in found] == [
        (3, episode(1, FIRST), "screening"), (3, episode(2, FIRST), "screening")]
    assert memory.episodes_for(found[0].conclusion) == found[:1]
    assert memory.episode(EpisodeId("episode-0002")) == found[1]
    assert memory.episode(EpisodeId("episode-0009")) is None


def test_the_past_reads_as_it_did_then(told: sqlite3.Connection) -> None:
    counts = []
    for seq in (2, 3, 4, 5):
        memory = StoredMemory(told, seq)
        counts.append((memory.proof_count(), memory.standing_counts()[Standing.CHALLENGED], len(memory.challenged())))
    assert counts == [(0, 0, 0), (2, 0, 0), (2, 2, 2), (2, 1, 1)]
    early = StoredMemory(told, 2)
    assert (early.proof(FIRST.id), early.proofs_resting_on(GUIDE), early.certificates(FIRST.id)) == (None, [], [])
    assert (early.episodes_of(FIRST.id), early.proof_count_of("screening")) == ([], 0)
    assert StoredMemory(told, 4).standing(FIRST.id) is Standing.CHALLENGED
    assert StoredMemory(told, 3).marks(FIRST.id) == []


def test_counters_at_the_head_agree_with_counting_at_that_position(told: sqlite3.Connection) -> None:
    assert StoredMemory(told).standing_counts() == StoredMemory(told, 5).standing_counts() == {
        Standing.ACTIVE: 0, Standing.CHALLENGED: 1, Standing.REAFFIRMED: 1, Standing.SUPERSEDED: 0,
        Standing.RETRACTED: 0}


def test_a_challenge_leads_to_its_proof(told: sqlite3.Connection) -> None:
    assert StoredMemory(told).challenge_proof(challenge_id(4, FIRST.id)) == FIRST.id
    assert StoredMemory(told).challenge_proof(ChallengeId("4-x")) is None
    assert set(StoredMemory(told).marks_of_all([FIRST.id, SECOND.id, ProofId("b2:0")])) == {FIRST.id, SECOND.id}


def test_counters_are_found_by_the_beginning_of_their_name(told: sqlite3.Connection) -> None:
    assert tallies(told, "challenges") == {"challenges": 2, "challenges/open": 1}
    assert tallies(told)["events"] == 5


READS = {
    "proof": "select record from proof where id = 'x'",
    "by signature": "select record from proof where family = 'f' and signature_digest = 'd' order by n",
    "by artifact": "select proof.id from proof_source join proof using (n) where artifact = 'a' order by n",
    "by edition": "select proof.id from proof_edition join proof using (n) where edition = 'e' order by n",
    "marks": "select * from mark join proof using (n) where proof.id = 'x' order by mark.seq, place",
    "episodes": "select * from episode join proof on proof.n = episode.proof where proof.id = 'x'",
    "standing": "select id from proof where standing = 'challenged' and family = 'f'",
    "open challenges": "select id from challenge where closed_seq is null and seq = 4",
}


@pytest.mark.parametrize("sql", READS.values(), ids=READS)
def test_a_keyed_read_goes_to_an_index_and_never_through_a_table(told: sqlite3.Connection, sql: str) -> None:
    plan = [row[3] for row in told.execute(f"explain query plan {sql}")]
    assert [step for step in plan if step.startswith("SCAN")] == []


def test_the_registry_comes_back_equal_and_as_it_was_known_then(told: sqlite3.Connection) -> None:
    registry = load_registry(told)
    assert registry.families == {"screening": family()}
    assert [entry.version for entry in registry.artifacts] == [version(), version(2, "Screen adults from 47.")]
    assert [(entry.edition, entry.seq) for entry in registry.editions] == [(edition(), 2)]
    assert [entry.version.id for entry in load_registry(told, 3).artifacts] == ["guide"]
    assert registry.artifacts[0].known == "2020-01-01T00:01:00.000000Z"
    assert registry_generation(told) == 4
    assert registry.resolve("screening", date(2021, 1, 1)).selected == EDITION


def test_a_withdrawal_and_a_second_encoding_are_known_from_their_event_on(told: sqlite3.Connection) -> None:
    again = replace(edition(encoding=2, when="age >= 50"), key=EditionKey(EDITION))
    append(told, [Revised(Lane.RE_ENCODED, GUIDE, None, None, (again,), (), (), (), (), 0, "read again"),
                  Revised(Lane.WITHDRAWN, GUIDE, None, version(2).id, (), (), (), (), (), 0, "withdrawn")],
           now=at(9), expected_head=5)
    registry = load_registry(told)
    head = registry.head(GUIDE)
    assert head is not None
    assert head.withdrawn == 7
    assert registry.editions_of("screening")[0].edition == again
    assert load_registry(told, 6).resolve("screening", date(2021, 1, 1)).selected == EDITION
    assert registry.resolve("screening", date(2021, 1, 1)).selected is None


def rebound(old: str, new: str, sequence: int) -> Revised:
    rebind = Rebind(GUIDE, old, new, EDITION, ("s1",), "relocation")
    return Revised(Lane.BYTES_ONLY, GUIDE, version(sequence, f"text {sequence}"), None, (), (rebind,), (), (), (),
                   0, "bytes only")


def test_rebound_bytes_count_as_the_first_of_their_class(told: sqlite3.Connection) -> None:
    append(told, [rebound("b2:1", "b2:2", 3), rebound("b2:2", "b2:3", 4)], now=at(9), expected_head=5)
    memory = StoredMemory(told)
    assert [memory.representative(blob) for blob in ("b2:1", "b2:2", "b2:3", "b2:9")] == [
        "b2:1", "b2:1", "b2:1", "b2:9"]
    append(told, [rebound("b2:9", "b2:2", 5)], now=at(9), expected_head=7)
    assert {memory.representative(blob) for blob in ("b2:1", "b2:2", "b2:3", "b2:9")} == {"b2:9"}
