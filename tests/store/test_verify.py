"""An altered byte is located, a cut end is found against an anchor, a projection must follow from the log."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.ids import EpisodeId
from cortex_core.model.enums import Standing, Verdict
from cortex_core.store.chain import side_file_of
from cortex_core.store.database import connect
from cortex_core.store.log import append, head, verify
from cortex_core.store.rebuild import rebuild, table_digests
from cortex_core.store.schema import PROJECTIONS
from cortex_core.store.verify import chain_problem, event_is_intact
from tests.store.made import at, committed, episode, facts, outcome, proof, rechecked, registered, revised


@pytest.fixture
def told(conn: sqlite3.Connection) -> sqlite3.Connection:
    """A graph of six events with a challenge that was closed."""
    first, second = proof(1), proof(2, unresolved=True)
    append(conn, [registered(), committed(episode(1, first, title="Screening at 47"), episode(2, second),
                                          proofs=(first, second)),
                  revised(first.id), rechecked(outcome(first.id, Standing.REAFFIRMED, 4)),
                  committed(episode(3, first))],
           now=at(1), expected_head=1, side={EpisodeId("episode-0001"): facts()})
    return conn


def test_an_untouched_log_is_intact_and_says_that_its_end_is_not_anchored(told: sqlite3.Connection) -> None:
    report = verify(told)
    assert (report.events, report.intact, report.first_bad, report.anchored) == (6, True, None, False)
    assert report.words == "intact up to event 6, end not anchored"
    assert report.projections is Verdict.PASS
    assert chain_problem(told) == ""
    assert event_is_intact(told, 3)
    assert not event_is_intact(told, 7)


@pytest.mark.parametrize("seq", range(1, 7))
@pytest.mark.parametrize("column", ["known", "kind", "body", "prev", "digest"])
def test_one_altered_byte_is_located(told: sqlite3.Connection, seq: int, column: str) -> None:
    (text,) = told.execute(f"select {column} from log where seq = ?", (seq,)).fetchone()
    changed = ("x" if not text or text[0] != "x" else "y") + text[1:]
    told.execute(f"update log set {column} = ? where seq = ?", (changed, seq))
    report = verify(told)
    assert (report.intact, report.first_bad, report.events) == (False, seq, seq - 1)
    assert report.projections is Verdict.NOT_EVALUATED
    assert f"event {seq}" in report.words


def test_a_letter_in_another_unicode_form_is_an_altered_byte(told: sqlite3.Connection) -> None:
    # Both forms have one canonical text, so a digest over text would not see it.
    append(told, [committed(episode(9, proof(1), title="caf\u00e9"))], now=at(3), expected_head=None)
    told.execute("update log set body = replace(body, 'caf\u00e9', 'cafe\u0301') where seq = 7")
    assert verify(told).first_bad == 7


def test_bytes_that_are_no_text_any_more_are_located_too(told: sqlite3.Connection) -> None:
    told.execute("update log set body = cast(x'7bff' as text) where seq = 3")
    assert verify(told).first_bad == 3
    assert not event_is_intact(told, 3)


@given(st.integers(1, 6), st.integers(0, 400), st.integers(1, 255))
def test_any_byte_of_any_body_counts(seq: int, place: int, flip: int) -> None:
    from cortex_core.store.chain import event_digest
    from cortex_core.store.codec import encode
    body = encode(committed(episode(seq, proof(seq)), proofs=(proof(seq),))).encode()
    place %= len(body)
    altered = body[:place] + bytes([body[place] ^ flip]) + body[place + 1:]
    assert event_digest(seq, "k", "Committed", body, "") != event_digest(seq, "k", "Committed", altered, "")


def test_a_missing_event_in_the_middle_is_located(told: sqlite3.Connection) -> None:
    told.execute("delete from log where seq = 3")
    assert verify(told).first_bad == 3


def test_a_cut_end_is_found_against_the_side_file_and_against_a_head_kept_elsewhere(
        told: sqlite3.Connection) -> None:
    kept = head(told)
    side = side_file_of(told)
    assert side is not None
    assert verify(told, kept.digest, side).anchored
    told.execute("delete from log where seq > 4")
    # The chain alone cannot see it: what is left is unbroken.
    assert verify(told).intact
    for report in (verify(told, None, side), verify(told, kept.digest), verify(told, f"6:{kept.digest}"),
                   verify(told, kept.digest[:15])):
        assert (report.intact, report.anchored, report.first_bad) == (False, False, 5), report.words
    # The projections were folded further than the log goes, which shows even without an anchor.
    assert verify(told).projections is Verdict.FAIL


def test_an_older_head_still_anchors_a_log_that_grew(told: sqlite3.Connection) -> None:
    kept = head(told)
    append(told, [committed(episode(8, proof(1)))], now=at(5), expected_head=None)
    assert verify(told, kept.digest).anchored
    assert verify(told, f"6:{kept.digest[3:20]}").anchored
    assert not verify(told, f"5:{kept.digest}").anchored
    assert not verify(told, kept.digest[:8]).anchored  # too short to mean anything


def test_a_missing_or_unreadable_side_file_anchors_nothing_and_says_so(
        told: sqlite3.Connection, tmp_path: Path) -> None:
    report = verify(told, None, tmp_path / "none.head")
    assert (report.intact, report.anchored) == (True, False)
    assert "none.head is not there" in report.words
    (tmp_path / "bad.head").write_text("{}", "utf-8")
    assert "bad.head cannot be read" in verify(told, None, tmp_path / "bad.head").words


ALTERATIONS = {
    "artifact": "update artifact set record = replace(record, 'adults', 'people')",
    "edition": "update edition set record = replace(record, '2020', '2019')",
    "rule": "update rule set record = replace(record, '45', '46')",
    "proof": "update proof set standing = 'active'",
    "certificate": "delete from certificate",
    "episode": "update episode set decided_on = '2020-01-01' where n = 1",
    "conclusion": "update conclusion set title = 'Other' where n = 1",
    "mark": "delete from mark where kind = 'closed'",
    "challenge": "update challenge set closed_seq = null",
    "tally": "update tally set value = value + 1 where name = 'conclusions'",
    "proof_source": "delete from proof_source",
    "meta": "update meta set value = 'yes' where name = 'scripted'",
}


@pytest.mark.parametrize(("table", "sql"), ALTERATIONS.items(), ids=ALTERATIONS)
def test_a_projection_that_does_not_follow_from_the_log_is_named(
        told: sqlite3.Connection, table: str, sql: str) -> None:
    assert told.execute(sql).rowcount > 0
    report = verify(told)
    assert (report.intact, report.projections, report.differing) == (True, Verdict.FAIL, table)
    rebuild(told)
    assert verify(told).projections_equal


def test_a_deleted_rule_and_an_altered_edition_are_told_apart(told: sqlite3.Connection) -> None:
    told.execute("delete from rule")
    assert verify(told).differing == "rule"


def test_a_search_index_that_does_not_match_its_rows_is_found(told: sqlite3.Connection) -> None:
    told.execute("insert into conclusion_fts (conclusion_fts, rowid, title, subject, words) "
                 "values ('delete', 1, 'Screening at 47', 'Screening', 'colonoscopy every ten years')")
    assert "search index" in verify(told).differing


def test_folding_the_log_again_gives_equal_rows_in_every_table(told: sqlite3.Connection) -> None:
    before = table_digests(told)
    assert before.keys() == PROJECTIONS.keys()
    rebuild(told)
    assert table_digests(told) == before
    found = told.execute("select count(*) from conclusion_fts where conclusion_fts match 'colonoscopy'").fetchone()
    assert found == told.execute("select count(*) from conclusion").fetchone()
    assert told.execute("select count(*) from facts").fetchone() == (1,)


def test_a_graph_of_an_older_schema_is_folded_again_when_it_is_opened(
        told: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = table_digests(told)
    told.execute("drop table tally")
    told.execute("create table outdated (x)")
    for module in ("database", "rebuild"):
        monkeypatch.setattr(f"cortex_core.store.{module}.SCHEMA_VERSION", 98)
    with connect(path) as conn:
        assert table_digests(conn) == before
        assert conn.execute("select count(*) from sqlite_master where name = 'outdated'").fetchone() == (0,)
    assert path.read_bytes()[60:64] == (98).to_bytes(4)
