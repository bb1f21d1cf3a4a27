from __future__ import annotations

from itertools import combinations, product

from hypothesis import given, settings

from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.decides import Flip, FlipSets, changing, grid, reaching, swings, variables
from cortex_core.runtime.groups import GroupKind, Reading
from cortex_core.runtime.verdicts import Outcome, Step, judge
from tests.runtime.steps import grouped, letters_of, outcome_by, plain, steps

P, F, U, N = Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_EVALUATED


def brute(step: Step, wanted: set[Outcome], supervaluation: bool) -> dict[frozenset[Flip], Outcome]:
    """Every minimal set of flips, by trying every assignment of every criterion, optional ones too."""
    start = letters_of(step)
    found: dict[frozenset[Flip], Outcome] = {}
    for way in product("YNU", repeat=len(start)):
        then = dict(zip(start, way, strict=True))
        outcome = outcome_by(step, then, supervaluation)
        if outcome in wanted:
            found[frozenset(Flip(name, to) for name, to in then.items() if to != start[name])] = outcome
    return {flips: outcome for flips, outcome in found.items() if not any(other < flips for other in found)}


def as_sets(found: FlipSets) -> dict[frozenset[Flip], Outcome]:
    assert found.complete
    return {frozenset(flips): outcome for flips, outcome in found.sets}


@settings(max_examples=60)
@given(steps(most=3))
def test_flip_sets_are_minimal_and_complete_against_brute_force(step: Step) -> None:
    for reading in Reading:
        other = reading is Reading.SUPERVALUATION
        now = judge(step, reading).outcome
        assert as_sets(changing(step, reading)) == brute(step, set(Outcome) - {now}, other)
        for wanted in Outcome:
            assert as_sets(reaching(step, wanted, reading)) == brute(step, {wanted}, other)


@settings(max_examples=60)
@given(steps())
def test_no_part_of_a_flip_set_changes_the_outcome(step: Step) -> None:
    now, start = judge(step).outcome, letters_of(step)
    for flips, outcome in changing(step).sets:
        assert outcome_by(step, {**start, **{flip.name: flip.to for flip in flips}}) is outcome is not now
        for size in range(len(flips)):
            for part in combinations(flips, size):
                assert outcome_by(step, {**start, **{flip.name: flip.to for flip in part}}) is now


def test_an_accepted_step_needs_no_flip_to_be_accepted() -> None:
    assert reaching(plain((P, True))).sets == (((), Outcome.ACCEPTED),)


def test_nothing_can_be_flipped_into_acceptance_where_nothing_is_mandatory() -> None:
    found = reaching(plain((P, False), (U, False)))
    assert (found.sets, found.complete) == ((), True)


def test_smaller_sets_come_first_and_two_repairs_are_one_set() -> None:
    sets = reaching(plain((F, True), (U, True), (P, True), authority=Truth.N)).sets
    assert [[(flip.name, flip.to) for flip in flips] for flips, _ in sets] == [
        [("c0", "Y"), ("c1", "Y"), ("authority", "Y")]]


def test_a_search_that_is_cut_says_so() -> None:
    # twelve failing criteria: every way of taking each from fail to pass or unknown is a smallest set
    found = changing(plain(*[(F, True)] * 12))
    assert not found.complete
    assert len(found.sets) > 100


@given(steps())
def test_an_unknown_decides_where_its_two_values_give_two_outcomes(step: Step) -> None:
    start = letters_of(step)
    unsettled = [name for name in variables(step) if start[name] == "U"]
    found = swings(step)
    assert sorted(one.name for one in found) == sorted(unsettled)
    for one in found:
        others = [name for name in unsettled if name != one.name]
        count = 0
        for way in product("YN", repeat=len(others)):
            then = {**start, **dict(zip(others, way, strict=True))}
            count += outcome_by(step, {**then, one.name: "Y"}) is not outcome_by(step, {**then, one.name: "N"})
        assert (one.decides, one.of) == (count, 2 ** len(others))
    assert [one.decides for one in found] == sorted((one.decides for one in found), reverse=True)


def test_the_third_of_three_probes_decides_when_the_others_disagree() -> None:
    step = grouped(GroupKind.AT_LEAST, P, F, U, count=2)
    assert [(one.name, one.decides, one.of) for one in swings(step)] == [("c2", 1, 1)]


@given(steps(most=3))
def test_the_grid_holds_the_outcome_of_each_pair_of_verdicts(step: Step) -> None:
    start, names = letters_of(step), [one.id for one in step.criteria]
    across, down = names[0], names[-1]
    if across != down:
        rows = grid(step, across, down)
        wanted = tuple(tuple(outcome_by(step, {**start, down: row, across: column}) for column in "YNU")
                       for row in "YNU")
        assert rows == wanted
