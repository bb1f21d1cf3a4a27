"""Challenges open, close and fall moot; standing is recomputed from the marks they leave."""

from __future__ import annotations

import sqlite3
from datetime import date

import pytest

from cortex_core.ids import ArtifactKey
from cortex_core.model.enums import Cause, Lane, Standing
from cortex_core.model.events import Revised, challenge_id
from cortex_core.store.log import append, head
from cortex_core.store.memory import StoredMemory, tallies
from tests.store.made import (
    at,
    committed,
    episode,
    outcome,
    proof,
    rechecked,
    registered,
    reread,
    revised,
)

FIRST, SECOND = proof(1), proof(2)
LATER = date(2023, 1, 1)


@pytest.fixture
def told(conn: sqlite3.Connection) -> sqlite3.Connection:
    append(conn, [registered(), committed(episode(1, FIRST), episode(2, SECOND), proofs=(FIRST, SECOND))],
           now=at(1), expected_head=1)
    return conn


def say(conn: sqlite3.Connection, event: object) -> int:
    """Append one event and return its position."""
    return append(conn, [event], now=at(5), expected_head=None).seq  # type: ignore[list-item]  # any event


def standing(conn: sqlite3.Connection, valid: date = date.max) -> Standing:
    memory = StoredMemory(conn)
    state = memory.standing(FIRST.id, valid)
    if valid == date.max:
        stored = conn.execute("select standing from proof where id = ?", (FIRST.id,)).fetchone()
        assert stored == (state.value,)  # the stored standing is the derived one
    return state


def challenges(conn: sqlite3.Connection) -> list[tuple[str, object]]:
    return conn.execute("select id, closed_by from challenge order by seq, id").fetchall()


def test_a_revision_and_what_it_challenges_land_together(told: sqlite3.Connection) -> None:
    seq = say(told, revised(FIRST.id, SECOND.id))
    assert told.execute("select challenged, unsettled, lane, version from revision where seq = ?",
                        (seq,)).fetchone() == (2, 2, "text changed", "guide@2")
    assert challenges(told) == sorted(
        [(challenge_id(seq, FIRST.id), None), (challenge_id(seq, SECOND.id), None)])
    assert tallies(told)["revisions/open"] == 1
    path, paths = told.execute("select path, paths from challenge where id = ?",
                               (challenge_id(seq, FIRST.id),)).fetchone()
    assert (path, paths) == (f'["guide@2","guide_2020","{FIRST.id}"]', 1)


def test_a_challenge_to_an_unknown_proof_leaves_nothing(told: sqlite3.Connection) -> None:
    with pytest.raises(ValueError, match="is not in the log"):
        say(told, revised(proof(9).id))
    assert head(told).seq == 3


def test_a_root_cause_is_settled_with_its_last_challenge(told: sqlite3.Connection) -> None:
    seq = say(told, revised(FIRST.id, SECOND.id))
    say(told, rechecked(outcome(FIRST.id, Standing.REAFFIRMED, seq)))
    assert told.execute("select unsettled from revision").fetchone() == (1,)
    assert (tallies(told)["revisions/open"], tallies(told)["challenges/open"]) == (1, 1)
    say(told, rechecked(outcome(SECOND.id, Standing.SUPERSEDED, seq, valid_from=LATER)))
    assert (tallies(told)["revisions/open"], tallies(told)["challenges/open"]) == (0, 0)
    assert challenges(told) == sorted([(challenge_id(seq, FIRST.id), "re-derivation"),
                                       (challenge_id(seq, SECOND.id), "superseded")])


def test_a_recheck_that_settles_nothing_leaves_it_challenged(told: sqlite3.Connection) -> None:
    say(told, revised(FIRST.id))
    say(told, rechecked(outcome(FIRST.id, Standing.CHALLENGED)))
    assert standing(told) is Standing.CHALLENGED


def test_a_challenge_opened_during_the_recheck_stays_open(told: sqlite3.Connection) -> None:
    first = say(told, revised(FIRST.id))
    second = say(told, revised(FIRST.id, sequence=3))
    say(told, rechecked(outcome(FIRST.id, Standing.REAFFIRMED, first)))
    assert standing(told) is Standing.CHALLENGED
    say(told, rechecked(outcome(FIRST.id, Standing.REAFFIRMED, second)))
    assert standing(told) is Standing.REAFFIRMED


def test_a_prospective_edition_leaves_the_past_alone(told: sqlite3.Connection) -> None:
    seq = say(told, revised(FIRST.id, cause=Cause.COMPETITOR, valid_from=LATER))
    assert (standing(told), standing(told, date(2022, 12, 31))) == (Standing.CHALLENGED, Standing.ACTIVE)
    say(told, rechecked(outcome(FIRST.id, Standing.SUPERSEDED, seq, valid_from=LATER)))
    assert (standing(told), standing(told, date(2022, 12, 31))) == (Standing.SUPERSEDED, Standing.ACTIVE)


def test_a_challenge_is_closed_only_for_its_own_proof(told: sqlite3.Connection) -> None:
    seq = say(told, revised(FIRST.id, SECOND.id))
    wrong = outcome(SECOND.id, Standing.REAFFIRMED)
    wrong = type(wrong)(wrong.proof, wrong.standing, (challenge_id(seq, FIRST.id),), "x", None, (), "", "", "")
    with pytest.raises(ValueError, match="does not concern the proof"):
        say(told, rechecked(wrong))
    with pytest.raises(ValueError, match="does not concern the proof"):
        say(told, rechecked(outcome(FIRST.id, Standing.REAFFIRMED, 99)))
    assert standing(told) is Standing.CHALLENGED


def test_closing_twice_counts_once(told: sqlite3.Connection) -> None:
    seq = say(told, revised(FIRST.id))
    for _ in range(2):
        say(told, rechecked(outcome(FIRST.id, Standing.REAFFIRMED, seq)))
    assert (tallies(told)["challenges/open"], tallies(told)["revisions/open"]) == (0, 0)


def test_a_retraction_closes_what_is_left_as_moot_and_later_challenges_have_no_effect(
        told: sqlite3.Connection) -> None:
    first = say(told, revised(FIRST.id))
    second = say(told, revised(FIRST.id, sequence=3))
    say(told, rechecked(outcome(FIRST.id, Standing.RETRACTED, first)))
    assert dict(challenges(told)) == {
        challenge_id(first, FIRST.id): "retracted",
        challenge_id(second, FIRST.id): "moot: the proof is retracted"}
    elsewhere = Revised(Lane.TEXT_CHANGED, ArtifactKey("leaflet"), None, None, (), (), (),
                        revised(FIRST.id).challenges, (), 1, "another source changed")
    say(told, elsewhere)
    assert standing(told) is Standing.RETRACTED
    assert StoredMemory(told).challenged() == []
    assert (tallies(told)["challenges/open"], tallies(told)["revisions/open"]) == (0, 0)


def test_a_retraction_falls_into_question_when_its_basis_does(told: sqlite3.Connection) -> None:
    seq = say(told, revised(FIRST.id))
    say(told, rechecked(outcome(FIRST.id, Standing.RETRACTED, seq)))
    again = say(told, revised(FIRST.id, sequence=3))  # the guide, which it was retracted for, moved again
    assert standing(told) is Standing.CHALLENGED
    say(told, rechecked(outcome(FIRST.id, Standing.REAFFIRMED, again)))
    assert standing(told) is Standing.REAFFIRMED


def test_a_re_reading_closes_its_challenge_only_and_names_the_reader(told: sqlite3.Connection) -> None:
    first = say(told, revised(FIRST.id))
    say(told, revised(FIRST.id, sequence=3))
    say(told, reread(FIRST.id, first))
    assert standing(told) is Standing.CHALLENGED
    assert challenges(told)[0][1] == "re-reading by Ada (claimed)"


def test_a_re_reading_does_not_revive_what_a_later_output_replaced(told: sqlite3.Connection) -> None:
    first = say(told, revised(FIRST.id, valid_from=LATER))
    say(told, rechecked(outcome(FIRST.id, Standing.SUPERSEDED, first, valid_from=LATER)))
    second = say(told, revised(FIRST.id, sequence=3))
    assert standing(told) is Standing.CHALLENGED
    say(told, reread(FIRST.id, second))
    assert (standing(told), standing(told, date(2022, 1, 1))) == (Standing.SUPERSEDED, Standing.REAFFIRMED)


def test_a_re_reading_of_an_unknown_challenge_is_refused(told: sqlite3.Connection) -> None:
    with pytest.raises(ValueError, match="cannot be closed"):
        say(told, reread(FIRST.id, 77))
    assert head(told).seq == 3


def test_a_challenge_marks_proofs_and_touches_no_row_of_an_episode(conn: sqlite3.Connection) -> None:
    shared = proof(1)
    append(conn, [registered(), committed(*(episode(number, shared) for number in range(500)), proofs=(shared,))],
           now=at(1), expected_head=1)
    before = conn.total_changes
    say(conn, revised(shared.id))
    assert conn.total_changes - before < 30
    assert tallies(conn)["conclusions/standing/challenged"] == 500
