"""Erasure: the personal values of an episode leave the side store for good; its standing is kept."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime

from cortex_core.errors import Refused
from cortex_core.ids import EpisodeId
from cortex_core.model.events import Erased
from cortex_core.store.chain import Head, head, write_side_file
from cortex_core.store.log import append_inside, transaction

__all__ = ["Erasure", "erase"]


@dataclass(frozen=True, slots=True)
class Erasure:
    """The head after it. ``traces_left``: a reader held the write-ahead log, so deleted bytes lie there until
    the last connection closes."""

    head: Head
    traces_left: bool


def erase(conn: sqlite3.Connection, episode: EpisodeId, by: str, why: str, now: datetime) -> Erasure:
    """Delete the facts, overwrite their bytes, append `Erased` at ``now`` (UTC). A second time does nothing.

    Raises Refused for an episode that is not in the log; nothing was deleted.
    """
    with transaction(conn):
        last = head(conn)
        if conn.execute("select 1 from episode where id = ?", (episode,)).fetchone() is None:
            raise Refused(f"episode {episode} is not in the log, so it has no facts to erase")
        if conn.execute("select 1 from erased where episode = ?", (episode,)).fetchone() is None:
            conn.execute("delete from facts where episode = ?", (episode,))
            last = append_inside(conn, (Erased(episode, by, why),), last, now)
    write_side_file(conn)
    # Deleted pages are overwritten (secure_delete); older images of them go with the write-ahead log.
    (busy, *_) = conn.execute("pragma wal_checkpoint(truncate)").fetchone()
    return Erasure(last, bool(busy))
