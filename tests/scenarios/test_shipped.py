from __future__ import annotations

from pathlib import Path

import pytest

from cortex_core.interop.scenario_files import dump_scenario, parse_scenario, read_scenario
from cortex_core.model.enums import Verdict
from cortex_core.runtime.goals import GoalOutcome
from cortex_core.runtime.groups import Reading
from cortex_core.runtime.verdicts import Outcome, judge, vacuous
from cortex_core.service.verification import load, scenarios, view
from tests.graphs import sample_copy
from tests.scenarios.recorded import FOLDER, NAMES, derived

FILES = sorted(FOLDER.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_shipped_scenario_comes_to_the_outcome_its_file_expects(path: Path) -> None:
    scenario = read_scenario(path)
    (expected,) = scenario.expected
    assert judge(scenario.step).outcome is expected.outcome
    assert view(scenario).outcome is expected.outcome


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_scenario_written_back_is_the_same(path: Path) -> None:
    scenario = read_scenario(path)
    assert parse_scenario(dump_scenario(scenario), scenario.name) == scenario


def test_at_least_ten_scenarios_ship_and_show_every_outcome() -> None:
    assert len(scenarios()) == len(FILES) >= 10
    assert {read_scenario(path).expected[0].outcome for path in FILES} == set(Outcome)


@pytest.mark.parametrize("state", ["before", "after"])
def test_the_scenarios_from_the_sample_graph_are_what_its_audit_gives(state: str, tmp_path: Path) -> None:
    # a change of the sample that moves them: write them anew with `python -m tests.scenarios.recorded`
    assert derived(sample_copy(tmp_path), state) == read_scenario(FOLDER / f"{NAMES[state]}.yaml")


def test_the_change_of_the_source_opens_standing_and_nothing_else() -> None:
    before, after = (load(NAMES[state]).step for state in ("before", "after"))
    moved = [(one.id, one.verdict, other.verdict) for one, other in zip(before.criteria, after.criteria, strict=True)
             if one.verdict is not other.verdict]
    assert moved == [("standing", Verdict.PASS, Verdict.UNKNOWN)]


def test_an_accepted_step_leaves_its_goal_open() -> None:
    found = view(load("08-one-step-open"))
    assert (found.outcome, found.board.outcome) == (Outcome.ACCEPTED, GoalOutcome.OPEN)


def test_the_third_probe_decides_between_two_that_disagree() -> None:
    found = view(load("06-instruments-disagree"))
    assert [(one.id, one.decides, one.of) for one in found.unknowns] == [("probe_c", 1, 1)]


def test_vacuous_criteria_are_named_where_they_stand() -> None:
    named = {path.stem: set(vacuous(read_scenario(path).step)) for path in FILES}
    assert {name: found for name, found in named.items() if found} == {
        "10-vacuous-criterion": {"suitable"}, "12-either-way": {"either"}}


def test_one_shipped_scenario_parts_the_two_readings() -> None:
    parting = [path.stem for path in FILES
               if judge(read_scenario(path).step).outcome
               is not judge(read_scenario(path).step, Reading.SUPERVALUATION).outcome]
    assert parting == ["12-either-way"]
