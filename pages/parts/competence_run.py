"""Measuring takes seconds: it runs in the server, once for equal questions, and the page waits with words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from cortex_core.service import competence
from cortex_core.service.competence_shapes import CellPage, CompetenceView
from cortex_core.service.unit import unit
from cortex_core.service.views.address import known_words
from cortex_core.service.views.markup import element
from cortex_core.service.views.measured import Asked
from cortex_core.service.views.work import Job, Jobs
from pages.parts.frame import Here
from pages.parts.status import show

__all__ = ["measured", "opened"]


@st.cache_resource
def _jobs() -> Jobs:
    # One for the whole server: a closed tab does not stop the work, and a second reader finds the answer there.
    return Jobs()


def _name(here: Here, ask: Asked, of: str) -> str:
    # Equal position of the log, equal view and equal question give the equal map: that is what an answer is kept by.
    with unit(here.graph.path) as work:
        position = work.head.seq
    return f"{of} {here.graph.path} {position} {known_words(here.view.at)} {here.view.at.valid} {ask.text}"


def measured(here: Here, ask: Asked) -> CompetenceView | None:
    """The map, or None while it is being measured."""
    return _answer(
        _name(here, ask, "map"),
        lambda _: competence.map_of(here.graph, ask.distribution, here.view.at, ask.seed, ask.count),
        "Drawing tasks and placing each on the graph…",
    )


def opened(here: Here, ask: Asked, cell: str) -> CellPage | None:
    """A cell opened, or None while its first case is being decided."""
    return _answer(
        _name(here, ask, f"cell {cell}"),
        lambda _: competence.cell(here.graph, ask.distribution, cell, here.view.at, ask.seed, ask.count),
        "Gathering its cases and deciding the first one, gate included…",
    )


def _answer(name: str, work: Callable[[Callable[[int, int], None]], Any], words: str) -> Any:
    job: Job = _jobs().once(name, work, keep=16)
    if not job.finished:
        _waiting(name, words)
        return None
    if job.failure:
        _jobs().forget(name)
        show(
            element(
                "div",
                element("p", "This could not be measured.", cls="what"),
                element("p", job.failure),
                element("p", "Nothing was written and nothing is lost.", cls="quiet"),
                cls="banner failing",
                role="alert",
            )
        )
        return None
    return job.result


@st.fragment(run_every=0.3)
def _waiting(name: str, words: str) -> None:
    job = _jobs().get(name)
    if job is None or job.finished:
        st.rerun()
    with st.container(key="waiting"):
        st.progress(job.share, text=f"{words} You may leave this page; the work goes on.")
        show(element("div", "", cls="skeleton", aria_hidden="true"))
