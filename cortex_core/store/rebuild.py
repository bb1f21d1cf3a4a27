"""Projections thrown away and folded again from the log, and digests that tell two foldings apart."""

from __future__ import annotations

import hashlib
import sqlite3

from cortex_core.digest import canonical_bytes
from cortex_core.store.chain import events
from cortex_core.store.projections import advance
from cortex_core.store.schema import PROJECTIONS, SCHEMA_VERSION, create_projections, drop_projections
from cortex_core.temporal.known import format_known

__all__ = ["fold_into", "rebuild", "table_digests"]


def table_digests(conn: sqlite3.Connection) -> dict[str, str]:
    """One digest a projection table, over all its rows in the order of their key."""
    # Read as bytes: damage that is no text any more is to be compared, not to be an error of its own.
    text, conn.text_factory = conn.text_factory, bytes
    try:
        return {name: _rows_digest(conn, name) for name in PROJECTIONS}
    finally:
        conn.text_factory = text


def _rows_digest(conn: sqlite3.Connection, name: str) -> str:
    table = PROJECTIONS[name]
    columns, order = (", ".join(f'"{one}"' for one in some) for some in (table.names, table.key))
    running = hashlib.blake2b(digest_size=32)
    for row in conn.execute(f'select {columns} from "{name}" order by {order}'):  # noqa: S608 - declared names
        running.update(canonical_bytes(row))
    return "b2:" + running.hexdigest()


def rebuild(conn: sqlite3.Connection) -> None:
    """Fold every projection again, in one transaction. The log, the facts and the secret are not touched.

    Raises ValueError if the log holds an event that does not fold; the projections stay as they were.
    """
    conn.execute("begin immediate")
    try:
        drop_projections(conn)
        create_projections(conn)
        fold_into(conn, conn)
        conn.execute(f"pragma user_version = {SCHEMA_VERSION}")
        conn.execute("commit")
    except BaseException:
        if conn.in_transaction:
            conn.execute("rollback")
        raise
    # The version is read from the file's header, so it must not wait in the write-ahead log.
    conn.execute("pragma wal_checkpoint(truncate)")


def fold_into(target: sqlite3.Connection, source: sqlite3.Connection) -> None:
    """Fold the log of one connection into the empty projections of another (or the same)."""
    for entry in events(source):
        advance(target, entry.event, entry.seq, format_known(entry.known), entry.digest)
