"""Reads for pages and reports: each goes to an index and is bounded by what it shows, not by the graph.

Facets of standing and of open questions walk the proofs, abstentions walk the open ones, the plain list walks
conclusions from the newest: none sorts, so a page costs the same at any size. Counts come from the tally,
never from counting rows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from cortex_core.ids import ConclusionId, ProofId

__all__ = [
    "CURRENT",
    "ChallengeLine",
    "ConclusionLineRow",
    "Facets",
    "OutcomeLine",
    "ReviewRow",
    "RevisionLine",
    "UseRow",
    "abstention_of",
    "challenges_of",
    "challenges_of_event",
    "committed_at",
    "conclusion_row",
    "conclusions",
    "conclusions_on",
    "episode_id_named",
    "graph_counts",
    "in_use_then",
    "log_lines",
    "marked_numbers",
    "matched",
    "open_of_event",
    "open_uses",
    "outcomes_since",
    "reach",
    "reviews_of",
    "revisions",
    "search",
    "uses_of",
]


CURRENT = "current"
_CURRENT_ONES = ("active", "reaffirmed")
"""Facet for what admits: active or reaffirmed."""


@dataclass(frozen=True, slots=True)
class Facets:
    """What a list of conclusions is narrowed to; empty for no narrowing."""

    text: str = ""
    family: str = ""
    standing: str = ""
    mode: str = ""
    in_use: bool = False
    unresolved: bool = False
    abstained: bool = False


@dataclass(frozen=True, slots=True)
class ConclusionLineRow:
    """One conclusion with its best support at the head."""

    n: int
    id: ConclusionId
    title: str
    words: str
    family: str
    subject: str
    decided_on: str
    mode: str
    uses: int
    proof: ProofId
    standing: str
    proofs: int
    episode: str
    seq: int

    @property
    def name(self) -> str:
        """Its title, else what it says, else its family."""
        return self.title or self.words or self.subject


_LINE = ("select c.n, c.id, c.title, c.words, c.family, c.subject, c.decided_on, c.mode, c.uses, p.id, p.standing, "
         "c.proofs, e.id, c.seq from ")
# cross joins keep the planner on the path whose index gives the order
_JOINED = "cross join proof p on p.n = c.proof join episode e on e.n = c.episode"
_BY_PROOF = "proof p cross join conclusion c on c.proof = p.n join episode e on e.n = c.episode"


def _line(row: tuple[object, ...]) -> ConclusionLineRow:
    return ConclusionLineRow(*row)  # type: ignore[arg-type]  # the columns of _LINE, typed by the strict tables


def _fts(text: str) -> str:
    """Every word as a prefix, quoted, so that nothing of it is taken as an operator."""
    words = ("".join(ch if ch.isalnum() else " " for ch in text)).split()
    return " ".join(f'"{word}"*' for word in words[:12])


def _where(facets: Facets, until: int, moved: Mapping[int, str]) -> tuple[str, str, list[object], str]:
    """(tables, conditions, values, order) of a list; the order is one that the chosen index gives."""
    conditions = ["c.seq <= ?"]
    values: list[object] = [until]
    tables, order = f"conclusion c {_JOINED}", "c.uses desc, c.proof desc, c.n desc"
    by_standing = facets.standing not in ("", CURRENT) and not moved
    if facets.standing:
        wanted = _CURRENT_ONES if facets.standing == CURRENT else (facets.standing,)
        if by_standing:
            tables, order = _BY_PROOF, "p.family, p.n, c.uses desc, c.n desc"
        among = "p.standing = ?" if len(wanted) == 1 else "p.standing in (?, ?)"
        corrected = (f"({among} and p.n not in (select value from json_each(?)) "
                     "or p.n in (select value from json_each(?)))")
        conditions.append(corrected if moved else among)
        values += wanted
        if moved:
            # what reads otherwise at the viewed instant than over all of valid time at the head
            values += [json.dumps(sorted(moved)), json.dumps([n for n, now in moved.items() if now in wanted])]
    if facets.family:
        conditions.append("p.family = ?" if by_standing else "c.family = ?")
        values.append(facets.family)
        order = order if by_standing else "c.family, c.proof desc, c.n desc"
    if facets.in_use:
        conditions.append("c.uses > 0")
    if facets.mode:
        conditions.append("c.mode = ?")
        values.append(facets.mode)
    plain = not (by_standing or facets.family or facets.in_use)
    if facets.unresolved:
        conditions.append("p.unresolved = 1")
        if plain and not facets.abstained:
            tables, order = _BY_PROOF, "p.n desc, c.uses desc, c.n desc"
    if facets.abstained and plain:
        # one question may have been escalated more than once; it is listed by the last time
        tables = f"abstention a cross join conclusion c on c.id = a.conclusion {_JOINED}"
        conditions.append("a.closed_seq is null and a.rowid = (select max(o.rowid) from abstention o "
                          "where o.conclusion = c.id and o.closed_seq is null)")
        order = "a.rowid desc"
    elif facets.abstained:
        conditions.append("exists (select 1 from abstention o where o.conclusion = c.id and o.closed_seq is null)")
    if facets.text and (match := _fts(facets.text)):
        conditions.append("c.n in (select rowid from conclusion_fts where conclusion_fts match ?)")
        values.append(match)
    return tables, " and ".join(conditions), values, order


def conclusions(conn: sqlite3.Connection, facets: Facets, *, until: int, limit: int, offset: int = 0,
                moved: Mapping[int, str] | None = None) -> list[ConclusionLineRow]:
    """One page of conclusions known at a position. ``moved``: proofs (by number) whose standing at the viewed
    instant is another than the stored one."""
    tables, conditions, values, order = _where(facets, until, moved or {})
    rows = conn.execute(f"{_LINE}{tables} where {conditions} order by {order} limit ? offset ?",
                        [*values, limit, offset])
    return [_line(row) for row in rows]


def matched(conn: sqlite3.Connection, facets: Facets, *, until: int, most: int,
            moved: Mapping[int, str] | None = None) -> int:
    """How many match, counted up to ``most``."""
    tables, conditions, values, _ = _where(facets, until, moved or {})
    (count,) = conn.execute(f"select count(*) from (select 1 from {tables} where {conditions} limit ?)",  # noqa: S608 - parts are constants
                            [*values, most]).fetchone()
    return int(count)


def conclusion_row(conn: sqlite3.Connection, conclusion: str) -> ConclusionLineRow | None:
    """One conclusion by its id."""
    row = conn.execute(f"{_LINE}conclusion c {_JOINED} where c.id = ?", (conclusion,)).fetchone()
    return None if row is None else _line(row)


def conclusions_on(conn: sqlite3.Connection, proof: ProofId, limit: int) -> list[ConclusionLineRow]:
    """Conclusions whose best support is a proof, those in use first, then the newest."""
    rows = conn.execute(f"{_LINE}{_BY_PROOF} where p.id = ? order by c.uses desc, c.n desc limit ?",
                        (proof, limit))
    return [_line(row) for row in rows]


def search(conn: sqlite3.Connection, text: str, limit: int = 25) -> list[ConclusionLineRow]:
    """Full-text hits over titles, families and output labels, best first."""
    match = _fts(text)
    if not match:
        return []
    rows = conn.execute(
        f"{_LINE}conclusion_fts f join conclusion c on c.n = f.rowid {_JOINED} "
        "where conclusion_fts match ? order by f.rank, c.n limit ?", (match, limit))
    return [_line(row) for row in rows]


def episode_id_named(conn: sqlite3.Connection, name: str) -> str | None:
    """Episode of an episode, conclusion (its best support) or proof id; a beginning of it will do if only one
    thing begins so."""
    for sql in _NAMED:
        rows = conn.execute(sql, (name,)).fetchall() if len(name) >= _SHORTEST else []
        exact = [episode for identity, episode in rows if identity == name]
        if exact or len(rows) == 1:
            return str(exact[0] if exact else rows[0][1])
    return None


_SHORTEST = 10
_EPISODE_NAMED = "select id, id from episode where id >= ?1 and id < ?1 || char(1114111) limit 2"
_CONCLUSION_NAMED = ("select c.id, e.id from conclusion c join episode e on e.n = c.episode "
                     "where c.id >= ?1 and c.id < ?1 || char(1114111) limit 2")
_PROOF_NAMED = ("select p.id, (select e.id from episode e where e.proof = p.n order by e.n limit 1) from proof p "
                "where p.id >= ?1 and p.id < ?1 || char(1114111) limit 2")
_NAMED = (_EPISODE_NAMED, _CONCLUSION_NAMED, _PROOF_NAMED)


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
        "select count(distinct u.conclusion) from use u join episode e on e.conclusion = u.conclusion "
        "join proof p on p.n = e.proof where u.seq <= ?1 and (u.ended_seq is null or u.ended_seq > ?1) "
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


def abstention_of(conn: sqlite3.Connection, conclusion: str) -> str | None:
    """The recorded abstention (JSON) of a conclusion, if it is open."""
    row = conn.execute("select record from abstention where conclusion = ? and closed_seq is null order by seq desc",
                       (conclusion,)).fetchone()
    return None if row is None else str(row[0])


def log_lines(conn: sqlite3.Connection, after: int, until: int, limit: int) -> Sequence[tuple[int, str, str]]:
    """(position, known, kind) of events, newest first."""
    return conn.execute("select seq, known, kind from log where seq > ? and seq <= ? order by seq desc limit ?",
                        (after, until, limit)).fetchall()
