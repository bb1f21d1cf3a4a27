"""Is the log what it was? The chain, its anchors, and whether the projections follow from it.

A chain of digests locates an altered byte but cannot see that its end was cut; for that a head that was
written down elsewhere is compared: the side file, or one printed in a sign-off or an evidence file.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from cortex_core.model.enums import Verdict
from cortex_core.store.chain import FIRST, event_digest
from cortex_core.store.rebuild import fold_into, table_digests
from cortex_core.store.schema import create_projections

__all__ = ["LogReport", "chain_problem", "event_is_intact", "verify"]

_SHORTEST_ANCHOR = 12


@dataclass(frozen=True, slots=True)
class LogReport:
    """``events``: how many the chain holds, up to the first bad one. ``first_bad``: position of the first
    event that is altered or, after a cut, lacks. ``anchored``: a head kept outside lies in the chain.
    ``differing``: first projection table that does not follow from the log, or ""."""

    events: int
    intact: bool
    first_bad: int | None
    anchored: bool
    words: str
    projections: Verdict
    differing: str

    @property
    def projections_equal(self) -> bool:
        return self.projections is Verdict.PASS


@dataclass(frozen=True, slots=True)
class _Anchor:
    """A head that somebody kept: digest or its beginning, position where known."""

    source: str
    digest: str
    seq: int | None

    def is_at(self, seq: int, digest: str) -> bool:
        known = self.digest.removeprefix("b2:")
        return len(known) >= _SHORTEST_ANCHOR and digest.removeprefix("b2:").startswith(known) \
            and self.seq in (None, seq)


def verify(conn: sqlite3.Connection, anchor: str | None = None, side_file: Path | None = None) -> LogReport:
    """Check the chain, compare with the anchors given, and fold the log again beside the stored projections.

    ``anchor``: a head digest, at least its first 12 hex digits, or ``<position>:<digest>``. Damage is
    reported, never raised, and nothing is written.
    """
    anchors, remarks = _anchors(anchor, side_file)
    opened = not conn.in_transaction
    if opened:
        conn.execute("begin")
    try:
        good, problem, digests = _walk(conn)
        if problem:
            return LogReport(good, False, good + 1, False, problem, Verdict.NOT_EVALUATED, "")
        missed = [one for one in anchors if not _lies_in(one, digests)]
        verdict, differing = _compare(conn)
    finally:
        if opened:
            conn.execute("rollback")
    words = [f"intact up to event {good}"]
    if missed:
        words = [f"event {good + 1} is missing or the end was replaced: the head in {one.source} is not "
                 f"among the {good} events" for one in missed]
    elif anchors:
        words.append("the end agrees with " + " and ".join(one.source for one in anchors))
    else:
        words.append("end not anchored")
    if differing:
        words.append(f"the projections do not follow from the log: {differing}")
    return LogReport(good, not missed, good + 1 if missed else None, bool(anchors) and not missed,
                     ", ".join([*words, *remarks]), verdict, differing)


def chain_problem(conn: sqlite3.Connection) -> str:
    """What is wrong with the chain, in words that locate it; "" while every event is as it was appended."""
    return _walk(conn)[1]


def event_is_intact(conn: sqlite3.Connection, seq: int) -> bool:
    """Whether one event still has the digest that the chain gives it; one read."""
    try:
        row = conn.execute("select known, kind, cast(body as blob), prev, digest from log where seq = ?",
                           (seq,)).fetchone()
    except sqlite3.DatabaseError:
        return False  # bytes that are no text any more
    return row is not None and event_digest(seq, row[0], row[1], row[2], row[3]) == row[4]


def _anchors(anchor: str | None, side_file: Path | None) -> tuple[list[_Anchor], list[str]]:
    found, remarks = [], []
    if anchor:
        position, _, rest = anchor.partition(":")
        seq = int(position) if position.isdecimal() and rest else None
        found.append(_Anchor("the given head", rest if seq is not None else anchor, seq))
    if side_file is not None:
        try:
            raw = json.loads(side_file.read_text("utf-8"))
            found.append(_Anchor(side_file.name, str(raw["digest"]), int(raw["events"])))
        except FileNotFoundError:
            remarks.append(f"{side_file.name} is not there")
        except (OSError, ValueError, KeyError, TypeError):
            remarks.append(f"{side_file.name} cannot be read")
    return found, remarks


def _lies_in(anchor: _Anchor, digests: list[str]) -> bool:
    if anchor.seq is not None:
        return 1 <= anchor.seq <= len(digests) and anchor.is_at(anchor.seq, digests[anchor.seq - 1])
    return any(anchor.is_at(seq, digest) for seq, digest in enumerate(digests, 1))


def _walk(conn: sqlite3.Connection) -> tuple[int, str, list[str]]:
    """(events that are intact from the first on, what is wrong with the next one or "", their digests)."""
    digests: list[str] = []
    last = ""
    try:
        for seq, known, kind, body, prev, mark in _raw(conn):
            place = f"event {len(digests) + 1}"
            if seq != len(digests) + 1:
                return len(digests), f"{place} is missing", digests
            if prev != (digests[-1] if digests else FIRST):
                return len(digests), f"{place} does not follow from event {len(digests)}", digests
            if event_digest(seq, known, kind, body, prev) != mark:
                return len(digests), f"{place} is altered: its bytes do not give its digest", digests
            if known < last:
                return len(digests), f"{place} became known before the one in front of it", digests
            digests.append(mark)
            last = known
    except (sqlite3.DatabaseError, ValueError):
        return len(digests), f"event {len(digests) + 1} cannot be read", digests
    return len(digests), "", digests


def _raw(conn: sqlite3.Connection) -> Iterator[tuple[int, str, str, bytes, str, str]]:
    rows = conn.execute("select seq, cast(known as blob), cast(kind as blob), cast(body as blob), "
                        "cast(prev as blob), cast(digest as blob) from log order by seq")
    for seq, known, kind, body, prev, mark in rows:
        yield seq, known.decode(), kind.decode(), body, prev.decode(), mark.decode()


def _compare(conn: sqlite3.Connection) -> tuple[Verdict, str]:
    """Whether folding the log again gives the stored rows; else the first table that differs."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as scratch:
        create_projections(scratch)
        try:
            fold_into(scratch, conn)
            expected, stored = table_digests(scratch), table_digests(conn)
            differing = next((name for name, mark in expected.items() if stored[name] != mark), "")
            if not differing:
                # Compares the search index with the rows it was made from, and writes nothing.
                conn.execute("insert into conclusion_fts (conclusion_fts, rank) "
                             "values ('integrity-check', 1)")
        except sqlite3.DatabaseError:
            return Verdict.FAIL, "search index or a table that cannot be read"
        except (ValueError, KeyError) as refusal:
            return Verdict.FAIL, f"an event does not fold ({refusal})"
    return (Verdict.FAIL, differing) if differing else (Verdict.PASS, "")
