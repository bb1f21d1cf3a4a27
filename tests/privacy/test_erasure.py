"""Erasing a person's values: they are gone from the bytes of the file, and what was concluded stays as it was."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cortex_core.errors import Refused
from cortex_core.ids import EpisodeId
from cortex_core.model.enums import Standing, Verdict
from cortex_core.service.auditing import audit
from cortex_core.service.checking import check_uses
from cortex_core.service.evidence import evidence
from cortex_core.service.graphs import SAMPLE, Graph
from cortex_core.service.queries import chain
from cortex_core.service.shapes import AsOf
from cortex_core.store.database import connect
from cortex_core.store.erase import Erasure, erase
from cortex_core.store.verify import verify
from tests.graphs import sample_copy

BORN = "1979-01-12"
NOW = datetime(2026, 11, 1, 9, tzinfo=UTC)


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = sample_copy(tmp_path)
    assert BORN.encode() in path.read_bytes()
    return path


def episode_and_conclusion(graph: Path) -> tuple[EpisodeId, str]:
    with closing(sqlite3.connect(graph)) as conn:
        ((episode, conclusion),) = conn.execute(
            "select id, conclusion from episode where title = 'Screening at 47' and decided_on = '2026-01-20'"
        ).fetchall()
        return EpisodeId(episode), conclusion


def erased(graph: Path) -> tuple[Erasure, str]:
    episode, conclusion = episode_and_conclusion(graph)
    with connect(graph) as conn:
        return erase(conn, episode, "registrar", "the person asked for it", NOW), conclusion


def test_erased_values_are_in_no_byte_of_the_file(graph: Path) -> None:
    done, _ = erased(graph)
    assert not done.traces_left
    for file in graph.parent.iterdir():
        assert BORN.encode() not in file.read_bytes(), file.name


def test_only_the_facts_of_that_episode_go(graph: Path) -> None:
    with closing(sqlite3.connect(graph)) as conn:
        before = dict(conn.execute("select episode, body from facts"))
    erased(graph)
    with closing(sqlite3.connect(graph)) as conn:
        after = dict(conn.execute("select episode, body from facts"))
    gone, _ = episode_and_conclusion(graph)
    assert before.keys() - after.keys() == {gone}
    assert {name: body for name, body in before.items() if name != gone} == after


def test_standing_uses_and_log_are_as_they_were(graph: Path) -> None:
    episode, conclusion = episode_and_conclusion(graph)
    opened = Graph(SAMPLE, graph, True)
    before = chain(opened, conclusion, AsOf())
    assert before.line.standing is Standing.ACTIVE
    erased(graph)
    after = chain(opened, conclusion, AsOf())
    assert after.line == before.line
    assert (after.sentence, after.rows, after.uses, after.proof) == (
        before.sentence, before.rows, before.uses, before.proof)
    assert check_uses(graph).findings == ()
    with connect(graph) as conn:
        report = verify(conn)
        assert report.intact
        assert report.projections_equal
        (kind, body) = conn.execute("select kind, body from log order by seq desc limit 1").fetchone()
    assert kind == "Erased"
    assert json.loads(body)["episode"] == episode


def test_the_page_still_explains_the_conclusion_and_says_that_the_facts_are_erased(graph: Path) -> None:
    _, conclusion = erased(graph)
    shown = chain(Graph(SAMPLE, graph, True), conclusion, AsOf())
    assert {one.value for one in shown.atoms} == {"facts erased"}
    assert shown.fact_horizon == "facts erased"
    assert shown.replay_until == "facts erased"
    assert "erased" in shown.holds_until_why
    assert BORN not in repr(shown)
    assert any("rased" in repr(one) for one in shown.history)


def test_the_page_as_known_before_the_erasure_says_erased_too(graph: Path) -> None:
    _, conclusion = erased(graph)
    then = chain(Graph(SAMPLE, graph, True), conclusion, AsOf(known=datetime(2026, 6, 1, tzinfo=UTC)))
    assert then.fact_horizon == "facts erased"
    assert then.line.standing is Standing.ACTIVE


def test_the_checks_run_without_the_facts_and_leave_only_that_one_out(graph: Path) -> None:
    _, conclusion = erased(graph)
    found = audit(graph, conclusion)
    assert found.verdict is Verdict.PASS
    assert [one.name for one in found.criteria if one.verdict is not Verdict.PASS] == ["facts"]
    assert BORN.encode() not in evidence(graph, conclusion)


def test_erasing_twice_does_nothing_more_and_an_unknown_episode_is_refused(graph: Path) -> None:
    first, _ = erased(graph)
    second, _ = erased(graph)
    assert second.head == first.head
    with connect(graph) as conn, pytest.raises(Refused, match="not in the log"):
        erase(conn, EpisodeId("episode-nobody"), "registrar", "", NOW)
