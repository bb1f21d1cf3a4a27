"""What is in a graph, what moved since the last visit, and where to begin."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from cortex_core.model.enums import Standing
from cortex_core.service.asof import instant
from cortex_core.service.explain.words import known_words
from cortex_core.service.graphs import Graph
from cortex_core.service.histories import recent
from cortex_core.service.shapes import AsOf, Door, Overview, Station, Tally
from cortex_core.service.standings import Corrections, corrections, count_of
from cortex_core.service.unit import Unit, unit
from cortex_core.store.conclusion_lists import Facets, conclusions
from cortex_core.store.reading import graph_counts, revisions
from cortex_core.temporal.civil import parse_partial

__all__ = ["overview"]

SHOWN_EVENTS = 12


def overview(graph: Graph, at: AsOf, since_seq: int | None = None) -> Overview:
    """Counts with denominators, each with the list it is the length of. ``since_seq``: the log position of
    the reader's last visit."""
    with unit(graph.path) as work:
        when = instant(work, at)
        counts = graph_counts(work.connection)
        median, longest = _lag(work, when.seq)
        gaps = sorted({gap for entry in work.registry.at(when.seq).artifacts for gap in entry.version.known_gaps})
        return Overview(
            graph.name, graph.scripted, work.head.seq, work.head.digest, known_words(work.head.known),
            _tallies(counts, corrections(work, when)), _doors(work, when.seq), _stations(counts),
            recent(work, since_seq or 0, when.seq, SHOWN_EVENTS), since_seq or 0, median, longest, tuple(gaps),
            counts.get("erased", 0))


def _tallies(counts: Mapping[str, int], found: Corrections) -> tuple[Tally, ...]:
    of = counts.get("conclusions", 0)
    current = sum(count_of(counts, state, found) for state in Standing if state.admits)
    return (
        Tally("current", current, of, "conclusions",
              "Every ground they rest on is as it was, or a witness said it still carries.", "provenance",
              {"standing": "current"}),
        Tally("challenged", count_of(counts, Standing.CHALLENGED, found), of, "conclusions",
              "A ground moved; they are not released as current until rechecked.", "provenance",
              {"standing": "challenged"}),
        Tally("unresolved", counts.get("conclusions/unresolved", 0), of, "conclusions",
              "The facts or sources leave a row open; unknown is an answer, not a failure.", "provenance",
              {"show": "unresolved"}),
        Tally("abstained", counts.get("abstentions/open", 0), of, "conclusions",
              "Escalated: recorded with what is missing and what could settle it.", "provenance",
              {"show": "abstained"}),
        Tally("to review", counts.get("revisions/open", 0), counts.get("revisions", 0), "changes of sources",
              "A change whose challenges are not all closed yet.", "challenges", {}))


def _doors(work: Unit, until: int) -> tuple[Door, ...]:
    used = conclusions(work.connection, Facets(in_use=True), until=until, limit=1)
    audit = used or conclusions(work.connection, Facets(), until=until, limit=1)
    moved = revisions(work.connection, until, 1)
    nothing = "nothing is recorded yet"
    return (
        Door("Audit", "Walk from the source text to a conclusion and run every check again.",
             f"“{audit[0].name}”: what does it rest on?" if audit else nothing, "provenance",
             {"sel": audit[0].id} if audit else {}),
        Door("Explore", "See what a changed source touches, what it spares, and why.",
             moved[0].words if moved else "change a threshold in a source and watch", "challenges",
             {"sel": str(moved[0].seq)} if moved else {}),
        Door("Teach", "Show a room what unknown means: flip what was found and see what decides.",
             f"“{_first_scenario()}”: may the step be accepted?", "verification", {}))


def _first_scenario() -> str:
    # Its reader checks files with pydantic, which the other questions of this module can do without.
    from cortex_core.service import verification

    return verification.scenarios()[0].title


def _stations(counts: Mapping[str, int]) -> tuple[Station, ...]:
    """The path of one decision through the graph (paper, figure 1)."""
    def station(name: str, key: str, unit_: str, meaning: str, page: str = "provenance",
                query: Mapping[str, str] | None = None) -> Station:
        return Station(name, counts.get(key, 0), unit_, meaning, page, query or {})

    return (
        station("source", "artifacts", "versions", "Immutable versions of official texts.", "challenges"),
        station("rule", "rules", "rules", "Readings of spans: a predicate and an output.", "challenges"),
        station("facts", "episodes", "sets of facts", "Kept apart from everything else, and erasable."),
        station("signature", "proofs", "signatures", "The value of every atom that the rules read."),
        station("proof", "proofs", "proofs", "Derivations, named by their content and shared by episodes."),
        station("gate", "certificates", "reports", "An independent checker's verdict on each proof."),
        station("episode", "episodes", "episodes", "Finished tasks."),
        station("conclusion", "conclusions", "conclusions", "What was answered; it stands while one proof stands."),
        station("in use", "conclusions/in use", "conclusions", "Relied on somewhere; `cortex check` watches them.",
                query={"show": "in use"}))


def _lag(work: Unit, until: int) -> tuple[str, str]:
    """Monitoring lag, known minus published, over the first version of each artifact."""
    lags: list[tuple[int, str]] = []
    for entry in work.registry.at(until).artifacts:
        if entry.version.sequence == 1:
            published = parse_partial(entry.version.published).first
            lags.append(((date.fromisoformat(entry.known[:10]) - published).days, entry.version.key))
    if not lags:
        return "unknown", "nothing is registered yet"
    lags.sort()
    days, key = lags[-1]
    return (f"{lags[len(lags) // 2][0]} days (median of {len(lags)} artifacts)",
            f"{days} days: {key} was published before this graph began to watch" if days > 365
            else f"{days} days: {key}")
