"""Lists of conclusions with facets: what the Provenance page and `cortex search` show."""

from __future__ import annotations

from collections.abc import Mapping

from cortex_core.experience.memory import StoredEpisode
from cortex_core.ids import ConclusionId
from cortex_core.lifecycle.people import best_standing, void_reason
from cortex_core.lifecycle.standing import explain, standing
from cortex_core.model.enums import Standing
from cortex_core.model.events import Reviewed, ReviewKind
from cortex_core.service.asof import Instant, instant
from cortex_core.service.explain.words import known_words
from cortex_core.service.graphs import Graph
from cortex_core.service.shapes import AsOf, ConclusionLine, ConclusionPage, ReviewLine
from cortex_core.service.standings import Corrections, corrections, count_of
from cortex_core.service.unit import Unit, unit
from cortex_core.store.codec import decode
from cortex_core.store.conclusion_lists import CURRENT, ConclusionLineRow, Facets, matched
from cortex_core.store.conclusion_lists import conclusions as stored_conclusions
from cortex_core.store.conclusion_lists import search as stored_search
from cortex_core.store.reading import graph_counts, reviews_of

__all__ = ["PAGE", "best_support", "conclusions", "line_of", "review_lines", "search"]

PAGE = 25
MOST_COUNTED = 1_000


def conclusions(graph: Graph, at: AsOf, *, text: str = "", family: str = "", standing: str = "", mode: str = "",
                in_use: bool = False, show: str = "", page: int = 0) -> ConclusionPage:
    """One page of the conclusions that match every facet given, as of an instant.

    ``standing`` is a standing or ``current`` (active or reaffirmed); ``show`` is ``unresolved``,
    ``abstained``, ``in use`` or nothing.

    Counts of a single facet come from the tally and are exact; of several, they stop at 1,000.
    """
    facets = Facets(text.strip(), family, standing, mode, in_use or show == "in use", show == "unresolved",
                    show == "abstained")
    with unit(graph.path) as work:
        when = instant(work, at)
        counts = graph_counts(work.connection)
        of = counts.get("conclusions", 0)
        families = tuple((key, one.title) for key, one in sorted(work.registry.families.items()))
        found = corrections(work, when)
        count = _count(work, facets, counts, when, found)
        rows = stored_conclusions(work.connection, facets, until=when.seq, limit=PAGE, offset=page * PAGE,
                                  moved=found.moved)
        lines = tuple(line_of(work, row, when) for row in rows)
        return ConclusionPage(lines, count, of, page, max(1, -(-count // PAGE)), families)


def _count(work: Unit, facets: Facets, tally: Mapping[str, int], when: Instant, found: Corrections) -> int:
    names = {
        Facets(family=facets.family): f"conclusions/family/{facets.family}",
        Facets(in_use=True): "conclusions/in use",
        Facets(unresolved=True): "conclusions/unresolved",
        Facets(abstained=True): "abstentions/open",
        Facets(): "conclusions",                   # last: the narrower keys above equal it when empty
    }
    if when.is_head and facets.standing and facets == Facets(standing=facets.standing):
        return sum(count_of(tally, one, found) for one in Standing
                   if one.value == facets.standing or (facets.standing == CURRENT and one.admits))
    if when.is_head and facets in names:
        return tally.get(names[facets], 0)
    return matched(work.connection, facets, until=when.seq, most=MOST_COUNTED, moved=found.moved)


def best_support(work: Unit, conclusion: ConclusionId, when: Instant) -> tuple[StoredEpisode, Standing]:
    """The episode whose proof supports the conclusion best at an instant, and the standing it gives.

    A conclusion stands while one of its proofs stands.
    """
    found = [one for one in work.memory.episodes_for(conclusion) if one.seq <= when.seq]
    by_standing = [(one, standing(work.memory.marks(one.episode.proof), when.valid, when.seq)) for one in found]
    best = best_standing([state for _, state in by_standing])
    return next((one, state) for one, state in reversed(by_standing) if state is best)


def line_of(work: Unit, row: ConclusionLineRow, when: Instant) -> ConclusionLine:
    """A conclusion in one line, with the reason of its standing."""
    stored, state = best_support(work, row.id, when)
    marks = work.memory.marks(stored.episode.proof)
    reviews = [one for one in review_lines(work, row.id, when) if one.kind == ReviewKind.SIGN_OFF.value]
    signed = "" if not reviews else reviews[0].void or f"claimed: {reviews[0].by}, {reviews[0].known}"
    proof = work.memory.proof(stored.episode.proof)
    expired = proof is not None and not proof.key.interval.covers(when.valid)
    return ConclusionLine(
        row.id, row.name, row.family, row.subject, state, expired,
        explain(marks, when.valid, when.seq), stored.episode.mode.value, row.uses > 0, signed, row.decided_on)


def review_lines(work: Unit, conclusion: ConclusionId, when: Instant) -> tuple[ReviewLine, ...]:
    """Reviews of a conclusion, newest first; a sign-off that no longer holds names what voided it."""
    rows = [row for row in reviews_of(work.connection, conclusion) if row.seq <= when.seq]
    if not rows:
        return ()
    stored, _ = best_support(work, conclusion, when)
    proof, marks = work.memory.proof(stored.episode.proof), work.memory.marks(stored.episode.proof)
    lines = []
    for row in rows:
        made = decode(Reviewed, row.record)
        void = ""
        if proof is not None and made.kind is ReviewKind.SIGN_OFF:
            void = void_reason(made.meaning, proof, marks, stored.episode.decided_on, when.seq, stored.seq)
        lines.append(ReviewLine(row.id, row.by, known_words(row.known), row.kind, made.adjudicated, made.note,
                                "undone" if row.undone else void))
    return tuple(lines)


def search(graph: Graph, text: str) -> tuple[ConclusionLine, ...]:
    """Full-text hits, best first. Similarity suggests; it never admits."""
    with unit(graph.path) as work:
        when = instant(work, AsOf())
        return tuple(line_of(work, row, when) for row in stored_search(work.connection, text))
