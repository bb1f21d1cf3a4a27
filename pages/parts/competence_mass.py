"""μ with its interval, both denominators, reach apart; and the fall from all mass to what somebody signed."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.competence_shapes import CompetenceView, Share
from cortex_core.service.views.competence_rows import WATERFALL_HEADERS, waterfall_rows
from cortex_core.service.views.markup import Html, element, mark
from cortex_core.service.views.tiles import percent
from pages.parts.status import show, show_table

__all__ = ["numbers", "waterfall"]


def _figure(words: str, value: str, about: str) -> Html:
    return element(
        "div",
        element("span", words, cls="kicker"),
        element("span", value, cls="figure"),
        element("span", about, cls="small quiet"),
        cls="measure",
    )


def _interval(view: CompetenceView, share: Share) -> str:
    return "exact" if view.exact else f"95 % interval {percent(share.low)} to {percent(share.high)}"


def numbers(view: CompetenceView) -> None:
    """The measure, never without what it depends on."""
    how = f"summed over {view.draws} kinds of tasks" if view.exact else f"{view.draws} draws, seed {view.seed}"
    show(
        element(
            "div",
            _figure("μ of all tasks", percent(view.mu.value), f"{_interval(view, view.mu)}; {how}"),
            _figure(
                "μ of tasks with a definite answer",
                percent(view.mu_of_resolved.value),
                f"{_interval(view, view.mu_of_resolved)}; without the {percent(view.unresolved)} whose answer is open",
            ),
            _figure("reach, apart", percent(view.reach), "derivable afresh today; in no numerator"),
            cls="measures",
        ),
        element("div", *(_status(status, mass) for status, mass in view.by_status), cls="row statuses"),
        element("p", f"Log position {view.position}. Intervals are 95 %, by Clopper and Pearson.", cls="small quiet")
        if not view.exact
        else element(
            "p", f"Log position {view.position}. Every task was summed: there is no interval.", cls="small quiet"
        ),
    )


def _status(status: object, mass: float) -> Html:
    return element("span", mark(status), " ", element("span", percent(mass), cls="number"))


def waterfall(view: CompetenceView) -> None:
    """From all mass down to what was signed off."""
    show(
        element("h3", "From mass to signature", cls="part"),
        *(
            element(
                "div",
                element("span", step.name),
                element("span", percent(step.mass), cls="number"),
                element("span", element("span", "", cls="fill", style=f"width:{100 * step.mass:.2f}%"), cls="track"),
                element("span", step.meaning, cls="small quiet"),
                cls="fall",
            )
            for step in view.waterfall
        ),
    )
    with st.expander("As a table", icon=":material/table:"):
        show_table(
            WATERFALL_HEADERS, waterfall_rows(view), "From all mass down", file="competence-waterfall", numeric=(1, 2)
        )
