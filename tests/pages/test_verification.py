"""Verification: what is flipped shows in the outcome and in the link; an answer comes before the outcome."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cortex_core.model.enums import Verdict
from cortex_core.runtime.verdicts import Outcome
from cortex_core.service import verification
from cortex_core.service.views.lesson import Mode, opened, own_text
from tests.pages.conftest import Page

FIRST = "01-live-check-unavailable"
NAMES = [line.name for line in verification.scenarios()]


def answer(page: Page, said: Outcome) -> Page:
    page.app.radio[0].set_value(said).run()
    return page.press("reveal-now")


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_shows_its_outcome_and_the_sentence_that_decided_it(
    open_page: Callable[..., Page], name: str
) -> None:
    page = open_page("verification", sel=name)
    view = verification.view(verification.load(name))
    assert f'<span class="word">{view.outcome.value}</span>' in page.markup
    for words in (view.story, view.because, view.board.sentence):
        assert words.replace("'", "&#x27;").replace('"', "&quot;") in page.markup


def test_a_flip_changes_the_outcome_and_stands_in_the_link(open_page: Callable[..., Page]) -> None:
    page = open_page("verification")
    assert "outcome-incomplete large" in page.markup
    page.app.segmented_control(key="verdict-1").set_value(Verdict.PASS).run()
    assert "outcome-accepted large" in page.checked().markup
    state = page.app.query_params["s"]
    assert "outcome-accepted large" in open_page("verification", s=state).markup
    page.press("as-written")
    assert "outcome-incomplete large" in page.markup
    assert "s" not in page.app.query_params


def test_the_mandatory_switch_takes_a_criterion_out_of_the_decision(open_page: Callable[..., Page]) -> None:
    page = open_page("verification")
    page.app.toggle(key="mandatory-1").set_value(False).run()
    assert "outcome-accepted large" in page.checked().markup
    assert "decides nothing" in page.markup


def test_nothing_tells_the_outcome_before_the_reader_has_answered(open_page: Callable[..., Page]) -> None:
    page = open_page("verification", tab="predict")
    assert "large" not in page.markup
    assert "Hidden until you have answered." in page.markup
    assert page.app.button(key="reveal-now").disabled
    answer(page, Outcome.REJECTED)
    assert "It comes out otherwise." in page.markup
    assert "0 of 1 predicted right in this session" in page.markup
    page.press("again")
    answer(page, Outcome.INCOMPLETE)
    assert "That is right." in page.markup
    assert "0 of 1 predicted right" in page.markup, "the first answer to a screen is the one that counts"


def test_a_revealed_screen_is_reproduced_by_its_link(open_page: Callable[..., Page]) -> None:
    page = answer(open_page("verification", tab="predict"), Outcome.INCOMPLETE)
    again = open_page("verification", tab="predict", s=page.app.query_params["s"])
    assert "That is right." in again.markup
    assert "predicted right" not in again.markup, "who follows a link has not answered"


def test_the_reliance_mode_says_that_it_misleads_and_counts_who_believed_it(open_page: Callable[..., Page]) -> None:
    wrong = next(lesson for name in NAMES if not (lesson := opened(name, "", "reliance", NAMES)).offer.right)
    page = open_page("verification", sel=wrong.scenario.name, tab="reliance")
    assert "Some explanations here are wrong on purpose." in page.markup
    assert "wrong on purpose: " not in page.markup
    answer(page, wrong.offer.judgement.outcome)
    assert wrong.offer.misreading.value in page.markup
    assert "It was believed." in page.markup
    assert "<dt>wrong explanations believed</dt><dd>1 of 1</dd>" in page.markup


def test_a_scenario_of_ones_own_travels_in_the_link(open_page: Callable[..., Page]) -> None:
    page = open_page("verification")
    area = page.app.text_area[0]
    area.set_value(area.value.replace("title: ", "title: Mine. ", 1)).run()
    page.press("use-text")
    assert page.app.query_params["sel"] == "own"
    assert "Mine. Unit tests passed" in page.markup
    again = open_page("verification", sel="own", s=page.app.query_params["s"])
    assert "Mine. Unit tests passed" in again.markup


def test_a_text_that_is_no_scenario_is_refused_with_its_place_and_the_screen_stays(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("verification")
    area = page.app.text_area[0]
    area.set_value(area.value.replace("verdict: pass", "verdict: probably", 1)).run()
    page.press("use-text")
    assert "This text is no scenario yet." in page.markup
    assert "verdict" in page.markup
    assert "Unit tests passed" in page.markup
    assert "probably" in page.app.text_area[0].value, "what was typed is kept"


@pytest.mark.parametrize(
    "query", [{"sel": "../../secret"}, {"sel": FIRST, "s": "zz"}, {"sel": "own", "s": "~~broken"}, {"s": "pup~~~"}]
)
def test_a_damaged_link_is_said_and_shows_a_scenario_as_written(
    open_page: Callable[..., Page], query: dict[str, str]
) -> None:
    page = open_page("verification", **query)
    assert "Shown:" in page.markup
    assert "Unit tests passed" in page.markup


def test_markup_in_a_scenario_is_text(open_page: Callable[..., Page]) -> None:
    written = verification.dump(verification.load(FIRST)).replace(
        "words: the unit tests pass", "words: '<img src=x onerror=a()>'"
    )
    page = open_page("verification", sel="own", s=own_text(verification.parse(written)))
    assert "&lt;img src=x" in page.markup
    assert "<img" not in page.markup


def test_two_readings_are_told_apart_where_they_part(open_page: Callable[..., Page]) -> None:
    page = open_page("verification", sel="12-either-way")
    assert "Every way of settling gives" in page.markup
    page.app.segmented_control(key="reading").set_value(verification.Reading.SUPERVALUATION).run()
    assert ".yys." in page.checked().app.query_params["s"]


def test_modes_have_an_address() -> None:
    assert {opened("", "", mode.value, NAMES).mode for mode in Mode} == set(Mode)
