from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from cortex_core.logic.truth import BY_RANK
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import counted
from cortex_core.runtime.groups import Group, GroupKind, Reading, cannot_fail, combine, visit
from cortex_core.runtime.verdicts import Step, verdict_under
from tests.runtime.steps import completions, grouped, letters_of, settled, steps, three_valued

P, F, U, N = Verdict.PASS, Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_EVALUATED
LETTER = {"Y": P, "N": F, "U": U}


@pytest.mark.parametrize(("kind", "members", "wanted"), [
    (GroupKind.ANY, (F, U), U), (GroupKind.NONE, (F, U), U), (GroupKind.ALL, (P, U), U), (GroupKind.ONE_OF, (P, U), U),
    (GroupKind.ANY, (P, U), P), (GroupKind.ALL, (F, U), F),
    (GroupKind.ONE_OF, (P, P, U), F), (GroupKind.ONE_OF, (F, F), F), (GroupKind.ONE_OF, (P, F), P),
    (GroupKind.NONE, (P, U), F), (GroupKind.NONE, (F, F), P),
])
def test_groups_over_unknown_members_come_out_as_users_expect(
        kind: GroupKind, members: tuple[Verdict, ...], wanted: Verdict) -> None:
    for given_order in (members, members[::-1]):
        assert verdict_under(grouped(kind, *given_order), "g", Reading.KLEENE) is wanted


@pytest.mark.parametrize("kind", GroupKind)
def test_not_evaluated_counts_as_unknown_in_every_group(kind: GroupKind) -> None:
    for others in product((P, F, U), repeat=2):
        as_unknown = verdict_under(grouped(kind, U, *others, count=2), "g", Reading.KLEENE)
        assert verdict_under(grouped(kind, N, *others, count=2), "g", Reading.KLEENE) is as_unknown


@pytest.mark.parametrize("count", [1, 2, 3])
def test_at_least_is_settled_exactly_when_no_completion_can_change_it(count: int) -> None:
    for members in product((P, F, U), repeat=3):
        step = grouped(GroupKind.AT_LEAST, *members, count=count)
        wanted = LETTER[three_valued(step, "g", letters_of(step))]
        assert verdict_under(step, "g", Reading.KLEENE) is wanted


def test_a_group_without_members_is_unknown() -> None:
    assert [combine(kind, 1, []) for kind in GroupKind] == [1] * 5


@given(steps())
def test_kleene_agrees_with_completing_each_group_by_itself(step: Step) -> None:
    letters = letters_of(step)
    for group in step.groups:
        assert verdict_under(step, group.id, Reading.KLEENE) is LETTER[three_valued(step, group.id, letters)]


@given(steps())
def test_supervaluation_agrees_with_the_enumeration_of_completions(step: Step) -> None:
    letters = {one.id: letters_of(step)[one.id] for one in step.criteria}
    for group in step.groups:
        seen = {settled(step, group.id, way) for way in completions(letters)}
        wanted = U if len(seen) == 2 else P if seen.pop() else F
        assert verdict_under(step, group.id, Reading.SUPERVALUATION) is wanted


@given(steps())
def test_supervaluation_settles_more_and_never_contradicts_kleene(step: Step) -> None:
    for group in step.groups:
        plain = verdict_under(step, group.id, Reading.KLEENE)
        if plain is not U:
            assert verdict_under(step, group.id, Reading.SUPERVALUATION) is plain


def test_either_way_parts_the_two_readings() -> None:
    step = grouped(GroupKind.NONE, U)
    either = Step(step.criteria, (*step.groups, Group("e", "either", GroupKind.ANY, ("c0", "g"))))
    assert verdict_under(either, "e", Reading.KLEENE) is U
    assert verdict_under(either, "e", Reading.SUPERVALUATION) is P
    assert cannot_fail("e", either.members)
    assert not cannot_fail("g", either.members)
    assert not cannot_fail("c0", either.members)


def test_a_criterion_skipped_by_a_short_cut_is_not_evaluated_and_full_coverage_stays_reachable() -> None:
    step = grouped(GroupKind.ALL, F, P, U)
    verdicts = {one.id: counted(one) for one in step.criteria}
    short = visit("g", step.members, verdicts, short_cut=True)
    assert (short.verdict, short.verdicts["c0"], short.skipped) == (F, F, ("c1", "c2"))
    passing = visit("g", grouped(GroupKind.ANY, P, P).members, {"c0": P, "c1": P}, short_cut=True)
    assert (passing.verdict, passing.verdicts["c1"]) == (P, N)     # never its parent's pass
    whole = visit("g", step.members, verdicts, short_cut=False)
    assert (whole.verdict, whole.skipped) == (F, ())
    assert [whole.verdicts[name] for name in ("c0", "c1", "c2")] == [F, P, U]


@given(steps())
def test_a_short_cut_changes_what_is_looked_at_and_never_the_verdict(step: Step) -> None:
    verdicts = {one.id: counted(one) for one in step.criteria}
    for group in step.groups:
        short = visit(group.id, step.members, verdicts, short_cut=True)
        whole = visit(group.id, step.members, verdicts, short_cut=False)
        assert short.verdict is whole.verdict is verdict_under(step, group.id, Reading.KLEENE)
        assert set(short.verdicts) == set(whole.verdicts)
        for name, verdict in short.verdicts.items():
            assert verdict in (whole.verdicts[name], N)


def test_ranks_and_truths_are_in_the_same_order() -> None:
    assert [one.rank for one in BY_RANK] == [0, 1, 2]
