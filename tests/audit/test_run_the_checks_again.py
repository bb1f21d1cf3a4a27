"""Running the checks again on a recorded conclusion: one altered row fails one check, a deleted row leaves one
unknown, and nothing that cannot be looked at any more is called a pass."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cortex_core.cli import main
from cortex_core.digest import blob_digest
from cortex_core.errors import InputError, Refused
from cortex_core.interop.artifact_files import read_artifact
from cortex_core.model.enums import Verdict
from cortex_core.service.auditing import Audit, audit
from cortex_core.service.evidence import audit_file, evidence
from cortex_core.store.codec import encode
from tests.graphs import sample, sample_copy

TITLE = "Screening at 47"
SOURCE = "uspstf_crc_2021"
EDITION = "crc_screening/uspstf_crc_2021"
RULE = "uspstf_crc_2021:crc.screen_45_49"

Record = dict[str, Any]


def named(graph: Path, title: str = TITLE) -> str:
    """Id of the first conclusion with that title; one that was replaced has a successor of the same title."""
    with closing(sqlite3.connect(graph)) as conn:
        (found,) = conn.execute("select id from conclusion where title = ? order by n", (title,)).fetchone()
        return str(found)


def sql(graph: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(graph)) as conn, conn:
        assert conn.execute(statement, values).rowcount == 1


def rewrite(graph: Path, table: str, where: str, key: str, change: Callable[[Record], object]) -> None:
    """Alter the record of one row."""
    with closing(sqlite3.connect(graph)) as conn, conn:
        ((text,),) = conn.execute(f"select record from {table} where {where} = ?", (key,)).fetchall()
        record = json.loads(text)
        change(record)
        assert json.dumps(record) != json.dumps(json.loads(text))
        conn.execute(f"update {table} set record = ? where {where} = ?",
                     (json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False), key))


def verdicts(found: Audit) -> dict[str, Verdict]:
    return {one.name: one.verdict for one in found.criteria}


def standing_out(found: Audit) -> dict[str, Verdict]:
    """Criteria that neither passed nor were left out because another one did not pass."""
    return {name: one for name, one in verdicts(found).items()
            if one not in (Verdict.PASS, Verdict.NOT_EVALUATED)}


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = sample_copy(tmp_path)
    before = audit(path, named(path))
    assert set(verdicts(before).values()) == {Verdict.PASS}
    return path


# --- altered rows -------------------------------------------------------------------------------------------


def _span_45_to_46(record: Record) -> None:
    span = next(one for one in record["spans"] if one["id"] == "s2")
    assert "45" in span["text"]
    span["text"] = span["text"].replace("45", "46", 1)


def _text_45_to_46(record: Record) -> None:
    record["content"] = record["content"].replace("45", "46", 1)


def _whole_version(record: Record) -> None:
    """Text, digests and spans all fit each other, but they are not what was in force."""
    made = read_artifact(record["content"].replace("45", "46"), "altered.md")
    record.update(json.loads(encode(made)), sequence=record["sequence"])


ALTERED: dict[str, tuple[str, str, str, Callable[[Record], object], str]] = {
    "one digit of a source's text": ("artifact", "version", SOURCE, _text_45_to_46, "sources"),
    "one digit of a source's span": ("artifact", "version", SOURCE, _span_45_to_46, "sources"),
    "a source's digest": ("artifact", "version", SOURCE, lambda one: one.update(blob=blob_digest(b"other")), "sources"),
    "a source as a whole, consistently": ("artifact", "version", SOURCE, _whole_version, "sources"),
    "a rule's predicate": ("rule", "id", RULE, lambda one: one.update(when=one["when"].replace("45", "46")), "rules"),
    "a rule's predicate, to nonsense": ("rule", "id", RULE, lambda one: one.update(when="not ("), "rules"),
    "a rule's output": ("rule", "id", RULE, lambda one: one.update(output="crc.screen.A"), "rules"),
    "a rule's citation": ("rule", "id", RULE, lambda one: one["cites"][0].update(span="s1"), "rules"),
    "a rule's precedence": ("rule", "id", RULE, lambda one: one.update(after=["made_up"]), "rules"),
    "an edition's first day": ("edition", "id", EDITION, lambda one: one.update(valid_from="2021-05-19"),
                               "applicability"),
    "an edition's end": ("edition", "id", EDITION, lambda one: one.update(valid_to="2022-01-01"), "applicability"),
    "an edition's sources": ("edition", "id", EDITION, lambda one: one.update(sources=["uspstf_crc_2016"]),
                             "applicability"),
    "what an edition supersedes": ("edition", "id", EDITION, lambda one: one.update(supersedes=None),
                                   "applicability"),
    "a family's kind of output": ("family", "key", "crc_screening", lambda one: one.update(output_type="duty"),
                                  "identity"),
    "a family's kind of task": ("family", "key", "crc_screening", lambda one: one.update(task_type="other"),
                                "identity"),
}


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_row_fails_the_check_that_reads_it_and_no_other(graph: Path, what: str) -> None:
    table, where, key, change, criterion = ALTERED[what]
    rewrite(graph, table, where, key, change)
    found = audit(graph, named(graph))
    assert standing_out(found) == {criterion: Verdict.FAIL}, found.criteria
    assert found.verdict is Verdict.FAIL


def test_a_row_that_the_conclusion_does_not_rest_on_may_change_without_a_word(graph: Path) -> None:
    rewrite(graph, "artifact", "version", "who_art_2016",
            lambda one: one.update(content=one["content"] + "\nMore.\n"))
    rewrite(graph, "rule", "id", "who_art_2016:art.adult", lambda one: one.update(when="not hiv_confirmed"))
    assert audit(graph, named(graph)).verdict is Verdict.PASS


def test_an_altered_proof_row_fails_identity_and_what_reads_the_altered_part(graph: Path) -> None:
    with closing(sqlite3.connect(graph)) as conn:
        ((proof,),) = conn.execute("select proof.id from conclusion join proof on proof.n = conclusion.proof "
                                   "where conclusion.id = ?", (named(graph),)).fetchall()
    rewrite(graph, "proof", "id", proof, lambda one: one["output"]["sets"].update(added=[]))
    assert standing_out(audit(graph, named(graph))) == {"identity": Verdict.FAIL, "logic": Verdict.FAIL}


def test_an_altered_observation_of_the_person_fails_facts_alone(graph: Path) -> None:
    with closing(sqlite3.connect(graph)) as conn, conn:
        ((episode, body),) = conn.execute(
            "select facts.episode, body from facts join episode on episode.id = facts.episode "
            "where conclusion = ?", (named(graph),)).fetchall()
        assert "1979-01-12" in body
        conn.execute("update facts set body = ? where episode = ?",
                     (body.replace("1979-01-12", "1969-01-12"), episode))
    assert standing_out(audit(graph, named(graph))) == {"facts": Verdict.FAIL}


def test_an_altered_log_event_fails_integrity_alone_and_is_located(graph: Path) -> None:
    sql(graph, "update log set body = replace(body, '45', '46') where seq = 8")
    found = audit(graph, named(graph))
    assert standing_out(found) == {"integrity": Verdict.FAIL}
    assert "event 8" in next(one.reason for one in found.criteria if one.name == "integrity")


def test_without_strict_only_the_event_that_recorded_the_proof_is_looked_at(graph: Path) -> None:
    sql(graph, "update log set body = replace(body, '45', '46') where seq = 8")
    assert audit(graph, named(graph), strict=False).verdict is Verdict.PASS
    with closing(sqlite3.connect(graph)) as conn:
        ((seq,),) = conn.execute("select proof.seq from conclusion join proof on proof.n = conclusion.proof "
                                 "where conclusion.id = ?", (named(graph),)).fetchall()
    sql(graph, "update log set body = body || ' ' where seq = ?", seq)
    assert standing_out(audit(graph, named(graph), strict=False)) == {"integrity": Verdict.FAIL}


# --- deleted rows -------------------------------------------------------------------------------------------

DELETED = {
    "artifact": ("version", SOURCE, "sources"),
    "rule": ("id", RULE, "rules"),
    "edition": ("id", EDITION, "applicability"),
    "family": ("key", "crc_screening", "identity"),
}


@pytest.mark.parametrize("table", DELETED)
def test_a_deleted_row_leaves_the_check_that_reads_it_unknown_and_fails_none(graph: Path, table: str) -> None:
    where, key, criterion = DELETED[table]
    sql(graph, f"delete from {table} where {where} = ?", key)
    found = audit(graph, named(graph))
    assert standing_out(found) == {criterion: Verdict.UNKNOWN}, found.criteria
    assert found.verdict is Verdict.UNKNOWN


def test_a_deleted_proof_row_leaves_identity_unknown(graph: Path) -> None:
    sql(graph, "delete from proof where n = (select proof from conclusion where id = ?)", named(graph))
    found = audit(graph, named(graph))
    assert standing_out(found) == {"identity": Verdict.UNKNOWN}
    assert found.verdict is Verdict.UNKNOWN


def test_a_deleted_log_event_breaks_the_chain_so_integrity_fails_and_names_it(graph: Path) -> None:
    """Unlike a missing row, a missing link is shown by the next one: something was there."""
    sql(graph, "delete from log where seq = 8")
    found = audit(graph, named(graph))
    assert standing_out(found) == {"integrity": Verdict.FAIL}
    assert "event 8 is missing" in next(one.reason for one in found.criteria if one.name == "integrity")


def test_an_unknown_name_is_refused(graph: Path) -> None:
    with pytest.raises(Refused, match="no episode, conclusion or proof 'nobody'"):
        audit(graph, "nobody")


# --- what the command says ----------------------------------------------------------------------------------


def command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_is_fine_on_a_sound_conclusion_and_prints_every_check(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = command(capsys, "audit", named(sample()), "--graph", str(sample()), "--strict", "--json")
    document = json.loads(out)
    assert (code, err, document["verdict"]) == (0, "", "pass")
    assert [one["name"] for one in document["criteria"]] == [
        "identity", "sources", "fidelity", "rules", "applicability", "typing", "logic", "facts", "tools",
        "integrity", "standing"]
    assert all(one["reason"] for one in document["criteria"])


def test_an_altered_row_is_a_finding_and_a_deleted_one_only_under_strict(
    graph: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("audit", named(graph), "--graph", str(graph))
    sql(graph, "delete from rule where id = ?", RULE)
    assert command(capsys, *words)[0] == 0
    assert command(capsys, *words, "--strict")[0] == 1
    rewrite(graph, "artifact", "version", SOURCE, _text_45_to_46)
    assert command(capsys, *words)[0] == 1
    assert command(capsys, *words, "--strict")[0] == 1


def test_an_open_challenge_is_unknown_so_a_finding_only_under_strict(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("audit", named(sample(), "An 800-day certificate of 2019"), "--graph", str(sample()))
    code, out, _ = command(capsys, *words)
    assert code == 0
    assert "unknown       standing: challenged: source withdrawn" in out
    assert command(capsys, *words, "--strict")[0] == 1


def test_a_retracted_conclusion_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("audit", named(sample(), "15 characters and nothing else"), "--graph", str(sample()))
    code, out, _ = command(capsys, *words)
    assert code == 1
    assert "standing: retracted" in out


@pytest.mark.parametrize("table", ["artifact", "rule", "edition", "family", "proof"])
def test_a_row_that_cannot_be_read_at_all_is_one_error_and_no_traceback(
    graph: Path, table: str, capsys: pytest.CaptureFixture[str],
) -> None:
    name = named(graph)
    with closing(sqlite3.connect(graph)) as conn, conn:
        conn.execute(f"update {table} set record = '{{\"is\": 1'")
    code, out, err = command(capsys, "audit", name, "--graph", str(graph))
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert str(graph) in err


# --- evidence files -----------------------------------------------------------------------------------------


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    file = tmp_path / "evidence.json"
    assert main(["export", named(sample()), "--graph", str(sample()), "--to", str(file)]) == 0
    return file


def test_an_evidence_file_passes_without_any_graph(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:
    nowhere = tmp_path / "nothing here"
    monkeypatch.setenv("CORTEX_DATA_DIR", str(nowhere))
    capsys.readouterr()
    code, out, err = command(capsys, "audit", str(exported), "--strict", "--json")
    document = json.loads(out)
    assert (code, err, document["verdict"]) == (0, "", "pass")
    assert {one["name"]: one["verdict"] for one in document["criteria"]}["facts"] == "not_evaluated"
    assert not nowhere.exists()


@pytest.mark.parametrize("title", [
    TITLE, "Aspirin at 62", "January 2026", "Two risk figures", "A certificate without a date",
    "An 800-day certificate of 2019", "20 characters and nothing else", "90 days, planned for 2027"])
def test_an_evidence_file_of_any_shape_passes_by_itself(tmp_path: Path, title: str) -> None:
    file = tmp_path / "evidence.json"
    file.write_bytes(evidence(sample(), named(sample(), title)))
    assert audit_file(file).verdict is Verdict.PASS


def test_any_altered_character_of_the_body_fails(exported: Path) -> None:
    outer = json.loads(exported.read_text("utf-8"))
    body = outer["body"]
    letters = [place for place, one in enumerate(body) if one.isalnum() and body[place - 1] != "\\"]
    for place in letters[::max(1, len(letters) // 60)]:
        other = "0" if body[place] != "0" else "1"
        exported.write_text(json.dumps({**outer, "body": body[:place] + other + body[place + 1:]}), "utf-8")
        try:
            found = audit_file(exported)
        except InputError:
            continue                   # a part that can no longer be read is refused as a whole
        assert found.verdict is Verdict.FAIL
        assert verdicts(found)["integrity"] is Verdict.FAIL


def test_an_altered_body_with_its_digest_recomputed_fails_by_what_it_says(exported: Path) -> None:
    outer = json.loads(exported.read_text("utf-8"))
    body = json.loads(outer["body"])
    body["proof"]["output"]["sets"]["added"] = []
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    exported.write_text(json.dumps({**outer, "digest": blob_digest(text.encode()), "body": text}), "utf-8")
    found = audit_file(exported)
    assert verdicts(found)["integrity"] is Verdict.PASS
    assert standing_out(found) == {"identity": Verdict.FAIL, "logic": Verdict.FAIL}


def _without(part: str) -> Callable[[str], str]:
    def cut(text: str) -> str:
        outer = json.loads(text)
        body = json.loads(outer["body"])
        del body[part]
        return json.dumps({**outer, "body": json.dumps(body)})
    return cut


MALFORMED: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "cut off": lambda text: text[:len(text) // 2],
    "another schema": lambda text: text.replace("cortex-evidence/1", "cortex-evidence/9"),
    "a list": lambda text: "[1, 2]",
    "a body that is no text": lambda text: json.dumps({**json.loads(text), "body": 3}),
    "a body that is no JSON": lambda text: json.dumps({**json.loads(text), "body": "{"}),
    **{f"no {part}": _without(part) for part in ("proof", "family", "editions", "artifacts", "proof_id", "head")},
}


@pytest.mark.parametrize("what", MALFORMED)
def test_a_malformed_evidence_file_is_one_error_with_a_remedy(
    exported: Path, what: str, capsys: pytest.CaptureFixture[str],
) -> None:
    exported.write_text(MALFORMED[what](exported.read_text("utf-8")), "utf-8")
    capsys.readouterr()
    code, out, err = command(capsys, "audit", str(exported))
    assert (code, out) == (2, "")
    assert len(err.strip().splitlines()) == 1
    assert str(exported) in err
    assert "xport" in err


def test_an_evidence_file_that_is_not_utf8_is_one_error(
    exported: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    exported.write_bytes(b"\xff\xfe" + exported.read_bytes())
    capsys.readouterr()
    code, _, err = command(capsys, "audit", str(exported))
    assert code == 2
    assert len(err.strip().splitlines()) == 1
