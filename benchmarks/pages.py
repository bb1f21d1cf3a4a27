"""Server time behind each page, at two sizes of graph with the same proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.harness import measure, milliseconds, times
from cortex_core.service import commands, queries
from cortex_core.service.graphs import Graph
from cortex_core.service.shapes import AsOf

NOW = AsOf()


def _queries(graph: Graph) -> dict[str, Callable[[], object]]:
    conclusion = queries.conclusions(graph, NOW, family="crc_screening").lines[0].id
    return {
        "Overview": lambda: queries.overview(graph, NOW),
        "Provenance: list": lambda: queries.conclusions(graph, NOW),
        "Provenance: challenged only": lambda: queries.conclusions(graph, NOW, standing="challenged"),
        "Provenance: one chain": lambda: queries.chain(graph, conclusion, NOW),
        "Provenance: run the checks again": lambda: commands.run_checks(graph, conclusion, strict=False),
        "Challenges: cards": lambda: queries.cards(graph, NOW),
    }


def table(small: Path, large: Path, sizes: tuple[int, int]) -> Iterator[str]:
    """One row a query: the time at each size, and the growth."""
    here, there = _queries(Graph("small", small, True)), _queries(Graph("large", large, True))
    found = measure({f"{size} {name}": run for size, runs in (("small", here), ("large", there))
                     for name, run in runs.items()})
    yield f"| query | {sizes[0]:,} episodes | {sizes[1]:,} episodes | growth |"
    yield "| --- | --- | --- | --- |"
    for name in here:
        one, other = found[f"small {name}"], found[f"large {name}"]
        yield f"| {name} | {milliseconds(one)} | {milliseconds(other)} | {times(other.ratio_to(one))} |"
