"""The log in words: what happened to a graph, and to one conclusion."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from cortex_core.ids import ConclusionId
from cortex_core.service.explain.words import known_words
from cortex_core.service.shapes import HistoryLine
from cortex_core.service.unit import Unit
from cortex_core.store.reading import log_lines

__all__ = ["conclusion_history", "event_words", "recent"]


def _one(conn: sqlite3.Connection, sql: str, seq: int) -> tuple[object, ...]:
    row = conn.execute(sql, (seq,)).fetchone()
    return row if row is not None else ("",)


def _listed(rows: Iterable[tuple[object, ...]]) -> str:
    return ", ".join(str(row[0]) for row in rows)


# Episodes of one event are numbered in a row, so their count is read at the two ends of an index; what they
# are about is read from the first of them, because an event may hold thousands.
_COMMITTED = ("select coalesce((select max(n) from episode where seq = ?1) "
              "- (select min(n) from episode where seq = ?1) + 1, 0)")
_SUBJECTS = ("select distinct c.subject from (select conclusion from episode where seq = ? order by n limit 100) "
             "e cross join conclusion c on c.id = e.conclusion order by 1 limit 3")


def event_words(conn: sqlite3.Connection, seq: int, kind: str) -> tuple[str, str]:
    """(what the event at a position did, the id of the one thing it is about or "")."""
    match kind:
        case "GraphCreated":
            return "the graph was created", ""
        case "Registered":
            names = _listed(conn.execute("select version from artifact where seq = ? order by version", (seq,)))
            return f"registered {names or 'rule editions'}", ""
        case "Committed":
            (count,) = _one(conn, _COMMITTED, seq)
            rows = conn.execute(_SUBJECTS, (seq,))
            return f"{count} finished task{'' if count == 1 else 's'} recorded: {_listed(rows)}", ""
        case "Revised":
            words, version = (*_one(conn, "select words, coalesce(version, artifact, '') from revision where seq = ?",
                                    seq), "")[:2]
            return str(words), str(version)
        case "Rechecked":
            rows = conn.execute("select count(*) || ' ' || standing from outcome where seq = ? group by standing "
                                "order by standing", (seq,))
            return f"recheck: {_listed(rows)}", ""
        case "UseDeclared":
            conclusion, where = (*_one(conn, 'select conclusion, "where" from use where seq = ?', seq), "")[:2]
            return f"declared in use: {where}", str(conclusion)
        case "UseEnded":
            conclusion, where = (*_one(conn, 'select conclusion, "where" from use where ended_seq = ?', seq), "")[:2]
            return f"use ended: {where}", str(conclusion)
        case "Reviewed":
            kind_, by, conclusion = (*_one(conn, "select kind, by, coalesce(conclusion, '') from review "
                                                 "where seq = ?", seq), "", "")[:3]
            return f"{kind_} by {by} (claimed)", str(conclusion)
        case _:
            return "the personal facts of an episode were erased", ""


def recent(work: Unit, after: int, until: int, limit: int) -> tuple[HistoryLine, ...]:
    """Events after a position, newest first."""
    lines = []
    for seq, known, kind in log_lines(work.connection, after, until, limit):
        words, about = event_words(work.connection, seq, kind)
        lines.append(HistoryLine(seq, known_words(known), words, kind, about))
    return tuple(lines)


_TOUCHING = """
select seq from episode where conclusion = :id
union select o.seq from outcome o join episode e on e.proof = o.n where e.conclusion = :id
union select h.seq from challenge h join episode e on e.proof = h.n where e.conclusion = :id
union select seq from use where conclusion = :id
union select ended_seq from use where conclusion = :id and ended_seq is not null
union select seq from review where conclusion = :id
union select r.seq from episode e join proof p on p.n = e.proof join review r on r.about = p.id where e.conclusion = :id
union select x.seq from episode e join erased x on x.episode = e.id where e.conclusion = :id
"""


def conclusion_history(work: Unit, conclusion: ConclusionId, until: int) -> tuple[HistoryLine, ...]:
    """Every event that touched a conclusion or one of its proofs, newest first."""
    rows = work.connection.execute(
        f"select l.seq, l.known, l.kind from log l join ({_TOUCHING}) t on t.seq = l.seq "  # noqa: S608 - a constant
        "where l.seq <= :until order by l.seq desc", {"id": conclusion, "until": until}).fetchall()
    lines = []
    for seq, known, kind in rows:
        words, about = event_words(work.connection, seq, kind)
        lines.append(HistoryLine(seq, known_words(known), words, kind, about))
    return tuple(lines)
