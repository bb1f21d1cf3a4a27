"""The registry read from its rows: a few dozen, whatever the size of the experience."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from cortex_core.model.rules import Edition, Family, RuleEdition
from cortex_core.model.sources import ArtifactVersion
from cortex_core.sources.registry import RegisteredArtifact, RegisteredEdition, Registry
from cortex_core.store.codec import decode

__all__ = ["load_registry", "registry_generation"]


def load_registry(conn: sqlite3.Connection, seq: int | None = None) -> Registry:
    """The registry at the head, or as it was known at a log position. Raises ValueError for a damaged row."""
    families = {key: decode(Family, record)
                for key, record in conn.execute("select key, record from family order by key")}
    artifacts = tuple(
        RegisteredArtifact(decode(ArtifactVersion, record), known_seq, known, withdrawn)
        for record, known_seq, known, withdrawn in conn.execute(
            "select record, seq, known, withdrawn from artifact order by seq, version"))
    rules: dict[str, list[RuleEdition]] = {}
    for edition_id, record in conn.execute(
            "select edition_id, record from rule order by edition_id, position"):
        rules.setdefault(edition_id, []).append(decode(RuleEdition, record))
    editions = tuple(
        RegisteredEdition(replace(decode(Edition, record), rules=tuple(rules.get(identity, ()))), known_seq,
                          known)
        for identity, record, known_seq, known in conn.execute(
            "select id, record, seq, known from edition order by seq, id"))
    registry = Registry(families, artifacts, editions)
    return registry if seq is None else registry.at(seq)


def registry_generation(conn: sqlite3.Connection) -> int:
    """Position of the last event that changed the registry: what was read before it may be kept."""
    row = conn.execute("select value from meta where name = 'registry_seq'").fetchone()
    return 0 if row is None else int(row[0])
