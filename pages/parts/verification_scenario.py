"""The scenario: which one, its story in one paragraph, and what each of the five stages hands on."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from cortex_core.service.verification import ScenarioLine
from cortex_core.service.views.lesson import OWN, Lesson
from cortex_core.service.views.markup import chip, element
from pages.parts import copy_link, link, session
from pages.parts.status import row, section, show

__all__ = ["scenario", "stages"]


def _chosen() -> None:
    link.put(sel=session.value("scenario"), s="")


def scenario(lesson: Lesson, lines: Sequence[ScenarioLine]) -> None:
    """The picker, the paragraph and what a reader can do with it."""
    titles = {line.name: line.title for line in lines} | ({OWN: lesson.scenario.title} if lesson.is_own else {})
    session.set_value("scenario", lesson.scenario.name)
    st.selectbox(
        f"Scenario ({len(lines)} come with Cortex)",
        list(titles),
        format_func=lambda name: titles[name],
        key="scenario",
        on_change=_chosen,
    )
    view = lesson.view
    show(
        element("h2", view.title, cls="scenario"),
        element("p", view.story, cls="story"),
        element("p", element("b", "Goal: "), view.goal, cls="prose"),
        row(
            [
                chip("your own") if lesson.is_own else "",
                chip("taken from the sample graph") if view.source else "",
                chip("as written" if view.untouched else "changed by you"),
            ]
        ),
        element("p", view.source, cls="small quiet") if view.source else "",
    )
    for found in lesson.scenario.source:
        link.page_link("provenance", "See that conclusion", {"text": found.conclusion})
    with st.container(horizontal=True, gap="small", key="take-away"):
        copy_link.button()
        st.button(
            "As written",
            key="as-written",
            disabled=view.untouched,
            on_click=link.put,
            kwargs={"s": lesson.written},
            help="Set every criterion back to what the scenario says",
        )


def stages(lesson: Lesson) -> None:
    """The path of the action; each stage hands something on to the next."""
    section("The path of the step", "Each of the five stages hands something on to the next.")
    show(
        element(
            "ol",
            *(
                element("li", element("h3", line.stage.value), element("p", line.hands_on))
                for line in lesson.view.stages
            ),
            cls="stages",
        )
    )
