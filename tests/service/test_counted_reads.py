"""What a page reads does not grow with the graph: counted, never timed.

Two graphs hold the same 180 proofs, one under 1,000 episodes and one under 10,000, so each proof has at least the
five conclusions that a view shows of it. In each a source was changed
and a conclusion is in use. *Rows* are those that the database hands over; *steps* are those of its engine, so
that a scan or a sort inside a query shows as well.
"""

from __future__ import annotations

import functools
import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cortex_core.interop.sample import sample_folder
from cortex_core.service import queries, unit
from cortex_core.service.changing import revise
from cortex_core.service.experiments.scale import build_synthetic
from cortex_core.service.graphs import Graph, graph_path
from cortex_core.service.reviewing import declare_use
from cortex_core.service.shapes import AsOf
from cortex_core.store.reading import graph_counts

SIZES = (1_000, 10_000)
PROOFS = 180
NOW = AsOf()
CHANGED = "uspstf_crc_2021"


@functools.cache
def synthetic(episodes: int) -> Graph:
    """Built once; both sizes have the same events, so that a log of equal length is shown."""
    folder = Path(tempfile.mkdtemp(prefix="counted-", dir=os.environ.get("CORTEX_DATA_DIR")))
    path = folder / "graph.db"
    build_synthetic(path, episodes=episodes, proofs=PROOFS, seed=4001, batch=episodes)
    graph = graph_path(path)
    declare_use(path, queries.conclusions(graph, NOW, family="crc_screening").lines[0].id, who="Ada", where="a list")
    text = (sample_folder() / "artifacts" / f"{CHANGED}.md").read_text("utf-8")
    revise(path, CHANGED, text=text.replace("Age 45 to 49 years", "Age 46 to 49 years"))
    return graph


class Counted:
    """Rows and engine steps of everything read while `unit.connect` is watched."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.rows = self.steps = 0
        opened = unit.connect

        @contextmanager
        def watched(path: Path) -> Iterator[sqlite3.Connection]:
            with opened(path) as conn:
                conn.row_factory = self._row
                conn.set_progress_handler(self._step, 1)
                yield conn

        monkeypatch.setattr(unit, "connect", watched)

    def _row(self, _: sqlite3.Cursor, row: tuple[Any, ...]) -> tuple[Any, ...]:
        self.rows += 1
        return row

    def _step(self) -> int:
        self.steps += 1
        return 0

    def of(self, query: Callable[[], object]) -> tuple[int, int]:
        self.rows = self.steps = 0
        query()
        return self.rows, self.steps


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


def conclusion(graph: Graph, **facets: str) -> str:
    """A conclusion on the same proof in both graphs: the oldest one, asked by the same person."""
    with unit.unit(graph.path) as work:
        sql = ("select c.id from conclusion c join proof p on p.n = c.proof where p.family = ? and p.unresolved = ? "
               "and p.standing = ? order by p.n, c.n limit 1")
        row = work.connection.execute(sql, (facets["family"], facets.get("unresolved", "0"),
                                            facets.get("standing", "active"))).fetchone()
        return str(row[0])


def test_the_two_graphs_differ_in_episodes_only() -> None:
    counts = []
    for size in SIZES:
        with unit.unit(synthetic(size).path) as work:
            counts.append(graph_counts(work.connection))
    small, large = counts
    assert (small["episodes"], large["episodes"]) == SIZES
    assert small["proofs"] == large["proofs"] == PROOFS
    assert small["events"] == large["events"]
    assert small["proofs/standing/challenged"] == large["proofs/standing/challenged"] > 0


LISTS: tuple[dict[str, Any], ...] = (
    {}, {"standing": "current"}, {"show": "abstained"}, {"show": "in use"}, {"family": "crc_screening"},
    {"family": "hiv_art"}, {"in_use": True},
)
BY_PROOF: tuple[dict[str, Any], ...] = (
    {"standing": "challenged"}, {"standing": "active"}, {"show": "unresolved"},
)
SCREENING = {"family": "crc_screening", "standing": "challenged"}
OPEN = {"family": "hiv_art", "unresolved": "1"}


def both(counted: Counted, query: Callable[[Graph], object]) -> tuple[tuple[int, int], tuple[int, int]]:
    small, large = (counted.of(functools.partial(query, synthetic(size))) for size in SIZES)
    return small, large


@pytest.mark.parametrize("facets", LISTS, ids=str)
def test_the_first_page_of_a_list_reads_the_same_at_any_size(counted: Counted, facets: dict[str, Any]) -> None:
    small, large = both(counted, lambda graph: queries.conclusions(graph, NOW, **facets))
    assert small == large


@pytest.mark.parametrize("facets", BY_PROOF, ids=str)
def test_a_list_that_walks_proofs_hands_over_the_same_rows_and_walks_no_further(
        counted: Counted, facets: dict[str, Any]) -> None:
    small, large = both(counted, lambda graph: queries.conclusions(graph, NOW, **facets))
    assert small[0] == large[0]
    assert large[1] <= small[1]                # more conclusions a proof fill the page from fewer proofs


@pytest.mark.parametrize("facets", [{"family": "aspirin_cvd"}, SCREENING, OPEN], ids=str)
def test_every_view_of_one_conclusion_reads_the_same_at_any_size(
        counted: Counted, facets: dict[str, str]) -> None:
    chosen = {synthetic(size).path: conclusion(synthetic(size), **facets) for size in SIZES}
    for view in (queries.chain, queries.admissibility, queries.flips, queries.near_misses):
        small, large = both(counted, lambda graph, view=view: view(graph, chosen[graph.path], NOW))  # type: ignore[misc]  # the view is bound per turn
        assert small == large, view.__name__
        assert 0 < small[0] < 2_000


def test_the_overview_reads_the_same_at_any_size(counted: Counted) -> None:
    small, large = both(counted, lambda graph: queries.overview(graph, NOW))
    assert small == large


def test_the_cards_of_changes_read_the_same_at_any_size(counted: Counted) -> None:
    small, large = both(counted, lambda graph: queries.cards(graph, NOW))
    assert small == large
    assert small[0] > 50


def test_the_texts_offered_for_editing_read_the_same_at_any_size(counted: Counted) -> None:
    small, large = both(counted, lambda graph: queries.artifacts(graph, NOW))
    assert small == large


def test_near_misses_compare_at_most_200_proofs(counted: Counted) -> None:
    graph = synthetic(SIZES[0])
    rows, _ = counted.of(lambda: queries.near_misses(graph, conclusion(graph, **SCREENING), NOW))
    assert rows < 3 * 200 + 400


def test_counts_come_from_the_tally_and_agree_with_a_count_of_the_rows() -> None:
    for size in SIZES:
        graph = synthetic(size)
        for facets in (*LISTS, *BY_PROOF):
            page = queries.conclusions(graph, NOW, **facets)
            pages = [queries.conclusions(graph, NOW, page=n, **facets) for n in range(min(page.pages, 3))]
            assert page.of == size
            shown = sum(len(one.lines) for one in pages)
            assert shown == min(page.matched, 75), facets
