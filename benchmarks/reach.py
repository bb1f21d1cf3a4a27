"""What a changed source reaches: our reach over distinct proofs against `networkx.descendants` over the whole
graph (source → rule edition → proof → episode). Both answers are compared before anything is timed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import networkx as nx

from benchmarks.harness import measure, milliseconds, times
from cortex_core.ids import ArtifactKey
from cortex_core.lifecycle.revision import withdraw
from cortex_core.service.unit import unit

ARTIFACTS = ("uspstf_crc_2021", "cdc_sti_2021", "aca_faq_51")


def _drawn(path: Path) -> nx.DiGraph:
    graph = nx.DiGraph()
    with unit(path) as work:
        for entry in work.registry.editions:
            graph.add_edges_from((f"source {key}", f"edition {entry.edition.id}") for key in entry.edition.sources)
            family = entry.edition.family
            for proof in work.memory.proofs_reading(family, entry.edition.key):
                graph.add_edge(f"edition {entry.edition.id}", f"proof {proof}")
        graph.add_edges_from((f"proof {proof}", episode) for proof, episode in work.connection.execute(
            "select p.id, e.id from episode e join proof p on p.n = e.proof"))
    return graph


def table(path: Path) -> Iterator[str]:
    """One row an artifact. Nothing is written: the event is planned and thrown away."""
    graph = _drawn(path)
    yield "| source | challenged proofs, their episodes | ours: paths and spared too | networkx: reach only | ratio |"
    yield "| --- | --- | --- | --- | --- |"
    with unit(path) as work:
        for artifact in ARTIFACTS:
            event = withdraw(work.registry, work.memory, ArtifactKey(artifact))
            reached = nx.descendants(graph, f"source {artifact}")
            proofs = {f"proof {one.proof}" for one in event.challenges}
            if proofs != {one for one in reached if one.startswith("proof ")}:
                raise RuntimeError(f"{artifact}: the two reaches differ")
            episodes = sum(1 for one in reached if one.startswith("episode-"))
            found = measure({
                "ours": lambda key=artifact: withdraw(work.registry, work.memory, ArtifactKey(key)),
                "networkx": lambda key=artifact: nx.descendants(graph, f"source {key}")})
            ours, theirs = found["ours"], found["networkx"]
            reached_words = f"{len(proofs):,}, {episodes:,} (visited: {event.visited:,})"
            yield (f"| {artifact} | {reached_words} | {milliseconds(ours)} | {milliseconds(theirs)} | "
                   f"{times(theirs.ratio_to(ours))} |")
