"""Which mode a decision is made in, why not a cheaper one, and which questions are refused."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from cortex_core.errors import Refused
from cortex_core.model.enums import Mode, Verdict
from cortex_core.service.changing import revise
from cortex_core.service.deciding import Asked, answer
from tests.graphs import sample
from tests.lifecycle.questions import NEW, OLD, asked, committed, text_of


def test_a_question_that_nobody_asked_before_is_synthesized_and_says_why_not_replayed(graph: Path) -> None:
    decision = answer(graph, asked(chosen_test="fit", born="1938-01-01")).decision
    assert decision.mode is Mode.SYNTHESIZE
    assert decision.precedent is None
    assert [reason.split(":")[0] for reason in decision.reasons] == ["replay", "adapt"]
    assert decision.report.verdict is Verdict.PASS


def test_the_same_signature_is_replayed_for_another_person_and_no_reason_is_needed(graph: Path) -> None:
    first = committed(graph, asked(born="1976-03-02", name="one"))[0].decision
    second = answer(graph, asked(born="1975-10-20", name="other")).decision
    assert second.mode is Mode.REPLAY
    assert second.reasons == ()
    assert (second.precedent, second.proof.output) == (first.proof_id, first.proof.output)
    assert all(one.verdict is Verdict.PASS for one in second.conditions)


def test_a_replayed_answer_passed_the_gate_again(graph: Path) -> None:
    committed(graph, asked())
    decision = answer(graph, asked()).decision
    assert decision.mode is Mode.REPLAY
    assert decision.report.position == decision.position
    assert {row.report for row in decision.released.rows} == {decision.report.digest}


def test_open_questions_escalate_even_where_a_stored_proof_leaves_the_same_ones_open(graph: Path) -> None:
    unknown = asked(average_risk={"unknown": "missing"})
    first = committed(graph, unknown)[0].decision
    assert first.mode is Mode.ESCALATE
    assert first.settling is not None
    again = answer(graph, unknown).decision
    assert (again.mode, again.precedent) == (Mode.ESCALATE, first.proof_id)
    assert again.reasons[0] == "the stored proof leaves the same question open"
    assert "unresolved" in again.reasons[-1]


def test_where_no_edition_governs_the_decision_escalates_and_carries_nothing_on() -> None:
    given = Asked("partd_benefit", {"enrolled_defined_standard": True, "lis_status": "none",
                                    "gross_ytd_usd": 310, "troop_ytd_usd": 310}, date(2026, 1, 10))
    decision = answer(sample(), given).decision
    assert decision.mode is Mode.ESCALATE
    assert decision.proof.key.governing is None
    assert decision.proof.output.sets.currently_applicable == ()
    assert "nothing current can be asserted" in decision.reasons[-1]


def test_a_challenged_proof_is_not_replayed_and_the_reason_compares_its_standing(graph: Path) -> None:
    committed(graph, asked())
    revise(graph, NEW, text=text_of(NEW, "[s2] Age 45", "[s2] Age 46"))
    decision = answer(graph, asked()).decision
    assert decision.mode is Mode.SYNTHESIZE
    assert decision.precedent is None
    failed = {one.name for one in decision.conditions if one.verdict is not Verdict.PASS}
    assert "standing" in " ".join(failed)
    assert decision.reasons[0].startswith("replay: ")


def test_the_answer_does_not_depend_on_what_is_remembered(graph: Path) -> None:
    fresh = answer(graph, asked()).decision
    committed(graph, asked())
    replayed = answer(graph, asked()).decision
    assert (replayed.proof_id, replayed.proof.output) == (fresh.proof_id, fresh.proof.output)
    assert (replayed.fact_horizon, replayed.holds) == (fresh.fact_horizon, fresh.holds)


def test_a_swapped_pair_is_refused_and_says_which_edition_is_the_earlier() -> None:
    with pytest.raises(Refused, match=f"the pair is swapped: {NEW} starts on .*, {OLD} on .*--old"):
        answer(sample(), asked(pair=(NEW, OLD)))


def test_a_pair_of_one_edition_twice_is_refused() -> None:
    with pytest.raises(Refused, match="swapped"):
        answer(sample(), asked(pair=(NEW, NEW)))


def test_a_pair_without_the_governing_edition_is_refused_unless_none_governs() -> None:
    facts: dict[str, object] = {"hiv_confirmed": True, "birth_date": "1980-05-05"}
    with pytest.raises(Refused, match="who_art_2016 governs on the decision date and is not in the pair"):
        answer(sample(), Asked("hiv_art", facts, date(2017, 5, 9), ("who_art_2013", "who_art_2021")))
    benefit = Asked("partd_benefit", {"lis_status": "none"}, date(2026, 1, 10), ("partd_cy2024", "partd_cy2025"))
    assert answer(sample(), benefit).decision.proof.key.governing is None


def test_an_unknown_family_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refused, match="'nothing' is not registered; registered are: aspirin_cvd, "):
        answer(sample(), Asked("nothing", {}, date(2022, 1, 1)))
