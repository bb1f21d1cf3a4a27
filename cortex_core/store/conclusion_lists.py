"""Lists of conclusions: each page goes to an index and is bounded by what it shows, not by the graph.

Standing facets walk the proofs of that standing, the plain list begins with what is in use: neither sorts, so a
page costs the same at any size. Counts come from the tally, never from counting rows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from cortex_core.ids import ConclusionId, ProofId

__all__ = [
    "CURRENT", "ConclusionLineRow", "Facets", "conclusion_row", "conclusions", "conclusions_on", "episode_id_named",
    "matched", "search",
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
_LISTED = "(select value from json_each(?))"
_BY_PROOF = "proof p cross join conclusion c on c.proof = p.n join episode e on e.n = c.episode"


def _line(row: tuple[object, ...]) -> ConclusionLineRow:
    return ConclusionLineRow(*row)  # type: ignore[arg-type]  # the columns of _LINE, typed by the strict tables


def _fts(text: str) -> str:
    """Every word as a prefix, quoted, so that nothing of it is taken as an operator."""
    words = ("".join(ch if ch.isalnum() else " " for ch in text)).split()
    return " ".join(f'"{word}"*' for word in words[:12])


def _of_standing(wanted: str, moved: Mapping[int, str]) -> tuple[str, list[object]]:
    """Condition and values for a standing facet; ``moved`` reads otherwise at the viewed instant than over all
    of valid time at the head."""
    ones = _CURRENT_ONES if wanted == CURRENT else (wanted,)
    among = "p.standing = ?" if len(ones) == 1 else "p.standing in (?, ?)"
    if not moved:
        return among, [*ones]
    return (f"({among} and p.n not in {_LISTED} or p.n in {_LISTED})",
            [*ones, json.dumps(sorted(moved)), json.dumps([n for n, now in moved.items() if now in ones])])


def _where(facets: Facets, until: int, moved: Mapping[int, str]) -> tuple[str, str, list[object], str]:
    """(tables, conditions, values, order) of a list; the order is one that the chosen index gives."""
    conditions = ["c.seq <= ?"]
    values: list[object] = [until]
    tables, order = f"conclusion c {_JOINED}", "c.uses desc, c.proof desc, c.n desc"
    by_standing = facets.standing not in ("", CURRENT) and not moved
    if facets.standing:
        condition, more = _of_standing(facets.standing, moved)
        conditions.append(condition)
        values += more
        if by_standing:
            # proofs of one standing are few or found by index; cross join keeps the planner on that path
            tables, order = _BY_PROOF, "p.family, p.n, c.uses desc, c.n desc"
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
