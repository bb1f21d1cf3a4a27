from __future__ import annotations

import base64
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.errors import InputError, Refused
from cortex_core.model.enums import Truth, Verdict
from cortex_core.service import verification as asked
from cortex_core.service.verification import Outcome, Reading, State, load

NAMES = [one.name for one in asked.scenarios()]
LIVE = "01-live-check-unavailable"


def test_the_view_of_a_scenario_says_what_decided_and_what_would_accept() -> None:
    found = asked.view(load(LIVE))
    assert found.outcome is Outcome.INCOMPLETE
    assert found.sentence == found.reasons[-1]
    assert [(one.names, one.outcome) for one in found.accepting.lines] == [(("live_check",), Outcome.ACCEPTED)]
    assert [one.id for one in found.unknowns] == ["live_check"]
    assert found.untouched
    assert found.expected == (Outcome.INCOMPLETE,)
    assert [one.stage.value for one in found.stages] == ["goal", "think", "context", "act", "verify"]
    assert [row.outcome for row in found.table.rows if row.here] == [Outcome.INCOMPLETE]
    assert found.table.rows[0].cells == ("at least one fails", "any", "any")


def test_flipping_a_criterion_moves_the_outcome_grid_and_table_alike() -> None:
    scenario = load(LIVE)
    state = asked.flipped(scenario, asked.start(scenario), "live_check", Verdict.PASS)
    found = asked.view(scenario, state)
    assert (found.outcome, found.untouched, found.accepting.lines) == (Outcome.ACCEPTED, False, ())
    row, column = found.grid.here
    assert found.grid.rows[row][column] is Outcome.ACCEPTED
    assert [one.outcome for one in found.table.rows if one.here] == [Outcome.ACCEPTED]
    assert found.board.outcome.value == "complete"


def test_the_mandatory_switch_lets_an_optional_failure_reject() -> None:
    scenario = load("07-optional-criterion-failed")
    state = asked.toggled(scenario, asked.start(scenario), "length")
    assert asked.view(scenario, state).outcome is Outcome.REJECTED
    assert asked.toggled(scenario, state, "length") == asked.start(scenario)


def test_a_member_of_a_group_has_no_switch_of_its_own() -> None:
    scenario = load("06-instruments-disagree")
    with pytest.raises(Refused, match="decides through its group"):
        asked.toggled(scenario, asked.start(scenario), "probe_a")
    with pytest.raises(Refused, match="has no 'probe_z'"):
        asked.flipped(scenario, asked.start(scenario), "probe_z", Verdict.PASS)


def test_a_self_report_can_be_flipped_and_still_counts_as_unknown() -> None:
    scenario = load("13-only-its-own-word")
    for verdict in Verdict:
        found = asked.view(scenario, asked.flipped(scenario, asked.start(scenario), "confirmed", verdict))
        line = found.criteria[1]
        assert (line.says, line.counts, found.outcome) == (verdict, Verdict.UNKNOWN, Outcome.INCOMPLETE)
        assert "only the word" in line.note
        assert "by other evidence" in found.accepting.lines[0].words


def test_the_switch_of_reading_shows_where_the_two_differ_and_why() -> None:
    scenario = load("12-either-way")
    found = asked.view(scenario)
    assert (found.outcome, found.other_outcome) == (Outcome.INCOMPLETE, Outcome.ACCEPTED)
    (line,) = found.differences
    assert (line.id, line.kleene, line.supervaluation) == ("either", Verdict.UNKNOWN, Verdict.PASS)
    assert "if “the snapshot was restored” passes" in line.why
    assert "if “the snapshot was restored” fails, then by “the snapshot was not restored”" in line.why
    turned = asked.view(scenario, replace(asked.start(scenario), reading=Reading.SUPERVALUATION))
    assert (turned.outcome, turned.untouched) == (Outcome.ACCEPTED, True)


def test_integrity_that_is_supposed_to_hold_lifts_the_evidence_with_it() -> None:
    scenario = load("05-tampered-evidence")
    state = replace(asked.start(scenario), integrity=Truth.Y)
    found = asked.view(scenario, state)
    assert found.outcome is Outcome.ACCEPTED
    assert found.integrity.why.startswith("supposed here; as written: invalid")
    assert asked.parse(asked.dump(scenario, state)).step.integrity is Truth.Y


def states(name: str) -> st.SearchStrategy[State]:
    step = load(name).step
    names = len(step.criteria)
    return st.builds(State, st.tuples(*[st.sampled_from(Verdict)] * names),
                     st.tuples(*[st.booleans()] * len(step.named)), st.sampled_from(Truth), st.sampled_from(Truth),
                     st.sampled_from(Reading), st.integers(0, names - 1), st.integers(0, names - 1))


@pytest.mark.parametrize("name", ["06-instruments-disagree", "12-either-way", "05-tampered-evidence"])
@given(data=st.data())
def test_a_link_reproduces_any_state_and_a_saved_state_is_read_again(name: str, data: st.DataObject) -> None:
    scenario, state = load(name), data.draw(states(name))
    text = asked.encode(state)
    assert asked.decode(scenario, text) == state
    assert all(char.isalnum() or char in ".-" for char in text)
    saved = asked.parse(asked.dump(scenario, state))
    assert asked.view(saved, replace(asked.start(saved), reading=state.reading)).outcome \
        is asked.view(scenario, state).outcome


@pytest.mark.parametrize("text", ["", "p", "ppp.mmm.yyk.0-1", "pu.mm.yyk.0-1", "puf.mmm.yyz.0-1", "pup.mmm.yyk.0-9",
                                  "pup.mmm.yyk.0", "pup.mmm.yyk.0-1 "])
def test_a_link_of_another_scenario_or_a_damaged_one_is_refused(text: str) -> None:
    scenario = load("06-instruments-disagree")
    with pytest.raises(InputError, match="holds no state of the scenario"):
        asked.decode(scenario, text)


def test_a_scenario_of_ones_own_travels_in_a_link() -> None:
    own = replace(load("12-either-way"), name="own")
    text = asked.share(own)
    assert asked.received(text) == own
    assert all(char.isalnum() or char in "-_" for char in text)


@pytest.mark.parametrize("text", [
    "", "abc", "!!!!", base64.urlsafe_b64encode(b"title: x").decode(),
    base64.urlsafe_b64encode(zlib.compress(b"a" * 1_000_000)).decode(),
    base64.urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode(),
    base64.urlsafe_b64encode(zlib.compress(b"title: x")).decode(),
    base64.urlsafe_b64encode(zlib.compress(b"title: x" * 40)[:-6]).decode(),
])
def test_a_damaged_link_is_a_clear_error(text: str) -> None:
    with pytest.raises(InputError):
        asked.received(text)


@pytest.mark.parametrize("name", ["nothing", "../history", "01-live-check-unavailable.yaml"])
def test_a_scenario_is_opened_by_name_and_never_by_path(name: str) -> None:
    with pytest.raises(Refused, match="no scenario is called"):
        load(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_view_is_whole(name: str) -> None:
    found = asked.view(load(name))
    assert found.flips.complete
    assert found.table.rows
    assert sum(row.here for row in found.table.rows) == 1
    assert all(cell for row in found.table.rows for cell in row.cells)
    assert found.criteria
    assert all(line.digest for one in found.criteria for line in one.evidence)


def test_offers_are_equal_for_equal_seeds_and_some_are_wrong() -> None:
    scenario = load(LIVE)
    state = asked.start(scenario)
    offers = [asked.offer(scenario, state, str(seed)) for seed in range(40)]
    assert offers == [asked.offer(scenario, state, str(seed)) for seed in range(40)]
    assert {one.right for one in offers} == {True, False}
