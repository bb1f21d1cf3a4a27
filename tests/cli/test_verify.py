from __future__ import annotations

from pathlib import Path

import pytest

from cortex_core.interop.sample import sample_folder
from tests.cli.running import Cortex

FOLDER = sample_folder() / "scenarios"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_scenario_agrees_with_its_expectation(cortex: Cortex, name: str) -> None:
    ran = cortex("verify", name, "--json")
    document = ran.document
    assert ran.code == 0
    assert document["outcome"] == document["expected"]
    assert document["reasons"]
    assert all(one["change"] and one["outcome"] != document["outcome"] for one in document["flips"])


def test_an_outcome_that_was_not_expected_is_a_finding(cortex: Cortex, tmp_path: Path) -> None:
    text = (FOLDER / "01-live-check-unavailable.yaml").read_text("utf-8")
    made = tmp_path / "mine.yaml"
    made.write_text(text.replace("outcome: incomplete", "outcome: accepted"), "utf-8")
    ran = cortex("verify", made, "--json")
    assert (ran.code, ran.document["outcome"], ran.document["expected"]) == (1, "incomplete", "accepted")
    assert "expected was accepted" in cortex("verify", made).out


def test_a_file_that_states_no_expectation_is_fine(cortex: Cortex, tmp_path: Path) -> None:
    text = (FOLDER / "02-exit-code-without-artifact.yaml").read_text("utf-8")
    made = tmp_path / "mine.yaml"
    made.write_text(text[:text.index("expected:")], "utf-8")
    ran = cortex("verify", made, "--json")
    assert (ran.code, ran.document["outcome"], ran.document["expected"]) == (0, "rejected", None)


def test_no_graph_is_opened_or_built(cortex: Cortex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CORTEX_GRAPH", str(tmp_path / "none.db"))
    assert cortex("verify", NAMES[0]).code == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("target", "said"), [
    ("no-such-scenario", "no scenario is called"), ("missing.yaml", "missing.yaml"),
])
def test_what_cannot_be_opened_is_one_message_and_exit_2(cortex: Cortex, target: str, said: str) -> None:
    ran = cortex("verify", target, "--json")
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_every_problem_of_a_file_is_one_line_with_its_place(cortex: Cortex, tmp_path: Path) -> None:
    text = (FOLDER / "06-instruments-disagree.yaml").read_text("utf-8")
    made = tmp_path / "mine.yaml"
    made.write_text(text.replace("verdict: fail", "verdict: failed").replace("count: 2", "count: two"), "utf-8")
    ran = cortex("verify", made)
    lines = ran.err.splitlines()
    assert (ran.code, ran.out, len(lines)) == (2, "", 2)
    assert all(f"{made}:" in line for line in lines)
