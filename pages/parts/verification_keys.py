"""The keys of the Verification page: they press what stands on the screen, so a key does what a click does."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.views.graph_script import ASSETS
from cortex_core.service.views.lesson import Lesson
from pages.parts import frame

__all__ = ["listen", "page_style"]

_KEYS = st.components.v2.component(
    "cortex_verification_keys",
    html='<output class="said" aria-live="polite"></output><style class="chosen"></style>',
    css=".said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }",
    js=(ASSETS / "verification_keys.js").read_text("utf-8"),
)


def page_style() -> None:
    """What only this page draws."""
    st.html(frame.STYLE.with_name("verification.css"))


def listen(lesson: Lesson) -> None:
    """↑ ↓ choose a row, p f u n set it, m turns its switch, 1 to 5 answer, space reveals."""
    view = lesson.view
    rows = [
        *(each.words for each in view.criteria),
        *(each.words for each in view.groups),
        "Was the action granted?",
        "Is the evidence as recorded?",
    ]
    with st.container(key="keys"):
        _KEYS(key="verification-keys", data={"rows": rows, "scenario": lesson.scenario.name}, height=1, width=1)
