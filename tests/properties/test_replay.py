"""I1, I6 and I7: what memory holds, and in which order, changes mode and cost, never an answer."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from cortex_core.experience.horizon import fact_horizon, holds_until, replay_horizon
from cortex_core.experience.memory import Mark, MarkKind
from cortex_core.lifecycle.controller import Decision
from cortex_core.logic.values import Known
from cortex_core.model.enums import Cause, Mode, Verdict
from cortex_core.model.events import challenge_id
from cortex_core.model.experience import Task
from cortex_core.sources.registry import Registry
from tests.properties.expressions import SPARING
from tests.properties.questions import (
    Remembered,
    decided,
    on_day,
    remembering,
    resolver,
    shipped,
    tasks,
)

ONE = timedelta(days=1)


def answer_of(decision: Decision) -> tuple[object, ...]:
    """Everything that a person is told, and how long it lasts; not how it was obtained."""
    return (decision.proof_id, decision.proof.output, decision.proof.key.interval, decision.fact_horizon,
            decision.replay_horizon, decision.holds, decision.settling,
            [one.row for one in decision.released.rows], [one.row for one in decision.released.withheld])


def is_replay(decision: Decision) -> bool:
    """Obtained from memory; an answer with open questions is escalated however it was obtained."""
    return decision.precedent is not None and (
        decision.mode is Mode.REPLAY or (decision.mode is Mode.ESCALATE and "stored proof" in decision.reasons[0]))


@SPARING
@given(tasks())
def test_a_replayed_answer_and_its_intervals_are_those_of_a_fresh_evaluation(task: Task) -> None:
    """I1, for the same facts on the same day."""
    fresh = decided(task)
    again = decided(task, remembering([fresh]))
    assert fresh.precedent is None
    assert again.precedent == fresh.proof_id
    assert is_replay(again)
    assert answer_of(again) == answer_of(fresh)


@SPARING
@given(tasks("crc_screening", "cpap_osa", "aspirin_cvd", "hiv_art", "crc_coverage"), st.floats(0, 1))
def test_on_any_day_of_the_replay_horizon_the_stored_proof_is_what_fresh_evaluation_gives(
        task: Task, part: float) -> None:
    """I1, for the same facts on another day: the horizon never promises too much."""
    fresh = decided(task)
    horizon = fresh.replay_horizon
    first = horizon.start or task.decided_on - 500 * ONE
    last = (horizon.end or task.decided_on + 500 * ONE) - ONE
    later = on_day(task, first + int((last - first).days * part) * ONE)
    again, anew = decided(later, remembering([fresh])), decided(later)
    assert again.precedent == fresh.proof_id == anew.proof_id
    assert again.proof.output == fresh.proof.output
    assert answer_of(again) == answer_of(anew)


@SPARING
@given(tasks("crc_screening"), st.integers(-400, 400))
def test_who_shares_a_signature_shares_the_proof_but_never_the_horizon(task: Task, shift: int) -> None:
    """counterexamples 17: two persons of 47 and 49 share a proof; each keeps her own birthday."""
    birth = next(one for one in task.observations if one.name == "birth_date")
    if not (isinstance(birth.value, Known) and not isinstance(birth.value.value, str)):
        return
    moved = min(birth.value.value + shift * ONE, task.decided_on)  # type: ignore[operator]  # a birth date
    other = replace(task, observations=tuple(
        replace(one, value=Known(moved)) if one.name == "birth_date" else one for one in task.observations))
    stored, fresh = decided(task), decided(other)
    again = decided(other, remembering([stored]))
    assert (again.precedent is not None) is (stored.proof_id == fresh.proof_id)
    assert answer_of(again) == answer_of(fresh)
    situation = resolver().situation(other.family, other.decided_on)
    assert again.fact_horizon == fact_horizon(situation, other)
    assert again.replay_horizon == replay_horizon(situation, other)
    assert again.holds == holds_until(resolver(), situation, other, fresh.proof.output)


@SPARING
@given(st.lists(tasks("crc_screening", "tls_lifetime", "nist_password"), min_size=2, max_size=5),
       st.randoms(use_true_random=False), st.data())
def test_an_empty_reordered_reduced_or_challenged_memory_gives_the_same_answer(
        many: list[Task], order: random.Random, data: st.DataObject) -> None:
    """I7."""
    known = [decided(task) for task in many]
    shuffled = order.sample(known, len(known))
    whole, turned = remembering(known), remembering(shuffled)
    reduced = remembering(shuffled[: data.draw(st.integers(0, len(known)))])
    challenged = replace(whole, marked={one.proof_id: (
        Mark(2, MarkKind.OPENED, challenge_id(2, one.proof_id), Cause.TEXT_CHANGED, None),) for one in known})
    uncertified = Remembered(whole.proofs)
    asked = data.draw(st.sampled_from(many))
    fresh = decided(asked)
    for memory in (whole, turned, reduced, challenged, uncertified):
        assert answer_of(decided(asked, memory)) == answer_of(fresh)
    assert decided(asked, whole).precedent == fresh.proof_id
    assert decided(asked, challenged).precedent is None       # openly challenged: never its own support
    assert decided(asked, uncertified).precedent is None


@SPARING
@given(tasks(), tasks())
def test_a_memory_poisoned_with_a_wrong_output_under_the_right_key_gives_the_same_answer(
        task: Task, other: Task) -> None:
    """I7 and the gate: a stored proof is re-derived before its rows are released."""
    fresh, foreign = decided(task), decided(other)
    wrong = replace(fresh.proof, output=foreign.proof.output)
    certificate = remembering([fresh]).certificates(fresh.proof_id)
    memory = Remembered([wrong], {wrong.id: certificate})
    again = decided(task, memory)
    assert answer_of(again) == answer_of(fresh)
    assert again.report.verdict is Verdict.PASS
    if wrong.id != fresh.proof_id:
        assert again.precedent is None


@SPARING
@given(tasks(), st.randoms(use_true_random=False))
def test_the_same_registrations_in_another_order_resolve_and_answer_alike(
        task: Task, order: random.Random) -> None:
    """I6: equal sets of independent events, equal answers at their heads."""
    registry = shipped()
    turned = Registry(registry.families, tuple(order.sample(registry.artifacts, len(registry.artifacts))),
                      tuple(order.sample(registry.editions, len(registry.editions))))
    here, there = resolver(), type(resolver())(turned)
    one, other = (each.situation(task.family, task.decided_on) for each in (here, there))
    assert one.key == other.key
    assert (one.resolution.selected, one.resolution.unresolved) == (
        other.resolution.selected, other.resolution.unresolved)
    assert sorted(one.resolution.candidates, key=repr) == sorted(other.resolution.candidates, key=repr)
