"""The map in a browser: a tile opens its cell by click and by key, and leads on to a proof's conclusion."""

from __future__ import annotations

import re

from tests.browser.conftest import Reader, Server


def test_a_tile_opens_its_cell_and_leads_to_a_conclusion(server: Server, reader: Reader) -> None:
    page = reader.page
    page.goto(f"{server.url}/competence?s=screening_small~4001~0")
    page.locator(".tile.cover-replayable").first.click()
    page.wait_for_function("() => location.search.includes('sel=cell-')")
    page.get_by_text("The first case, decided now").wait_for()
    chosen = page.url
    page.locator(".tile.chosen").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("before => location.href !== before", arg=chosen)
    page.go_back()
    page.wait_for_function("before => location.href === before", arg=chosen)
    page.get_by_text("The first case, decided now").wait_for()

    # Without colour a tile is told by its pattern and its glyph.
    patterns = page.evaluate(
        """() => [...document.querySelectorAll("*")].map(e => e.shadowRoot).filter(Boolean)
          .flatMap(r => [...r.querySelectorAll(".tile")])
          .map(e => [e.className.match(/cover-\\w+/)[0], getComputedStyle(e).backgroundImage, e.innerText.trim()]
            .join(" "))"""
    )
    told = {line.split(" ", 1)[0]: re.sub(r"[\d.]+", "", line.split(" ", 1)[1]) for line in patterns}
    assert len(told) == 3
    assert len(set(told.values())) == len(told)

    page.locator("[data-testid=stPageLink-NavLink][href*='sel=conclusion-']").first.click()
    page.get_by_text("What it rests on, and what it says").wait_for()
    assert reader.errors == []
    assert reader.outside() == []
