from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from cortex_core.service.explain.verdict_words import cell_words, flip_words
from cortex_core.service.verification import load, view

NO, OPEN, YES = 0, 1, 2


def every(count: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement((NO, OPEN, YES), count))


@pytest.mark.parametrize(("holds", "words"), [
    (lambda case: NO in case, "at least one fails"),
    (lambda case: NO not in case and OPEN in case, "none fails, at least one open"),
    (lambda case: case.count(YES) == len(case), "all pass"),
    (lambda case: case.count(NO) <= 1, "at most 1 fail"),
    (lambda case: case.count(YES) >= 2, "two or more pass"),
    (lambda case: case.count(OPEN) == 0 and case.count(YES) == 2, "2 pass, 1 fail"),
])
def test_a_cell_says_exactly_which_cases_it_covers(holds, words: str) -> None:  # type: ignore[no-untyped-def]  # lambdas
    block = tuple(case for case in every(3) if holds(case))
    assert cell_words(("a", "b", "c"), block, every(3)) == words


def test_a_cell_of_one_criterion_lists_its_verdicts() -> None:
    assert cell_words(("a",), ((YES,), (OPEN,)), every(1)) == "pass or unknown"
    assert cell_words(("authority",), ((NO,),), every(1)) == "invalid"
    assert cell_words(("a", "b"), None, every(2)) == "any"


def test_no_flip_is_said_in_words_too() -> None:
    assert flip_words(load("01-live-check-unavailable").step, ()) == "nothing needs to change"


def test_no_cell_of_a_shipped_table_is_a_list_of_counts() -> None:
    for name in ("01-live-check-unavailable", "06-instruments-disagree", "15-screening-before-a-change"):
        assert not [cell for row in view(load(name)).table.rows for cell in row.cells if ";" in cell]
