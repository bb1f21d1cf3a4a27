"""Reads for pages and reports beside the lists of conclusions: uses, reviews, changes, challenges, counters.

Each goes to an index and costs what it returns.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from cortex_core.ids import ConclusionId, ProofId

__all__ = [
    "ChallengeLine", "OutcomeLine", "ReviewRow", "RevisionLine", "UseRow", "challenges_of", "challenges_of_event",
    "committed_at", "graph_counts", "in_use_then", "log_lines", "marked_numbers", "open_of_event", "open_uses",
    "outcomes_since", "reach", "reviews_of", "revisions", "uses_of",
]


def committed_at(conn: sqlite3.Connection, proof: ProofId) -> int:
    """Log position at which a proof was first committed; 0 for an unknown one."""
    row = conn.execute("select seq from proof where id = ?", (proof,)).fetchone()
    return 0 if row is None else int(row[0])


def reach(conn: sqlite3.Connection, proofs: Collection[ProofId]) -> dict[str, int]:
    """How many proofs, conclusions (by best support) and conclusions in use hang on these proofs."""
    ids = json.dumps(sorted(proofs))
    proof_count, conclusion_count = conn.execute(
        "select count(*), coalesce(sum(conclusions), 0) from proof where id in (select value from json_each(?))",
        (ids,)).fetchone()
    (used,) = conn.execute(
        "select count(*) from conclusion c cross join proof p on p.n = c.proof "
        "where c.uses > 0 and p.id in (select value from json_each(?))", (ids,)).fetchone()
    return {"proofs": int(proof_count), "conclusions": int(conclusion_count), "in use": int(used)}


def in_use_then(conn: sqlite3.Connection, proofs: Collection[ProofId], seq: int) -> int:
    """Conclusions that were in use at a log position and rested on one of these proofs."""
    (count,) = conn.execute(
        "select count(distinct u.conclusion) from use u cross join episode e on e.conclusion = u.conclusion "
        "cross join proof p on p.n = e.proof where u.seq <= ?1 and (u.ended_seq is null or u.ended_seq > ?1) "
        "and e.seq <= ?1 and p.id in (select value from json_each(?2))", (seq, json.dumps(sorted(proofs)))).fetchone()
    return int(count)


def open_of_event(conn: sqlite3.Connection, seq: int, cause: str) -> list[str]:
    """Ids of the challenges of one cause that an event opened and nothing closed yet."""
    return [identity for (identity,) in conn.execute(
        "select id from challenge where seq = ? and closed_seq is null and cause = ? order by n", (seq, cause))]


def marked_numbers(conn: sqlite3.Connection, after: str | None) -> list[tuple[int, ProofId, str, int]]:
    """(number, id, standing over all of valid time at the head, conclusions) of proofs with a mark that starts
    after a civil date; None: of every proof with a mark."""
    only = "where m.valid_from > ? " if after is not None else ""
    rows = conn.execute("select distinct p.n, p.id, p.standing, p.conclusions from mark m "  # noqa: S608 - parts are constants
                        f"join proof p on p.n = m.n {only}order by p.n", (after,) if after is not None else ())
    return [(n, ProofId(identity), standing, count) for n, identity, standing, count in rows]


def graph_counts(conn: sqlite3.Connection) -> Mapping[str, int]:
    """Every counter of the graph at the head."""
    return dict(conn.execute("select name, value from tally"))


@dataclass(frozen=True, slots=True)
class UseRow:
    conclusion: ConclusionId
    where: str
    who: str
    why: str
    seq: int
    known: str
    ended_seq: int | None

    @property
    def ended(self) -> bool:
        return self.ended_seq is not None


_USE = ('select u.conclusion, u."where", u.who, u.why, u.seq, l.known, u.ended_seq from use u '
        "join log l on l.seq = u.seq ")


def uses_of(conn: sqlite3.Connection, conclusion: str) -> list[UseRow]:
    """Declared uses of a conclusion, ended ones included, oldest first."""
    return [UseRow(*row) for row in conn.execute(_USE + "where u.conclusion = ? order by u.seq", (conclusion,))]


def open_uses(conn: sqlite3.Connection) -> list[UseRow]:
    """Every use that was declared and not ended, oldest first."""
    return [UseRow(*row) for row in conn.execute(_USE + "where u.ended_seq is null order by u.seq")]


@dataclass(frozen=True, slots=True)
class ReviewRow:
    id: str
    kind: str
    conclusion: str
    by: str
    meaning: str
    record: str
    seq: int
    known: str
    undone_seq: int | None

    @property
    def undone(self) -> bool:
        return self.undone_seq is not None


def reviews_of(conn: sqlite3.Connection, conclusion: str | None, limit: int = 200) -> list[ReviewRow]:
    """Reviews of a conclusion (None: of all), newest first."""
    only = "where r.conclusion = ? " if conclusion is not None else ""
    rows = conn.execute(
        "select r.id, r.kind, coalesce(r.conclusion, ''), r.by, r.meaning, r.record, r.seq, l.known, "  # noqa: S608 - parts are constants
        f"r.undone_seq from review r join log l on l.seq = r.seq {only}order by r.seq desc limit ?",
        (*([conclusion] if conclusion is not None else []), limit))
    return [ReviewRow(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """A challenge of a proof; ``unclosed`` until ``closed_seq``."""

    id: str
    proof: ProofId
    family: str
    conclusions: int
    seq: int
    cause: str
    valid_from: str | None
    path_record: str
    paths: int
    closed_seq: int | None
    closed_by: str

    @property
    def path(self) -> tuple[str, ...]:
        """Cause first, proof last."""
        return tuple(json.loads(self.path_record))


_CHALLENGE = ("select h.id, p.id, p.family, p.conclusions, h.seq, h.cause, h.valid_from, h.path, h.paths, "
              "h.closed_seq, coalesce(h.closed_by, '') from challenge h join proof p on p.n = h.n ")


def challenges_of(conn: sqlite3.Connection, proof: ProofId, until: int) -> list[ChallengeLine]:
    """Challenges of a proof known at a position, newest first."""
    return [ChallengeLine(*row) for row in conn.execute(
        _CHALLENGE + "where p.id = ? and h.seq <= ? order by h.seq desc", (proof, until))]


def challenges_of_event(conn: sqlite3.Connection, seq: int, limit: int) -> list[ChallengeLine]:
    """Challenges that one event opened, those still open first."""
    return [ChallengeLine(*row) for row in conn.execute(
        _CHALLENGE + "where h.seq = ? order by h.closed_seq, h.n limit ?", (seq, limit))]


@dataclass(frozen=True, slots=True)
class RevisionLine:
    seq: int
    known: str
    lane: str
    artifact: str
    version: str
    words: str
    challenged: int
    conclusions: int               # by best support, when it happened
    visited: int
    unsettled: int


def revisions(conn: sqlite3.Connection, until: int, limit: int) -> list[RevisionLine]:
    """Revisions known at a position, newest first."""
    rows = conn.execute(
        "select r.seq, l.known, r.lane, coalesce(r.artifact, ''), coalesce(r.version, r.withdrawn, r.artifact, ''), "
        "r.words, r.challenged, r.conclusions, r.visited, r.unsettled from revision r join log l on l.seq = r.seq "
        "where r.seq <= ? order by r.seq desc limit ?", (until, limit))
    return [RevisionLine(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class OutcomeLine:
    seq: int
    proof: ProofId
    standing: str
    before: str
    after: str
    reason: str
    witness: str


def outcomes_since(conn: sqlite3.Connection, event: int, limit: int) -> list[OutcomeLine]:
    """Outcomes of rechecks of the proofs that an event challenged, after it, latest first."""
    rows = conn.execute(
        "select o.seq, p.id, o.standing, o.before, o.after, o.reason, o.witness from challenge h "
        "join outcome o on o.n = h.n and o.seq > h.seq join proof p on p.n = h.n where h.seq = ? "
        "order by o.seq desc, o.place limit ?", (event, limit))
    return [OutcomeLine(*row) for row in rows]


def log_lines(conn: sqlite3.Connection, after: int, until: int, limit: int) -> Sequence[tuple[int, str, str]]:
    """(position, known, kind) of events, newest first."""
    return conn.execute("select seq, known, kind from log where seq > ? and seq <= ? order by seq desc limit ?",
                        (after, until, limit)).fetchall()
