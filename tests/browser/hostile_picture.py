"""A page with one picture whose labels and titles hold markup: what a source or a person could have written."""

import streamlit as st

from cortex_core.model.enums import Standing
from cortex_core.service.shapes import EdgeView, NodeView, Picture
from pages.parts import frame
from pages.parts.graph_view import draw

HOSTILE = "<img src=x onerror=window.__ran=1><a href='javascript:window.__ran=2'>href</a>"

st.html(frame.STYLE)
draw(
    Picture(
        (
            NodeView("source", "artifact", HOSTILE, HOSTILE, None, 0),
            NodeView(HOSTILE, "rule", HOSTILE, HOSTILE, None, 1),
            NodeView("conclusion", "conclusion", HOSTILE, HOSTILE, Standing.ACTIVE, 2),
        ),
        (EdgeView("source", HOSTILE, "justifies"), EdgeView(HOSTILE, "conclusion", "justifies")),
        0,
        HOSTILE,
    ),
    key="chain",
    owner="conclusion",
    node=st.query_params.get("sel", "").partition("~")[2],
    label=HOSTILE,
)
