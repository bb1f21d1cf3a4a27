"""Projections over a connection: the view that folds read, and the changes they yield, applied in batches."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import date
from enum import Enum

from cortex_core.experience.memory import Mark, MarkKind
from cortex_core.history.challenges import MOOT
from cortex_core.history.changes import Add, Put, Set
from cortex_core.history.reducer import fold
from cortex_core.history.view import ChallengeRow, ConclusionRow, ProofRow, SupportRow
from cortex_core.ids import ArtifactKey, ChallengeId, ConclusionId, EpisodeId, ProofId, ReviewId, TaskId
from cortex_core.model.enums import Cause, Mode, Standing
from cortex_core.model.events import Event
from cortex_core.model.rules import Family
from cortex_core.store.codec import decode, encode
from cortex_core.store.schema import PROJECTIONS

__all__ = ["StoredView", "advance", "mark_of"]



def mark_of(row: Sequence[object]) -> Mark:
    """The mark in the columns seq, kind, challenge, cause, valid_from."""
    seq, kind, challenge, cause, valid_from = row
    return Mark(int(str(seq)), MarkKind(kind), None if challenge is None else ChallengeId(str(challenge)),
                None if cause is None else Cause(cause),
                None if valid_from is None else date.fromisoformat(str(valid_from)))


class StoredView:
    """What the folds read, from the projections of a connection (see `history.view.View`)."""

    __slots__ = ("_conn",)

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn

    def _rows(self, sql: str, among: Collection[object]) -> Iterable[tuple[object, ...]]:
        return self._conn.execute(sql, (json.dumps(sorted(among, key=str)),)) if among else ()

    def next_number(self, table: str) -> int:
        sql = f"select max(n) from {PROJECTIONS[table].name}"  # noqa: S608 - the name of a declared table
        (last,) = self._conn.execute(sql).fetchone()
        return (last or 0) + 1

    def wordings(self, keys: Collection[str]) -> Mapping[str, int]:
        rows = self._rows("select key, n from wording where key in (select value from json_each(?))", keys)
        return {str(key): _int(n) for key, n in rows}

    def families(self) -> Mapping[str, Family]:
        rows = self._conn.execute("select key, record from family")
        return {key: decode(Family, record) for key, record in rows}

    def proofs(self, ids: Collection[ProofId]) -> Mapping[ProofId, ProofRow]:
        rows = self._rows("select n, id, family, output, unresolved, words, standing, conclusions from proof "
                          "where id in (select value from json_each(?))", ids)
        return {row.id: row for row in map(_proof_row, rows)}

    def proofs_numbered(self, numbers: Collection[int]) -> Mapping[int, ProofRow]:
        rows = self._rows("select n, id, family, output, unresolved, words, standing, conclusions from proof "
                          "where n in (select value from json_each(?))", numbers)
        return {row.n: row for row in map(_proof_row, rows)}

    def marks(self, numbers: Collection[int]) -> Mapping[int, Sequence[Mark]]:
        found: dict[int, list[Mark]] = {}
        rows = self._rows("select n, seq, kind, challenge, cause, valid_from from mark "
                          "where n in (select value from json_each(?)) order by n, seq, place", numbers)
        for n, *row in rows:
            found.setdefault(int(str(n)), []).append(mark_of(row))
        return found

    def conclusions(self, ids: Collection[ConclusionId]) -> Mapping[ConclusionId, ConclusionRow]:
        rows = self._rows("select n, id, title, proof, proofs, episode, mode, uses from conclusion "
                          "where id in (select value from json_each(?))", ids)
        found = (ConclusionRow(_int(n), ConclusionId(str(one)), str(title), _int(proof), _int(proofs),
                               _int(episode), Mode(mode), _int(uses))
                 for n, one, title, proof, proofs, episode, mode, uses in rows)
        return {row.id: row for row in found}

    def supports(self, ids: Collection[ConclusionId]) -> Mapping[ConclusionId, Sequence[SupportRow]]:
        found: dict[ConclusionId, list[SupportRow]] = {}
        rows = self._rows("select conclusion, n, episode, mode from alternative "
                          "where conclusion in (select value from json_each(?))", ids)
        for one, n, episode, mode in rows:
            support = SupportRow(_int(n), _int(episode), Mode(mode))
            found.setdefault(ConclusionId(str(one)), []).append(support)
        return found

    def shared_by(self, numbers: Collection[int]) -> Sequence[ConclusionId]:
        rows = self._rows("select distinct conclusion from alternative "
                          "where n in (select value from json_each(?)) order by 1", numbers)
        return [ConclusionId(str(one)) for (one,) in rows]

    def challenges(self, ids: Collection[ChallengeId]) -> Mapping[ChallengeId, ChallengeRow]:
        rows = self._rows("select id, n, seq, closed_seq is null from challenge "
                          "where id in (select value from json_each(?))", ids)
        return {ChallengeId(str(one)): ChallengeRow(ChallengeId(str(one)), _int(n), _int(seq), bool(is_open))
                for one, n, seq, is_open in rows}

    def retraction_basis(self, number: int) -> frozenset[ArtifactKey]:
        rows = self._conn.execute(
            "select distinct revision.artifact from challenge join revision using (seq) "
            "where challenge.n = ?1 and challenge.closed_by != ?2 and revision.artifact is not null "
            "and challenge.closed_seq = (select max(seq) from mark where n = ?1 and kind = ?3)",
            (number, MOOT, MarkKind.RETRACTED.value))
        return frozenset(ArtifactKey(key) for (key,) in rows)

    def open_abstentions(self, tasks: Collection[TaskId]) -> Mapping[TaskId, Sequence[EpisodeId]]:
        found: dict[TaskId, list[EpisodeId]] = {}
        rows = self._rows("select task, episode from abstention where closed_seq is null "
                          "and task in (select value from json_each(?))", tasks)
        for task, episode in rows:
            found.setdefault(TaskId(str(task)), []).append(EpisodeId(str(episode)))
        return found

    def open_uses(self, conclusion: ConclusionId, where: str) -> Sequence[int]:
        rows = self._conn.execute('select seq from use where conclusion = ? and "where" = ? '
                                  "and ended_seq is null order by seq", (conclusion, where))
        return [seq for (seq,) in rows]

    def bytes_held_equal(self, blob: str) -> tuple[str, Sequence[str]]:
        row = self._conn.execute("select first from blob where blob = ?", (blob,)).fetchone()
        if row is None:
            return blob, ()
        members = self._conn.execute("select blob from blob where first = ? order by blob", row)
        return row[0], [member for (member,) in members]

    def open_challenges(self, seq: int) -> int:
        (count,) = self._conn.execute("select count(*) from challenge where seq = ? and closed_seq is null",
                                      (seq,)).fetchone()
        return int(count)

    def review_of(self, review: ReviewId) -> tuple[str, bool]:
        row = self._conn.execute("select kind, undone_seq is not null from review where id = ?",
                                 (review,)).fetchone()
        return ("", False) if row is None else (row[0], bool(row[1]))


def _int(value: object) -> int:
    return int(str(value))


def _proof_row(row: tuple[object, ...]) -> ProofRow:
    n, identity, family, output, unresolved, words, state, conclusions = row
    return ProofRow(_int(n), ProofId(str(identity)), str(family), str(output), bool(unresolved), str(words),
                    Standing(state), _int(conclusions))


def advance(conn: sqlite3.Connection, event: Event, seq: int, known: str, digest: str) -> None:
    """Fold the event at ``seq`` into the projections and move their head to it, inside the open transaction.

    Raises ValueError for an event that refers to what is not in the log; the caller rolls back.
    """
    # The folds read the state before the event, so everything is collected before anything is written.
    changes = list(fold(event, seq, known, StoredView(conn)))
    puts: dict[tuple[str, bool], list[Mapping[str, object]]] = {}
    moved: Counter[str] = Counter()
    for change in changes:
        if isinstance(change, Put):
            puts.setdefault((change.table, change.replace), []).append(change.row)
        elif isinstance(change, Add):
            moved[change.tally] += change.by
    for (table, replacing), rows in puts.items():
        _insert(conn, table, rows, replacing=replacing)
    for change in changes:
        if isinstance(change, Set):
            _update(conn, change)
    conn.executemany("insert into tally (name, value) values (?, ?) "
                     "on conflict (name) do update set value = value + excluded.value",
                     [(name, by) for name, by in moved.items() if by])
    head = ({"name": "folded_seq", "value": str(seq)}, {"name": "folded_digest", "value": digest})
    _insert(conn, "meta", head, replacing=True)


def _insert(conn: sqlite3.Connection, table: str, rows: Sequence[Mapping[str, object]], *,
            replacing: bool) -> None:
    names = PROJECTIONS[table].names
    columns = ", ".join(f'"{name}"' for name in names)
    verb = "insert or replace" if replacing else "insert"
    marks = ", ".join("?" * len(names))
    conn.executemany(f'{verb} into "{table}" ({columns}) values ({marks})',
                     ([_column(row.get(name)) for name in names] for row in rows))


def _update(conn: sqlite3.Connection, change: Set) -> None:
    settings = ", ".join(f'"{name}" = ?' for name in change.columns)
    where = " and ".join(f'"{name}" = ?' for name in change.key)
    conn.execute(f'update "{change.table}" set {settings} where {where}',  # noqa: S608 - declared names
                 [_column(value) for value in (*change.columns.values(), *change.key.values())])


def _column(value: object) -> object:
    """One value as a column: records through the codec, lists as JSON, enums and dates as their text."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return encode(value, tuple[str, ...])
    if is_dataclass(value):
        return encode(value)
    raise TypeError(f"{type(value).__name__} is no column")


