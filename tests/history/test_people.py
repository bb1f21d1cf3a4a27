"""What people say of conclusions is kept and counted, and changes no standing."""

from __future__ import annotations

import sqlite3
from datetime import date

import pytest

from cortex_core.history.view import conclusion_id
from cortex_core.ids import ReviewId
from cortex_core.model.enums import Standing
from cortex_core.model.events import Event, Reviewed, ReviewKind, UseDeclared, UseEnded
from cortex_core.store.log import append
from cortex_core.store.memory import StoredMemory, tallies
from tests.store.made import at, committed, episode, proof, registered, revised

PROOF = proof(1)
CONCLUSION = conclusion_id(episode(1, PROOF).task, PROOF.output.digest)


@pytest.fixture
def told(conn: sqlite3.Connection) -> sqlite3.Connection:
    append(conn, [registered(), committed(episode(1, PROOF), proofs=(PROOF,))], now=at(1), expected_head=1)
    return conn


def say(conn: sqlite3.Connection, *said: Event) -> None:
    append(conn, said, now=at(5), expected_head=None)


def review(kind: ReviewKind, number: int, about: str = "") -> Reviewed:
    return Reviewed(ReviewId(f"review-{number}"), kind, CONCLUSION, about, (), "Ada", "output", "", "b2:m",
                    date(2021, 5, 18), 3, "b2:h")


def uses(conn: sqlite3.Connection) -> tuple[int, int, int]:
    (declared,) = conn.execute("select uses from conclusion").fetchone()
    return declared, tallies(conn).get("uses/open", 0), tallies(conn).get("conclusions/in use", 0)


def test_a_conclusion_is_in_use_until_its_last_use_ends(told: sqlite3.Connection) -> None:
    say(told, UseDeclared(CONCLUSION, "Ada", "ward 3", "protocol"), UseDeclared(CONCLUSION, "Bob", "leaflet", ""))
    assert uses(told) == (2, 2, 1)
    say(told, UseEnded(CONCLUSION, "ward 3", "Ada", "closed"))
    assert uses(told) == (1, 1, 1)
    say(told, UseEnded(CONCLUSION, "leaflet", "Bob", ""))
    assert uses(told) == (0, 0, 0)
    assert told.execute('select "where", ended_seq, ended_by from use order by seq').fetchall() == [
        ("ward 3", 6, "Ada"), ("leaflet", 7, "Bob")]


def test_ending_a_use_that_nobody_declared_changes_nothing(told: sqlite3.Connection) -> None:
    say(told, UseEnded(CONCLUSION, "ward 3", "Ada", ""))
    assert uses(told) == (0, 0, 0)


def test_sign_off_and_dismissal_leave_the_standing_alone(told: sqlite3.Connection) -> None:
    say(told, revised(PROOF.id), review(ReviewKind.SIGN_OFF, 1), review(ReviewKind.DISMISSAL, 2, about="4"))
    assert StoredMemory(told).standing(PROOF.id) is Standing.CHALLENGED
    assert tallies(told, "reviews") == {"reviews": 2, "reviews/dismissal": 1, "reviews/sign-off": 1}


def test_an_undo_keeps_both_rows_and_counts_once(told: sqlite3.Connection) -> None:
    say(told, review(ReviewKind.DISMISSAL, 1), review(ReviewKind.UNDO, 2, about="review-1"),
        review(ReviewKind.UNDO, 3, about="review-1"), review(ReviewKind.UNDO, 4, about="review-9"))
    assert told.execute("select id, undone_seq from review order by seq").fetchall() == [
        ("review-1", 5), ("review-2", None), ("review-3", None), ("review-4", None)]
    assert tallies(told)["reviews/dismissal"] == 0
