"""Changes of sources as cards: what changed, what it reached, what was spared, what became of it."""

from __future__ import annotations

from cortex_core.lifecycle.triage import LANE_RULES
from cortex_core.model.enums import Lane
from cortex_core.model.events import Revised
from cortex_core.service.asof import Instant, instant
from cortex_core.service.chain import challenged_item
from cortex_core.service.explain.words import known_words
from cortex_core.service.graphs import Graph
from cortex_core.service.shapes import ArtifactLine, AsOf, ChallengeCard, PassageDiff, SparedItem
from cortex_core.service.unit import Unit, unit
from cortex_core.store.conclusion_lists import conclusions_on
from cortex_core.store.log import event_at
from cortex_core.store.reading import (
    RevisionLine,
    challenges_of_event,
    graph_counts,
    in_use_then,
    outcomes_since,
    revisions,
)

__all__ = ["artifacts", "cards"]

SHOWN_CARDS = 20
SHOWN_ITEMS = 50


def cards(graph: Graph, at: AsOf) -> tuple[ChallengeCard, ...]:
    """One card a change, newest first; at most 50 challenged proofs are shown on a card, all are counted."""
    with unit(graph.path) as work:
        when = instant(work, at)
        return tuple(_card(work, line, when) for line in revisions(work.connection, when.seq, SHOWN_CARDS))


def _card(work: Unit, line: RevisionLine, when: Instant) -> ChallengeCard:
    logged = event_at(work.connection, line.seq)
    event = logged.event if logged is not None and isinstance(logged.event, Revised) else None
    challenges = challenges_of_event(work.connection, line.seq, SHOWN_ITEMS)
    outcomes = outcomes_since(work.connection, line.seq, 10_000)
    latest = {one.proof: one for one in reversed(outcomes)}
    counts: dict[str, int] = {}
    for one in latest.values():
        counts[one.standing] = counts.get(one.standing, 0) + 1
    proofs = [one.proof for one in event.challenges] if event else []
    reached = {"proofs": len(proofs), "conclusions": line.conclusions,
               "in use": in_use_then(work.connection, proofs, line.seq)}
    tally = graph_counts(work.connection)
    of = {"proofs": tally.get("proofs", 0), "conclusions": tally.get("conclusions", 0),
          "in use": tally.get("conclusions/in use", 0)}
    changes = []
    for outcome in latest.values():
        if outcome.before != outcome.after:
            changes += [(row.id, row.name, outcome.before, outcome.after)
                        for row in conclusions_on(work.connection, outcome.proof, 5)]
    lane = Lane(line.lane)
    return ChallengeCard(
        line.seq, line.lane, LANE_RULES[lane], line.artifact, line.version, known_words(line.known), line.words,
        tuple(PassageDiff(one.section, one.span, one.before, one.after) for one in (event.passages if event else ())),
        tuple((kind, count, of[kind]) for kind, count in reached.items()),
        tuple(challenged_item(work, one, when) for one in challenges),
        tuple(SparedItem(one.what, one.count, one.because) for one in (event.spared if event else ())),
        line.visited, line.unsettled, line.challenged - line.unsettled, tuple(sorted(counts.items())),
        tuple(changes[:SHOWN_ITEMS]))


def artifacts(graph: Graph, at: AsOf) -> tuple[ArtifactLine, ...]:
    """The head version of each artifact with its text, for editing."""
    with unit(graph.path) as work:
        registry = work.registry.at(instant(work, at).seq)
        keys = sorted({entry.version.key for entry in registry.artifacts})
        heads = [head for key in keys if (head := registry.head(key)) is not None]
        return tuple(ArtifactLine(head.version.key, head.version.id, head.version.title, head.version.content,
                                  head.version.scope) for head in heads if head.withdrawn is None)
