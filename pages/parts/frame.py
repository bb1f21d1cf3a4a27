"""The frame of every page: masthead with links and the two clocks, the past made visible, failures in words."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, time
from pathlib import Path

import streamlit as st

import cortex_core.service
from cortex_core.errors import CortexError
from cortex_core.service.graphs import Graph, graph_names, open_graph
from cortex_core.service.views import picture
from cortex_core.service.views.address import Address, known_words, valid_words
from cortex_core.service.views.markup import element
from cortex_core.service.views.markup import label as plain
from pages.parts import legend, link, session
from pages.parts.status import show

__all__ = ["STYLE", "Here", "page"]

STYLE = Path(cortex_core.service.__path__[0]).parent / "assets" / "reading_room.css"


@dataclass(frozen=True, slots=True)
class Here:
    """What a page needs to ask its question: the graph that is open and the view that the URL names."""

    graph: Graph
    view: Address


def page(name: str, body: Callable[[Here], None]) -> None:
    """Draw a page inside the frame. What the core refuses is shown in its own words; nothing is lost."""
    _warm()
    st.html(STYLE)
    # Dialogs and popovers stand outside the app's element and do not inherit its colour scheme.
    scheme = "dark" if st.context.theme.type == "dark" else "light"
    st.html(f"<style>.stDialog, [data-baseweb=popover] {{ color-scheme: {scheme} }}</style>")
    view = link.here(name)
    _masthead(name, view)
    note = session.take_note()
    if note:
        show(element("div", element("p", note), cls="banner", role="status"))
    for problem in view.problems:
        show(element("div", element("p", problem), cls="banner"))
    try:
        with st.spinner("Opening the graph…", show_time=False):
            graph = open_graph(view.graph or None)
        if not view.at.is_now:
            _past(view)
        body(Here(graph, view))
    except CortexError as problem:
        _failing(str(problem))
    except Exception as problem:  # the last stop before the reader: said in words here, in full in the server's log
        logging.getLogger("cortex.pages").exception("The page %s could not be drawn", name)
        _failing(f"{type(problem).__name__} while drawing it; the server's log has the details. Reload, or go back.")


@st.cache_resource(show_spinner=False)
def _warm() -> None:
    picture.warm()


def _failing(cause: str) -> None:
    """What failed, that nothing was lost, what to do."""
    show(
        element(
            "div",
            element("p", "This view could not be shown.", cls="what"),
            element("p", cause),
            element("p", "Nothing was written and nothing is lost.", cls="quiet"),
            cls="banner failing",
            role="alert",
        )
    )
    link.page_link("overview", "Back to the overview, now", {"valid": "", "known": "", "graph": ""})


def _masthead(name: str, view: Address) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="masthead", gap="small"):
        graph = view.graph or "sample"
        with st.container(width="content"):
            show(element("span", "Cortex", element("small", f"graph: {graph}"), cls="wordmark"))
        with st.container(horizontal=True, width="content", key="pages", wrap=False, gap=None):
            for page_name in link.FILES:
                with st.container(width="content", key="here" if page_name == name else f"to-{page_name}"):
                    link.page_link(page_name, page_name.capitalize(), {})
        st.space("stretch")
        with st.container(width="content", key="clocks"):
            _clocks(view)
        with st.container(width="content", key="ask"):
            legend.button()


def _clocks(view: Address) -> None:
    words = f"valid: {valid_words(view.at)} · known: {known_words(view.at)}"
    with st.popover(plain(words)):
        show(
            element(
                "p",
                "Valid: what applies in the world on a day. Known: what the log held at an instant.",
                cls="small quiet",
            )
        )
        with st.form("as-of", border=False):
            valid = st.date_input("Valid on (civil date)", value=view.at.valid, format="YYYY-MM-DD")
            known = st.date_input(
                "Known up to (day, UTC)", value=view.at.known.date() if view.at.known else None, format="YYYY-MM-DD"
            )
            at = st.time_input("Known up to (time, UTC)", value=view.at.known.time() if view.at.known else time(23, 59))
            if st.form_submit_button("Show this view", type="primary"):
                link.put(
                    valid=valid.isoformat() if valid else "", known=f"{known.isoformat()}T{at:%H:%M}Z" if known else ""
                )
                st.rerun()
        names = list(graph_names())
        if len(names) > 1:
            st.selectbox(
                "Graph",
                names,
                index=names.index(view.graph) if view.graph in names else 0,
                key="graph-name",
                on_change=lambda: link.put(graph=session.value("graph-name"), sel="", page=""),
            )
        if not view.at.is_now:
            st.button("Back to now", key="now-popover", on_click=link.put, kwargs={"valid": "", "known": ""})


def _past(view: Address) -> None:
    parts = []
    if view.at.valid is not None:
        parts.append(f"what applies on {view.at.valid.isoformat()} (valid)")
    if view.at.known is not None:
        parts.append(f"what was known at {view.at.known.astimezone(UTC):%Y-%m-%d %H:%M} UTC (known)")
    show(element("div", "", cls="pastedge", aria_hidden="true"))
    with st.container(horizontal=True, vertical_alignment="center", key="past"):
        show(
            element(
                "div",
                element("p", "This is not now.", cls="what"),
                element("p", "You see " + " and ".join(parts) + "."),
                cls="banner past",
                role="status",
            )
        )
        st.button("Back to now", key="now", on_click=link.put, kwargs={"valid": "", "known": ""})
