from __future__ import annotations

from hypothesis import given

from cortex_core.model.enums import Verdict
from cortex_core.runtime.misreadings import Answer, Misreading, offered, reliance
from cortex_core.runtime.verdicts import Outcome, Step, judge
from tests.runtime.steps import plain, steps


@given(steps())
def test_an_offer_that_is_called_wrong_is_wrong_and_the_others_are_true(step: Step) -> None:
    true = judge(step)
    for seed in range(12):
        found = offered(step, str(seed))
        assert (found.judgement.outcome is true.outcome) == found.right
        assert found.right == (found.misreading is Misreading.NONE)
        assert offered(step, str(seed)) == found


def test_about_four_in_ten_explanations_are_wrong() -> None:
    step = plain((Verdict.UNKNOWN, True), (Verdict.PASS, True))
    wrong = sum(not offered(step, str(seed)).right for seed in range(500))
    assert 150 < wrong < 250


def test_the_score_counts_wrong_explanations_that_were_believed() -> None:
    yes, no, wait = Outcome.ACCEPTED, Outcome.REJECTED, Outcome.INCOMPLETE
    found = reliance([Answer(yes, wait, yes, right=False), Answer(wait, wait, yes, right=False),
                      Answer(wait, wait, wait, right=True), Answer(no, wait, wait, right=True)])
    assert (found.rounds, found.right, found.wrong_shown, found.wrong_believed) == (4, 2, 2, 1)
    assert (found.right_shown, found.right_refused) == (2, 1)
