"""The outcome, large, with the one sentence that decided it; what would decide otherwise; which unknowns matter."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.verification import Outcome
from cortex_core.service.verification_shapes import FlipsView
from cortex_core.service.views.lesson import Lesson
from cortex_core.service.views.markup import Html, element, mark, plural
from pages.parts.status import show, show_table

__all__ = ["outcome"]


def outcome(lesson: Lesson) -> None:
    """What the step comes to, and why."""
    view = lesson.view
    show(
        element("p", "Outcome", cls="kicker"),
        element("div", mark(view.outcome, large=True), cls="outcome", role="status"),
        element("p", view.sentence, cls="sentence"),
        _chain(view.reasons),
        _expected(lesson),
    )
    _flips(lesson)
    _unknowns(lesson)


def _chain(reasons: tuple[str, ...]) -> Html | str:
    if len(reasons) < 2:
        return ""
    return element(
        "details",
        element("summary", f"How it came to that: {plural(len(reasons), 'line')} of the table, the last one matched"),
        element("ol", *(element("li", each) for each in reasons)),
        cls="small",
    )


def _expected(lesson: Lesson) -> Html | str:
    view = lesson.view
    if not view.expected or not view.untouched:
        return ""
    return element("p", element("b", "Why it is told: "), view.because, cls="prose expected")


def _sets(found: FlipsView, *, outcomes: bool) -> Html:
    more = f"and {found.more} more" if found.more else ""
    return element(
        "div",
        element(
            "ul",
            *(
                element(
                    "li", each.words, *((element("span", " → ", cls="quiet"), mark(each.outcome)) if outcomes else ())
                )
                for each in found.lines
            ),
            cls="flips",
        ),
        element("p", more, cls="small quiet") if more else "",
        element("p", "The search was stopped: there may be others.", cls="small quiet") if not found.complete else "",
    )


def _flips(lesson: Lesson) -> None:
    view = lesson.view
    if view.outcome is not Outcome.ACCEPTED:
        show(
            element("p", "Any one of these would accept", cls="kicker next"),
            _sets(view.accepting, outcomes=False)
            if view.accepting.lines
            else element("p", "No verdict would: make something mandatory first.", cls="prose"),
        )
    if view.flips.lines:
        with st.expander(
            f"Smallest changes that change the outcome ({len(view.flips.lines) + view.flips.more})",
            expanded=view.outcome is Outcome.ACCEPTED,
        ):
            show(_sets(view.flips, outcomes=True))


def _unknowns(lesson: Lesson) -> None:
    found = lesson.view.unknowns
    if found:
        show_table(
            ("what is open", "decides alone"),
            [(each.words, f"in {each.decides} of {each.of}") for each in found],
            "Which unknown matters most: ways to settle the others in which this one decides",
            numeric=(1,),
        )
