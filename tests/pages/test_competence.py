"""Competence: the page shows the numbers of the service, says how they came about, and a fall leads to its change."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from cortex_core.lifecycle.competence import Status
from cortex_core.service import competence, queries
from cortex_core.service.competence_shapes import CompetenceView
from cortex_core.service.graphs import Graph
from cortex_core.service.shapes import AsOf
from cortex_core.service.views.competence_rows import CELL_HEADERS, cell_rows, growth_rows, waterfall_rows
from cortex_core.service.views.marks import mark_of
from cortex_core.service.views.measured import asked
from cortex_core.service.views.tiles import Box, percent, squarified, tiles
from tests.pages.conftest import Page

SMALL = "screening_small~4001~0"
CROSS = "cross_v1~7~250"


def waited(page: Page, words: str) -> Page:
    """A measurement runs in the server; the page is drawn anew when it has ended."""
    for _ in range(120):
        if words in page.markup:
            return page.checked()
        time.sleep(0.25)
        page.app.run()
    raise AssertionError(f"{words!r} did not come: {page.markup[-2000:]}")


@pytest.fixture(scope="session")
def small(sample: Graph) -> CompetenceView:
    return competence.map_of(sample, "screening_small", AsOf())


@pytest.fixture(scope="session")
def cross(sample: Graph) -> CompetenceView:
    return competence.map_of(sample, "cross_v1", AsOf(), 7, 250)


def test_the_measure_stands_with_its_distribution_denominators_and_reach(
    open_page: Callable[..., Page], small: CompetenceView
) -> None:
    page = waited(open_page("competence", s=SMALL), "From mass to signature")
    for words in (
        small.distribution.words,
        percent(small.mu.value),
        percent(small.mu_of_resolved.value),
        percent(small.reach),
        f"summed over {small.draws} kinds of tasks",
        "Every task was summed: there is no interval.",
    ):
        assert words in page.markup
    for step in small.waterfall:
        assert f'<span>{step.name}</span><span class="number">{percent(step.mass)}</span>' in page.markup


def test_an_estimate_names_its_interval_its_draws_and_its_seed(
    open_page: Callable[..., Page], cross: CompetenceView
) -> None:
    page = waited(open_page("competence", s=CROSS), "From mass to signature")
    assert f"95 % interval {percent(cross.mu.low)} to {percent(cross.mu.high)}; 250 draws, seed 7" in page.markup
    assert "Clopper and Pearson" in page.markup


def test_another_seed_stands_in_the_link(open_page: Callable[..., Page]) -> None:
    page = waited(open_page("competence", s=CROSS), "From mass to signature")
    page.app.number_input(key="ask-seed").set_value(8).run()
    assert page.app.query_params["s"] == "cross_v1~8~250"
    waited(page, "250 draws, seed 8")


def test_a_cell_opens_to_its_cases_and_to_the_proofs_with_their_conclusions(
    open_page: Callable[..., Page], small: CompetenceView, sample: Graph
) -> None:
    cell = next(each for each in small.cells if each.status is Status.REPLAYABLE)
    opened = competence.cell(sample, "screening_small", cell.id, AsOf())
    page = waited(open_page("competence", s=SMALL, sel=cell.id), "The first case, decided now")
    for words in (cell.family_title, percent(cell.mass), opened.cases_shown, opened.cases[0].label):
        assert words in page.markup
    conclusion, title = opened.conclusions[0]
    assert any(f"sel={conclusion}" in link.proto.query_string for link in page.app.get("page_link")), (
        f"no link to {title}"
    )


def test_a_fall_leads_to_the_change_that_caused_it(
    open_page: Callable[..., Page], cross: CompetenceView, sample: Graph
) -> None:
    falls = [point for point in cross.growth if point.change < 0]
    assert falls
    page = waited(open_page("competence", s=CROSS), "What made it fall")
    for point in falls:
        assert point.words in page.markup
        assert page.link(f"See change {point.revision}") == f"sel={point.revision}"
    events = {card.event for card in queries.cards(sample, AsOf())}
    assert {point.revision for point in falls} <= events


def test_every_tile_is_a_row_of_the_table_and_areas_are_masses(cross: CompetenceView) -> None:
    drawn = [cell for family in tiles(cross) for cell in family["cells"]]
    assert {cell["id"] for cell in drawn} == {row[CELL_HEADERS.index("cell")] for row in cell_rows(cross)}
    by_id = {cell.id: cell for cell in cross.cells}
    for family in tiles(cross):
        block = family["w"] * family["h"] / 10_000
        for tile in family["cells"]:
            area = tile["w"] * tile["h"] / 10_000 * block
            assert area == pytest.approx(by_id[tile["id"]].mass, abs=2e-4)
            assert mark_of(by_id[tile["id"]].status).word in tile["label"]


def test_tiles_fill_their_block_and_do_not_overlap() -> None:
    boxes = squarified([8, 5, 3, 2, 1, 1], Box(0, 0, 10, 4))
    assert sum(each.w * each.h for each in boxes) == pytest.approx(40)
    for at, one in enumerate(boxes):
        assert one.x + one.w <= 10 + 1e-9
        assert one.y + one.h <= 4 + 1e-9
        for other in boxes[at + 1 :]:
            apart = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
            below = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
            assert apart <= 1e-9 or below <= 1e-9


def test_tables_hold_the_numbers_of_the_pictures(small: CompetenceView) -> None:
    assert [row[0] for row in waterfall_rows(small)] == ["mass", "has a proof", "unchallenged", "signed off"]
    assert waterfall_rows(small)[2][1] == percent(small.mu.value)
    assert [row[0] for row in growth_rows(small)] == [str(point.seq) for point in small.growth]


@pytest.mark.parametrize("text", ["nowhere~1~250", "cross_v1~x~250", "cross_v1~1~17", "cross_v1"])
def test_a_damaged_link_is_said(text: str) -> None:
    found = asked(text, ["cohort_v1", "cross_v1"])
    assert found.problems
    assert asked(found.text, ["cohort_v1", "cross_v1"]).problems == ()


def test_a_cell_of_another_map_is_said_in_words(open_page: Callable[..., Page]) -> None:
    page = waited(open_page("competence", s=SMALL, sel="cell-nowhere"), "From mass to signature")
    assert "This map has no such cell." in page.markup
