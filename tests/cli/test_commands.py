"""The commands as they are promised: names, keys of the JSON, exit codes, and nothing written unasked."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from cortex_core import __version__
from cortex_core.cli.parser import COMMANDS
from cortex_core.interop.sample import sample_folder
from tests.cli.running import Cortex, contents, file_bytes, read_only

CASES = sample_folder() / "cases" / "corpus_cases.json"
FACTS = json.dumps({"birth_date": "1976-03-02", "asymptomatic": True, "average_risk": True,
                    "chosen_test": "none_selected"})
ASK = ("decide", "--family", "crc_screening", "--facts", FACTS, "--on", "2022-06-01")


def conclusion_in_use(graph: Path) -> str:
    """A conclusion of crc_screening that somebody relies on."""
    return str(read_only(graph, "select id from conclusion where uses > 0 and family = 'crc_screening'")[0][0])


def keys(found: dict[str, Any], *wanted: str) -> None:
    """At least these keys, and no count that is not a whole number."""
    assert set(wanted) <= found.keys()


# --- every command --------------------------------------------------------------------------------------


def test_the_promised_commands_are_there_and_each_has_help(
        cortex: Cortex, capsys: pytest.CaptureFixture[str]) -> None:
    assert set(COMMANDS) >= {"app", "build", "decide", "cases", "audit", "resolve", "search", "use", "review",
                             "revise", "recheck", "check", "verify-log", "export"}
    for name in COMMANDS:
        with pytest.raises(SystemExit) as left:
            cortex(name, "--help")
        assert left.value.code == 0
        assert f"cortex {name}" in capsys.readouterr().out


def test_version_is_one_line(cortex: Cortex) -> None:
    ran = cortex("--version")
    assert (ran.code, ran.out, ran.err) == (0, f"cortex {__version__}\n", "")


def test_without_a_command_it_says_how_to_use_it_and_could_not_run(cortex: Cortex) -> None:
    ran = cortex()
    assert (ran.code, ran.out) == (2, "")
    assert "usage: cortex" in ran.err


def test_decide_answers_with_the_promised_keys(cortex: Cortex, shared: Path) -> None:
    ran = cortex(*ASK, "--json", "--graph", shared)
    found = ran.document
    assert ran.code == 0
    keys(found, "mode", "reasons", "sets", "lineages", "holds_until", "horizon", "proof", "gate")
    assert found["sets"]["added"] == ["crc.screen_45_49"]
    assert found["governing_edition"] == "uspstf_crc_2021"
    assert found["holds_until"] == "2026-03-02"
    assert found["gate"]["verdict"] == "pass"
    assert found["episode"] is None


def test_an_escalation_is_an_answer_and_says_what_would_settle_it(cortex: Cortex, shared: Path) -> None:
    ran = cortex("decide", "--family", "crc_screening", "--on", "2022-06-01", "--json", "--graph", shared, "--facts",
                 '{"birth_date": "1976-03-02", "average_risk": true, "shoe_size": 44}')
    found = ran.document
    assert (ran.code, found["mode"]) == (0, "escalate")
    assert "asymptomatic" in found["settle"]["may"]
    assert found["ignored"] == ["shoe_size"]


def test_cases_match_on_every_field(cortex: Cortex) -> None:
    ran = cortex("cases", CASES, "--json")
    found = ran.document
    assert ran.code == 0
    assert (found["total"], found["matched"], found["mismatches"]) == (92, 92, [])


def test_a_case_that_expects_something_else_is_a_finding_with_its_field(cortex: Cortex, tmp_path: Path) -> None:
    cases = json.loads(CASES.read_text("utf-8"))
    case = cases["cases"][0]
    case["expected"]["sets"]["added"] = ["made.up"]
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), "utf-8")
    ran = cortex("cases", file, "--json")
    (mismatch,) = ran.document["mismatches"]
    assert ran.code == 1
    assert ran.document["matched"] == 91
    assert (mismatch["id"], mismatch["field"], mismatch["expected"]) == (case["id"], "sets.added", ["made.up"])


def test_audit_passes_every_criterion_of_a_conclusion_in_use(cortex: Cortex, shared: Path) -> None:
    ran = cortex("audit", conclusion_in_use(shared), "--json", "--graph", shared)
    found = ran.document
    assert (ran.code, found["verdict"]) == (0, "pass")
    assert all(set(one) >= {"name", "verdict", "reason"} for one in found["criteria"])


def test_audit_of_a_challenged_proof_is_unknown_and_a_finding_only_under_strict(cortex: Cortex, shared: Path) -> None:
    ((proof,),) = read_only(shared, "select id from proof where standing = 'challenged' limit 1")
    loose, strict = (cortex("audit", proof, "--json", "--graph", shared, *more) for more in ((), ("--strict",)))
    assert loose.document["verdict"] == strict.document["verdict"] == "unknown"
    assert (loose.code, strict.code) == (0, 1)


def test_an_evidence_file_is_checked_without_its_graph(cortex: Cortex, graph: Path, tmp_path: Path) -> None:
    file = tmp_path / "handed on.json"
    made = cortex("export", conclusion_in_use(graph), "--to", file, "--json", "--graph", graph)
    assert made.code == 0
    assert made.document["bytes"] == file.stat().st_size
    graph.unlink()
    ran = cortex("audit", file, "--json", "--strict")
    assert (ran.code, ran.document["verdict"]) == (0, "pass")


def test_an_evidence_file_that_was_altered_fails(cortex: Cortex, shared: Path, tmp_path: Path) -> None:
    file = tmp_path / "evidence.json"
    cortex("export", conclusion_in_use(shared), "--to", file, "--graph", shared)
    text = file.read_text("utf-8")
    assert "45 to 49" in text
    file.write_text(text.replace("45 to 49", "45 to 48"), "utf-8")
    ran = cortex("audit", file, "--json")
    assert (ran.code, ran.document["verdict"]) == (1, "fail")


def test_resolve_names_the_edition_and_the_candidates(cortex: Cortex, shared: Path) -> None:
    ran = cortex("resolve", "--scope", "crc_screening", "--valid", "2022-01-01", "--json", "--graph", shared)
    keys(ran.document, "selected", "unresolved", "candidates")
    assert (ran.code, ran.document["selected"]) == (0, ["uspstf_crc_2021"])


def test_resolve_gives_no_edition_before_the_first_one_and_exits_0(cortex: Cortex, shared: Path) -> None:
    ran = cortex("resolve", "--scope", "crc_screening", "--valid", "2001-01-01", "--json", "--graph", shared)
    assert (ran.code, ran.document["selected"]) == (0, [])


def test_search_finds_a_conclusion_by_its_words_and_no_hit_is_no_error(cortex: Cortex, shared: Path) -> None:
    found = cortex("search", "Screening at 47", "--json", "--graph", shared)
    none = cortex("search", "zeppelin", "--json", "--graph", shared)
    assert (found.code, none.code) == (0, 0)
    assert found.document["hits"][0]["title"] == "Screening at 47"
    assert none.document["hits"] == []


def test_check_on_the_sample_is_green(cortex: Cortex, shared: Path) -> None:
    ran = cortex("check", "--json", "--graph", shared)
    assert (ran.code, ran.document["findings"], ran.document["uses"]) == (0, [], 8)


def test_verify_log_finds_the_sample_intact_and_anchored(cortex: Cortex, shared: Path) -> None:
    ran = cortex("verify-log", "--json", "--graph", shared)
    found = ran.document
    assert (ran.code, found["intact"], found["first_bad"], found["anchored"]) == (0, True, None, True)
    assert found["events"] == contents(shared)[0]
    again = cortex("verify-log", "--head", found["head"], "--json", "--graph", shared)
    assert (again.code, again.document["anchored"]) == (0, True)


def test_a_use_is_declared_watched_and_ended(cortex: Cortex, graph: Path) -> None:
    ((conclusion,),) = read_only(graph, "select c.id from conclusion c join proof p on p.n = c.proof "
                                        "where p.standing = 'challenged' limit 1")
    use = ("use", conclusion, "--where", "a ward", "--by", "Ada", "--json", "--graph", graph)
    assert cortex(*use).document == {"conclusion": conclusion, "where": "a ward", "ended": False}
    checked = cortex("check", "--json", "--graph", graph)
    assert checked.code == 1
    assert [(one["conclusion"], one["where"], one["who"]) for one in checked.document["findings"]] == [
        (conclusion, "a ward", "Ada")]
    assert cortex(*use, "--end").document["ended"] is True
    assert cortex("check", "--graph", graph).code == 0


def test_a_file_of_uses_is_read_beside_the_declared_ones(cortex: Cortex, shared: Path, tmp_path: Path) -> None:
    ((conclusion,),) = read_only(shared, "select c.id from conclusion c join proof p on p.n = c.proof "
                                         "where p.standing = 'challenged' limit 1")
    file = tmp_path / "cortex-uses.yaml"
    file.write_text(f"uses:\n  - conclusion: {conclusion}\n    where: a deployment\n    who: a team\n", "utf-8")
    ran = cortex("check", "--uses", file, "--json", "--graph", shared)
    assert (ran.code, ran.document["uses"]) == (1, 9)
    assert [one["where"] for one in ran.document["findings"]] == ["a deployment"]


def test_review_lists_signs_and_says_that_the_name_is_claimed(cortex: Cortex, graph: Path) -> None:
    listed = cortex("review", "list", "--json", "--graph", graph)
    assert listed.code == 0
    assert all(one["open"] > 0 for one in listed.document["findings"])
    signed = cortex("review", "sign", conclusion_in_use(graph), "--by", "Ada", "--json", "--graph", graph)
    assert (signed.code, signed.document["by"], signed.document["claimed"]) == (0, "Ada", True)
    assert signed.document["head"]["events"] == contents(graph)[0]


def test_a_sign_off_without_a_name_is_refused_and_records_nothing(cortex: Cortex, graph: Path) -> None:
    before = contents(graph)
    ran = cortex("review", "sign", conclusion_in_use(graph), "--json", "--graph", graph)
    assert (ran.code, ran.out) == (2, "")
    assert "--by NAME" in ran.err
    assert contents(graph) == before


def test_revise_and_recheck_have_the_promised_keys(cortex: Cortex, graph: Path) -> None:
    revised = cortex("revise", "cabf_br_398", "--withdraw", "--json", "--graph", graph)
    keys(revised.document, "lane", "challenged", "spared", "visited", "by_kind", "paths")
    rechecked = cortex("recheck", "--all", "--json", "--graph", graph)
    keys(rechecked.document, "rechecked", "outcomes")
    assert (revised.code, rechecked.code) == (0, 0)
    assert "proofs" in rechecked.err
    assert rechecked.document["rechecked"] == sum(rechecked.document["outcomes"].values())


def test_build_counts_what_it_built_and_leaves_an_existing_graph_alone(cortex: Cortex, tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    made = cortex("build", "--scale", 40, "--proofs", 10, "--json", "--graph", path)
    found = made.document
    assert made.code == 0
    keys(found, "graph", "episodes", "proofs", "artifacts")
    assert (found["graph"], found["episodes"], found["proofs"], found["artifacts"]) == (str(path), 40, 10, 18)
    before = file_bytes(path)
    again = cortex("build", "--scale", 40, "--graph", path)
    assert (again.code, again.out) == (2, "")
    assert "--force" in again.err
    assert file_bytes(path) == before


def test_the_sample_counts_what_the_build_reports(shared: Path) -> None:
    assert read_only(shared, "select count(*) from episode")[0][0] >= 10 * 20 + 92
    assert read_only(shared, "select count(distinct key) from artifact")[0][0] == 18


# --- nothing is written unasked ---------------------------------------------------------------------------


def test_decide_writes_nothing_without_commit(cortex: Cortex, graph: Path) -> None:
    before = contents(graph)
    cortex(*ASK, "--json", "--graph", graph)
    assert contents(graph) == before


def test_decide_with_commit_records_one_episode_that_is_found_again(cortex: Cortex, graph: Path) -> None:
    seq, *_, facts = contents(graph)
    ran = cortex(*ASK, "--commit", "--title", "Asked at the desk", "--json", "--graph", graph)
    after = contents(graph)
    assert (after[0], after[3]) == (seq + 1, facts + 1)
    assert ran.document["position"] == seq + 1
    assert cortex("audit", ran.document["episode"], "--strict", "--graph", graph).code == 0
    assert cortex("search", "Asked at the desk", "--json", "--graph", graph).document["hits"][0]["title"] == \
        "Asked at the desk"


def test_an_equal_question_replays_the_recorded_proof(cortex: Cortex, graph: Path) -> None:
    first = cortex(*ASK, "--commit", "--json", "--graph", graph).document
    second = cortex(*ASK, "--json", "--graph", graph).document
    assert (second["mode"], second["proof"], second["precedent"]) == ("replay", first["proof"], first["proof"])


@pytest.mark.parametrize("words", [
    ("check",), ("verify-log",), ("review", "list"), ("search", "screening"),
    ("resolve", "--scope", "crc_screening", "--valid", "2022-01-01"),
    ("revise", "uspstf_crc_2021", "--withdraw", "--dry-run"),
])
def test_a_question_leaves_every_table_as_it_was(cortex: Cortex, graph: Path, words: tuple[str, ...]) -> None:
    before = contents(graph)
    assert cortex(*words, "--json", "--graph", graph).document
    assert contents(graph) == before


@pytest.mark.parametrize(("words", "said"), [
    (("decide", "--family", "horoscopes", "--facts", "{}", "--on", "2022-01-01"), "is not registered"),
    ((*ASK, "--old", "uspstf_crc_2016"), "an edition pair has two sides"),
    ((*ASK, "--old", "uspstf_crc_2021", "--new", "uspstf_crc_2016"), "the pair is swapped"),
    ((*ASK, "--commit", "--known", "2020-01-01"), "cannot be recorded now"),
    (("audit", "episode-nowhere"), "no episode, conclusion or proof"),
    (("use", "conclusion-nowhere", "--where", "here"), "no episode, conclusion or proof"),
    (("revise", "no_such_source", "--withdraw"), "is not registered"),
    (("revise", "uspstf_crc_2021"), "give a new text"),
    (("recheck",), "name the proofs to recheck"),
    (("resolve", "--scope", "horoscopes", "--valid", "2022-01-01"), "is not registered"),
])
def test_a_request_that_cannot_be_met_exits_2_with_one_message_and_changes_nothing(
        cortex: Cortex, graph: Path, words: tuple[str, ...], said: str) -> None:
    before = file_bytes(graph)
    ran = cortex(*words, "--json", "--graph", graph)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert file_bytes(graph) == before


# --- as a process of its own --------------------------------------------------------------------------------


def process(*words: object, **more: str) -> subprocess.CompletedProcess[str]:
    """``python -m cortex_core.cli WORDS…``."""
    return subprocess.run([sys.executable, "-m", "cortex_core.cli", *map(str, words)], env={**os.environ, **more},
                          capture_output=True, text=True, check=False)


def test_a_process_exits_with_the_same_codes_and_keeps_stdout_to_the_document(shared: Path, tmp_path: Path) -> None:
    green = process("check", "--json", CORTEX_GRAPH=str(shared))
    wrong = process("check", "--json", "--graph", tmp_path / "none.db")
    misspelt = process("chekc")
    assert (green.returncode, json.loads(green.stdout)["findings"], green.stderr) == (0, [], "")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "there is no graph here" in wrong.stderr
    assert (misspelt.returncode, misspelt.stdout) == (2, "")


def test_a_reader_that_stops_listening_is_no_traceback(shared: Path) -> None:
    with subprocess.Popen([sys.executable, "-m", "cortex_core.cli", "search", "a", "--graph", str(shared)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert "Traceback" not in running.stderr.read()


def test_the_app_answers_on_the_loopback_address_until_it_is_stopped(shared: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with subprocess.Popen([sys.executable, "-m", "cortex_core.cli", "app", "--no-browser", "--port", str(port),
                           "--graph", str(shared)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True) as running:
        try:
            assert running.stderr is not None
            assert f"http://127.0.0.1:{port}" in running.stderr.readline()
            assert answered(port, running)
        finally:
            running.terminate()
            running.communicate(timeout=30)


def answered(port: int, running: subprocess.Popen[str]) -> bool:
    """The server says that it is healthy before it ends; each try waits for the connection, not for time."""
    while running.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            continue
    return False


def test_a_taken_port_is_refused_before_anything_starts(cortex: Cortex, shared: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = cortex("app", "--no-browser", "--port", taken.getsockname()[1], "--graph", shared)
    assert (ran.code, ran.out) == (2, "")
    assert "is taken: choose another with --port" in ran.err
