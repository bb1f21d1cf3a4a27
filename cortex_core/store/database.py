"""A graph is one file: creating it, and one connection per unit of work.

Whether a file is a graph is read from its header before the database engine touches it, so opening something
else by mistake leaves it as it was.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from cortex_core.errors import InputError, Issue
from cortex_core.model.events import GraphCreated
from cortex_core.store.chain import Head, write_side_file
from cortex_core.store.codec import UnreadableRecord
from cortex_core.store.log import append_inside, transaction
from cortex_core.store.schema import APPLICATION_ID, SCHEMA_VERSION, create_lasting, create_projections
from cortex_core.temporal.known import as_known

__all__ = ["connect", "create", "graph_name", "is_scripted", "secret"]

_MAGIC = b"SQLite format 3\0"
_BUSY_SECONDS = 10


def create(path: Path, *, name: str, scripted: bool, now: datetime) -> None:
    """A new graph file with its secret and its first event, known at ``now`` (UTC).

    It is built beside its place and moved there whole, so no other process ever sees half a graph.
    Raises InputError if something is there already or the folder cannot be written; nothing is replaced.
    """
    if path.exists():
        raise InputError(_exists(path))
    partial = path.with_name(f"{path.name}.{secrets.token_hex(4)}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        conn = _open(f"{partial.absolute().as_uri()}?mode=rwc")
        try:
            _build(conn, name, scripted, now)
        finally:
            conn.close()
        _move(partial, path)
    except OSError as problem:
        raise InputError(Issue(str(path), f"it cannot be written ({problem.strerror})",
                               "Choose a folder that you may write to")) from None
    except sqlite3.OperationalError as problem:
        raise InputError(Issue(str(path), f"it cannot be written ({problem})",
                               "Choose a folder that you may write to")) from None
    finally:
        with suppress(OSError):  # the folder may not be there at all
            partial.unlink(missing_ok=True)
    with connect(path) as conn:
        write_side_file(conn)


def _exists(path: Path) -> Issue:
    return Issue(str(path), "there is a file of that name already", "Choose another name, or open that graph")


def _build(conn: sqlite3.Connection, name: str, scripted: bool, now: datetime) -> None:
    conn.execute(f"pragma application_id = {APPLICATION_ID}")
    conn.execute(f"pragma user_version = {SCHEMA_VERSION}")
    create_lasting(conn)
    create_projections(conn)
    with transaction(conn):
        conn.execute("insert into secret (name, value) values ('graph', ?)", (secrets.token_hex(32),))
        append_inside(conn, (GraphCreated(name, scripted, "b2"),), Head(0, "", as_known(now)), now)
    # Switched on last: the file is complete without a log beside it when it is moved to its place.
    conn.execute("pragma journal_mode = wal")


def _move(partial: Path, path: Path) -> None:
    try:
        os.link(partial, path)  # unlike a rename, this refuses to replace a file that appeared meanwhile
    except FileExistsError:
        raise InputError(_exists(path)) from None
    except OSError:
        partial.rename(path)    # a file system without hard links


@contextmanager
def connect(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection for one unit of work; a graph of an older schema is folded again from its log first.

    Raises InputError, with the file unchanged, if it is missing, no Cortex graph, damaged, or made by a newer
    version; also if the engine or a reader of its rows finds damage, a full disk or a lock held too long during
    the work.
    """
    version = _schema_version(path)
    try:
        conn = _open(f"{path.absolute().as_uri()}?mode=rw")
    except sqlite3.Error as problem:
        raise InputError(_issue(path, problem)) from None
    try:
        if version < SCHEMA_VERSION:
            _refold(conn)
        yield conn
    except sqlite3.IntegrityError:
        raise
    except sqlite3.DatabaseError as problem:
        raise InputError(_issue(path, problem)) from problem
    except UnreadableRecord as problem:
        raise InputError(Issue(str(path), f"a row of it cannot be read ({problem})",
                               "Restore it from a copy; `cortex verify-log` says whether its log is intact"),
                         ) from problem
    finally:
        conn.close()


def _open(uri: str) -> sqlite3.Connection:
    conn = sqlite3.connect(uri, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        conn.execute("pragma foreign_keys = on")
        conn.execute("pragma temp_store = memory")
        # Whatever is deleted or moved is overwritten, so that erased facts leave no bytes behind.
        conn.execute("pragma secure_delete = on")
        # The head is anchored outside after each commit; a power cut must not lose what was anchored.
        conn.execute("pragma synchronous = full")
    except sqlite3.Error:
        conn.close()
        raise
    return conn


def _schema_version(path: Path) -> int:
    """Version in the header of a Cortex graph. Raises InputError for anything else."""
    try:
        with path.open("rb") as file:
            header = file.read(100)
            size = file.seek(0, os.SEEK_END)
    except OSError as problem:
        raise InputError(Issue(str(path), f"it cannot be read ({problem.strerror})",
                               "Check the path, or build a graph with `cortex build`")) from None
    if len(header) < 100 or not header.startswith(_MAGIC):
        raise InputError(Issue(str(path), "it is not a Cortex graph: it is no SQLite database",
                               "Open a file made by `cortex build`"))
    if int.from_bytes(header[68:72]) != APPLICATION_ID:
        raise InputError(Issue(str(path), "it is a database, but not a Cortex graph",
                               "Open a file made by `cortex build`"))
    version = int.from_bytes(header[60:64])
    if version > SCHEMA_VERSION:
        raise InputError(Issue(str(path), f"it was made by a newer version (schema {version}, this is "
                               f"{SCHEMA_VERSION})", "Update cortex-core"))
    pages, page_size = int.from_bytes(header[28:32]), int.from_bytes(header[16:18])
    if _wal_is_empty(path) and pages * (65536 if page_size == 1 else page_size) > size:
        raise InputError(Issue(str(path), f"it is cut off: {size} bytes of {pages} pages are left",
                               "Restore it from a copy"))
    return version


def _wal_is_empty(path: Path) -> bool:
    # While another process moves pages from its log into the file, the header runs ahead of the size.
    wal = path.with_name(path.name + "-wal")
    try:
        return wal.stat().st_size == 0
    except OSError:
        return True


def _refold(conn: sqlite3.Connection) -> None:
    from cortex_core.store.rebuild import rebuild

    rebuild(conn)


def _issue(path: Path, problem: sqlite3.Error) -> Issue:
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Issue(str(path), f"another process has been writing to it for {_BUSY_SECONDS} seconds",
                         "Try again when it is done; nothing was written")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return Issue(str(path), f"it cannot be written ({problem})",
                         "Check who may write to the file and its folder")
        case sqlite3.SQLITE_FULL:
            return Issue(str(path), "the disk is full", "Free some space; nothing was written")
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return Issue(str(path), f"it is damaged ({problem})", "Restore it from a copy")
        case _:
            return Issue(str(path), f"the database refused ({problem})",
                         "Run `cortex verify-log`; nothing was written")


def graph_name(conn: sqlite3.Connection) -> str:
    """The name given when the graph was created."""
    return _meta(conn, "graph")


def is_scripted(conn: sqlite3.Connection) -> bool:
    """Known times were scripted while the graph was built."""
    return _meta(conn, "scripted") == "yes"


def secret(conn: sqlite3.Connection) -> bytes:
    """The 32 random bytes that key every digest of a personal value. Never shown, never logged."""
    (value,) = conn.execute("select value from secret where name = 'graph'").fetchone()
    return bytes.fromhex(value)


def _meta(conn: sqlite3.Connection, name: str) -> str:
    row = conn.execute("select value from meta where name = ?", (name,)).fetchone()
    return "" if row is None else str(row[0])
