"""A graph is one file; anything else is refused with one error and left as it was."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cortex_core.errors import InputError
from cortex_core.model.events import Registered
from cortex_core.store.database import connect, create, graph_name, is_scripted, secret
from cortex_core.store.log import append, head
from cortex_core.store.memory import StoredMemory
from cortex_core.store.registry_rows import load_registry
from tests.store.made import START, at, graph, registered


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught, connect(path):
        pass
    (issue,) = caught.value.issues
    assert issue.file == str(path)
    assert issue.remedy
    return issue.cause


def test_a_new_graph_has_a_name_a_clock_a_secret_and_its_anchor(tmp_path: Path) -> None:
    path = graph(tmp_path, scripted=True, name="sample")
    with connect(path) as conn:
        assert (graph_name(conn), is_scripted(conn)) == ("sample", True)
        assert len(secret(conn)) == 32
    assert sorted(one.name for one in tmp_path.iterdir()) == ["sample.db", "sample.db.head"]


def test_two_graphs_have_two_secrets_and_neither_is_in_the_log(tmp_path: Path) -> None:
    secrets = []
    for name in ("one", "two"):
        with connect(graph(tmp_path, name=name)) as conn:
            secrets.append(secret(conn))
            (body,) = conn.execute("select body from log").fetchone()
            assert secrets[-1].hex() not in body
    assert secrets[0] != secrets[1]


def test_an_existing_file_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine", "utf-8")
    with pytest.raises(InputError, match="a file of that name already"):
        create(path, name="x", scripted=False, now=START)
    assert path.read_text("utf-8") == "mine"
    assert [one.name for one in tmp_path.iterdir()] == ["notes.txt"]


def test_a_graph_is_made_in_a_folder_that_does_not_exist_yet(tmp_path: Path) -> None:
    create(tmp_path / "deep" / "er" / "graph.db", name="x", scripted=False, now=START)
    with connect(tmp_path / "deep" / "er" / "graph.db") as conn:
        assert head(conn).seq == 1


def test_a_folder_that_cannot_be_made_is_one_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        create(tmp_path / "file" / "graph.db", name="x", scripted=False, now=START)


@pytest.mark.parametrize(("content", "says"), [
    (b"", "no SQLite database"),
    (b"not a database at all, only some text that goes on for a while" * 4, "no SQLite database"),
    (b"SQLite format 3\0", "no SQLite database"),
    (b"SQLite format 3\0" + bytes(200), "not a Cortex graph"),
])
def test_what_is_no_graph_is_refused_and_unchanged(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    assert says in refusal(path)
    assert path.read_bytes() == content
    assert [one.name for one in tmp_path.iterdir()] == ["other.db"]


def test_another_program_s_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("create table log (seq integer primary key)")
    other.commit()
    other.close()
    before = path.read_bytes()
    assert "not a Cortex graph" in refusal(path)
    assert path.read_bytes() == before


def test_a_missing_file_is_refused_and_not_made(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tmp_path)


def test_a_graph_of_a_newer_version_is_refused_and_unchanged(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[60:64] = (99).to_bytes(4)
    path.write_bytes(content)
    assert "newer version (schema 99" in refusal(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_a_truncated_graph_is_refused_and_unchanged(path: Path, share: float) -> None:
    content = path.read_bytes()[:int(path.stat().st_size * share)]
    path.write_bytes(content)
    assert "cut off" in refusal(path)
    assert path.read_bytes() == content


def test_damage_found_during_the_work_is_the_same_one_error(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[100:] = b"\xa5" * (len(content) - 100)
    path.write_bytes(content)
    with pytest.raises(InputError) as caught, connect(path) as conn:
        head(conn)
    assert "damaged" in caught.value.issues[0].cause


def test_a_lock_held_too_long_is_one_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cortex_core.store.database._BUSY_SECONDS", 0)

    def write() -> None:
        with connect(path) as conn:
            append(conn, [registered()], now=at(1), expected_head=1)

    with connect(path) as holder:
        holder.execute("begin immediate")
        with pytest.raises(InputError, match="another process"):
            write()


def test_a_connection_is_closed_whatever_happens_inside(path: Path) -> None:
    with pytest.raises(RuntimeError), connect(path) as conn:
        raise RuntimeError
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        conn.execute("select 1")


def test_a_reader_sees_the_old_head_while_a_writer_is_at_work(path: Path) -> None:
    seen = []

    def read() -> None:
        with connect(path) as conn:
            seen.append(head(conn).seq)

    with connect(path) as writer:
        writer.execute("begin immediate")
        writer.execute("insert into log values (2, 'k', 'kind', '{}', 'p', 'd')")
        reader = threading.Thread(target=read)
        reader.start()
        reader.join()
        writer.execute("rollback")
    assert seen == [1]


def test_opening_a_graph_and_its_first_reads_do_not_read_the_log(path: Path) -> None:
    read: list[int] = []
    touched: set[str] = set()
    for events in (1, 300):
        with connect(path) as conn:
            append(conn, [Registered((), (), (), "", "note")] * events, now=at(1), expected_head=None)
        steps = 0

        def tick() -> int:
            nonlocal steps
            steps += 1
            return 0

        def allow(action: int, table: str | None, *_: object) -> int:
            if action == sqlite3.SQLITE_READ and table:
                touched.add(table)
            return sqlite3.SQLITE_OK

        with connect(path) as conn:
            conn.set_authorizer(allow)
            conn.set_progress_handler(tick, 1)
            load_registry(conn)
            StoredMemory(conn).standing_counts()
            StoredMemory(conn).challenged()
            assert "log" not in touched
            conn.set_authorizer(None)
            head(conn)
            conn.set_progress_handler(None, 0)
        read.append(steps)
    assert read[0] == read[1]  # as many machine steps with 300 times the events


def test_opening_and_reading_needs_no_heavy_library(path: Path) -> None:
    program = ("import sys; from pathlib import Path; from cortex_core.store.database import connect; "
               "from cortex_core.store.log import head; from cortex_core.store.memory import StoredMemory; "
               "from cortex_core.store.registry_rows import load_registry\n"
               f"with connect(Path({str(path)!r})) as conn:\n"
               "    head(conn), load_registry(conn), StoredMemory(conn).standing_counts()\n"
               "print(sorted({'numpy', 'pandas', 'pydantic', 'sqlite_utils', 'yaml'} & set(sys.modules)))")
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
