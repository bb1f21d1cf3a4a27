"""Predict, then reveal; and the reliance mode, in which some explanations are wrong on purpose."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.verification import Answer, Outcome
from cortex_core.service.views.lesson import Lesson, Mode, predicted, relied
from cortex_core.service.views.marks import mark_of
from cortex_core.service.views.markup import element, mark
from pages.parts import link, session
from pages.parts.status import show, text

__all__ = ["answer", "modes", "score"]

_MODES = {Mode.OPEN: "Show at once", Mode.PREDICT: "Predict, then reveal", Mode.RELIANCE: "Test your reliance"}


def modes(lesson: Lesson) -> None:
    """How the outcome is met."""
    session.set_value("mode", lesson.mode)
    st.segmented_control(
        "The outcome",
        list(_MODES),
        format_func=lambda mode: _MODES[mode],
        key="mode",
        required=True,
        on_change=lambda: link.put(tab=session.value("mode").value, s=lesson.text()),
    )


def answer(lesson: Lesson) -> None:
    """The question until it is answered, then the answer beside the outcome."""
    if lesson.mode is Mode.RELIANCE:
        _explained(lesson)
    if lesson.hidden:
        _ask(lesson)
    else:
        _told(lesson)


def _explained(lesson: Lesson) -> None:
    offer = lesson.offer
    show(
        element(
            "div",
            element("p", "Some explanations here are wrong on purpose.", cls="what"),
            element("p", "The score tells how often a wrong one was believed. Check it against the criteria."),
            cls="banner warned",
        ),
        element("p", "An explanation", cls="kicker next"),
        element("blockquote", mark(offer.judgement.outcome), element("p", offer.judgement.sentence), cls="explanation"),
    )


def _ask(lesson: Lesson) -> None:
    words = "What does the step come to?"
    show(element("h2", words, cls="scenario"))
    key = f"said-{lesson.mode.value}-{lesson.code}"
    with st.container(key="answers"):
        said = st.radio(
            words,
            list(Outcome),
            format_func=lambda each: mark_of(each).text,
            index=None,
            key=key,
            label_visibility="collapsed",
        )
    with st.container(key="reveal"):
        st.button(
            "Reveal",
            key="reveal-now",
            type="primary",
            disabled=said is None,
            on_click=_reveal,
            args=(lesson, said),
            help="Space",
        )
    show(
        element(
            "p",
            *(element("kbd", str(key)) for key in range(1, 6)),
            " answer · ",
            element("kbd", "space"),
            " reveal",
            cls="keys small quiet",
        )
    )


def _reveal(lesson: Lesson, said: Outcome) -> None:
    true = lesson.view.outcome
    if lesson.mode is Mode.RELIANCE:
        offer = lesson.offer
        kept: object = Answer(said, true, offer.judgement.outcome, offer.right)
    else:
        kept = (said, true)
    session.add_round(lesson.mode.value, lesson.code, kept)
    link.put(s=lesson.text(said=said))


def _told(lesson: Lesson) -> None:
    said, true = lesson.said[0], lesson.view.outcome
    right = said is true
    show(
        element(
            "div",
            element("p", "That is right." if right else "It comes out otherwise.", cls="what"),
            element("p", "Answered: ", mark(said)),
            *(_offer_said(lesson) if lesson.mode is Mode.RELIANCE else ()),
            cls=f"banner answered {'right' if right else 'wrong'}",
            role="status",
        )
    )
    st.button("Answer again", key="again", type="tertiary", on_click=lambda: link.put(s=lesson.text()))


def _offer_said(lesson: Lesson) -> tuple[object, ...]:
    offer = lesson.offer
    if offer.right:
        return (element("p", "The explanation was right."),)
    believed = " It was believed." if lesson.said[0] is offer.judgement.outcome else " It was not believed."
    return (
        element("p", element("b", "The explanation was wrong on purpose: "), offer.misreading.value, ".", believed),
    )


def score(mode: Mode) -> None:
    """How many answers were right; in the reliance mode how often a wrong explanation was believed."""
    rounds = session.rounds(mode.value)
    if not rounds:
        text("No answer yet in this session. The first answer to each screen counts.", "small quiet")
        return
    if mode is Mode.RELIANCE:
        show(
            element("p", "Score in this session", cls="kicker next"),
            element(
                "dl",
                *(element("div", element("dt", words), element("dd", count)) for words, count in relied(rounds)),
                cls="pairs number score",
            ),
        )
    else:
        show(element("p", "Score", cls="kicker next"), element("p", element("b", predicted(rounds)), cls="number"))
    st.button("Begin the score anew", key="forget", type="tertiary", on_click=session.forget_rounds, args=(mode.value,))
