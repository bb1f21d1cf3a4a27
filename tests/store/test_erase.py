"""Erasing an episode's facts leaves no byte of them; proof, standing and the chain are as before."""

from __future__ import annotations

import sqlite3
from datetime import date
from pathlib import Path

import pytest

from cortex_core.errors import Refused
from cortex_core.ids import EpisodeId
from cortex_core.logic.values import Known
from cortex_core.model.events import Erased
from cortex_core.model.experience import Observation
from cortex_core.store.database import connect
from cortex_core.store.erase import erase
from cortex_core.store.log import append, event_at, verify
from cortex_core.store.memory import StoredMemory, tallies
from cortex_core.store.rebuild import rebuild
from tests.store.made import at, committed, episode, proof, registered

PEOPLE = 60


def personal(number: int) -> tuple[Observation, ...]:
    # Long enough that some lie on overflow pages, and pages are split while they are written.
    marker = f"secret-{number:04}-" + "x" * (number % 7 * 900)
    return (Observation("note", Known(marker), date(2021, 5, 18), None),)


@pytest.fixture
def people(conn: sqlite3.Connection) -> sqlite3.Connection:
    shared = proof(1)
    append(conn, [registered()], now=at(1), expected_head=1)
    for number in range(PEOPLE):
        one = episode(number, shared)
        append(conn, [committed(one, proofs=() if number else (shared,))], now=at(2), expected_head=None,
               side={one.id: personal(number)})
    return conn


def test_no_byte_of_erased_facts_is_left_in_the_files(people: sqlite3.Connection, path: Path) -> None:
    gone = [number for number in range(PEOPLE) if number % 3]
    for number in gone:
        assert not erase(people, EpisodeId(f"episode-{number:04}"), "Ada", "asked for", at(9)).traces_left
    held = b"".join(one.read_bytes() for one in path.parent.iterdir())
    assert [number for number in gone if f"secret-{number:04}".encode() in held] == []
    assert all(f"secret-{number:04}".encode() in held for number in range(0, PEOPLE, 3))


def test_standing_and_chain_are_kept_and_the_log_says_who_erased(people: sqlite3.Connection) -> None:
    one = EpisodeId("episode-0001")
    before = StoredMemory(people).standing_counts()
    done = erase(people, one, "Ada", "asked for", at(9))
    memory = StoredMemory(people)
    assert memory.observations(one) is None
    assert memory.is_erased(one)
    assert memory.observations(EpisodeId("episode-0000")) == personal(0)
    assert memory.standing_counts() == before
    assert len(memory.episodes_of(proof(1).id)) == PEOPLE
    entry = event_at(people, done.head.seq)
    assert entry is not None
    assert entry.event == Erased(one, "Ada", "asked for")
    assert tallies(people, "erased") == {"erased": 1}
    assert verify(people).projections_equal


def test_erasing_twice_does_nothing_the_second_time(people: sqlite3.Connection) -> None:
    one = EpisodeId("episode-0001")
    assert erase(people, one, "Ada", "", at(9)).head == erase(people, one, "Bob", "", at(10)).head


def test_an_unknown_episode_is_refused(people: sqlite3.Connection) -> None:
    with pytest.raises(Refused, match="not in the log"):
        erase(people, EpisodeId("episode-9999"), "Ada", "", at(9))
    assert not people.in_transaction


def test_folding_again_does_not_bring_erased_facts_back(people: sqlite3.Connection) -> None:
    erase(people, EpisodeId("episode-0001"), "Ada", "", at(9))
    rebuild(people)
    assert StoredMemory(people).observations(EpisodeId("episode-0001")) is None
    assert StoredMemory(people).is_erased(EpisodeId("episode-0001"))


def test_a_reader_that_holds_the_old_state_is_reported(people: sqlite3.Connection, path: Path) -> None:
    people.execute("pragma busy_timeout = 0")
    with connect(path) as reader:
        reader.execute("begin")
        reader.execute("select count(*) from facts").fetchone()
        assert erase(people, EpisodeId("episode-0001"), "Ada", "", at(9)).traces_left
