from __future__ import annotations

import pytest

from cortex_core.model.enums import Verdict
from cortex_core.runtime.goals import GoalOutcome, Obligation, goal_outcome, obligation_after
from cortex_core.runtime.verdicts import Outcome

P, F, U, N = Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_EVALUATED


def board(*verdicts: Verdict) -> GoalOutcome:
    return goal_outcome([Obligation(str(at), f"obligation {at}", one) for at, one in enumerate(verdicts)]).outcome


@pytest.mark.parametrize("waiting", [U, N])
def test_a_completed_step_does_not_complete_the_goal(waiting: Verdict) -> None:
    assert board(obligation_after(Outcome.ACCEPTED), waiting) is GoalOutcome.OPEN


def test_a_goal_is_complete_when_every_obligation_is_met_and_missed_when_one_fails() -> None:
    assert board(P, P) is GoalOutcome.COMPLETE
    assert board(P, U, F) is GoalOutcome.MISSED


def test_a_goal_without_obligations_is_never_complete() -> None:
    assert board() is GoalOutcome.OPEN


@pytest.mark.parametrize("outcome", Outcome)
def test_only_an_accepted_step_meets_its_obligation(outcome: Outcome) -> None:
    assert (obligation_after(outcome) is P) == (outcome is Outcome.ACCEPTED)


def test_the_sentence_names_what_is_open() -> None:
    report = goal_outcome([Obligation("a", "content copied", P), Obligation("b", "redirects set", U)])
    assert report.sentence == "1 of 2 obligations met; open: redirects set."
