"""``cortex competence``: one document with what the map says, and one sentence when it cannot be drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Cortex, file_bytes


def test_the_document_holds_the_measure_its_interval_and_every_cell(cortex: Cortex, shared: Path) -> None:
    ran = cortex("competence", "--draws", 200, "--json", "--graph", shared)
    found = ran.document
    assert (ran.code, ran.err) == (0, "")
    assert found["low"] < found["mu"] < found["high"]
    assert (found["exact"], found["seed"], found["draws"]) == (None, 4001, 200)
    assert found["distribution"]["name"] == "cohort_v1"
    assert sum(one["mass"] for one in found["cells"]) == pytest.approx(1)
    assert sum(one["mass"] for one in found["cells"] if one["status"] == "replayable") == pytest.approx(found["mu"])
    assert list(found["by_status"]) == ["challenged", "replayable", "pattern-covered", "adaptable", "synthesizable",
                                        "unresolved", "uncovered"]
    assert found["reach"] == found["by_status"]["synthesizable"]
    assert found["of_definite_answers"]["mu"] >= found["mu"]
    assert [one["name"] for one in found["waterfall"]] == ["mass", "has a proof", "unchallenged", "signed off"]
    assert all(one["why"] for one in found["cells"])
    assert all(one["would_cover"] for one in found["cells"] if one["status"] != "replayable")


def test_a_table_is_exact_and_a_sample_of_it_is_not(cortex: Cortex, shared: Path) -> None:
    exact = cortex("competence", "--distribution", "screening_small", "--json", "--graph", shared).document
    drawn = cortex("competence", "--distribution", "screening_small", "--draws", 500, "--seed", 4003, "--json",
                   "--graph", shared).document
    assert (exact["low"], exact["high"]) == (exact["mu"], exact["mu"])
    assert "/" in exact["exact"]
    assert drawn["low"] <= exact["mu"] <= drawn["high"]


def test_equal_seed_equal_document_and_nothing_is_written(cortex: Cortex, shared: Path) -> None:
    before = file_bytes(shared)
    first, again = (cortex("competence", "--draws", 60, "--json", "--graph", shared).out for _ in range(2))
    assert first == again
    assert file_bytes(shared) == before


def test_a_person_reads_the_sentence_the_statuses_and_the_largest_cells(cortex: Cortex, shared: Path) -> None:
    ran = cortex("competence", "--distribution", "cross_v1", "--draws", 200, "--graph", shared)
    assert ran.out.startswith("μ = ")
    assert "of cross_v1, version 1 (estimated from 200 draws, seed 4001)" in ran.out
    assert "challenged" in ran.out
    assert "in no numerator" in ran.out


def test_before_anything_was_recorded_nothing_is_covered(cortex: Cortex, shared: Path) -> None:
    found = cortex("competence", "--known", "2013-07-15T08:30:00Z", "--draws", 40, "--json", "--graph", shared).document
    assert (found["mu"], found["by_status"]["uncovered"], found["growth"]) == (0, 1.0, [])


@pytest.mark.parametrize(("words", "said"), [
    (("--distribution", "everything"), "declared are: cohort_v1, cross_v1, screening_small"),
    (("--draws", "0"), "ask for 1 to 20000"),
])
def test_a_map_that_cannot_be_drawn_is_one_sentence(cortex: Cortex, shared: Path, words: tuple[str, str],
                                                    said: str) -> None:
    ran = cortex("competence", *words, "--json", "--graph", shared)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
