"""Overview: every number links to exactly its list."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qsl

from cortex_core.service import queries
from cortex_core.service.graphs import Graph
from cortex_core.service.shapes import AsOf
from tests.pages.conftest import Page


def test_each_number_is_the_length_of_the_list_behind_its_link(open_page: Callable[..., Page], sample: Graph) -> None:
    page = open_page("overview")
    for tally in queries.overview(sample, AsOf(), None).tallies:
        query = dict(parse_qsl(page.link(f"**{tally.count}**{tally.name}")))
        assert query == dict(tally.query)
        if tally.page == "provenance":
            listed = open_page("provenance", **query)
            assert f"{tally.count} of {tally.of} conclusions" in listed.markup


def test_links_carry_the_clocks_and_the_past_is_said(open_page: Callable[..., Page]) -> None:
    page = open_page("overview", valid="2022-03-02", known="2026-03-02T14:05Z")
    assert "This is not now." in page.markup
    assert "what applies on 2022-03-02 (valid)" in page.markup
    assert "2026-03-02 14:05 UTC (known)" in page.markup
    for link in page.app.get("page_link"):
        query = dict(parse_qsl(link.proto.query_string))
        assert (query["valid"], query["known"]) == ("2022-03-02", "2026-03-02T14:05Z"), link.proto.label
    page.press("now")
    assert "This is not now." not in page.markup
    assert "valid" not in page.app.query_params


def test_the_first_visit_lists_nothing_and_a_later_one_what_came_after(open_page: Callable[..., Page]) -> None:
    assert "What happens from here on is listed here." in open_page("overview").markup
    later = open_page("overview", s="40")
    assert re.search(r"\d+ events? after position 40", later.markup)
    later.press("seen-all")
    assert "Nothing has happened since position" in later.markup


def test_the_path_of_a_decision_names_its_stations(open_page: Callable[..., Page]) -> None:
    labels = [link.proto.label for link in open_page("overview").app.get("page_link")]
    for station in ("source", "rule", "facts", "signature", "proof", "gate", "episode"):
        assert station in labels


def test_a_graph_that_is_not_registered_is_said_in_words(open_page: Callable[..., Page]) -> None:
    page = open_page("overview", checked=False, graph="../../etc/passwd", valid="yesterday")
    assert "This view could not be shown." in page.markup
    assert "Nothing was written and nothing is lost." in page.markup
    assert "is not a date like 2021-05-18" in page.markup
