"""The answer that the case file expects passes every check; an answer that differs in one place does not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cortex_core.model.enums import Verdict
from cortex_core.rules.checker import verdict
from tests.rules.checker.worked import cases, not_passed, worked


@pytest.mark.parametrize("case", cases())
def test_the_expected_answer_of_a_worked_case_passes_every_check(case: str) -> None:
    criteria = worked(case).criteria()
    assert [f"{one.name}: {one.reason}" for one in criteria if one.verdict is not Verdict.PASS] == []
    assert verdict(criteria) is Verdict.PASS
    assert [one.name for one in criteria] == [
        "identity", "sources", "fidelity", "rules", "applicability", "typing", "logic", "facts", "tools"]


@pytest.mark.parametrize("case", [one for one in cases() if cases()[one]["expected"]["lineages"]])
def test_an_answer_without_one_expected_row_fails_logic_alone(case: str) -> None:
    given = worked(case)
    for row in given.proof.output.rows:
        rows = tuple(other for other in given.proof.output.rows if other != row)
        altered = given.but(output=replace(given.proof.output, rows=rows))
        assert not_passed(altered.criteria()) == {"logic": Verdict.FAIL}
