"""What a recheck comes to, by which witness, and what would close the rest."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from cortex_core.ids import EpisodeId, ProofId
from cortex_core.lifecycle.recheck import recheck as plan
from cortex_core.lifecycle.standing import open_challenges
from cortex_core.model.enums import Mode, Standing
from cortex_core.model.events import RecheckOutcome
from cortex_core.service.changing import recheck, revise
from cortex_core.service.unit import unit
from cortex_core.store.database import connect
from cortex_core.store.erase import erase
from tests.lifecycle.questions import NEW, asked, committed, marks, rules_of, standing_of, text_of

CHANGED = ("[s2] Age 45", "[s2] Age 46")
FORTY_FIVE, FORTY_SIX = "1977-03-02", "1976-03-02"     # ages on the day of the question


def outcome(graph: Path, proof: ProofId) -> RecheckOutcome:
    """What a recheck of one proof would come to; nothing is written."""
    with unit(graph) as work:
        batch = plan([proof], work.resolver, work.memory, tools=work.tools, secret=work.secret,
                     position=work.head.seq)
        (found,) = batch.outcomes
        return found


def made(graph: Path, born: str = FORTY_SIX) -> ProofId:
    return committed(graph, asked(born))[0].decision.proof_id


def re_encoded(graph: Path, after: str) -> None:
    revise(graph, NEW, text=text_of(NEW, *CHANGED), rules=rules_of(before="45 <=", after=after))


def test_without_new_rules_it_stays_open_and_says_what_would_close_it(graph: Path) -> None:
    proof = made(graph)
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    found = outcome(graph, proof)
    assert (found.standing, found.closes, found.witness) == (Standing.CHALLENGED, (), "")
    assert "still in the reading from before the change" in found.reason
    assert "Closed by new rules for it, or by a recorded re-reading of the passages" in found.reason
    recheck(graph, [proof])
    assert standing_of(graph, proof) is Standing.CHALLENGED


def test_the_same_output_under_new_rules_reaffirms_by_re_derivation(graph: Path) -> None:
    proof = made(graph, "1960-03-02")
    re_encoded(graph, "46 <=")
    found = outcome(graph, proof)
    assert (found.standing, found.witness) == (Standing.REAFFIRMED, "re-derivation")
    assert found.closes == open_challenges(marks(graph, proof), date.max, None)
    assert found.before == found.after
    recheck(graph, [proof])
    assert standing_of(graph, proof) is Standing.REAFFIRMED


def test_another_output_for_its_own_time_retracts_and_names_what_replaces_it(graph: Path) -> None:
    proof = made(graph, FORTY_FIVE)
    re_encoded(graph, "46 <=")
    found = outcome(graph, proof)
    assert found.standing is Standing.RETRACTED
    assert found.before != found.after
    assert found.replaced_by
    recheck(graph, [proof])
    assert standing_of(graph, proof) is Standing.RETRACTED
    with unit(graph) as work:
        # Under the old reading 45 to 49 was one case and so one proof; under the new one its episodes part.
        replacing = [one.episode for successor in found.replaced_by for one in work.memory.episodes_of(successor)]
        assert all(work.memory.proof(successor) is not None for successor in found.replaced_by)
    assert {one.mode for one in replacing} == {Mode.ADAPT}
    assert all(f"re-derived from {proof}" in one.mode_reasons for one in replacing)


def test_another_output_only_from_a_later_day_on_supersedes(graph: Path) -> None:
    """The sample tells of a ceiling that applies from a later day: what was asked before is true of its past."""
    with unit(graph) as work:
        (proof,) = {one.episode.proof for (name,) in work.connection.execute(
            "select id from episode where title = '90 days, planned for 2027' order by n limit 1")
            if (one := work.memory.episode(EpisodeId(name))) is not None}
        assert work.memory.standing(proof, date(2026, 1, 27)).admits
        assert work.memory.standing(proof, date.max) is Standing.SUPERSEDED


def test_going_back_to_the_old_text_restores_nothing_until_a_recheck_finds_equal_premises(graph: Path) -> None:
    proof = made(graph)
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    revise(graph, NEW, text=text_of(NEW))
    assert standing_of(graph, proof) is Standing.CHALLENGED
    found = outcome(graph, proof)
    assert (found.standing, found.witness) == (Standing.REAFFIRMED, "premises equal")
    assert len(found.closes) == 2
    recheck(graph, [proof])
    assert standing_of(graph, proof) is Standing.REAFFIRMED


def test_what_was_rechecked_against_a_text_is_challenged_when_that_goes_back(graph: Path) -> None:
    proof = made(graph, FORTY_FIVE)
    re_encoded(graph, "46 <=")
    successors = outcome(graph, proof).replaced_by
    recheck(graph, [proof])
    assert {standing_of(graph, one) for one in successors} == {Standing.ACTIVE}
    revise(graph, NEW, text=text_of(NEW))
    assert {standing_of(graph, one) for one in successors} == {Standing.CHALLENGED}
    # The text that made the old answer wrong is gone: its basis fell, so it is open again, never straight active.
    assert standing_of(graph, proof) is Standing.CHALLENGED


def test_where_the_facts_were_erased_new_rules_cannot_be_applied_so_it_stays_open(graph: Path) -> None:
    answer = committed(graph, asked("1938-01-01"))[0]
    assert answer.episode is not None
    with connect(graph) as conn:
        erase(conn, answer.episode, "registrar", "asked for", datetime.now(UTC))
    re_encoded(graph, "46 <=")
    found = outcome(graph, answer.decision.proof_id)
    assert (found.standing, found.closes) == (Standing.CHALLENGED, ())
    assert "the facts of an episode were erased" in found.reason


def test_equal_premises_need_no_facts(graph: Path) -> None:
    answer = committed(graph, asked("1938-01-01"))[0]
    assert answer.episode is not None
    with connect(graph) as conn:
        erase(conn, answer.episode, "registrar", "asked for", datetime.now(UTC))
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    revise(graph, NEW, text=text_of(NEW))
    assert outcome(graph, answer.decision.proof_id).standing is Standing.REAFFIRMED


def test_a_withdrawn_source_supports_nothing_current(graph: Path) -> None:
    proof = made(graph)
    revise(graph, NEW, withdraw=True)
    found = outcome(graph, proof)
    assert found.standing is not Standing.REAFFIRMED
    recheck(graph, [proof])
    assert not standing_of(graph, proof).admits


def test_what_has_no_open_challenge_is_passed_over(graph: Path) -> None:
    proof = made(graph)
    before = marks(graph, proof)
    assert recheck(graph, [proof]).rechecked == 0
    assert marks(graph, proof) == before


def test_a_batch_gives_what_one_by_one_gives(graph: Path) -> None:
    proofs = [made(graph, born) for born in (FORTY_FIVE, "1960-03-02", "1940-03-02")]
    re_encoded(graph, "46 <=")
    with unit(graph) as work:
        batch = plan(proofs, work.resolver, work.memory, tools=work.tools, secret=work.secret,
                     position=work.head.seq)
    assert batch.outcomes == [outcome(graph, proof) for proof in dict.fromkeys(proofs)]


@pytest.mark.parametrize("times", [1, 2])
def test_every_cleared_challenge_has_a_witness_however_often_it_is_rechecked(graph: Path, times: int) -> None:
    re_encoded(graph, "46 <=")
    for _ in range(times):
        recheck(graph)
    with unit(graph) as work:
        rows = work.connection.execute(
            "select closed_by from challenge join proof using (n) where closed_seq is not null "
            "and proof.standing = 'reaffirmed'").fetchall()
    assert rows
    assert all(closed_by for (closed_by,) in rows)
