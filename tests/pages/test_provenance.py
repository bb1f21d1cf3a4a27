"""Provenance: from the list to the span, the checks and the sign-off."""

from __future__ import annotations

from collections.abc import Callable

from cortex_core.model.enums import Verdict
from cortex_core.service import queries
from cortex_core.service.graphs import Graph
from cortex_core.service.shapes import AsOf, Chain
from tests.pages.conftest import Page


def chain_of(graph: Graph, title: str) -> Chain:
    found = queries.conclusions(graph, AsOf(), text=title).lines
    return queries.chain(graph, next(line.id for line in found if line.title == title), AsOf())


def test_a_row_opens_its_chain_and_stands_in_the_address(open_page: Callable[..., Page], sample: Graph) -> None:
    chain = chain_of(sample, "Screening at 47")
    page = open_page("provenance", text="Screening at 47").press(f"pick-{chain.line.id}")
    assert page.app.query_params["sel"] == chain.line.id
    source = chain.sources[0]
    assert "<mark>" in page.markup
    assert source.section in page.markup
    for words in ("How long it holds", "Taken as given", "Run the checks", chain.holds_until):
        assert words in page.markup or any(words in button.label for button in page.app.button)


def test_the_checks_run_in_front_of_the_reader(open_page: Callable[..., Page], sample: Graph) -> None:
    chain = chain_of(sample, "Screening at 47")
    page = open_page("provenance", sel=chain.line.id).press("run-checks")
    assert "criteria pass" in page.markup
    assert "run now by" in page.markup
    assert "Verdict for each criterion" in page.markup
    assert Verdict.PASS.value in page.markup


def test_every_tab_has_an_address(open_page: Callable[..., Page], sample: Graph) -> None:
    chain = chain_of(sample, "Screening at 47")
    shows = {"proof": 'class="tree"', "admissible": "conditions hold", "flip": "would be", "history": "what happened"}
    for tab, words in shows.items():
        assert words in open_page("provenance", sel=chain.line.id, tab=tab).markup, tab
    for tab in ("settle", "near"):
        open_page("provenance", sel=chain.line.id, tab=tab)


def test_a_sign_off_shows_the_name_as_claimed(
    open_page: Callable[..., Page], sample: Graph, copy_of_sample: str
) -> None:
    chain = chain_of(sample, "Follow-up colonoscopy")
    page = open_page("provenance", graph=copy_of_sample, sel=chain.line.id)
    by = next(field for field in page.app.text_input if field.label.startswith("Your name"))
    by.set_value("A. Reader <b>bold</b>")
    page.press("FormSubmitter:sign-off-Sign off")
    assert "claimed: A. Reader &lt;b&gt;bold&lt;/b&gt;" in page.markup
    assert "<b>bold</b>" not in page.markup


def test_a_sign_off_without_a_name_writes_nothing(open_page: Callable[..., Page], sample: Graph) -> None:
    chain = chain_of(sample, "Follow-up colonoscopy")
    page = open_page("provenance", sel=chain.line.id).press("FormSubmitter:sign-off-Sign off")
    assert "A name is needed" in page.app.warning[0].value


def test_a_challenged_conclusion_says_why_and_by_which_path(open_page: Callable[..., Page], sample: Graph) -> None:
    line = queries.conclusions(sample, AsOf(), standing="challenged").lines[0]
    chain = queries.chain(sample, line.id, AsOf())
    page = open_page("provenance", sel=line.id)
    item = next(each for each in chain.challenges if each.open)
    assert f"Challenged: {item.cause}" in page.markup
    assert item.path[0] in page.markup
    assert item.closes_by in page.markup
    assert page.link("See the change and recheck") == f"sel={item.proof.replace(':', '%3A')}"


def test_an_unknown_conclusion_is_said_in_words(open_page: Callable[..., Page]) -> None:
    assert "This conclusion cannot be shown." in open_page("provenance", sel="conclusion-nowhere").markup
