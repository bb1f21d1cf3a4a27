"""A room flips criteria, predicts, reveals and passes the link on: by keys alone, and legible without colour."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.browser.conftest import Reader, Server

SET = """() => [...document.querySelectorAll(":is([class*=st-key-verdict-], [class*=st-key-asked-]) [role=radio]")]
  .map(e => e.getAttribute("aria-checked") + " " + e.innerText.trim())"""
SWITCHES = "() => [...document.querySelectorAll('[class*=st-key-mandatory-] input')].map(e => e.checked)"
# Shape, glyph and word of every verdict control: what is left when colour is taken away.
GLYPHS = """() => [...document.querySelectorAll(".st-key-verdict-0 [role=radio]")].map(e => {
  const before = getComputedStyle(e, "::before"), after = getComputedStyle(e, "::after");
  return [before.content + after.content, before.clipPath + before.transform + before.borderStyle, e.innerText.trim()];
})"""


def state(page: Any) -> str:
    return parse_qs(urlsplit(page.url).query).get("s", [""])[0]


def opened(page: Any, url: str) -> None:
    page.goto(url)
    page.locator(".st-key-keys").wait_for(state="attached")
    # The keys listen once the component stands: the first arrow that chooses a row says so.
    for _ in range(60):
        page.keyboard.press("ArrowUp")
        if page.evaluate("() => !!document.getElementById('cortex-chosen-row')?.textContent"):
            return
        page.wait_for_timeout(250)
    raise AssertionError("no key was heard")


def settled(page: Any) -> None:
    """Wait until the server has sent the whole page: a key pressed into a part that is still coming is lost."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=90_000)
    page.wait_for_timeout(200)


def pressed(page: Any, key: str) -> None:
    """Press a key that changes the state, and wait until the link says so."""
    before = page.url
    page.keyboard.press(key)
    page.wait_for_function("before => location.href !== before", arg=before)
    settled(page)


def screen(page: Any) -> tuple[Any, Any, str, str]:
    return (
        page.evaluate(SET),
        page.evaluate(SWITCHES),
        page.locator(".outcome").inner_text(),
        page.locator(".banner.answered").inner_text(),
    )


def test_flip_predict_reveal_and_share_by_keys_alone(server: Server, reader: Reader, tmp_path: Path) -> None:
    page = reader.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(page, f"{server.url}/verification?tab=predict")
    assert page.locator(".outcome").count() == 0
    settled(page)

    # Row 0 is chosen. Three flips and a switch.
    pressed(page, "u")
    assert state(page).startswith("uup.")
    page.keyboard.press("ArrowDown")
    pressed(page, "p")
    page.keyboard.press("ArrowDown")
    pressed(page, "f")
    pressed(page, "m")
    assert state(page) == "upf.mmm.yyk.0-1"

    # Commit to an answer, then see.
    page.keyboard.press("2")
    page.wait_for_function(
        "() => { const b = document.querySelector('.st-key-reveal button'); return b && !b.disabled; }"
    )
    pressed(page, " ")
    page.locator(".outcome").get_by_text("rejected").wait_for()
    assert page.get_by_text("1 of 1 predicted right in this session").count() == 1
    here = screen(page)

    # The key `?` opens the legend, Escape closes it; neither touches the state.
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("Outcome of a step").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert state(page) == "upf.mmm.yyk.0-1~r"

    # Copy the link with the keyboard and open it as somebody else.
    page.get_by_role("button", name="Copy link").focus()
    page.keyboard.press("Enter")
    page.get_by_text("copied").wait_for()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link == page.url
    other = page.context.browser.new_context(viewport={"width": 1440, "height": 900})
    second = other.new_page()
    second.set_default_timeout(45_000)
    second.goto(link)
    second.locator(".outcome").get_by_text("rejected").wait_for()
    # Streamlit fetches the code of a widget when it first draws one: wait for all of them.
    second.wait_for_function(f"count => ({SET})().length === count", arg=len(here[0]))
    second.locator(".st-key-mandatory-2 input").wait_for(state="attached")
    assert screen(second) == here
    assert second.get_by_text("predicted right").count() == 0
    other.close()

    # Without colour every verdict keeps a glyph, a drawn shape and a word of its own.
    told = page.evaluate(GLYPHS)
    assert [words for *_, words in told] == ["pass", "fail", "unknown", "not evaluated"]
    assert len({glyph for glyph, *_ in told}) == len({shape for _, shape, _ in told}) == 4
    page.add_style_tag(content="html { filter: grayscale(1); }")
    grey = tmp_path / "verification-grey.png"
    page.screenshot(path=grey, full_page=True)
    assert grey.stat().st_size > 20_000
    assert reader.errors == []
    assert reader.outside() == []


def test_typing_is_typing_and_no_key_of_the_page(server: Server, reader: Reader) -> None:
    page = reader.page
    opened(page, f"{server.url}/verification")
    before = page.url
    page.get_by_text("Make one from this text, or load a file").click()
    area = page.get_by_role("textbox", name="Its text")
    area.focus()
    page.keyboard.type("pfunm 12")
    assert "pfunm 12" in area.input_value()
    assert page.url == before
    assert page.locator(".outcome").get_by_text("incomplete").count() == 1


def test_a_scenario_of_ones_own_is_saved_loaded_and_shared(server: Server, reader: Reader, tmp_path: Path) -> None:
    page = reader.page
    opened(page, f"{server.url}/verification?sel=04-expired-grant")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save this scenario").click()
    text = Path(downloading.value.path()).read_text("utf-8")
    mine = tmp_path / "mine.yaml"
    mine.write_text(re.sub(r"^title: .*", "title: A grant of my own", text, count=1), "utf-8")
    page.get_by_text("Make one from this text, or load a file").click()
    page.locator("input[type=file]").set_input_files(mine)
    page.get_by_role("button", name="Open the loaded file").click()
    page.get_by_role("heading", name="A grant of my own").wait_for()
    link = page.url
    assert "sel=own" in link
    page.goto(f"{server.url}/verification")
    page.get_by_role("heading", name=re.compile("Unit tests passed")).wait_for()
    page.goto(link)
    page.get_by_role("heading", name="A grant of my own").wait_for()
    page.locator(".outcome").get_by_text("not authorised").wait_for()
