"""What people's statements change: uses, reviews, erasures. None of them changes a standing by itself."""

from __future__ import annotations

from collections.abc import Iterator

from cortex_core.history.changes import Add, Change, Put, Set
from cortex_core.history.view import View
from cortex_core.ids import ReviewId
from cortex_core.model.events import Erased, Reviewed, ReviewKind, UseDeclared, UseEnded

__all__ = ["fold_erased", "fold_reviewed", "fold_use", "fold_use_ended"]


def fold_use(event: UseDeclared, seq: int, view: View) -> Iterator[Change]:
    """A use and its counters. Raises ValueError for a conclusion that is not stored."""
    row = view.conclusions((event.conclusion,)).get(event.conclusion)
    if row is None:
        raise ValueError(f"{event.conclusion} is not in the log, so nobody can rely on it")
    yield Put("use", {"seq": seq, "conclusion": event.conclusion, "where": event.where, "who": event.who,
                      "why": event.why})
    yield Set("conclusion", {"id": event.conclusion}, {"uses": row.uses + 1})
    yield Add("uses", 1)
    yield Add("uses/open", 1)
    yield Add("conclusions/in use", 0 if row.uses else 1)


def fold_use_ended(event: UseEnded, seq: int, view: View) -> Iterator[Change]:
    """Ends every open use of the conclusion at that place; none there: recorded, and nothing changes."""
    row = view.conclusions((event.conclusion,)).get(event.conclusion)
    ended = view.open_uses(event.conclusion, event.where)
    if row is None or not ended:
        return
    for declared in ended:
        yield Set("use", {"seq": declared}, {"ended_seq": seq, "ended_by": event.who, "ended_why": event.why})
    left = row.uses - len(ended)
    yield Set("conclusion", {"id": event.conclusion}, {"uses": left})
    yield Add("uses/open", -len(ended))
    yield Add("conclusions/in use", 0 if left else -1)


def fold_reviewed(event: Reviewed, seq: int, view: View) -> Iterator[Change]:
    """The review's row; an undo marks what it is about. What a re-reading closes is folded with the marks."""
    yield Put("review", {"id": event.id, "seq": seq, "kind": event.kind, "conclusion": event.conclusion,
                         "about": event.about, "by": event.by, "meaning": event.meaning, "record": event})
    yield Add("reviews", 1)
    yield Add(f"reviews/{event.kind.value}", 1)
    if event.kind is ReviewKind.UNDO:
        kind, undone = view.review_of(ReviewId(event.about))
        if kind and not undone:
            yield Set("review", {"id": event.about}, {"undone_seq": seq})
            yield Add(f"reviews/{kind}", -1)


def fold_erased(event: Erased, seq: int) -> Iterator[Change]:
    """That the facts of an episode are gone; deleting them is the store's part."""
    row = {"episode": event.episode, "seq": seq, "by": event.by, "why": event.why}
    yield Put("erased", row, replace=True)
    yield Add("erased", 1)
