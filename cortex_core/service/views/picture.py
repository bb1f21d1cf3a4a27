"""The picture of a chain: positions computed here, so that the same graph is drawn the same way on every day.

Columns are layers (source, rule, atom, proof, …), rows follow the mean row of their predecessors, ties by id. Each
node has two places: one for wide screens (layers left to right) and one for narrow ones (layers top to bottom).
"""

from __future__ import annotations

import textwrap
from threading import Thread
from typing import Any

from cortex_core.digest import digest
from cortex_core.service.shapes import NodeView, Picture
from cortex_core.service.views.marks import NODE_KINDS, mark_of

__all__ = ["EDGE_HEADERS", "NODE_HEADERS", "edge_rows", "neighbours", "node_rows", "payload", "places", "warm"]

CARD_WIDTH, CARD_HEIGHT = 152, 52
_COLUMN, _ROW, _TALL_ROWS_OF, _ROWS_A_COLUMN = 184, 62, 2, 9
_WORDS = {kind.kind: kind.word for kind in NODE_KINDS}

_OPTIONS: dict[str, Any] = {
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False, "randomSeed": 7},
    "interaction": {"hover": True, "dragNodes": False, "multiselect": False, "zoomView": False, "tooltipDelay": 120},
    "edges": {"smooth": False, "width": 1.2, "arrows": {"to": {"enabled": True, "scaleFactor": 0.45}}},
}

NODE_HEADERS = ("id", "kind", "label", "standing", "layer")
EDGE_HEADERS = ("from id", "from", "edge", "to id", "to")


def _columns(picture: Picture) -> list[list[NodeView]]:
    """Layers in order, each sorted by the mean row of what points to it, then by id."""
    layers: dict[int, list[NodeView]] = {}
    for node in picture.nodes:
        layers.setdefault(node.column, []).append(node)
    before: dict[str, list[str]] = {}
    for edge in picture.edges:
        before.setdefault(edge.target, []).append(edge.source)
    row: dict[str, float] = {}
    ordered = []
    for column in sorted(layers):

        def mean(node: NodeView) -> float:
            rows = [row[source] for source in before.get(node.id, ()) if source in row]
            return sum(rows) / len(rows) if rows else 0.0

        nodes = sorted(layers[column], key=lambda node: (mean(node), node.id))
        row.update({node.id: at - (len(nodes) - 1) / 2 for at, node in enumerate(nodes)})
        # A long layer is folded into neighbouring columns, so that the picture never becomes a thread.
        parts = -(-len(nodes) // _ROWS_A_COLUMN)
        size = -(-len(nodes) // parts)
        ordered += [nodes[start : start + size] for start in range(0, len(nodes), size)]
    return ordered


def places(picture: Picture) -> dict[str, tuple[int, int, int, int]]:
    """Node id → (x, y) on a wide screen and (x, y) on a narrow one, in pixels at scale 1."""
    found: dict[str, tuple[int, int, int, int]] = {}
    line = 0
    columns = _columns(picture)
    column_of = {node.id: column for column, nodes in enumerate(columns) for node in nodes}
    spans = [
        (column_of[edge.source], column_of[edge.target])
        for edge in picture.edges
        if edge.source in column_of and edge.target in column_of
    ]
    for column, nodes in enumerate(columns):
        # An edge that passes over a layer gets a lane through its middle, so that it crosses no card.
        lane = len(nodes) > 1 and any(a < column < b for a, b in spans)
        for at, node in enumerate(nodes):
            place, across = divmod(at, _TALL_ROWS_OF)
            alone = place == (len(nodes) - 1) // _TALL_ROWS_OF and len(nodes) % _TALL_ROWS_OF
            tall_x = 0 if alone else (across * 2 - 1) * (CARD_WIDTH + 12) // 2
            half = (len(nodes) + 1) // 2
            row = at - half + (1 if at >= half else 0) if lane else at - (len(nodes) - 1) / 2
            found[node.id] = (column * _COLUMN, int(row * _ROW), tall_x, (line + place) * _ROW)
        line += -(-len(nodes) // _TALL_ROWS_OF)
    return found


def _lines(text: str) -> str:
    lines = textwrap.wrap(" ".join(text.split()), 18, break_long_words=True, max_lines=2, placeholder="…")
    return "\n".join(lines)


def _network(picture: Picture) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]:
    """The pyvis model of a picture. Its lists are filled directly: ``add_edge`` scans every node."""
    from pyvis.network import Network

    net = Network(directed=True, cdn_resources="in_line")
    where = places(picture)
    for node in sorted(picture.nodes, key=lambda node: node.id):
        x, y, tall_x, tall_y = where[node.id]
        net.nodes.append(
            {
                "id": node.id,
                "label": _lines(node.label),
                "title": node.title,
                "shape": "box",
                "x": x,
                "y": y,
                "tall": [tall_x, tall_y],
                "kind": node.kind,
                "word": _WORDS.get(node.kind, node.kind),
                "full": node.label,
                "standing": node.standing.value if node.standing else "",
                "status": mark_of(node.standing).text if node.standing else "",
            }
        )
    net.node_ids = [node["id"] for node in net.nodes]
    net.edges = [
        {"id": f"{at}", "from": edge.source, "to": edge.target, "kind": edge.kind}
        for at, edge in enumerate(sorted(picture.edges, key=lambda edge: (edge.source, edge.target, edge.kind)))
        if edge.source in where and edge.target in where
    ]
    return net.nodes, net.edges, _OPTIONS


def payload(picture: Picture) -> dict[str, Any]:
    """What the component draws; equal pictures give equal payloads, and ``hash`` says so without a comparison."""
    nodes, edges, options = _network(picture)
    heights = [node["y"] for node in nodes] or [0]
    tall = [node["tall"][1] for node in nodes] or [0]
    body: dict[str, Any] = {
        "nodes": nodes,
        "edges": edges,
        "card": [CARD_WIDTH, CARD_HEIGHT],
        "height": max(heights) - min(heights) + CARD_HEIGHT + 56,
        "tall": max(tall) - min(tall) + CARD_HEIGHT + 56,
    }
    return {**body, "options": options, "hash": digest("picture", body)[3:19]}


def warm() -> None:
    """Load pyvis ahead of the first picture: it takes a second, which nobody needs to see."""
    Thread(target=payload, args=(Picture((), (), 0, ""),), name="cortex pictures", daemon=True).start()


def _named(picture: Picture) -> dict[str, NodeView]:
    return {node.id: node for node in picture.nodes}


def node_rows(picture: Picture) -> list[tuple[str, ...]]:
    """The picture's nodes as a table, layer by layer in the order drawn."""
    return [
        (
            node.id,
            _WORDS.get(node.kind, node.kind),
            node.label,
            mark_of(node.standing).text if node.standing else "",
            str(node.column + 1),
        )
        for column in _columns(picture)
        for node in column
    ]


def edge_rows(picture: Picture) -> list[tuple[str, ...]]:
    """Every edge with both end ids, sorted."""
    named = _named(picture)
    return [
        (
            edge.source,
            named[edge.source].label if edge.source in named else "not shown",
            edge.kind,
            edge.target,
            named[edge.target].label if edge.target in named else "not shown",
        )
        for edge in sorted(picture.edges, key=lambda edge: (edge.source, edge.target, edge.kind))
    ]


def neighbours(picture: Picture, node: str) -> tuple[tuple[NodeView, ...], tuple[NodeView, ...]]:
    """What points to a node, and what it points to, by id."""
    named = _named(picture)
    into = sorted({edge.source for edge in picture.edges if edge.target == node and edge.source in named})
    out = sorted({edge.target for edge in picture.edges if edge.source == node and edge.target in named})
    return tuple(named[each] for each in into), tuple(named[each] for each in out)
