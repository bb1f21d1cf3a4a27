"""Appending: one lock gives position and time, one transaction holds the event and everything it changes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cortex_core.errors import HeadMoved, InputError
from cortex_core.ids import ConclusionId, EpisodeId
from cortex_core.model.events import GraphCreated, Registered, UseDeclared
from cortex_core.store.database import connect
from cortex_core.store.log import append, append_scripted, event_at, events, head, known_at, seq_at, verify
from cortex_core.store.rebuild import rebuild, table_digests
from tests.store.made import START, at, committed, episode, facts, graph, proof, registered, revised

ROOT = Path(__file__).resolve().parents[2]
NOTHING = Registered((), (), (), "", "a note")


def test_a_new_graph_starts_with_its_creation(conn: sqlite3.Connection) -> None:
    entry = event_at(conn, 1)
    assert entry is not None
    assert entry.event == GraphCreated("made", False, "b2")
    assert (head(conn).seq, head(conn).known) == (1, START)
    assert event_at(conn, 2) is None


def test_known_time_never_decreases_when_the_clock_does(conn: sqlite3.Connection) -> None:
    append(conn, [NOTHING, NOTHING], now=at(5), expected_head=None)
    append(conn, [NOTHING], now=at(1), expected_head=None)
    known = [entry.known for entry in events(conn)]
    assert known == [START, at(5), at(5) + timedelta(microseconds=1), at(5) + timedelta(microseconds=2)]


def test_what_was_known_at_an_instant_is_a_position(conn: sqlite3.Connection) -> None:
    append(conn, [NOTHING], now=at(5), expected_head=1)
    assert [seq_at(conn, moment) for moment in (START - timedelta(1), START, at(4), at(5), at(99))] == [0, 1, 1, 2, 2]
    assert (known_at(conn, 2), known_at(conn, 3)) == (at(5), None)


def test_a_decision_on_an_older_head_must_run_again(conn: sqlite3.Connection) -> None:
    append(conn, [NOTHING], now=at(1), expected_head=1)
    with pytest.raises(HeadMoved, match="from event 1 to 2"):
        append(conn, [NOTHING], now=at(2), expected_head=1)
    assert head(conn).seq == 2


def test_of_many_deciders_on_one_head_exactly_one_appends(path: Path) -> None:
    won, lost = [], []
    ready = threading.Barrier(6)

    def decide(number: int) -> None:
        with connect(path) as conn:
            ready.wait()
            try:
                append(conn, [NOTHING], now=at(number), expected_head=1)
                won.append(number)
            except HeadMoved:
                lost.append(number)

    threads = [threading.Thread(target=decide, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(won), len(lost)) == (1, 5)


def _append_ten(path: str) -> None:
    with connect(Path(path)) as conn:
        for _ in range(10):
            append(conn, [NOTHING], now=at(1), expected_head=None)


def test_processes_that_append_at_once_leave_one_unbroken_chain(path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=_append_ten, args=(str(path),)) for _ in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    with connect(path) as conn:
        known = [entry.known for entry in events(conn)]
        assert len(known) == 31
        assert known == sorted(set(known))
        report = verify(conn)
        assert report.intact
        assert report.projections_equal


def test_an_event_that_does_not_fold_leaves_nothing_behind(conn: sqlite3.Connection) -> None:
    before = table_digests(conn)
    with pytest.raises(ValueError, match="is not in the log"):
        append(conn, [registered(), revised(proof().id)], now=at(1), expected_head=1)
    assert (head(conn).seq, table_digests(conn)) == (1, before)
    with pytest.raises(ValueError, match="nobody can rely"):
        append(conn, [UseDeclared(ConclusionId("conclusion-0"), "Ada", "ward", "x")], now=at(1), expected_head=1)
    assert not conn.in_transaction


def test_a_version_cannot_be_registered_twice(conn: sqlite3.Connection) -> None:
    append(conn, [registered()], now=at(1), expected_head=1)
    with pytest.raises(sqlite3.IntegrityError):
        append(conn, [registered()], now=at(2), expected_head=2)
    assert head(conn).seq == 2


def test_facts_land_in_the_side_store_and_nowhere_else(conn: sqlite3.Connection) -> None:
    first = proof(1)
    append(conn, [registered(), committed(episode(1, first), proofs=(first,))], now=at(1), expected_head=1,
           side={EpisodeId("episode-0001"): facts()})
    (body,) = conn.execute("select body from facts").fetchone()
    assert "1973-08-09" in body
    tables = [name for (name,) in conn.execute("select name from sqlite_master where type = 'table'")]
    assert {"log", "episode", "proof", "facts"} <= set(tables)
    for table in tables:
        if table != "facts":
            rows = repr(conn.execute(f"select * from {table}").fetchall())
            assert not [word for word in ("1973-08-09", "birth", "observed") if word in rows], table


def test_facts_without_their_episode_are_refused(conn: sqlite3.Connection) -> None:
    with pytest.raises(ValueError, match="without its episode"):
        append(conn, [NOTHING], now=at(1), expected_head=1, side={EpisodeId("episode-0001"): facts()})
    assert head(conn).seq == 1


def test_a_scripted_clock_is_for_graphs_that_say_so(tmp_path: Path, conn: sqlite3.Connection) -> None:
    with pytest.raises(InputError, match="real clock"):
        append_scripted(conn, [NOTHING], known=at(1))
    with connect(graph(tmp_path, scripted=True, name="scripted")) as scripted:
        then = datetime(2021, 3, 4, tzinfo=UTC)
        assert append_scripted(scripted, [NOTHING], known=then).known == then
        with pytest.raises(InputError, match="before the last event"):
            append_scripted(scripted, [NOTHING], known=START)
        assert head(scripted).seq == 2


def test_a_log_that_was_cut_is_not_appended_to(conn: sqlite3.Connection) -> None:
    append(conn, [NOTHING], now=at(1), expected_head=1)
    conn.execute("delete from log where seq = 2")
    with pytest.raises(InputError, match="projections stand at event 2, the log at 1"):
        append(conn, [NOTHING], now=at(2), expected_head=None)


def test_reading_the_head_and_appending_read_a_fixed_number_of_log_rows(conn: sqlite3.Connection) -> None:
    append(conn, [NOTHING] * 50, now=at(1), expected_head=1)
    plans = [conn.execute(f"explain query plan {sql}").fetchall() for sql in (
        "select seq, digest, known from log order by seq desc limit 1",
        "select seq from log where known <= '2021' order by known desc, seq desc limit 1")]
    assert "SEARCH" in plans[1][0][3]
    steps = []
    for _ in range(2):
        count = 0

        def tick() -> int:
            nonlocal count
            count += 1
            return 0

        conn.set_progress_handler(tick, 1)
        head(conn)
        conn.set_progress_handler(None, 0)
        steps.append(count)
        append(conn, [NOTHING] * 200, now=at(2), expected_head=None)
    assert steps[0] == steps[1]  # as many machine steps with five times the events


WRITER = """
    import os, sys
    from pathlib import Path
    from cortex_core.store.database import connect
    from cortex_core.store.log import append
    from tests.store.made import at, committed, episode, proof, registered

    with connect(Path(sys.argv[1])) as conn:
        conn.execute("pragma wal_autocheckpoint = 3")
        number = 0
        while True:
            number += 1
            batch = [episode(number * 100 + each, proof(number)) for each in range(50)]
            append(conn, [committed(*batch, proofs=(proof(number),))], now=at(number), expected_head=None)
            print(number, flush=True)
"""


# `make soak` asks for many more kills, each at another moment of the same writer.
KILLS = int(os.environ.get("CORTEX_KILLS", "0"))


@pytest.mark.parametrize("milestone", [1, 2, 3, 5, 8, 13, *(1 + turn % 17 for turn in range(KILLS))])
def test_a_process_killed_while_appending_leaves_log_and_projections_consistent(path: Path, milestone: int) -> None:
    with connect(path) as conn:
        append(conn, [registered()], now=at(1), expected_head=1)
    writer = subprocess.Popen([sys.executable, "-c", textwrap.dedent(WRITER), str(path)], cwd=ROOT,
                              stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(milestone):
        writer.stdout.readline()
    os.kill(writer.pid, signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    with connect(path) as conn:
        assert head(conn).seq >= milestone + 2
        report = verify(conn, None, path.with_name(path.name + ".head"))
        assert (report.intact, report.anchored, report.projections_equal) == (True, True, True), report.words
        stored = table_digests(conn)
        rebuild(conn)
        assert table_digests(conn) == stored
        append(conn, [NOTHING], now=at(99), expected_head=None)
