"""One button that copies the address of this view."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.views.graph_script import ASSETS

__all__ = ["button"]

_COPY = st.components.v2.component(
    "cortex_copy_link",
    html='<div class="copy"><button type="button">Copy link</button><output aria-live="polite"></output></div>',
    css=(ASSETS / "copy_link.css").read_text("utf-8"),
    js=(ASSETS / "copy_link.js").read_text("utf-8"),
)


def button() -> None:
    """The URL is the view, so its address is all there is to share."""
    _COPY(key="copy-link", height="content", width="content")
