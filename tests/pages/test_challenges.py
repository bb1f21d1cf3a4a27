"""Challenges: a change is tried before it is written, and what it challenged can be rechecked."""

from __future__ import annotations

import time
from collections.abc import Callable

from cortex_core.service import queries
from cortex_core.service.graphs import open_graph
from cortex_core.service.shapes import AsOf
from tests.pages.conftest import Page

SOURCE = "uspstf_crc_2021"


def edited(page: Page) -> Page:
    area = page.app.text_area[0]
    area.set_value(area.value.replace("Age 45 to 49", "Age 46 to 49")).run()
    return page.press("dry-run")


def test_a_dry_run_shows_lane_passages_reach_and_writes_nothing(
    open_page: Callable[..., Page], copy_of_sample: str
) -> None:
    before = queries.overview(open_graph(copy_of_sample), AsOf(), None).head_seq
    page = edited(open_page("challenges", graph=copy_of_sample, source=SOURCE))
    assert "text changed" in page.markup
    assert "<del>45</del>" in page.markup
    assert "<ins>46</ins>" in page.markup
    assert "would be challenged" in page.markup
    assert "crc_cov_faq51:cov.screen_45_49" in page.markup
    assert "Spared, because" in page.markup
    page.press("discard")
    assert "Nothing has been tried yet." in page.markup
    assert queries.overview(open_graph(copy_of_sample), AsOf(), None).head_seq == before


def test_a_committed_change_challenges_and_a_recheck_tells_before_and_after(
    open_page: Callable[..., Page], copy_of_sample: str
) -> None:
    page = edited(open_page("challenges", graph=copy_of_sample, source=SOURCE)).press("commit")
    assert "proofs challenged" in page.markup
    cards = queries.cards(open_graph(copy_of_sample), AsOf())
    assert page.app.query_params["sel"] == str(cards[0].event)
    assert cards[0].sentence in page.markup
    page.app.button(key="recheck").click().run()
    for _ in range(120):
        if "rechecked</b>" in page.markup:
            break
        time.sleep(0.5)
        page.app.run()
    assert "rechecked</b>" in page.checked().markup


def test_a_text_without_front_matter_is_refused_in_words(open_page: Callable[..., Page]) -> None:
    page = open_page("challenges", source=SOURCE)
    page.app.text_area[0].set_value("no front matter").run()
    page.press("dry-run")
    assert "Nothing was written." in page.markup
    assert page.app.text_area[0].value == "no front matter"


def test_a_view_of_the_past_cannot_be_changed(open_page: Callable[..., Page]) -> None:
    page = open_page("challenges", source=SOURCE, known="2026-03-02T14:05Z")
    assert page.app.button(key="dry-run").disabled
    assert "go back to now first" in page.markup
