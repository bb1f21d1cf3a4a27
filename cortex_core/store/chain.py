"""The log read: a chain of events, each bound to the one before by digest, and its head."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cortex_core.digest import digest
from cortex_core.model.events import Event
from cortex_core.store.codec import decode_as
from cortex_core.temporal.known import format_known, parse_known

__all__ = ["FIRST", "Head", "Logged", "event_at", "event_digest", "events", "head", "known_at", "seq_at",
           "side_file_of", "write_side_file"]

FIRST = ""
"""What the first event names as its predecessor."""


@dataclass(frozen=True, slots=True)
class Head:
    """Last event of the log: position, digest, and when it became known (UTC). Position 0: an empty log."""

    seq: int
    digest: str
    known: datetime


@dataclass(frozen=True, slots=True)
class Logged:
    """An event in its place; ``known`` is UTC."""

    seq: int
    known: datetime
    event: Event
    digest: str


def event_digest(seq: int, known: str, kind: str, body: bytes, prev: str) -> str:
    """Digest of a row of the log. The body counts byte by byte: canonical text would hide that an altered
    letter is written in another Unicode form."""
    return digest("log event", (seq, known, kind, body, prev))


def head(conn: sqlite3.Connection) -> Head:
    """The head, by one step into the index; nothing of the log is read."""
    row = conn.execute("select seq, digest, known from log order by seq desc limit 1").fetchone()
    return Head(0, FIRST, parse_known("0001-01-01T00:00:00Z")) if row is None \
        else Head(row[0], row[1], parse_known(row[2]))


def events(conn: sqlite3.Connection, after: int = 0, until: int | None = None) -> Iterator[Logged]:
    """Events with ``after < seq <= until`` in order (until None: to the head). Raises ValueError for a
    body that is no event of this version."""
    rows = conn.execute("select seq, known, body, digest from log where seq > ? and seq <= ? order by seq",
                        (after, 2**62 if until is None else until))
    for seq, known, body, mark in rows:
        yield Logged(seq, parse_known(known), decode_as(Event, body), mark)


def event_at(conn: sqlite3.Connection, seq: int) -> Logged | None:
    """The event at a position, or None beyond the head."""
    return next(events(conn, seq - 1, seq), None)


def seq_at(conn: sqlite3.Connection, known: datetime) -> int:
    """Position of the last event known at an instant (UTC), by a step into the index; 0 before the first."""
    row = conn.execute("select seq from log where known <= ? order by known desc, seq desc limit 1",
                       (format_known(known),)).fetchone()
    return 0 if row is None else int(row[0])


def known_at(conn: sqlite3.Connection, seq: int) -> datetime | None:
    """When the event at a position became known (UTC), or None beyond the head."""
    row = conn.execute("select known from log where seq = ?", (seq,)).fetchone()
    return None if row is None else parse_known(row[0])


def side_file_of(conn: sqlite3.Connection) -> Path | None:
    """Where the head of this graph is anchored outside its log: ``<path>.head``; None in memory."""
    name = next((row[2] for row in conn.execute("pragma database_list") if row[1] == "main"), "")
    return Path(name + ".head") if name else None


def write_side_file(conn: sqlite3.Connection) -> None:
    """Anchor the committed head. A lower or missing anchor only proves less: failing to write is no error."""
    path, now = side_file_of(conn), head(conn)
    if path is None:
        return
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    with suppress(OSError):
        partial.write_text(json.dumps({"events": now.seq, "digest": now.digest}) + "\n", "utf-8")
        partial.replace(path)
