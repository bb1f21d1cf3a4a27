"""Appending to the log: position and time are given under one lock, the projections move with it.

One transaction holds the event, everything it changes and the personal facts beside it; a process that dies
leaves all of it or nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import NoReturn

from cortex_core.errors import HeadMoved, InputError, Issue
from cortex_core.ids import EpisodeId
from cortex_core.model.events import Committed, Event, Rechecked
from cortex_core.model.experience import Observation
from cortex_core.store.chain import (
    Head,
    Logged,
    event_at,
    event_digest,
    events,
    head,
    known_at,
    seq_at,
    write_side_file,
)
from cortex_core.store.codec import encode
from cortex_core.store.projections import advance
from cortex_core.store.verify import LogReport, verify
from cortex_core.temporal.known import as_known, format_known, next_stamp

__all__ = ["Head", "LogReport", "Logged", "append", "append_inside", "append_scripted", "event_at", "events",
           "head", "known_at", "seq_at", "transaction", "verify"]

Side = Mapping[EpisodeId, tuple[Observation, ...]]


@contextmanager
def transaction(conn: sqlite3.Connection) -> Iterator[None]:
    """One writer at a time; anything raised inside leaves the file as it was."""
    conn.execute("begin immediate")
    try:
        yield
        conn.execute("commit")
    except BaseException:
        if conn.in_transaction:
            conn.execute("rollback")
        raise


def append(conn: sqlite3.Connection, new: Sequence[Event], *, now: datetime, expected_head: int | None,
           side: Side | None = None) -> Head:
    """Append events, fold them, write the facts of their episodes to the side store; returns the new head.

    Known time (UTC) is ``now``, or a microsecond after the last event if the clock stands or went back.
    ``expected_head``: position the events were decided on, None for events that depend on nothing read.

    Raises:
        HeadMoved: another writer appended first. Nothing was written; decide again on the new head.
        ValueError: an event refers to what is not in the log, or facts come without their episode. Nothing
            was written.
        InputError: the projections do not stand at the head of the log. Nothing was written.
    """
    with transaction(conn):
        last = _expected(conn, expected_head)
        last = append_inside(conn, new, last, now, side)
    write_side_file(conn)
    return last


def append_scripted(conn: sqlite3.Connection, new: Sequence[Event], *, known: datetime,
                    expected_head: int | None = None, side: Side | None = None) -> Head:
    """As `append`, at a given known time (UTC), in a graph that says its clock was scripted.

    Raises, beside what `append` raises:
        InputError: the graph runs on the real clock, or ``known`` lies before the head. Nothing was written.
    """
    with transaction(conn):
        last = _expected(conn, expected_head)
        scripted = conn.execute("select value from meta where name = 'scripted'").fetchone()
        if scripted != ("yes",):
            _refuse("this graph runs on the real clock, so a known time cannot be given",
                    "Import the history into a graph created with a scripted clock")
        if last.seq and as_known(known) < last.known:
            _refuse(f"{format_known(known)} lies before the last event ({format_known(last.known)})",
                    "Append events in the order in which they became known")
        last = append_inside(conn, new, last, known, side)
    write_side_file(conn)
    return last


def append_inside(conn: sqlite3.Connection, new: Sequence[Event], last: Head, now: datetime,
                  side: Side | None = None) -> Head:
    """The part of `append` inside an open transaction that already read the head."""
    for event in new:
        seq, known = last.seq + 1, next_stamp(now, last.known if last.seq else None)
        stamp, kind, body = format_known(known), type(event).__name__, encode(event)
        mark = event_digest(seq, stamp, kind, body.encode(), last.digest)
        conn.execute("insert into log (seq, known, kind, body, prev, digest) values (?, ?, ?, ?, ?, ?)",
                     (seq, stamp, kind, body, last.digest, mark))
        advance(conn, event, seq, stamp, mark)
        last = Head(seq, mark, known)
    _write_facts(conn, new, side or {})
    return last


def _expected(conn: sqlite3.Connection, expected_head: int | None) -> Head:
    last = head(conn)
    if expected_head is not None and last.seq != expected_head:
        raise HeadMoved(f"the log moved from event {expected_head} to {last.seq} meanwhile: decide again")
    folded = conn.execute("select value from meta where name = 'folded_seq'").fetchone()
    if folded != ((str(last.seq),) if last.seq else None):
        _refuse(f"the projections stand at event {folded[0] if folded else 0}, the log at {last.seq}",
                "Run `cortex verify-log`: the log was cut, or written to by something else")
    return last


def _write_facts(conn: sqlite3.Connection, new: Sequence[Event], side: Side) -> None:
    batches = [event.episodes for event in new if isinstance(event, Committed | Rechecked)]
    committed = {one.id for episodes in batches for one in episodes}
    if stray := side.keys() - committed:
        raise ValueError(f"facts of {min(stray)} come without its episode")
    conn.executemany("insert into facts (episode, body) values (?, ?)",
                     [(episode, encode(facts, tuple[Observation, ...])) for episode, facts in side.items()])


def _refuse(cause: str, remedy: str) -> NoReturn:
    raise InputError(Issue("the log", cause, remedy))
