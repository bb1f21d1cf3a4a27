from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from cortex_core.service.shapes import AsOf
from cortex_core.service.views.address import Address, known_words, read, valid_words


def test_a_view_survives_the_way_through_its_address() -> None:
    at = AsOf(date(2021, 5, 18), datetime(2026, 3, 2, 14, 5, tzinfo=UTC))
    query = Address(graph="sample", at=at).query(sel="conclusion-1~rule-2", tab="flip", standing="challenged")
    found = read(query)
    assert (found.graph, found.at, found.sel, found.node, found.tab) == ("sample", at, "conclusion-1", "rule-2", "flip")
    assert found.facets == {"standing": "challenged"}
    assert found.problems == ()


def test_absent_means_now() -> None:
    assert read({}).at.is_now
    assert (valid_words(AsOf()), known_words(AsOf())) == ("now", "now")


@pytest.mark.parametrize(
    "query",
    [
        {"valid": "2021-13-41"},
        {"valid": "yesterday"},
        {"known": "2026-03-02T14:05"},
        {"known": "noon"},
        {"depth": "-1"},
        {"s": "1e9"},
        {"s": "٣"},
    ],
)
def test_a_value_that_cannot_be_read_is_said_and_read_as_absent(query: dict[str, str]) -> None:
    found = read(query)
    assert len(found.problems) == 1
    assert found.at.is_now
    assert (found.depth, found.seen) == (1, None)


def test_one_key_is_a_position_of_the_log_or_a_state_of_the_page() -> None:
    assert read({"s": "40"}, "overview").seen == 40
    found = read({"s": "pup.mmo.yyk.0-1"}, "verification")
    assert (found.seen, found.state, found.problems) == (None, "pup.mmo.yyk.0-1", ())
