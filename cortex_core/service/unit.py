"""A unit of work: one connection, one view of the registry and the memory, at most one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar

from cortex_core.errors import HeadMoved, Refused
from cortex_core.experience.situation import Resolver
from cortex_core.ids import EpisodeId
from cortex_core.model.events import Event
from cortex_core.model.experience import Observation
from cortex_core.sources.registry import Registry
from cortex_core.store.database import connect, secret
from cortex_core.store.log import Head, append, append_scripted, head
from cortex_core.store.memory import StoredMemory
from cortex_core.store.registry_rows import load_registry
from cortex_core.tools import versions

__all__ = ["Unit", "Written", "decide_and_append", "unit"]

MOST_TRIES = 20
T = TypeVar("T")
Facts = Mapping[EpisodeId, tuple[Observation, ...]]


@dataclass
class Unit:
    """What a query or a decider sees: everything at one log position."""

    connection: sqlite3.Connection
    head: Head
    memory: StoredMemory
    tools: Mapping[str, str] = field(default_factory=versions)

    @cached_property
    def registry(self) -> Registry:
        return load_registry(self.connection)

    @cached_property
    def resolver(self) -> Resolver:
        return Resolver(self.registry)

    @cached_property
    def secret(self) -> bytes:
        return secret(self.connection)

    def resolver_at(self, seq: int) -> Resolver:
        """Situations as known at an earlier position."""
        return self.resolver if seq >= self.head.seq else Resolver(self.registry.at(seq))


@contextmanager
def unit(path: Path) -> Iterator[Unit]:
    """Open a graph for one unit of work."""
    with connect(path) as connection:
        yield Unit(connection, head(connection), StoredMemory(connection))


@dataclass(frozen=True, slots=True)
class Written(Generic[T]):
    """What a decider answered, and the head after its events were appended."""

    answer: T
    head: Head


def decide_and_append(
    path: Path, decider: Callable[[Unit], tuple[T, Sequence[Event], Facts]], *, scripted: datetime | None = None,
) -> Written[T]:
    """Run a decider and append its events, in one transaction that reads the head. If another writer came
    first, the decider runs again on the new head; nothing of the earlier try is kept."""
    for _ in range(MOST_TRIES):
        with unit(path) as work:
            answer, events, facts = decider(work)
            if not events:
                return Written(answer, work.head)
            try:
                if scripted is not None:
                    after = append_scripted(work.connection, events, known=max(scripted, work.head.known),
                                            expected_head=work.head.seq, side=facts)
                else:
                    after = append(work.connection, events, now=datetime.now(UTC), expected_head=work.head.seq,
                                   side=facts)
            except HeadMoved:
                continue
            return Written(answer, after)
    raise Refused(f"other writers came first {MOST_TRIES} times; nothing was written. Try again")
