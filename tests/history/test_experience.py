"""Commits: which proof supports which conclusion, and what the counters say."""

from __future__ import annotations

import sqlite3

import pytest

from cortex_core.digest import digest
from cortex_core.history.view import conclusion_id
from cortex_core.ids import ConclusionId, TaskId
from cortex_core.model.enums import Mode, Standing
from cortex_core.model.events import Abstention
from cortex_core.model.experience import Proof
from cortex_core.store.log import append
from cortex_core.store.memory import StoredMemory, tallies
from cortex_core.store.rebuild import rebuild, table_digests
from tests.store.made import at, committed, episode, outcome, proof, rechecked, registered, revised

OLD = proof(1)
NEW = proof(1, blob="b2:new")      # another key, equal output
OTHER = proof(1, output="wait")    # another output


@pytest.fixture
def told(conn: sqlite3.Connection) -> sqlite3.Connection:
    """One task whose conclusion has two proofs: the older at event 3, the newer at event 4."""
    append(conn, [registered(), committed(episode(1, OLD, task="t", title="Screening at 47"), proofs=(OLD,)),
                  committed(episode(2, NEW, task="t", mode=Mode.ADAPT), proofs=(NEW,))], now=at(1), expected_head=1)
    return conn


def best(conn: sqlite3.Connection, task: str = "t") -> Proof:
    rows = conn.execute("select proof.id from conclusion join proof on proof.n = conclusion.proof "
                        "where conclusion.task = ? order by conclusion.n", (task,)).fetchall()
    found = StoredMemory(conn).proof(rows[0][0])
    assert found is not None
    return found


def test_the_identity_of_a_conclusion_is_its_task_and_output() -> None:
    expected = digest("conclusion", (TaskId("t"), OLD.output.digest)).removeprefix("b2:")[:16]
    assert conclusion_id(TaskId("t"), OLD.output.digest) == f"conclusion-{expected}"
    assert OLD.output.digest == NEW.output.digest != OTHER.output.digest


def test_an_equal_output_of_the_same_task_is_a_second_support_not_a_second_conclusion(
        told: sqlite3.Connection) -> None:
    assert told.execute("select id, proofs, title, mode from conclusion").fetchall() == [
        (conclusion_id(TaskId("t"), OLD.output.digest), 2, "Screening at 47", "adapt")]
    assert told.execute("select proof, episode, seq from support order by episode").fetchall() == [
        (1, 1, 3), (2, 2, 4)]


def test_another_output_of_the_same_task_is_another_conclusion(told: sqlite3.Connection) -> None:
    append(told, [committed(episode(3, OTHER, task="t"), proofs=(OTHER,))], now=at(2), expected_head=4)
    assert told.execute("select count(*) from conclusion").fetchone() == (2,)
    assert tallies(told)["conclusions"] == 2


def test_the_latest_support_whose_standing_admits_is_the_best_one(told: sqlite3.Connection) -> None:
    assert best(told) == NEW
    append(told, [revised(NEW.id)], now=at(2), expected_head=4)
    assert best(told) == OLD
    append(told, [revised(OLD.id, sequence=3)], now=at(3), expected_head=5)
    assert best(told) == NEW  # neither admits: the latest
    append(told, [rechecked(outcome(OLD.id, Standing.REAFFIRMED, 6))], now=at(4), expected_head=6)
    assert best(told) == OLD
    append(told, [rechecked(outcome(NEW.id, Standing.REAFFIRMED, 5))], now=at(5), expected_head=7)
    assert best(told) == NEW


def test_a_conclusion_stays_in_while_one_intact_support_is_left(told: sqlite3.Connection) -> None:
    def counts() -> dict[str, int]:
        return {name.split("/")[-1]: count for name, count in tallies(told, "conclusions/standing/").items() if count}

    append(told, [revised(NEW.id)], now=at(2), expected_head=4)
    assert counts() == {"active": 1}
    append(told, [revised(OLD.id, sequence=3)], now=at(3), expected_head=5)
    assert counts() == {"challenged": 1}


def test_a_later_episode_on_the_older_proof_makes_it_the_latest_support(told: sqlite3.Connection) -> None:
    append(told, [committed(episode(3, OLD, task="t", mode=Mode.REPLAY, title="Renamed"))], now=at(2),
           expected_head=4)
    assert best(told) == OLD
    assert told.execute("select title, mode, proofs, episode from conclusion").fetchone() == (
        "Renamed", "replay", 2, 3)


def test_a_batch_gives_what_one_by_one_gives(told: sqlite3.Connection, conn: sqlite3.Connection) -> None:
    episodes = [episode(number, proof(number % 3), task=f"t{number % 5}") for number in range(20, 40)]
    known: set[str] = set()
    for one in episodes:
        fresh = tuple(of for of in map(proof, range(3)) if of.id == one.proof and of.id not in known | {OLD.id})
        known |= {of.id for of in fresh}
        append(conn, [committed(one, proofs=fresh)], now=at(3), expected_head=None)
    one_by_one = _content(told)
    told.execute("delete from log where seq > 4")
    rebuild(told)
    append(told, [committed(*episodes, proofs=(proof(2), proof(0)))], now=at(3), expected_head=4)
    assert _content(told) == one_by_one


def _content(conn: sqlite3.Connection) -> object:
    """Conclusions with their best support and counters, by content: positions and numbers of rows may differ."""
    return (
        conn.execute("select conclusion.id, proof.id, proofs, episode, conclusion.mode from conclusion "
                     "join proof on proof.n = conclusion.proof order by 1").fetchall(),
        {name: count for name, count in tallies(conn).items() if not name.startswith("events")})


def test_counters_say_what_counting_rows_says(told: sqlite3.Connection) -> None:
    unresolved = proof(5, unresolved=True)
    append(told, [committed(episode(5, unresolved), episode(6, unresolved), proofs=(unresolved,)),
                  revised(OLD.id, unresolved.id),
                  rechecked(outcome(OLD.id, Standing.SUPERSEDED, 6), proofs=(OTHER,),
                            episodes=(episode(7, OTHER, task="t"),))], now=at(2), expected_head=4)
    counted = dict(told.execute(
        "select 'conclusions/standing/' || standing, count(*) from conclusion join proof on proof.n = proof "
        "group by standing union all select 'conclusions', count(*) from conclusion "
        "union all select 'conclusions/unresolved', count(*) from conclusion join proof on proof.n = proof "
        "where unresolved union all select 'proofs', count(*) from proof "
        "union all select 'episodes', count(*) from episode "
        "union all select 'challenges/open', count(*) from challenge where closed_seq is null"))
    held = {name: count for name, count in tallies(told).items() if name in counted}
    assert held == counted
    assert sum(count for name, count in tallies(told).items() if name.startswith("conclusions/standing/")) == 4
    assert told.execute("select count(*) from proof where conclusions != (select count(*) from conclusion "
                        "where conclusion.proof = proof.n)").fetchone() == (0,)


def test_an_abstention_is_open_until_the_same_task_is_answered(conn: sqlite3.Connection) -> None:
    asked = proof(1, unresolved=True)
    escalated = episode(1, asked, task="t", mode=Mode.ESCALATE)
    append(conn, [registered(), committed(escalated, proofs=(asked,), abstentions=(
        Abstention(escalated.id, ("age",), ("age",), (("age",),)),))], now=at(1), expected_head=1)
    assert tallies(conn, "abstentions") == {"abstentions": 1, "abstentions/open": 1}
    append(conn, [committed(episode(2, asked, task="other"))], now=at(2), expected_head=3)
    assert tallies(conn)["abstentions/open"] == 1
    append(conn, [committed(episode(3, OLD, task="t"), proofs=(OLD,))], now=at(3), expected_head=4)
    assert tallies(conn)["abstentions/open"] == 0
    assert conn.execute("select closed_seq from abstention").fetchone() == (5,)


def test_an_abstention_without_its_episode_is_refused(conn: sqlite3.Connection) -> None:
    before = table_digests(conn)
    with pytest.raises(ValueError, match="without its episode"):
        append(conn, [committed(abstentions=(Abstention(episode(1, OLD).id, (), (), ()),))], now=at(1),
               expected_head=1)
    assert table_digests(conn) == before


def test_conclusions_are_found_by_title_family_and_output_words(told: sqlite3.Connection) -> None:
    for word in ("47", "screening", "COLONOSCOPY"):
        rows = told.execute("select conclusion.id from conclusion_fts join conclusion "
                            "on conclusion.n = conclusion_fts.rowid where conclusion_fts match ?", (word,)).fetchall()
        assert rows == [(ConclusionId(conclusion_id(TaskId("t"), OLD.output.digest)),)]
