"""The tables, declared once: what is created, in which order rows are inserted, compared and folded again.

``log``, ``facts`` and ``secret`` are what the graph *is*; every other table is a projection of the log,
thrown away and folded again at will. The declaration is plain, so reading it imports nothing heavy.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

__all__ = [
    "APPLICATION_ID", "LASTING", "PROJECTIONS", "SCHEMA_VERSION", "Table", "create_lasting",
    "create_projections", "drop_projections",
]

APPLICATION_ID = 0x43545847
"""Marks a database file as a Cortex graph (``CTXG``)."""

SCHEMA_VERSION = 2
"""Raised when a projection changes its shape: an older graph is folded again from its log when opened."""


@dataclass(frozen=True, slots=True)
class Table:
    """Columns with their types, the primary key (its order is the order of comparison), and the indexes."""

    name: str
    columns: Mapping[str, type]
    key: tuple[str, ...]
    indexes: tuple[tuple[str, ...], ...] = ()
    unique: tuple[tuple[str, ...], ...] = ()
    may_be_empty: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.columns)


def _table(name: str, key: str, columns: str, *, indexes: str = "", unique: str = "") -> Table:
    """A table from its columns in words: ``n:int title seq?:int``; ``?`` marks a column that may be empty."""
    kinds: dict[str, type] = {}
    empty = set()
    for word in columns.split():
        column, _, kind = word.partition(":")
        if column.endswith("?"):
            column = column[:-1]
            empty.add(column)
        kinds[column] = int if kind == "int" else str
    groups = [tuple(tuple(group.split(",")) for group in text.split()) for text in (indexes, unique)]
    return Table(name, kinds, tuple(key.split(",")), groups[0], groups[1], frozenset(empty))


LASTING = (
    _table("log", "seq", "seq:int known kind body prev digest", indexes="known"),
    _table("facts", "episode", "episode body"),
    _table("secret", "name", "name value"),
)

PROJECTIONS = {table.name: table for table in (
    _table("meta", "name", "name value"),
    _table("tally", "name", "name value:int"),
    # the registry
    _table("family", "key", "key title domain record seq:int"),
    _table("artifact", "version", "version key sequence:int record seq:int known claimed withdrawn?:int",
           indexes="key,sequence"),
    _table("edition", "id", "id key family encoding:int record rules:int seq:int known",
           indexes="family key,encoding"),
    _table("rule", "edition_id,position", "id edition_id position:int record", indexes="id"),
    _table("rebind", "seq,edition,old_blob", "old_blob new_blob edition artifact seq:int record"),
    _table("blob", "blob", "blob first", indexes="first"),
    # experience
    _table("proof", "n", "n:int id family governing? key_digest signature_digest output unresolved:int words "
           "record seq:int standing conclusions:int",
           indexes="standing,family family,signature_digest seq", unique="id"),
    _table("proof_source", "artifact,n", "artifact n:int"),
    _table("proof_edition", "edition,n", "edition n:int"),
    _table("certificate", "n,seq,place", "n:int seq:int place:int verifier record"),
    _table("episode", "n", "n:int id task proof:int conclusion decided_on mode title wording:int record "
           "seq:int", indexes="proof conclusion seq", unique="id"),
    _table("wording", "n", "n:int key reasons roles", unique="key"),
    _table("conclusion", "n", "n:int id task family subject title words decided_on mode "
           "proof:int proofs:int episode:int uses:int seq:int",
           indexes="proof,uses family,proof uses,proof", unique="id"),
    _table("alternative", "conclusion,n", "conclusion n:int episode:int mode", indexes="n"),
    _table("abstention", "episode", "episode task family conclusion record seq:int closed_seq?:int",
           indexes="closed_seq task conclusion"),
    # change
    _table("mark", "n,seq,place", "n:int seq:int place:int kind challenge? cause? valid_from?"),
    _table("challenge", "id", "id n:int seq:int cause valid_from? path paths:int closed_seq?:int closed_by?",
           indexes="n closed_seq,seq seq,closed_seq"),
    _table("revision", "seq", "seq:int lane artifact? version? withdrawn? words challenged:int "
           "conclusions:int visited:int unsettled:int", indexes="unsettled artifact"),
    _table("outcome", "seq,place", "seq:int place:int n:int standing before after reason witness valid_from? "
           "closes replaced_by", indexes="n"),
    # people
    _table("use", "seq", "seq:int conclusion where who why ended_seq?:int ended_by? ended_why?",
           indexes="conclusion ended_seq"),
    _table("review", "id", "id seq:int kind conclusion? about by meaning record undone_seq?:int",
           indexes="conclusion about seq"),
    _table("erased", "episode", "episode seq:int by why"),
)}
"""Every table that is folded from the log. ``meta`` holds the head it was folded to."""

_SUPPORT = "create view support as select conclusion, proof, n as episode, seq from episode"
"""Which proof supports which conclusion, by which episode: the episodes themselves say so."""


def create_lasting(conn: sqlite3.Connection) -> None:
    """The tables that hold the graph."""
    _create(conn, LASTING)


def create_projections(conn: sqlite3.Connection) -> None:
    """The projections, empty, with full-text search over conclusions kept by triggers."""
    db = _create(conn, tuple(PROJECTIONS.values()))
    db.table("conclusion").enable_fts(["title", "subject", "words"], create_triggers=True,
                                      tokenize="unicode61 remove_diacritics 2")
    conn.execute(_SUPPORT)


def drop_projections(conn: sqlite3.Connection) -> None:
    """Remove every table but those that hold the graph; their names are read from the file, so tables of an
    older shape go too."""
    kept = {table.name for table in LASTING}
    for kind in ("view", "table"):
        names = [name for (name,) in conn.execute("select name from sqlite_master where type = ?", (kind,))]
        for name in names:
            # The shadow tables of the search index go with it.
            if name not in kept and not name.startswith("sqlite_") and "_fts_" not in name:
                quoted = name.replace('"', '""')
                conn.execute(f'drop {kind} if exists "{quoted}"')


def _create(conn: sqlite3.Connection, tables: tuple[Table, ...]) -> Database:
    # Imported here: it brings numpy and pandas with it, and the path of `decide` needs no table builder.
    from sqlite_utils import Database

    db = Database(conn, execute_plugins=False)
    for table in tables:
        created = db.table(table.name)
        created.create(dict(table.columns), pk=table.key[0] if len(table.key) == 1 else table.key,
                       not_null=set(table.names) - table.may_be_empty, strict=True)
        for columns in table.indexes:
            created.create_index(columns)
        for columns in table.unique:
            created.create_index(columns, unique=True)
    return db
