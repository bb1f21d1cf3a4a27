"""I3: no missing fact becomes N; neither *unknown* nor *not evaluated* becomes a pass."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.experience.neighbours import facts_read
from cortex_core.experience.situation import signature_of
from cortex_core.lifecycle.controller import Decision
from cortex_core.lifecycle.gate import pass_gate, report
from cortex_core.logic.atoms import AtomValue, atom_value
from cortex_core.logic.expr import Expr
from cortex_core.logic.normal import atoms_of, normal_form
from cortex_core.logic.truth import Reason, Truth
from cortex_core.logic.values import Known, Missing
from cortex_core.model.enums import Verdict
from cortex_core.model.experience import Criterion, Task
from cortex_core.rules.checker import FACTS_NOT_GIVEN, verdict
from cortex_core.rules.transitions import sides
from tests.properties.expressions import EXPRESSIONS, VOCABULARY
from tests.properties.questions import decided, resolver, shipped, task_of, tasks

OPEN = (Verdict.UNKNOWN, Verdict.NOT_EVALUATED)
NAMES = ("identity", "sources", "fidelity", "rules", "applicability", "typing", "logic", "facts", "tools")


def without(task: Task, name: str) -> Task:
    return replace(task, observations=tuple(
        replace(one, value=Missing(), until=None) if one.name == name else one for one in task.observations))


@given(EXPRESSIONS)
def test_a_missing_fact_leaves_each_question_about_it_unknown(expr: Expr) -> None:
    for atom in atoms_of(normal_form(expr, VOCABULARY)):
        assert atom_value(atom, Missing()) == AtomValue(Truth.U, Reason.MISSING)


@given(tasks(), st.data())
def test_taking_a_known_fact_away_opens_lineages_and_never_turns_one_into_no(
        task: Task, data: st.DataObject) -> None:
    situation = resolver().situation(task.family, task.decided_on)
    known = [one.name for one in task.observations if isinstance(one.value, Known)
             and one.name in facts_read(situation.family, situation.book)]
    if not known:
        return
    name = data.draw(st.sampled_from(known))
    less = without(task, name)
    sourced = {derived.name for derived in situation.family.derived if derived.source == name} | {name}
    for atom, code in zip(situation.book.atoms, signature_of(situation, less).codes, strict=True):
        if atom.term in sourced:
            assert AtomValue.from_code(code) == AtomValue(Truth.U, Reason.MISSING)
    before = sides(situation.book, signature_of(situation, task).codes)
    after = sides(situation.book, signature_of(situation, less).codes)
    for edition, lineages in after.items():
        for lineage, side in lineages.items():
            assert side.value in (Truth.U, before[edition][lineage].value)


@given(tasks())
def test_with_nothing_known_no_lineage_is_decided_but_by_the_absence_of_conditions(task: Task) -> None:
    bare = replace(task, observations=tuple(
        replace(one, value=Missing(), until=None) for one in task.observations))
    situation = resolver().situation(task.family, task.decided_on)
    for lineages in sides(situation.book, signature_of(situation, bare).codes).values():
        assert {side.value for side in lineages.values()} <= {Truth.U}


CRITERIA = st.lists(st.builds(Criterion, st.sampled_from(NAMES), st.sampled_from(Verdict),
                              st.sampled_from(["a reason", FACTS_NOT_GIVEN])), max_size=9)


def is_excused(one: Criterion) -> bool:
    """The one open question that may stay open: the person's facts were erased."""
    return (one.name, one.verdict, one.reason) == ("facts", Verdict.NOT_EVALUATED, FACTS_NOT_GIVEN)


@given(CRITERIA)
def test_an_open_criterion_never_sums_up_to_a_pass(criteria: list[Criterion]) -> None:
    summed = verdict(criteria)
    counted = [one for one in criteria if not is_excused(one)]
    if any(one.verdict is Verdict.FAIL for one in counted):
        assert summed is Verdict.FAIL
    elif not counted or any(one.verdict in OPEN for one in counted):
        assert summed is Verdict.UNKNOWN
    else:
        assert summed is Verdict.PASS


@given(tasks("crc_screening", "cpap_osa", "nist_password"), CRITERIA)
def test_the_gate_releases_rows_only_when_nothing_is_open_and_drops_none(
        task: Task, criteria: list[Criterion]) -> None:
    proof = decided(task).proof
    gate = report(proof.id, criteria, 1)
    released = pass_gate(proof, gate)
    shown = [one.row for one in released.rows] + [one.row for one in released.withheld]
    assert shown == list(proof.output.rows)
    if gate.verdict is Verdict.PASS:
        assert not released.withheld
    else:
        assert not released.rows
        assert {one.verdict for one in released.withheld} <= {Verdict.FAIL, *OPEN}


def test_a_gate_that_checked_nothing_releases_nothing() -> None:
    proof = _with_rows()
    for criteria in ([], [Criterion("facts", Verdict.NOT_EVALUATED, FACTS_NOT_GIVEN)]):
        released = pass_gate(proof.proof, report(proof.proof_id, criteria, 1))
        assert released.rows == ()
        assert "nothing was checked" in released.withheld[0].reason


@pytest.mark.parametrize("verdict_of_facts", OPEN)
def test_facts_that_could_not_be_looked_at_for_another_reason_withhold_every_row(
        verdict_of_facts: Verdict) -> None:
    made = _with_rows()
    criteria = [Criterion("logic", Verdict.PASS, "follows"),
                Criterion("facts", verdict_of_facts, "the family is not registered")]
    assert pass_gate(made.proof, report(made.proof_id, criteria, 1)).rows == ()


def _with_rows() -> Decision:
    family = shipped().families["crc_screening"]
    made = decided(task_of(family, {"birth_date": "1974-05-18"}, date(2021, 6, 1)))
    assert made.proof.output.rows
    return made
