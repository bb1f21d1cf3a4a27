"""Policies over authorities: strict partial orders, closed transitively, or nothing at all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cortex_core.sources.policy import closed_order, maximal

PAIRS = st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde")), max_size=8)


@given(PAIRS)
def test_a_closed_order_is_strict_and_transitive_or_there_is_a_cycle(declared: list[tuple[str, str]]) -> None:
    order = closed_order(declared)
    if order is None:
        assert _has_cycle(declared)
        return
    assert not _has_cycle(declared)
    assert set(declared) <= order
    assert all(one != other for one, other in order)
    assert all((one, end) in order for one, middle in order for start, end in order if start == middle)


def _has_cycle(declared: list[tuple[str, str]]) -> bool:
    """Somebody beats himself over some chain of declared pairs."""
    for start in "abcde":
        reached, waiting = set[str](), [start]
        while waiting:
            here = waiting.pop()
            for one, other in declared:
                if one == here and other not in reached:
                    reached.add(other)
                    waiting.append(other)
        if start in reached:
            return True
    return False


@given(PAIRS, st.permutations("abcde"), st.integers(1, 5))
def test_the_maximal_ones_are_those_that_no_candidate_beats(
        declared: list[tuple[str, str]], order: list[str], size: int) -> None:
    closed = closed_order(declared)
    if closed is None:
        return
    candidates = order[:size]
    top = maximal(candidates, lambda one, other: (one, other) in closed)
    assert top == [one for one in candidates if not any((other, one) in closed for other in candidates)]
    assert top                                       # a finite strict order has a top


@given(PAIRS, st.permutations("abcde"))
def test_one_more_candidate_never_makes_an_unresolved_choice_out_of_the_middle_of_a_chain(
        declared: list[tuple[str, str]], order: list[str]) -> None:
    """With the closed order a candidate that is beaten stays beaten, whoever else is there."""
    closed = closed_order(declared)
    if closed is None:
        return
    few, more = order[:3], order[:4]
    assert set(maximal(more, lambda a, b: (a, b) in closed)) & set(few) <= set(
        maximal(few, lambda a, b: (a, b) in closed))
