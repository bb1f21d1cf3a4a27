"""One reader's way, from a deep link on a fresh server to a recheck; nothing leaves the machine, nothing runs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.browser.conftest import Reader, Server

HOSTILE = "<img src=x onerror=window.__ran=1><a href='javascript:window.__ran=2'>href</a>"
NODE = """(pick) => {
  const roots = [...document.querySelectorAll("*")].map(e => e.shadowRoot).filter(Boolean);
  const host = roots.find(r => r.querySelector(".net"));
  const el = host.querySelector(".net"), net = el.__net;
  const id = net.body.nodeIndices.find(n => n.startsWith(pick));
  const at = net.canvasToDOM(net.getPosition(id)), box = net.canvas.frame.getBoundingClientRect();
  return [id, box.left + at.x, box.top + at.y];
}"""
SEL = "() => new URLSearchParams(location.search).get('sel') || ''"
CHOSEN = """() => [...document.querySelectorAll("*")].map(e => e.shadowRoot).filter(Boolean)
  .map(r => r.querySelector(".net")).filter(e => e && e.__net).map(e => e.__net.getSelectedNodes()[0])[0]"""


def selected(page: Any) -> str:
    return parse_qs(urlsplit(page.url).query).get("sel", [""])[0]


def drawn(page: Any) -> None:
    page.locator(".net canvas").first.wait_for()
    page.wait_for_function(f"({CHOSEN})() !== undefined")


def settled(page: Any) -> None:
    """Wait until the server has sent the whole page: what is typed into a part that is still coming is lost."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for(timeout=90_000)


def pick_node(page: Any, prefix: str) -> str:
    page.locator(".net").scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    node, x, y = page.evaluate(NODE, prefix)
    page.mouse.click(x, y)
    page.wait_for_function(f"id => ({SEL})().endsWith('~' + id)", arg=node)
    return str(node)


def commit_a_change(page: Any) -> None:
    """Change one threshold and put markup into the title of the source."""
    page.get_by_role("link", name="Challenges").click()
    page.get_by_role("combobox", name="Source").wait_for()
    settled(page)
    page.get_by_role("combobox", name="Source").click()
    page.get_by_role("option", name=re.compile("^uspstf_crc_2021 ")).click()
    area = page.get_by_role("textbox", name="Its text")
    page.wait_for_function(
        "() => [...document.querySelectorAll('textarea')].some(e => e.value.includes('key: uspstf_crc_2021'))"
    )
    text = area.input_value().replace("Age 45 to 49", "Age 46 to 49")
    area.fill(re.sub(r'title: ".*"', f'title: "{HOSTILE}"', text))
    area.press("Control+Enter")
    page.get_by_role("button", name="See what it touches").click()
    page.get_by_text("would be challenged").wait_for()
    assert page.locator(".diff ins").first.inner_text() == "46"
    page.get_by_role("button", name="Commit the change").click()
    page.get_by_text("Committed: uspstf_crc_2021@2").wait_for()


def test_a_reader_audits_signs_and_sees_a_change_reach_the_conclusion(
    server: Server, reader: Reader, tmp_path: Path
) -> None:
    page = reader.page

    # The first request of a fresh server is a deep link: the app's own frame answers, on the right page.
    page.goto(f"{server.url}/provenance?text=Screening+at+47")
    row = page.get_by_role("button", name=re.compile("Screening at 47"))
    row.wait_for()
    assert page.locator("[role=dialog]").count() == 0
    pages = ["Overview", "Provenance", "Challenges", "Competence", "Verification"]
    assert page.locator(".st-key-pages a").all_inner_texts() == pages

    # Pick it: the address is the view.
    row.click()
    page.get_by_role("heading", name="Screening at 47").wait_for()
    conclusion = selected(page)
    assert conclusion.startswith("conclusion-")
    drawn(page)
    assert "45 to 49" in page.locator(".source mark").first.inner_text()

    # Run the checks in front of the reader.
    page.get_by_role("button", name="Run the checks again now").click()
    page.get_by_text(re.compile(r"\d+ of \d+ criteria pass")).wait_for()
    assert page.get_by_text(re.compile("run now by cortex checker")).count() == 1

    settled(page)
    # Sign off; the name is shown as claimed, and survives a reload because it stands in the log.
    page.get_by_text("Sign off", exact=True).first.click()
    page.get_by_label("Your name (shown as claimed: there is no login)").fill("A. Reader")
    page.get_by_role("button", name="Sign off").last.click()
    page.get_by_text("Signed off at").wait_for()
    settled(page)
    node = pick_node(page, "source:")
    before = page.url
    page.reload()
    drawn(page)
    assert page.url == before
    assert page.evaluate(CHOSEN) == node
    page.get_by_text("claimed: A. Reader", exact=True).wait_for()

    # The evidence file.
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Evidence file").click()
    saved = tmp_path / "evidence.json"
    downloading.value.save_as(saved)
    assert conclusion in json.dumps(json.loads(saved.read_text("utf-8")))

    # Revise the source, follow it to the conclusion.
    commit_a_change(page)
    page.goto(f"{server.url}/provenance?sel={conclusion}")
    page.get_by_text(re.compile("^Challenged: ")).first.wait_for()
    assert "uspstf_crc_2021@2" in page.locator(".banner.challenged .path").first.inner_text()

    # Markup from outside is shown as text, wherever it is shown.
    page.get_by_role("link", name=re.compile("See the change and recheck")).click()
    page.get_by_text("Root causes").wait_for()
    assert page.evaluate("() => window.__ran") is None
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("a[href^=javascript]").count() == 0

    # Recheck, with what became of each.
    page.get_by_role("button", name=re.compile(r"Recheck all \d+ open challenges")).click()
    page.get_by_text(re.compile(r"^\d+ rechecked$")).wait_for(timeout=120_000)

    assert reader.errors == []
    assert reader.outside() == []
    assert server.left() == ""


def test_titles_with_markup_are_text_in_the_picture_and_beside_it(hostile_picture: Server, reader: Reader) -> None:
    page = reader.page
    page.goto(hostile_picture.url)
    drawn(page)
    for node in ("source", "<img", "conclusion"):
        _, x, y = page.evaluate(NODE, node)
        page.mouse.move(x, y)
        tooltip = page.locator(".vis-tooltip")
        page.wait_for_function("t => t.style.visibility === 'visible'", arg=tooltip.element_handle())
        assert tooltip.inner_text() == HOSTILE
        page.mouse.move(5, 5)
    pick_node(page, "<img")
    page.get_by_text("rests on").wait_for()
    page.get_by_text("The same picture as a table").click()
    assert page.locator("td", has_text=HOSTILE).count() > 0
    assert page.evaluate("() => window.__ran") is None
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("a[href^=javascript]").count() == 0
    assert reader.errors == []
    assert reader.outside() == []


def test_back_reload_and_keys_agree_on_what_is_selected(server: Server, reader: Reader) -> None:
    page = reader.page
    page.goto(f"{server.url}/provenance?text=Screening+at+47")
    page.get_by_role("button", name=re.compile("Screening at 47")).click()
    drawn(page)
    conclusion = selected(page)
    node = pick_node(page, "source:")
    page.locator(".banner", has_text="carries").wait_for()
    page.go_back()
    page.wait_for_function(f"id => !({SEL})().endsWith('~' + id)", arg=node)
    page.wait_for_function(f"id => ({CHOSEN})() === id", arg=conclusion)
    page.locator(".net").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => ({SEL})().includes('~')")
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("Every status is a shape, a glyph and a word.").wait_for()
    assert reader.errors == []
