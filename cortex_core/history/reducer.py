"""The one reducer: what an event changes in the projections. Pure; the store applies what it yields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from cortex_core.history import challenges, experience, people, registry
from cortex_core.history.changes import Add, Change
from cortex_core.history.draft import Draft
from cortex_core.history.view import View
from cortex_core.model.events import (
    Committed,
    Erased,
    Event,
    GraphCreated,
    Rechecked,
    Registered,
    Reviewed,
    Revised,
    UseDeclared,
    UseEnded,
)

__all__ = ["fold"]


def fold(event: Event, seq: int, known: str, view: View) -> Iterator[Change]:
    """Changes of the event at log position ``seq``, which became known at ``known`` (UTC, text).

    ``view`` shows the projections folded to ``seq - 1`` and must not change until the changes were taken.
    Raises ValueError when the event refers to something that is not in the log; nothing may be written then.
    """
    yield Add("events", 1)
    yield Add(f"events/{type(event).__name__}", 1)
    draft = Draft(view, seq)
    match event:
        case GraphCreated():
            yield from registry.fold_created(event)
        case Registered():
            yield from registry.fold_registered(event, seq, known, view)
        case Committed():
            yield from experience.commit(event, draft, view)
        case Revised():
            yield from registry.fold_revised(event, seq, known, view)
            yield from challenges.open_challenged(event, draft, view)
        case Rechecked():
            yield from experience.commit(event, draft, view)
            yield from challenges.settle(event, draft, view)
        case UseDeclared():
            yield from people.fold_use(event, seq, view)
        case UseEnded():
            yield from people.fold_use_ended(event, seq, view)
        case Reviewed():
            yield from people.fold_reviewed(event, seq, view)
            yield from challenges.close_by_review(event, draft, view)
        case Erased():
            yield from people.fold_erased(event, seq)
        case _:
            assert_never(event)
    yield from draft.changes()
