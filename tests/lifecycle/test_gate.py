"""The gate: a failed check rejects, an unknown one withholds, and a withheld row is still shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cortex_core.lifecycle.gate import pass_gate, report
from cortex_core.model.enums import Transition, Verdict
from cortex_core.model.experience import Criterion, Proof
from cortex_core.rules.checker import verdict
from tests.audit.shapes import Recorded, proofs_of

NAMES = ("identity", "sources", "fidelity", "rules", "applicability", "typing", "logic", "facts", "tools")


@pytest.fixture(scope="module")
def given() -> Recorded:
    """A proof with several rows, some of them open."""
    return next(one for one in proofs_of("gc_treatment") if "unresolved" in one.shape and "modified" in one.shape)


def criteria(**changed: Verdict) -> tuple[Criterion, ...]:
    return tuple(Criterion(name, changed.get(name, Verdict.PASS), f"{name} was looked at") for name in NAMES)


def rows_of(proof: Proof) -> list[str]:
    return [row.lineage for row in proof.output.rows]


def test_when_every_check_passes_each_row_is_released_with_the_report_and_position(given: Recorded) -> None:
    gate = report(given.proof.id, given.criteria(), 17)
    released = pass_gate(given.proof, gate)
    assert gate.verdict is Verdict.PASS
    assert [one.row for one in released.rows] == list(given.proof.output.rows)
    assert {(one.proof, one.report, one.position) for one in released.rows} == {(given.proof.id, gate.digest, 17)}
    assert released.withheld == ()


def test_an_unresolved_row_is_a_statement_and_is_released(given: Recorded) -> None:
    released = pass_gate(given.proof, report(given.proof.id, given.criteria(), 1))
    assert Transition.UNRESOLVED in {one.row.transition for one in released.rows}


@pytest.mark.parametrize("name", NAMES)
def test_a_failed_check_rejects_every_row_and_says_which_check(given: Recorded, name: str) -> None:
    released = pass_gate(given.proof, report(given.proof.id, criteria(**{name: Verdict.FAIL}), 1),
                         frozenset(rows_of(given.proof)))
    assert released.rows == ()
    assert [one.row.lineage for one in released.withheld] == rows_of(given.proof)
    assert {(one.verdict, one.reason) for one in released.withheld} == {(Verdict.FAIL, f"{name}: {name} was looked at")}


@pytest.mark.parametrize("open_verdict", [Verdict.UNKNOWN, Verdict.NOT_EVALUATED])
@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("facts", "fidelity")])
def test_an_unknown_or_unevaluated_check_withholds_every_row_and_drops_none(
    given: Recorded, name: str, open_verdict: Verdict,
) -> None:
    released = pass_gate(given.proof, report(given.proof.id, criteria(**{name: open_verdict}), 1))
    assert released.rows == ()
    assert [one.row.lineage for one in released.withheld] == rows_of(given.proof)
    assert {one.verdict for one in released.withheld} == {open_verdict}


def test_a_failure_outweighs_what_is_unknown(given: Recorded) -> None:
    gate = report(given.proof.id, criteria(sources=Verdict.UNKNOWN, logic=Verdict.FAIL), 1)
    assert gate.verdict is Verdict.FAIL
    assert {one.verdict for one in pass_gate(given.proof, gate).withheld} == {Verdict.FAIL}


@pytest.mark.parametrize("found", [Verdict.FAIL, Verdict.UNKNOWN])
def test_where_only_a_citation_does_not_hold_only_the_rows_of_its_lineage_are_withheld(
    given: Recorded, found: Verdict,
) -> None:
    first, *others = rows_of(given.proof)
    released = pass_gate(given.proof, report(given.proof.id, criteria(fidelity=found), 1), frozenset({first}))
    assert [one.row.lineage for one in released.withheld] == [first]
    assert [one.row.lineage for one in released.rows] == others
    assert rows_of(given.proof) == [first, *others]


def test_facts_that_are_unknown_withhold_the_rows_unless_they_are_only_not_given(given: Recorded) -> None:
    gate = report(given.proof.id, criteria(facts=Verdict.UNKNOWN), 1)
    assert gate.verdict is Verdict.UNKNOWN
    assert pass_gate(given.proof, gate).rows == ()


def test_a_report_on_one_proof_releases_no_row_of_another(given: Recorded) -> None:
    other = replace(given.proof, output=replace(given.proof.output, rows=given.proof.output.rows[:1]))
    assert pass_gate(other, report(given.proof.id, criteria(), 1)).rows == ()


def test_a_report_without_any_check_releases_nothing(given: Recorded) -> None:
    gate = report(given.proof.id, (), 1)
    assert verdict(gate.criteria) is Verdict.UNKNOWN
    assert pass_gate(given.proof, gate).rows == ()
    assert pass_gate(given.proof, gate, frozenset({"made_up"})).rows == ()


def test_reports_that_say_different_things_have_different_digests(given: Recorded) -> None:
    made = [report(given.proof.id, criteria(), 1), report(given.proof.id, criteria(), 2),
            report(given.proof.id, criteria(logic=Verdict.FAIL), 1), report(given.proof.id, criteria()[:-1], 1)]
    assert len({one.digest for one in made}) == len(made)
