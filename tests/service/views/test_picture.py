from __future__ import annotations

import ast
import random

from cortex_core.model.enums import Standing
from cortex_core.service.shapes import EdgeView, NodeView, Picture
from cortex_core.service.views import picture
from tests.architecture.tree import CORE

KINDS = ("artifact", "rule", "atom", "proof", "conclusion")


def made(count: int, seed: int = 1) -> Picture:
    chance = random.Random(seed)
    nodes = [
        NodeView(f"{KINDS[at % 5]}-{at}", KINDS[at % 5], f"label {at}", f"title {at}", None, at % 5)
        for at in range(count)
    ]
    edges = [
        EdgeView(a.id, b.id, "justifies")
        for a in nodes
        for b in nodes
        if b.column == a.column + 1 and chance.random() < 0.4
    ]
    return Picture(tuple(nodes), tuple(edges), 0, "all")


def test_the_same_graph_in_any_order_is_the_same_picture() -> None:
    first = made(25)
    nodes, edges = list(first.nodes), list(first.edges)
    random.Random(7).shuffle(nodes)
    random.Random(8).shuffle(edges)
    again = picture.payload(Picture(tuple(nodes), tuple(edges), 0, "all"))
    assert again == picture.payload(first)


def test_no_two_cards_overlap_on_wide_or_narrow_screens() -> None:
    places = list(picture.places(made(60)).values())
    for at, (x, y, tall_x, tall_y) in enumerate(places):
        for other_x, other_y, other_tall_x, other_tall_y in places[:at]:
            assert abs(x - other_x) >= picture.CARD_WIDTH or abs(y - other_y) >= picture.CARD_HEIGHT
            assert abs(tall_x - other_tall_x) >= picture.CARD_WIDTH or abs(tall_y - other_tall_y) >= picture.CARD_HEIGHT


def test_an_edge_that_skips_a_layer_has_a_lane_through_it() -> None:
    nodes = (
        NodeView("r", "rule", "r", "r", None, 0),
        *(NodeView(f"a{at}", "atom", "a", "a", None, 1) for at in range(3)),
        NodeView("p", "proof", "p", "p", Standing.ACTIVE, 2),
    )
    where = picture.places(Picture(nodes, (EdgeView("r", "p", "justifies"),), 0, ""))
    assert where["r"][1] == where["p"][1] == 0
    assert all(abs(where[f"a{at}"][1]) > picture.CARD_HEIGHT / 2 for at in range(3))


def test_the_table_twin_holds_every_node_and_every_edge_with_both_ends() -> None:
    shown = made(20)
    assert {row[0] for row in picture.node_rows(shown)} == {node.id for node in shown.nodes}
    assert {(row[0], row[3]) for row in picture.edge_rows(shown)} == {
        (edge.source, edge.target) for edge in shown.edges
    }


def test_nothing_moves_by_itself_and_nothing_is_fetched() -> None:
    body = picture.payload(made(5))
    assert body["options"]["physics"] == {"enabled": False}
    assert "http" not in str(body)


def test_pyvis_is_imported_in_one_function() -> None:
    found = [
        (path.name, node.lineno)
        for path in CORE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pyvis"))
        or (isinstance(node, ast.Import) and any(each.name.startswith("pyvis") for each in node.names))
    ]
    assert [name for name, _ in found] == ["picture.py"]
