from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given, settings

from cortex_core.model.enums import Verdict
from cortex_core.runtime.groups import Group, GroupKind, Reading
from cortex_core.runtime.tables import decision_table, interchangeable
from cortex_core.runtime.verdicts import Outcome, Step
from tests.runtime.steps import letters_of, outcome_by, plain, steps

P, F, U = Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN
RANK = {"N": 0, "U": 1, "Y": 2}


@settings(max_examples=60)
@given(steps(most=3))
def test_every_case_falls_in_exactly_one_row_and_has_its_outcome(step: Step) -> None:
    for reading in Reading:
        table = decision_table(step, reading)
        assert table.complete
        start = letters_of(step)
        names = [name for column in table.columns for name in column]
        for way in product("YNU", repeat=len(names)):
            then = {**start, **dict(zip(names, way, strict=True))}
            cases = [tuple(sorted(RANK[then[name]] for name in column)) for column in table.columns]
            rows = [row for row in table.rows
                    if all(cell is None or case in cell for cell, case in zip(row.cells, cases, strict=True))]
            assert len(rows) == 1
            assert rows[0].outcome is outcome_by(step, then, reading is Reading.SUPERVALUATION)
        assert sum(row.here for row in table.rows) == 1


@given(steps())
def test_exchanging_interchangeable_criteria_changes_nothing(step: Step) -> None:
    letters = letters_of(step)
    for column in interchangeable(step):
        for one, other in pairwise(column):
            for way in product("YNU", repeat=2):
                there = {**letters, one: way[0], other: way[1]}
                back = {**letters, one: way[1], other: way[0]}
                assert outcome_by(step, there) is outcome_by(step, back)


def test_criteria_that_stand_side_by_side_share_one_column() -> None:
    table = decision_table(plain((P, True), (U, True), (F, True), (P, False)))
    assert table.columns == (("c0", "c1", "c2"), ("authority",), ("integrity",))
    assert [row.outcome for row in table.rows][:2] == [Outcome.REJECTED, Outcome.INCOMPLETE]
    assert len(table.rows) < table.cases == 90


def test_a_table_that_nobody_could_read_is_left_out_and_says_so() -> None:
    groups = [Group(f"g{at}", "", GroupKind.ANY, tuple(f"c{one}" for one in range(at + 1))) for at in range(12)]
    step = Step(plain(*[(U, True)] * 12).criteria, tuple(groups))
    table = decision_table(step)
    assert (table.complete, table.rows) == (False, ())
    assert table.cases > 30_000


def test_no_two_rows_with_one_outcome_differ_in_one_column_alone() -> None:
    table = decision_table(plain((P, True), (U, True), (F, True)))
    for at, row in enumerate(table.rows):
        for other in table.rows[at + 1:]:
            apart = sum(one != another for one, another in zip(row.cells, other.cells, strict=True))
            assert apart > 1 or row.outcome is not other.outcome
    assert len(table.rows) == 7
