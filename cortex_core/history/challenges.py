"""What revisions, rechecks and re-readings change: challenges, marks on proofs, revisions and outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date

from cortex_core.experience.memory import Mark, MarkKind
from cortex_core.history.changes import Add, Change, Put, Set
from cortex_core.history.draft import Draft
from cortex_core.history.view import View
from cortex_core.ids import ChallengeId
from cortex_core.lifecycle.standing import open_challenges, standing, superseded_from
from cortex_core.model.enums import Cause, Standing
from cortex_core.model.events import Rechecked, RecheckOutcome, Reviewed, Revised, challenge_id

__all__ = ["MOOT", "close_by_review", "open_challenged", "settle"]

MOOT = "moot: the proof is retracted"
"""Said of a challenge to a proof that is wrong for its own time anyway: there is nothing left to close."""


def open_challenged(event: Revised, draft: Draft, view: View) -> Iterator[Change]:
    """The revision's row and its challenges. Raises ValueError for a proof that is not stored."""
    rows = draft.load({one.proof for one in event.challenges})
    draft.marks(row.n for row in rows.values())
    opened = 0
    for one in event.challenges:
        n, identity = rows[one.proof].n, challenge_id(draft.seq, one.proof)
        columns: dict[str, object] = {
            "id": identity, "n": n, "seq": draft.seq, "cause": one.cause, "valid_from": one.valid_from,
            "path": one.path, "paths": one.paths}
        cause: Cause | None = one.cause
        if standing(draft.marks_of(n), date.max, None) is Standing.RETRACTED:
            # Only the fall of what it was retracted for brings it back into question.
            cause = Cause.WITHDRAWN if event.artifact in view.retraction_basis(n) else None
        if cause is None:
            yield Put("challenge", {**columns, "closed_seq": draft.seq, "closed_by": MOOT})
            continue
        yield Put("challenge", columns)
        draft.mark(n, Mark(draft.seq, MarkKind.OPENED, identity, cause, one.valid_from))
        opened += 1
    yield Put("revision", {
        "seq": draft.seq, "lane": event.lane, "artifact": event.artifact,
        "version": event.version.id if event.version else None, "withdrawn": event.withdrawn,
        "words": event.words, "challenged": len(event.challenges), "visited": event.visited,
        "conclusions": sum(row.conclusions for row in rows.values()),
        "unsettled": opened})
    yield Add("revisions", 1)
    yield Add("challenges", len(event.challenges))
    yield Add("challenges/open", opened)
    yield Add("revisions/open", 1 if opened else 0)


def settle(event: Rechecked, draft: Draft, view: View) -> Iterator[Change]:
    """Outcomes of a batch of rechecks. Raises ValueError for an unknown proof, or a challenge of another."""
    rows = draft.load({one.proof for one in event.outcomes})
    draft.marks(row.n for row in rows.values())
    closed: dict[ChallengeId, str] = {}
    for place, outcome in enumerate(event.outcomes):
        n = rows[outcome.proof].n
        yield Put("outcome", {
            "seq": draft.seq, "place": place, "n": n, "standing": outcome.standing, "before": outcome.before,
            "after": outcome.after, "reason": outcome.reason, "witness": outcome.witness,
            "valid_from": outcome.valid_from, "closes": outcome.closes, "replaced_by": outcome.replaced_by})
        if outcome.standing is Standing.RETRACTED:
            closed.update((one, MOOT) for one in _unclosed(draft.marks_of(n)))
        closed.update((one, outcome.witness or outcome.standing.value) for one in outcome.closes)
        _mark_outcome(n, outcome, draft)
    yield Add("outcomes", len(event.outcomes))
    yield from _close(closed, draft.seq, {row.n for row in rows.values()}, view)


def _mark_outcome(n: int, outcome: RecheckOutcome, draft: Draft) -> None:
    for one in outcome.closes:
        draft.mark(n, Mark(draft.seq, MarkKind.CLOSED, one, None, None))
    match outcome.standing:
        case Standing.SUPERSEDED:
            draft.mark(n, Mark(draft.seq, MarkKind.SUPERSEDED, None, None, outcome.valid_from))
        case Standing.RETRACTED:
            draft.mark(n, Mark(draft.seq, MarkKind.RETRACTED, None, None, None))
        case _:
            pass  # closing the listed challenges says all there is to say


def close_by_review(event: Reviewed, draft: Draft, view: View) -> Iterator[Change]:
    """A re-reading closes the challenges it names and nothing else. It compares texts, not outputs, so what
    a later output had replaced stays superseded."""
    found = view.challenges(event.closes)
    draft.marks(row.proof for row in found.values())
    for one in event.closes:
        if one not in found:
            raise ValueError(f"challenge {one} is not in the log, so it cannot be closed")
        n = found[one].proof
        since = superseded_from(draft.marks_of(n), None)
        draft.mark(n, Mark(draft.seq, MarkKind.CLOSED, one, None, None))
        if since is not None:
            day = None if since == date.min else since
            draft.mark(n, Mark(draft.seq, MarkKind.SUPERSEDED, None, None, day))
    yield from _close(dict.fromkeys(event.closes, f"re-reading by {event.by} (claimed)"), draft.seq,
                      {row.proof for row in found.values()}, view)


def _unclosed(marks: Iterable[Mark]) -> tuple[ChallengeId, ...]:
    return open_challenges(tuple(marks), date.max, None)


def _close(closed: dict[ChallengeId, str], seq: int, proofs: set[int], view: View) -> Iterator[Change]:
    found = view.challenges(closed)
    fewer: Counter[int] = Counter()
    for one, words in closed.items():
        row = found.get(one)
        if row is None or row.proof not in proofs:
            raise ValueError(f"challenge {one} does not concern the proof it is to be closed for")
        if row.is_open:
            yield Set("challenge", {"id": one}, {"closed_seq": seq, "closed_by": words})
            fewer[row.seq] += 1
    for revision, count in sorted(fewer.items()):
        left = view.open_challenges(revision) - count
        yield Set("revision", {"seq": revision}, {"unsettled": left})
        yield Add("challenges/open", -count)
        yield Add("revisions/open", 0 if left else -1)
