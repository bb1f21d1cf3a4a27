"""The legend behind `?`: the same on every page, one group a vocabulary."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.views.graph_script import ASSETS
from cortex_core.service.views.marks import LEGEND, MODES, NODE_KINDS
from cortex_core.service.views.markup import element, status
from pages.parts.status import show

__all__ = ["button"]

_KEY = st.components.v2.component("cortex_legend_key", js=(ASSETS / "legend_key.js").read_text("utf-8"))


@st.dialog("What the marks mean", width="large")
def _legend() -> None:
    show(element("p", "Every status is a shape, a glyph and a word. Colour only repeats it.", cls="prose quiet"))
    left, right = st.columns(2, gap="large")
    for at, (title, marks) in enumerate(LEGEND):
        with left if at % 2 == 0 else right:
            show(
                element("h3", title, cls="kicker"),
                *(
                    element("p", status(mark), element("span", f" — {mark.meaning}", cls="quiet"), cls="prose small")
                    for mark in marks
                ),
            )
    with left:
        show(
            element("h3", "Kinds of nodes", cls="kicker"),
            *(
                element(
                    "p",
                    element("b", f"{kind.glyph} {kind.word}"),
                    element("span", f" — {kind.meaning}", cls="quiet"),
                    cls="prose small",
                )
                for kind in NODE_KINDS
            ),
        )
    with right:
        show(
            element("h3", "How an output was obtained", cls="kicker"),
            *(
                element("p", element("b", mode), element("span", f" — {words}", cls="quiet"), cls="prose small")
                for mode, words in MODES.items()
            ),
        )
        show(
            element("h3", "Two clocks", cls="kicker"),
            element(
                "p",
                element("b", "valid"),
                element("span", " — when a source applies in the world, a civil date", cls="quiet"),
                cls="prose small",
            ),
            element(
                "p",
                element("b", "known"),
                element("span", " — when it entered the log, in UTC", cls="quiet"),
                cls="prose small",
            ),
        )


def button() -> None:
    """The `?` of the masthead; the key works too."""
    if st.button("?", key="legend", help="What the marks mean"):
        _legend()
    _KEY(key="legend-key", height=1, width=1)
