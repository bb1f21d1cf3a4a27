"""Competence: which part of a declared distribution of tasks stands on proofs today, and what moved it."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.competence_shapes import CompetenceView
from cortex_core.service.views.markup import element
from cortex_core.service.views.measured import Asked
from pages.parts import competence_run, frame
from pages.parts.competence_cell import cell
from pages.parts.competence_declared import chosen, declared
from pages.parts.competence_growth import growth
from pages.parts.competence_map import picture, twin
from pages.parts.competence_mass import numbers, waterfall
from pages.parts.frame import Here
from pages.parts.status import section, show


def _shown(here: Here, ask: Asked, view: CompetenceView) -> None:
    numbers(view)
    section("The map", "Families and their regions. Area is mass, the pattern is the status; choose a tile to open it.")
    with st.container(key="halves-map"):
        left, right = st.columns([2.5, 1], gap="large")
        with left:
            picture(here, view)
        with right:
            waterfall(view)
    twin(view)
    cell(here, ask, view)
    growth(view)


def _body(here: Here) -> None:
    st.html(frame.STYLE.with_name("competence.css"))
    ask = chosen(here)
    show(
        element("p", "Explore", cls="kicker"),
        element("h1", "Competence", cls="title"),
        *(element("div", element("p", problem), cls="banner failing", role="alert") for problem in ask.problems),
    )
    declared(ask)
    view = competence_run.measured(here, ask)
    if view is not None:
        _shown(here, ask, view)


frame.page("competence", _body)
