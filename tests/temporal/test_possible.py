"""What may still be true, false or either."""

from __future__ import annotations

from itertools import product

import pytest

from cortex_core.temporal.possible import Possible


def test_there_are_three_answers_and_none_of_them_is_a_truth_of_python() -> None:
    assert [answer.name for answer in Possible] == ["ALWAYS", "NEVER", "SOMETIMES"]
    for answer in Possible:
        with pytest.raises(TypeError, match="has three values"):
            bool(answer)


def test_a_statement_with_no_value_left_is_refused() -> None:
    with pytest.raises(ValueError, match="neither true nor false"):
        Possible.of(can_be_true=False, can_be_false=False)


def test_combinations_hold_what_every_choice_of_values_gives() -> None:
    choices = {Possible.ALWAYS: [True], Possible.NEVER: [False], Possible.SOMETIMES: [True, False]}
    for one, other in product(Possible, repeat=2):
        pairs = list(product(choices[one], choices[other]))
        assert set(choices[one.both(other)]) == {a and b for a, b in pairs}
        assert set(choices[one.either(other)]) == {a or b for a, b in pairs}
        assert set(choices[one.opposite()]) == {not a for a in choices[one]}
