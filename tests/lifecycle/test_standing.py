"""Standing is a function of marks, read at a civil date and a log position (contract 3.7)."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.experience.memory import Mark, MarkKind
from cortex_core.ids import ChallengeId
from cortex_core.lifecycle.standing import explain, open_challenges, standing, superseded_from
from cortex_core.model.enums import Cause, Standing

DAY = date(2021, 5, 18)
LATER = date(2023, 1, 1)


def opened(seq: int, name: str, *, valid_from: date | None = None, cause: Cause = Cause.TEXT_CHANGED) -> Mark:
    return Mark(seq, MarkKind.OPENED, ChallengeId(name), cause, valid_from)


def closed(seq: int, name: str) -> Mark:
    return Mark(seq, MarkKind.CLOSED, ChallengeId(name), None, None)


def superseded(seq: int, valid_from: date | None) -> Mark:
    return Mark(seq, MarkKind.SUPERSEDED, None, None, valid_from)


def retracted(seq: int) -> Mark:
    return Mark(seq, MarkKind.RETRACTED, None, None, None)


def test_a_committed_proof_without_marks_is_active() -> None:
    assert standing((), DAY, None) is Standing.ACTIVE
    assert explain((), DAY, None) == "active: no ground of it moved"


def test_an_open_challenge_blocks_and_its_closing_reaffirms() -> None:
    marks = (opened(4, "a"), closed(5, "a"))
    assert standing(marks[:1], DAY, None) is Standing.CHALLENGED
    assert standing(marks, DAY, None) is Standing.REAFFIRMED


def test_it_stays_challenged_while_one_of_several_is_open() -> None:
    marks = (opened(4, "a"), opened(5, "b"), closed(6, "a"))
    assert standing(marks, DAY, None) is Standing.CHALLENGED
    assert open_challenges(marks, DAY, None) == (ChallengeId("b"),)
    assert standing((*marks, closed(7, "b")), DAY, None) is Standing.REAFFIRMED


def test_a_challenge_raised_during_the_recheck_stays_open() -> None:
    # The closing lists what the recheck saw: b came between.
    marks = (opened(4, "a"), opened(5, "b"), closed(6, "a"), superseded(6, DAY))
    assert standing(marks, LATER, None) is Standing.CHALLENGED


def test_a_prospective_challenge_leaves_the_days_before_it_untouched() -> None:
    marks = (opened(4, "a", valid_from=LATER),)
    assert standing(marks, date(2022, 12, 31), None) is Standing.ACTIVE
    assert standing(marks, LATER, None) is Standing.CHALLENGED
    assert standing((*marks, closed(5, "a")), date(2022, 12, 31), None) is Standing.ACTIVE


def test_a_superseded_proof_is_still_true_of_its_past() -> None:
    marks = (opened(4, "a", valid_from=LATER), closed(5, "a"), superseded(5, LATER))
    assert standing(marks, date(2022, 12, 31), None) is Standing.ACTIVE
    assert standing(marks, LATER, None) is Standing.SUPERSEDED
    assert superseded_from(marks, None) == LATER
    assert superseded_from((), None) is None
    assert superseded_from((superseded(4, None),), None) == date.min


def test_the_earliest_of_two_supersessions_counts() -> None:
    marks = (superseded(4, DAY), superseded(5, LATER))
    assert standing(marks, date(2022, 1, 1), None) is Standing.SUPERSEDED
    assert superseded_from(marks, None) == DAY


def test_a_reverted_revision_reaffirms_what_it_had_superseded_only_after_a_recheck() -> None:
    marks = (opened(4, "a"), closed(5, "a"), superseded(5, DAY), opened(6, "b"))
    assert standing(marks, LATER, None) is Standing.CHALLENGED
    assert standing((*marks, closed(7, "b")), LATER, None) is Standing.REAFFIRMED


def test_a_retracted_proof_is_not_challenged_and_never_reaffirmed_by_closings() -> None:
    marks = (opened(4, "a"), closed(5, "a"), retracted(5), opened(6, "b"), closed(7, "b"))
    for length in (3, 4, 5):
        assert standing(marks[:length], DAY, None) is Standing.RETRACTED
    assert open_challenges(marks[:4], DAY, None) == ()
    assert standing((*marks, superseded(8, DAY)), LATER, None) is Standing.RETRACTED


def test_the_fall_of_its_basis_leads_from_retracted_to_challenged_never_straight_to_active() -> None:
    marks = (retracted(5), opened(6, "b", cause=Cause.WITHDRAWN))
    assert standing(marks, DAY, None) is Standing.CHALLENGED
    assert standing((*marks, closed(7, "b")), DAY, None) is Standing.REAFFIRMED


def test_what_was_open_when_it_was_retracted_does_not_come_back() -> None:
    marks = (opened(3, "a"), retracted(5), opened(6, "b", cause=Cause.WITHDRAWN))
    assert open_challenges(marks, DAY, None) == (ChallengeId("b"),)


def test_closing_a_challenge_that_was_never_open_changes_nothing() -> None:
    assert standing((closed(4, "x"),), DAY, None) is Standing.ACTIVE


def test_an_earlier_log_position_reads_as_it_did_then() -> None:
    marks = (opened(4, "a"), closed(6, "a"), retracted(8))
    told = [standing(marks, DAY, seq) for seq in (3, 4, 5, 6, 7, 8)]
    assert told == [Standing.ACTIVE, Standing.CHALLENGED, Standing.CHALLENGED, Standing.REAFFIRMED,
                    Standing.REAFFIRMED, Standing.RETRACTED]


@pytest.mark.parametrize(("marks", "words"), [
    ((opened(4, "a"), opened(6, "b", valid_from=LATER)),
     "challenged: rules not re-read (event 4), rules not re-read (event 6 from 2023-01-01 on)"),
    ((opened(4, "a"), closed(5, "a")), "reaffirmed by event 5: every challenge was closed by a witness"),
    ((superseded(5, DAY),), "superseded from 2021-05-18 on by event 5: another output holds there"),
    ((retracted(5),), "retracted by event 5: the recheck found it wrong for its own time"),
])
def test_the_reason_names_the_events(marks: tuple[Mark, ...], words: str) -> None:
    assert explain(marks, LATER, None) == words


MARKS = st.builds(
    Mark, st.integers(2, 9), st.sampled_from(MarkKind),
    st.sampled_from([ChallengeId("a"), ChallengeId("b"), ChallengeId("c")]), st.sampled_from(Cause),
    st.sampled_from([None, DAY, LATER]))


@given(st.lists(MARKS, max_size=8), st.sampled_from([date(2021, 1, 1), DAY, LATER, date.max]))
def test_it_admits_only_with_nothing_open_superseded_or_retracted(marks: list[Mark], valid: date) -> None:
    ordered = sorted(marks, key=lambda mark: mark.seq)
    state = standing(ordered, valid, None)
    if open_challenges(ordered, valid, None):
        assert state is Standing.CHALLENGED
    assert explain(ordered, valid, None).startswith(state.value)
    if ordered and ordered[-1].kind is MarkKind.RETRACTED:
        assert state is Standing.RETRACTED


@given(st.lists(MARKS, max_size=8), st.integers(1, 9))
def test_what_was_known_then_never_depends_on_what_came_later(marks: list[Mark], seq: int) -> None:
    ordered = sorted(marks, key=lambda mark: mark.seq)
    then = [mark for mark in ordered if mark.seq <= seq]
    assert standing(ordered, DAY, seq) is standing(then, DAY, None)
