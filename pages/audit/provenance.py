"""Provenance: one conclusion, from the span it rests on to the sign-off; the list of all conclusions beside it."""

from __future__ import annotations

import streamlit as st

from cortex_core.errors import Refused
from cortex_core.service import queries
from cortex_core.service.shapes import Chain
from cortex_core.service.views.markup import element, pairs, plural
from pages.parts import frame
from pages.parts.cause_list import banner
from pages.parts.chain_head import decision, head, horizon
from pages.parts.checks import checks
from pages.parts.conclusion_list import conclusions
from pages.parts.frame import Here
from pages.parts.graph_view import draw
from pages.parts.reasons import tabs
from pages.parts.sign_off import reviews
from pages.parts.source_text import sources
from pages.parts.status import empty, section, show, show_table, text


def _uses(chain: Chain) -> None:
    if chain.uses:
        show_table(
            ("where", "why", "who", "known", "ended"),
            [(use.where, use.why, use.who, use.known, use.ended or "in use") for use in chain.uses],
            f"{plural(len(chain.uses), 'declared use')}",
        )
    else:
        text("Nobody has declared that this is in use.", "prose quiet")


def _chain(here: Here, chain: Chain) -> None:
    head(here, chain)
    banner(chain.challenges)
    section("What it rests on, and what it says", "The cited span on the left, what followed from it on the right.")
    with st.container(key="halves"):
        left, right = st.columns([1, 1.05], gap="large")
        with left:
            sources(chain.sources)
        with right:
            decision(chain)
    section("The chain", "From the source to the conclusion, one hop.")
    draw(
        chain.picture,
        key="chain",
        owner=chain.line.id,
        node=here.view.node,
        label=f"The chain of {chain.line.title}, from source to conclusion",
    )
    with st.container(key="halves-checks"):
        left, right = st.columns([1.25, 1], gap="large")
        with left:
            section("Checks")
            checks(here, chain)
        with right:
            section("How long it holds")
            horizon(chain)
    section("Why, and what else")
    tabs(here, chain)
    section("Taken as given", "What the checks rest on and do not prove.")
    show(pairs(chain.rests_on))
    section("Uses")
    _uses(chain)
    section("Reviews")
    reviews(here, chain)


def _open(here: Here) -> None:
    try:
        chain = queries.chain(here.graph, here.view.sel, here.view.at)
    except Refused as problem:
        empty("This conclusion cannot be shown.", f"{problem} Choose one from the list, or go back to now.")
        return
    _chain(here, chain)


_ASKS = (
    ("What does it rest on?", "The cited span, highlighted in its source, and every step from there."),
    ("Is it right?", "Run its checks again, by a checker that shares no code with what it checks."),
    ("How long does it hold?", "The first day on which the output differs, and why."),
    ("What would change it?", "The facts that would flip it, and those that would settle what is open."),
    ("May it be relied on?", "Its standing, what challenges it by which path, and who signed it, as claimed."),
)


def _nothing_chosen() -> None:
    answers = (element("li", element("b", asked), " ", element("span", answer, cls="quiet")) for asked, answer in _ASKS)
    show(
        element("h1", "Provenance", cls="title"),
        element("p", "Choose a conclusion from the list. It will answer five questions.", cls="sentence"),
        element("ul", *answers, cls="asks"),
    )


def _body(here: Here) -> None:
    with st.container(key="splitchosen" if here.view.sel else "split"):
        left, right = st.columns([1, 2.7], gap="large")
        with left:
            conclusions(here)
        with right:
            if here.view.sel:
                _open(here)
            else:
                _nothing_chosen()


frame.page("provenance", _body)
