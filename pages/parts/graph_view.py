"""The picture of a chain: pyvis' model drawn by one component, its table beside it. The URL owns the selection."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from cortex_core.service.shapes import NodeView, Picture
from cortex_core.service.views import graph_script, picture
from cortex_core.service.views.markup import element, identifier, mark, pairs
from pages.parts import link, session
from pages.parts.status import row, show, show_table

__all__ = ["draw"]


def _component() -> ComponentRenderer:
    # An installed wheel serves the script as a file that the browser caches; a checkout sends it inline.
    html, css = (graph_script.ASSETS / "graph.html").read_text("utf-8"), graph_script.style()
    if graph_script.PACKAGED.is_file():
        return st.components.v2.component("cortex-core.vis_graph", html=html, css=css, js="vis_graph.js")
    return st.components.v2.component("cortex_graph", html=html, css=css, js=graph_script.component_script())


_DRAW = _component()


def draw(shown: Picture, *, key: str, owner: str, node: str, label: str) -> None:
    """Draw a picture of ``owner``; a click puts ``sel=owner~node`` (or another conclusion's id) into the URL."""
    kinds = {each.id: each.kind for each in shown.nodes}

    def chosen() -> None:
        found = session.picked(key)
        if found is None or found not in kinds:
            link.put(sel=owner)
        else:
            link.put(sel=found if kinds[found] == "conclusion" else f"{owner}~{found}")

    if shown.nodes:
        _DRAW(
            key=key,
            data={"graph": picture.payload(shown), "selected": node or owner, "label": label},
            on_picked_change=chosen,
        )
    show(element("p", shown.note, cls="small quiet"))
    if node in kinds:
        _detail(shown, next(each for each in shown.nodes if each.id == node))
    with st.expander("The same picture as a table", icon=":material/table:"):
        show_table(
            picture.NODE_HEADERS,
            picture.node_rows(shown),
            f"{len(shown.nodes)} nodes, layer by layer",
            file=f"nodes-{owner}",
        )
        show_table(
            picture.EDGE_HEADERS,
            picture.edge_rows(shown),
            f"{len(shown.edges)} edges with both ends",
            file=f"edges-{owner}",
        )


def _detail(shown: Picture, node: NodeView) -> None:
    into, out = picture.neighbours(shown, node.id)

    def words(nodes: Sequence[NodeView]) -> str:
        return "; ".join(each.label for each in nodes) or "nothing in this picture"

    show(
        element(
            "div",
            row([element("b", node.label), identifier(node.id), mark(node.standing) if node.standing else ""]),
            element("p", node.title, cls="small") if node.title != node.label else "",
            pairs([("rests on", words(into)), ("carries", words(out))]),
            cls="banner",
        )
    )
