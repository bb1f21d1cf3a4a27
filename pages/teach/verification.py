"""Verification: flip a criterion and see why a step is accepted, rejected or incomplete; predict first, if you like."""

from __future__ import annotations

import streamlit as st

from cortex_core.service import verification
from cortex_core.service.views.lesson import Lesson, opened
from cortex_core.service.views.markup import element
from pages.parts import frame, verification_keys
from pages.parts.frame import Here
from pages.parts.status import section, show
from pages.parts.verification_answer import answer, modes, score
from pages.parts.verification_criteria import criteria
from pages.parts.verification_outcome import outcome
from pages.parts.verification_own import own
from pages.parts.verification_scenario import scenario, stages
from pages.parts.verification_what_if import board, grid, readings, table


def _beside(lesson: Lesson) -> None:
    if lesson.mode.hides:
        answer(lesson)
    if not lesson.hidden:
        outcome(lesson)
    if lesson.mode.hides:
        score(lesson.mode)


def _below(lesson: Lesson) -> None:
    section("What if", "The same step under other verdicts, and under another reading of unknown.")
    if lesson.hidden:
        show(element("p", "Hidden until you have answered.", cls="prose quiet"))
        return
    with st.container(key="halves-what-if"):
        left, right = st.columns(2, gap="large")
        with left:
            grid(lesson)
        with right:
            readings(lesson)
    table(lesson)


def _body(here: Here) -> None:
    lines = verification.scenarios()
    lesson = opened(here.view.sel, here.view.state, here.view.tab, [line.name for line in lines])
    verification_keys.page_style()
    show(
        element("p", "Teach", cls="kicker"),
        element("h1", "Verification", cls="title"),
        element("p", "When may a step be accepted? Flip what was found and see what decides.", cls="sentence"),
        *(element("div", element("p", problem), cls="banner failing", role="alert") for problem in lesson.problems),
    )
    modes(lesson)
    with st.container(key="halves-step"):
        left, middle, right = st.columns([1, 1.65, 1.3], gap="large")
        with left:
            scenario(lesson, lines)
        with middle:
            criteria(lesson)
        with right:
            _beside(lesson)
    stages(lesson)
    board(lesson)
    _below(lesson)
    own(lesson)
    verification_keys.listen(lesson)


frame.page("verification", _body)
