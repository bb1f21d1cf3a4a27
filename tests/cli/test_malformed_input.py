"""Whatever is malformed: one clear error with its place and a remedy, exit 2, and a graph without a changed byte."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cortex_core.interop.sample import sample_folder
from tests.cli.running import CRC, Cortex, file_bytes, read_only, revised_text, rules_of

COMMANDS_ON_A_GRAPH = (
    ("check",), ("verify-log",), ("review", "list"), ("recheck", "--all"), ("search", "screening"),
    ("revise", CRC, "--withdraw"), ("audit", "episode-0000000000"), ("use", "conclusion-00000000", "--where", "x"),
    ("export", "conclusion-00000000"), ("resolve", "--scope", "crc_screening", "--valid", "2022-01-01"),
    ("decide", "--family", "crc_screening", "--facts", "{}", "--on", "2022-01-01", "--commit"),
)


@pytest.fixture
def refused(cortex: Cortex, graph: Path) -> Callable[..., str]:
    """Run a command on the graph; it must be refused with nothing on stdout and every byte as it was."""

    def run(*words: object) -> str:
        before = file_bytes(graph)
        ran = cortex(*words, "--json", *(() if words[0] == "cases" else ("--graph", graph)))
        assert (ran.code, ran.out) == (2, "")
        assert "Traceback" not in ran.err
        assert file_bytes(graph) == before
        lines = ran.err.strip().splitlines()
        assert len(lines) == 1, lines
        assert lines[0].startswith(f"cortex {words[0]}: ")
        return lines[0].removeprefix(f"cortex {words[0]}: ")

    return run


Refuse = Callable[..., str]


def said(error: str, place: str, cause: str) -> None:
    """``place: cause. Remedy``: the remedy is a sentence of its own after the cause."""
    assert error.startswith(place), error
    assert cause in error
    assert error.rsplit(". ", 1)[1][:1].isupper(), f"no remedy in: {error}"


# --- rules and artifacts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("old", "new", "line", "cause"), [
    ("50 <= age_years <= 75\"\n    output", "50 <= agee_years <= 75\"\n    output", 8, "agee_years"),
    ("output: crc.screen.B", "output: crc.screen.Z", 16, "crc.screen.Z"),
    ("span: s2}", "span: s99}", 18, "s99"),
    ("(asymptomatic and average_risk) and 45 <= age_years <= 49",
     "__import__('os').system('true') == 0", 15, "when"),
    ("(asymptomatic and average_risk) and 45 <= age_years <= 49", "asymptomatic and (", 15, "when"),
    ("edition: uspstf_crc_2021\n", "edition: uspstf_crc_2021\ncolour: red\n", 2, "colour"),
])
def test_a_malformed_rule_file_is_refused_at_its_line(
        refused: Refuse, tmp_path: Path, old: str, new: str, line: int, cause: str) -> None:
    text = (sample_folder() / "rules" / "crc_screening" / f"{CRC}.yaml").read_text("utf-8")
    assert old in text
    file = tmp_path / "rules.yaml"
    file.write_text(text.replace(old, new, 1), "utf-8")
    said(refused("revise", CRC, "--rules", file), f"{file}:{line}: ", cause)


def test_a_rule_file_that_is_no_yaml_is_refused_at_its_line(refused: Refuse, tmp_path: Path) -> None:
    file = rules_of(tmp_path, "crc_screening", CRC, "rules:", "rules: [")
    said(refused("revise", CRC, "--rules", file), f"{file}:", "this is not YAML")


@pytest.mark.parametrize(("old", "new", "line", "cause"), [
    ('valid_from: "2021-05-18"', 'valid_from: "2021-31-05"', 9, "month 31"),
    ("[s3]", "[s2]", 26, "[s2] is used again"),
    ("authority: uspstf\n", "", 2, "the key is missing"),
    ("key: uspstf_crc_2021\n", "key: [\n", 4, "this is not YAML"),
])
def test_a_malformed_artifact_is_refused_at_its_line(
        refused: Refuse, tmp_path: Path, old: str, new: str, line: int, cause: str) -> None:
    file = revised_text(tmp_path, old, new)
    said(refused("revise", CRC, "--from", file), f"{file}:{line}: ", cause)


def test_a_malformed_rule_keeps_the_good_text_beside_it_out_of_the_registry(refused: Refuse, tmp_path: Path) -> None:
    text = revised_text(tmp_path, "Age 45 to 49 years", "Age 46 to 49 years")
    rules = rules_of(tmp_path, "crc_screening", CRC, "output: crc.screen.B", "output: crc.screen.Z")
    said(refused("revise", CRC, "--from", text, "--rules", rules), f"{rules}:16: ", "crc.screen.Z")


def test_every_problem_of_a_rule_file_is_told_at_once_each_at_its_line(
        cortex: Cortex, graph: Path, tmp_path: Path) -> None:
    rules, before = rules_of(tmp_path, "crc_screening", CRC, "average_risk", "average_risc"), file_bytes(graph)
    ran = cortex("revise", CRC, "--rules", rules, "--graph", graph)
    places = [line.removeprefix(f"cortex revise: {rules}:").split(":")[0] for line in ran.err.splitlines()]
    assert (ran.code, places) == (2, ["8", "15", "22", "31", "40", "49"])
    assert all("average_risc" in line for line in ran.err.splitlines())
    assert file_bytes(graph) == before


def test_an_artifact_of_another_key_is_refused(refused: Refuse, tmp_path: Path) -> None:
    file = revised_text(tmp_path, "key: uspstf_crc_2021\n", "key: another\n")
    assert "the file's key is another" in refused("revise", CRC, "--from", file)


def test_a_file_that_is_not_there_or_not_text_is_refused(refused: Refuse, tmp_path: Path) -> None:
    said(refused("revise", CRC, "--from", tmp_path / "none.md"), str(tmp_path / "none.md"), "cannot be read")
    file = tmp_path / "bytes.md"
    file.write_bytes(b"---\nkey: caf\xe9\n")
    said(refused("revise", CRC, "--from", file), str(file), "not UTF-8")


# --- facts, cases, uses, evidence ----------------------------------------------------------------------------


ASK = ("decide", "--family", "crc_screening", "--on", "2022-06-01", "--commit", "--facts")


@pytest.mark.parametrize(("facts", "place", "cause"), [
    ('{"asymptomatic": true', "--facts:1: ", "not JSON"),
    ('{"asymptomatic": true,\n "average_risk": maybe}', "--facts:2: ", "not JSON"),
    ("[1, 2]", "--facts: ", "not an object"),
    ('{"asymptomatic": "perhaps"}', "facts: asymptomatic: ", "perhaps"),
    ('{"birth_date": "1977-02-30"}', "facts: birth_date: ", "30"),
    ('{"birth_date": "2031-01-01"}', "facts: birth_date: ", "2031-01-01"),
    ('{"chosen_test": "leeches"}', "facts: chosen_test: ", "leeches"),
    ('{"birth_date": {"unknown": "partial", "from": "1980-01-01"}}', "facts: birth_date: ", "to"),
])
def test_malformed_facts_are_refused_with_the_fact_that_is_wrong(
        refused: Refuse, facts: str, place: str, cause: str) -> None:
    said(refused(*ASK, facts), place, cause)


@pytest.mark.parametrize("number", [
    "NaN", "Infinity", "-Infinity", "1e999999999", "1e-999999999", "99999999999999999999",
    "70.00000000000000000000000000000000000000001"])
def test_a_number_that_cannot_be_kept_exactly_is_refused(refused: Refuse, number: str) -> None:
    facts = f'{{"gc_infection": true, "weight_kg": {number}}}'
    refused("decide", "--family", "gc_treatment", "--on", "2022-06-01", "--commit", "--facts", facts)


def test_a_file_of_facts_is_named_in_the_error(refused: Refuse, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text('{\n"asymptomatic": tru\n}', "utf-8")
    said(refused(*ASK, f"@{file}"), f"{file}:2: ", "not JSON")
    said(refused(*ASK, f"@{tmp_path / 'none.json'}"), str(tmp_path / "none.json"), "cannot be read")


@pytest.mark.parametrize(("change", "cause"), [
    (lambda text: text[:-20], "this is not JSON"),
    (lambda text: text.replace('"corpus_cases/1"', '"corpus_cases/9"', 1), "schema"),
    (lambda text: text.replace('"decision_date": "', '"decision_date": "9', 1), "decision_date"),
    (lambda text: text.replace('"facts"', '"fakts"', 1), "fakts"),
])
def test_a_malformed_case_file_is_refused(
        cortex: Cortex, tmp_path: Path, change: Callable[[str], str], cause: str) -> None:
    text = (sample_folder() / "cases" / "corpus_cases.json").read_text("utf-8")
    file = tmp_path / "cases.json"
    file.write_text(change(text), "utf-8")
    ran = cortex("cases", file, "--json")
    assert (ran.code, ran.out) == (2, "")
    assert all(line.startswith(f"cortex cases: {file}") for line in ran.err.strip().splitlines())
    assert cause in ran.err


@pytest.mark.parametrize(("text", "cause"), [
    ("uses:\n  - conclusion: [\n", "this is not YAML"),
    ("- a\n- b\n", "no list of uses"),
    ("uses:\n  - where: a ward\n", "names no conclusion"),
    ("uses:\n  - conclusion: conclusion-0000000000000000\n", "no conclusion or episode"),
])
def test_a_malformed_file_of_uses_is_refused(refused: Refuse, tmp_path: Path, text: str, cause: str) -> None:
    file = tmp_path / "cortex-uses.yaml"
    file.write_text(text, "utf-8")
    said(refused("check", "--uses", file), str(file), cause)


def evidence(cortex: Cortex, graph: Path, file: Path) -> dict[str, str]:
    ((conclusion,),) = read_only(graph, "select id from conclusion where title = 'Screening at 47'")
    assert cortex("export", conclusion, "--to", file, "--graph", graph).code == 0
    found = json.loads(file.read_text("utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("change", [
    lambda outer: outer | {"schema": "something/2"},
    lambda outer: {name: outer[name] for name in ("schema", "digest")},
    lambda outer: outer | {"body": "[]"},
    lambda outer: outer | {"body": "{}"},
    lambda outer: outer | {"body": outer["body"].replace('"proof_id"', '"proof_nr"')},
    lambda outer: outer | {"body": outer["body"].replace('"decided_on": "2', '"decided_on": "X')},
    lambda outer: outer | {"body": outer["body"].replace('"representatives": {', '"representatives": [{', 1)},
])
def test_a_malformed_evidence_file_is_refused_and_never_a_verdict(
        cortex: Cortex, refused: Refuse, graph: Path, tmp_path: Path,
        change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    file = tmp_path / "evidence.json"
    file.write_text(json.dumps(change(evidence(cortex, graph, file))), "utf-8")
    said(refused("audit", file), str(file), "")


# --- the database -------------------------------------------------------------------------------------------


def a_text_file(path: Path) -> None:
    path.write_text("dear diary\n" * 200, "utf-8")


def an_empty_file(path: Path) -> None:
    path.write_bytes(b"")


def a_truncated_graph(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:len(content) // 2])


def a_graph_with_a_torn_page(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:3 * 4096] = b"\x5a" * (2 * 4096)
    path.write_bytes(bytes(content))


def another_database(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("create table log (seq integer primary key)")
        conn.commit()


def a_graph_of_a_newer_schema(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("pragma journal_mode = delete")
        conn.execute("pragma user_version = 999")
        conn.commit()


@pytest.mark.parametrize("words", COMMANDS_ON_A_GRAPH, ids=lambda words: words[0])
@pytest.mark.parametrize(("spoil", "cause"), [
    (a_text_file, "it is no SQLite database"), (an_empty_file, "it is no SQLite database"),
    (a_truncated_graph, "it is cut off"), (another_database, "but not a Cortex graph"),
    (a_graph_of_a_newer_schema, "newer version"),
])
def test_a_file_that_is_no_usable_graph_is_one_error_for_every_command_and_keeps_its_bytes(
        refused: Refuse, graph: Path, spoil: Callable[[Path], None], cause: str, words: tuple[str, ...]) -> None:
    spoil(graph)
    said(refused(*words), str(graph), cause)


def test_a_graph_with_damaged_pages_is_one_error_and_keeps_its_bytes(refused: Refuse, graph: Path) -> None:
    a_graph_with_a_torn_page(graph)
    said(refused("check"), str(graph), "damaged")


def test_a_folder_in_place_of_a_graph_is_one_error(cortex: Cortex, tmp_path: Path) -> None:
    ran = cortex("check", "--graph", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    said(ran.err.strip().removeprefix("cortex check: "), str(tmp_path), "cannot be read")


def test_a_graph_that_is_not_there_is_not_made(cortex: Cortex, tmp_path: Path) -> None:
    for words in COMMANDS_ON_A_GRAPH:
        ran = cortex(*words, "--graph", tmp_path / "none.db")
        assert (ran.code, ran.out) == (2, "")
        said(ran.err.strip().split(": ", 1)[1], str(tmp_path / "none.db"), "there is no graph here")
    assert list(tmp_path.iterdir()) == []
