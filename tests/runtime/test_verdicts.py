from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given

from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import Criterion, EvidenceRef, FailureClass, counted, failure_of
from cortex_core.runtime.groups import Group, GroupKind, Reading
from cortex_core.runtime.verdicts import Outcome, Step, compiled, judge, truths, vacuous
from tests.runtime.steps import TRUTHS, letters_of, outcome_by, plain, steps

P, F, U, N = Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_EVALUATED
STATES = tuple(product((P, F, U, N), (True, False)))

# Written by hand from the design: worst of the mandatory criteria, authority, integrity -> outcome.
# "-" is an empty mandatory list. What is not listed does not occur.
TABLE = {
    "F": dict.fromkeys(("YY", "YN", "YU", "NY", "NN", "NU", "UY", "UN", "UU"), "rejected"),
    "O": dict.fromkeys(("YY", "YN", "YU", "NY", "NN", "NU", "UY", "UN", "UU"), "incomplete"),
    "-": dict.fromkeys(("YY", "YN", "YU", "NY", "NN", "NU", "UY", "UN", "UU"), "incomplete"),
    "P": {"YY": "accepted", "YN": "evidence broken", "YU": "incomplete",
          "NY": "not authorised", "NN": "not authorised", "NU": "not authorised",
          "UY": "incomplete", "UN": "evidence broken", "UU": "incomplete"},
}


def expected(criteria: Iterable[tuple[Verdict, bool]], authority: Truth, integrity: Truth) -> str:
    asked = [verdict for verdict, mandatory in criteria if mandatory]
    worst = "F" if F in asked else "O" if U in asked or N in asked else "P" if asked else "-"
    return TABLE[worst][authority.value + integrity.value]


def agrees(criteria: tuple[tuple[Verdict, bool], ...]) -> None:
    for authority, integrity in product(TRUTHS, TRUTHS):
        found = judge(plain(*criteria, authority=authority, integrity=integrity))
        assert found.outcome.value == expected(criteria, authority, integrity), (criteria, authority, integrity)


@pytest.mark.parametrize("count", range(4))
def test_every_combination_of_up_to_three_criteria_agrees_with_the_written_table(count: int) -> None:
    for criteria in product(STATES, repeat=count):
        agrees(criteria)


@pytest.mark.parametrize("count", [4, 5])
def test_every_combination_of_four_and_five_criteria_agrees_with_the_written_table(count: int) -> None:
    # order cannot matter (shown below), so multisets stand for all 8 to the power of count
    for criteria in combinations_with_replacement(STATES, count):
        agrees(criteria)


@given(steps())
def test_the_order_of_criteria_does_not_matter(step: Step) -> None:
    turned = Step(step.criteria[::-1], step.groups, step.authority, step.integrity)
    assert judge(turned).outcome is judge(step).outcome


@given(steps())
def test_a_step_with_groups_agrees_with_the_rules_written_apart(step: Step) -> None:
    for reading in Reading:
        wanted = outcome_by(step, letters_of(step), reading is Reading.SUPERVALUATION)
        assert judge(step, reading).outcome is wanted
        assert compiled(step, reading)({name: one.rank for name, one in truths(step).items()}) is wanted


@pytest.mark.parametrize("verdict", Verdict)
def test_an_empty_mandatory_list_never_accepts(verdict: Verdict) -> None:
    for authority, integrity in product(TRUTHS, TRUTHS):
        assert judge(plain(authority=authority, integrity=integrity)).outcome is Outcome.INCOMPLETE
        optional = plain((verdict, False), (P, False), authority=authority, integrity=integrity)
        assert judge(optional).outcome is Outcome.INCOMPLETE


@given(steps())
def test_optional_requirements_never_decide(step: Step) -> None:
    asked = judge(step).outcome
    more = Step((*step.criteria, Criterion("extra", "extra", F, mandatory=False)), step.groups, step.authority,
                step.integrity)
    assert judge(more).outcome is asked


@pytest.mark.parametrize("verdict", Verdict)
def test_a_self_report_counts_as_unknown_whatever_it_says(verdict: Verdict) -> None:
    own = Criterion("done", "it is done", verdict, self_report=True,
                    evidence=(EvidenceRef("closing message", "b2:0", Truth.Y),))
    assert counted(own) is U
    assert failure_of(own) is FailureClass.SELF_REPORT_ONLY
    found = judge(Step((own,), (), Truth.Y, Truth.Y))
    assert found.outcome is Outcome.INCOMPLETE
    assert "only the word of whoever did the work" in found.sentence


def test_the_chain_of_reasons_ends_with_the_line_that_decided() -> None:
    found = judge(plain((P, True), authority=Truth.U, integrity=Truth.N))
    assert found.outcome is Outcome.EVIDENCE_BROKEN
    assert found.reasons == ("No mandatory criterion fails.", "Every mandatory criterion passes.",
                             "The evidence is not what was recorded.")
    assert judge(plain((U, True), (F, True))).sentence == "A mandatory criterion fails: criterion 1."
    assert judge(plain((N, True))).sentence == "A mandatory criterion is open: criterion 0 (not evaluated)."


def test_a_requirement_that_cannot_fail_is_named_vacuous() -> None:
    step = Step((Criterion("a", "A", U, check="read"), Criterion("b", "B", P),
                 Criterion("c", "C", P, evidence=(EvidenceRef("log", "b2:0", Truth.Y),))),
                (Group("not_a", "not A", GroupKind.NONE, ("a",)),
                 Group("either", "either", GroupKind.ANY, ("a", "not_a")),
                 Group("both", "both", GroupKind.ALL, ("a", "c"))), Truth.Y, Truth.Y)
    assert set(vacuous(step)) == {"b", "either"}


@pytest.mark.parametrize("verdict", [F, U, N])
def test_what_does_not_pass_is_never_shown_without_a_failure_class(verdict: Verdict) -> None:
    assert failure_of(Criterion("a", "A", verdict)) is not FailureClass.NONE
    assert failure_of(Criterion("a", "A", P, failure_class=FailureClass.WRONG_RESULT)) is FailureClass.NONE
