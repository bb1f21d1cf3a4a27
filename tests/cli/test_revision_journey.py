"""A source changes: what is touched, what is spared, and what brings `cortex check` back to green.

The source is the 2021 statement on colorectal screening. Two families rest on it: crc_screening, and
crc_coverage, which points to its ages.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import CRC, Cortex, contents, read_only, revised_text, rules_of

S2 = "[s2] Age 45 to 49 years, no symptoms"
ONE_DIGIT = "[s2] Age 46 to 49 years, no symptoms"
WHITE_SPACE = "[s2]  Age 45 to\n49   years, no symptoms"

SCREENING = {"asymptomatic": True, "average_risk": True, "chosen_test": "none_selected"}
COVERAGE = {"non_grandfathered": True, "in_network": True, "average_risk": True, "prior_positive_test": "none",
            "service": "screening_colonoscopy", "plan_year_start": "2023-01-01"}

# (family, title, facts, day, whether reading 46 for 45 changes the answer)
ASKED = (
    ("crc_screening", "Forty-five years old", {**SCREENING, "birth_date": "1977-03-02"}, "2022-06-01", True),
    ("crc_screening", "Forty-six years old", {**SCREENING, "birth_date": "1976-03-02"}, "2022-06-01", False),
    ("crc_coverage", "A plan at forty-five", {**COVERAGE, "birth_date": "1978-01-15"}, "2023-06-01", True),
    ("crc_coverage", "A plan at fifty-two", {**COVERAGE, "birth_date": "1971-01-15"}, "2023-06-01", False),
)


def ask(cortex: Cortex, graph: Path, family: str, facts: dict[str, object], day: str, *more: str) -> dict[str, object]:
    ran = cortex("decide", "--family", family, "--facts", json.dumps(facts), "--on", day, "--json", "--graph", graph,
                 *more)
    assert ran.code == 0, ran.err
    return ran.document


def resting_on(graph: Path, artifact: str) -> dict[str, str]:
    """Proof → family, read from the proofs' own records and from no index."""
    found = {}
    for proof, family, record in read_only(graph, "select id, family, record from proof"):
        if any(source["artifact"] == artifact for source in json.loads(record)["key"]["sources"]):
            found[str(proof)] = str(family)
    return found


def open_by_cause(graph: Path) -> dict[str, set[str]]:
    """Proofs with an open challenge, by its cause."""
    found: dict[str, set[str]] = {}
    for proof, cause in read_only(graph, "select p.id, h.cause from challenge h join proof p on p.n = h.n "
                                         "where h.closed_seq is null"):
        found.setdefault(str(cause), set()).add(str(proof))
    return found


def in_use(graph: Path, *families: str) -> set[str]:
    rows = read_only(graph, "select title, family from conclusion where uses > 0")
    return {str(title) for title, family in rows if not families or family in families}


def findings(cortex: Cortex, graph: Path) -> dict[str, dict[str, object]]:
    """Findings of `check` by title; the exit code agrees with them."""
    ran = cortex("check", "--json", "--graph", graph)
    found = {one["title"]: one for one in ran.document["findings"]}
    assert ran.code == (1 if found else 0)
    return found


@pytest.fixture
def asked(cortex: Cortex, graph: Path) -> Path:
    """The sample with four more conclusions in use, two of them with the ages that will be read otherwise."""
    for family, title, facts, day, _ in ASKED:
        made = ask(cortex, graph, family, facts, day, "--commit", "--title", title)
        assert cortex("use", made["episode"], "--where", "a list", "--by", "Ada", "--graph", graph).code == 0
    return graph


@pytest.fixture
def changed(cortex: Cortex, asked: Path, tmp_path: Path) -> Path:
    """After one digit of s2 was changed, without new rules."""
    file = revised_text(tmp_path, S2, ONE_DIGIT)
    assert cortex("revise", CRC, "--from", file, "--graph", asked).code == 0
    return asked


# --- only the presentation changes ------------------------------------------------------------------------


def test_white_space_challenges_nothing_and_leaves_one_rebound_certificate_a_rule_edition(
        cortex: Cortex, graph: Path, tmp_path: Path) -> None:
    before = open_by_cause(graph)
    ran = cortex("revise", CRC, "--from", revised_text(tmp_path, S2, WHITE_SPACE), "--json", "--graph", graph)
    found = ran.document
    seq = contents(graph)[0]
    assert (ran.code, found["lane"], found["challenged"], found["paths"]) == (0, "bytes only", 0, [])
    assert open_by_cause(graph) == before
    rebound = read_only(graph, "select edition from rebind where seq = ? order by edition", seq)
    assert [edition for (edition,) in rebound] == ["crc_coverage/crc_cov_faq51", "crc_screening/uspstf_crc_2021"]
    assert cortex("check", "--graph", graph).code == 0


def test_a_decision_after_a_change_of_white_space_still_replays(
        cortex: Cortex, graph: Path, tmp_path: Path) -> None:
    family, _, facts, day, _ = ASKED[0]
    first = ask(cortex, graph, family, facts, day, "--commit")
    cortex("revise", CRC, "--from", revised_text(tmp_path, S2, WHITE_SPACE), "--graph", graph)
    later = ask(cortex, graph, family, facts, day)
    assert (later["mode"], later["proof"]) == ("replay", first["proof"])


def test_a_conclusion_passes_its_audit_after_a_change_of_white_space(
        cortex: Cortex, asked: Path, tmp_path: Path) -> None:
    cortex("revise", CRC, "--from", revised_text(tmp_path, S2, WHITE_SPACE), "--graph", asked)
    ((conclusion,),) = read_only(asked, "select id from conclusion where title = 'Screening at 47'")
    assert cortex("audit", conclusion, "--strict", "--json", "--graph", asked).document["verdict"] == "pass"


def test_registering_the_same_text_again_is_no_event(cortex: Cortex, graph: Path, tmp_path: Path) -> None:
    before = contents(graph)
    ran = cortex("revise", CRC, "--from", revised_text(tmp_path, S2, S2), "--json", "--graph", graph)
    assert (ran.code, ran.document["lane"], ran.document["event"]) == (0, "identical", 0)
    assert contents(graph) == before


# --- one digit changes -------------------------------------------------------------------------------------


def test_one_digit_challenges_exactly_the_proofs_of_the_two_families_that_rest_on_it(
        cortex: Cortex, asked: Path, tmp_path: Path) -> None:
    resting, before = resting_on(asked, CRC), open_by_cause(asked)
    assert set(resting.values()) == {"crc_screening", "crc_coverage"}
    ran = cortex("revise", CRC, "--from", revised_text(tmp_path, S2, ONE_DIGIT), "--json", "--graph", asked)
    found = ran.document
    after = open_by_cause(asked)
    assert (found["lane"], found["challenged"]) == ("text changed", len(resting))
    assert after.pop("rules not re-read") - before.get("rules not re-read", set()) == resting.keys()
    assert {cause: proofs for cause, proofs in before.items() if cause != "rules not re-read"} == after
    total = read_only(asked, "select count(*) from proof")[0][0]
    assert found["spared"] == total - len(resting)
    assert found["by_kind"]["proofs"] == {"challenged": len(resting), "of": total}


def test_every_challenged_proof_has_a_path_from_the_changed_statement(
        cortex: Cortex, asked: Path, tmp_path: Path) -> None:
    resting = resting_on(asked, CRC)
    ran = cortex("revise", CRC, "--from", revised_text(tmp_path, S2, ONE_DIGIT), "--json", "--graph", asked)
    paths = {path[-1]: path for path in ran.document["paths"]}
    rules = {str(rule) for (rule,) in read_only(asked, "select id from rule")}
    assert paths.keys() == resting.keys()
    for proof, (cause, rule, _) in paths.items():
        assert cause == "uspstf_crc_2021@2 s2"
        assert rule in rules
        cites = json.loads(read_only(asked, "select record from proof where id = ?", proof)[0][0])["key"]["cites"]
        assert {"artifact": CRC, "rule": rule, "span": "s2"}.items() <= next(
            one for one in cites if one["rule"] == rule and one["span"] == "s2").items()


def test_what_was_spared_is_counted_with_its_reason(cortex: Cortex, asked: Path, tmp_path: Path) -> None:
    ran = cortex("revise", CRC, "--from", revised_text(tmp_path, S2, ONE_DIGIT), "--json", "--graph", asked)
    found = ran.document
    assert sum(one["count"] for one in found["spared_because"]) == found["spared"]
    assert all(one["because"] for one in found["spared_because"])
    assert found["passages"][0]["span"] == "s2"


def test_check_goes_red_for_what_is_in_use_on_the_two_families_and_says_by_which_path(
        cortex: Cortex, asked: Path, tmp_path: Path) -> None:
    assert findings(cortex, asked) == {}
    cortex("revise", CRC, "--from", revised_text(tmp_path, S2, ONE_DIGIT), "--graph", asked)
    found = findings(cortex, asked)
    resting = set(resting_on(asked, CRC))
    rows = read_only(asked, "select c.title, p.id from conclusion c join proof p on p.n = c.proof where c.uses > 0")
    assert found.keys() == {title for title, proof in rows if proof in resting}
    assert found.keys() == in_use(asked, "crc_screening", "crc_coverage")
    assert all(one["standing"] == "challenged" for one in found.values())
    assert all(one["path"][0] == "uspstf_crc_2021@2 s2" and one["remedy"] for one in found.values())


def test_a_dry_run_says_the_same_and_registers_nothing(cortex: Cortex, asked: Path, tmp_path: Path) -> None:
    before = contents(asked)
    words = ("revise", CRC, "--from", revised_text(tmp_path, S2, ONE_DIGIT), "--json", "--graph", asked)
    dry = cortex(*words, "--dry-run").document
    assert contents(asked) == before
    real = cortex(*words).document
    assert {name: dry[name] for name in dry if name not in ("event", "dry_run")} == {
        name: real[name] for name in real if name not in ("event", "dry_run")}
    assert (dry["event"], real["event"]) == (0, before[0] + 1)


def test_a_challenged_proof_is_not_replayed(cortex: Cortex, changed: Path) -> None:
    family, _, facts, day, _ = ASKED[0]
    found = ask(cortex, changed, family, facts, day)
    assert found["mode"] != "replay"
    assert any(str(reason).startswith("replay: standing: recorded challenged") for reason in found["reasons"])


# --- rechecked without new rules ---------------------------------------------------------------------------


def test_a_recheck_without_new_rules_leaves_the_challenges_open_and_says_what_would_close_them(
        cortex: Cortex, changed: Path) -> None:
    resting, red = set(resting_on(changed, CRC)), findings(cortex, changed).keys()
    ran = cortex("recheck", "--all", "--json", "--graph", changed)
    lines = {line["proof"]: line for line in ran.document["lines"] if line["proof"] in resting}
    assert ran.code == 0
    assert lines.keys() == resting
    for line in lines.values():
        assert line["standing"] == "challenged"
        assert line["before"] == line["after"]
        assert line["reason"].startswith("rules not re-read: ")
        assert "Closed by new rules for it, or by a recorded re-reading" in line["reason"]
    assert open_by_cause(changed)["rules not re-read"] >= resting
    assert findings(cortex, changed).keys() == red


def test_going_back_to_the_old_text_reaffirms_everything(cortex: Cortex, changed: Path, tmp_path: Path) -> None:
    resting = set(resting_on(changed, CRC))
    back = cortex("revise", CRC, "--from", revised_text(tmp_path, S2, S2), "--json", "--graph", changed)
    assert back.document["version"] == "uspstf_crc_2021@3"
    lines = cortex("recheck", "--all", "--json", "--graph", changed).document["lines"]
    assert {line["standing"] for line in lines if line["proof"] in resting} == {"reaffirmed"}
    assert findings(cortex, changed) == {}


# --- rechecked with new rules ------------------------------------------------------------------------------


def re_encode(cortex: Cortex, graph: Path, folder: Path, old: str, new: str) -> dict[str, object]:
    """New rules for both editions on the source."""
    ran = cortex("revise", CRC, "--json", "--graph", graph, "--rules",
                 rules_of(folder, "crc_screening", "uspstf_crc_2021", old, new),
                 rules_of(folder, "crc_coverage", "crc_cov_faq51", old, new))
    assert ran.code == 0, ran.err
    return ran.document


def test_with_re_encoded_rules_check_names_exactly_those_in_use_whose_answer_changed(
        cortex: Cortex, changed: Path, tmp_path: Path) -> None:
    resting = resting_on(changed, CRC)
    assert re_encode(cortex, changed, tmp_path, "45 <= age_years", "46 <= age_years")["lane"] == "re-encoded"
    lines = cortex("recheck", "--all", "--json", "--graph", changed).document["lines"]
    settled = {line["proof"]: line for line in lines if line["proof"] in resting}
    assert settled.keys() == resting.keys()
    for line in settled.values():
        assert line["reason"]
        assert line["standing"] == ("reaffirmed" if line["before"] == line["after"] else "retracted"), line
    found = findings(cortex, changed)
    assert found.keys() == {title for _, title, _, _, moves in ASKED if moves}
    assert {one["standing"] for one in found.values()} == {"retracted"}
    for family, title, facts, day, moves in ASKED:
        now = ask(cortex, changed, family, facts, day)
        sets = now["sets"]
        assert isinstance(sets, dict)
        assert ("45_49" in str(sets["added"])) is (not moves and "six" in title), title


def test_each_settled_proof_says_before_and_after(cortex: Cortex, changed: Path, tmp_path: Path) -> None:
    re_encode(cortex, changed, tmp_path, "45 <= age_years", "46 <= age_years")
    ((proof,),) = read_only(changed, "select p.id from conclusion c join proof p on p.n = c.proof "
                                     "where c.title = 'Forty-five years old'")
    (line,) = cortex("recheck", proof, "--json", "--graph", changed).document["lines"]
    assert (line["proof"], line["standing"]) == (proof, "retracted")
    assert "crc.screen_45_49 add" in line["before"]
    assert "crc.screen_45_49 add" not in line["after"]


def test_with_materially_equal_rules_every_conclusion_in_use_is_reaffirmed_and_check_is_green(
        cortex: Cortex, changed: Path, tmp_path: Path) -> None:
    resting, used = resting_on(changed, CRC), in_use(changed, "crc_screening", "crc_coverage")
    assert findings(cortex, changed).keys() == used
    re_encode(cortex, changed, tmp_path, "45 <= age_years <= ", "age_years >= 45 and age_years <= ")
    lines = cortex("recheck", "--all", "--json", "--graph", changed).document["lines"]
    settled = {line["proof"]: line for line in lines if line["proof"] in resting}
    assert settled.keys() == resting.keys()
    assert {line["standing"] for line in settled.values()} == {"reaffirmed"}
    assert all(line["before"] == line["after"] and line["reason"] for line in settled.values())
    assert findings(cortex, changed) == {}
    assert in_use(changed, "crc_screening", "crc_coverage") == used


def test_new_rules_alone_challenge_what_reads_them_until_it_is_rechecked(
        cortex: Cortex, asked: Path, tmp_path: Path) -> None:
    found = re_encode(cortex, asked, tmp_path, "45 <= age_years <= ", "age_years >= 45 and age_years <= ")
    assert found["lane"] == "re-encoded"
    assert findings(cortex, asked).keys() == in_use(asked, "crc_screening", "crc_coverage")
    cortex("recheck", "--all", "--graph", asked)
    assert findings(cortex, asked) == {}


# --- other lanes ---------------------------------------------------------------------------------------------


def test_corrected_dates_challenge_what_rests_on_the_source_and_a_recheck_reaffirms_it(
        cortex: Cortex, asked: Path, tmp_path: Path) -> None:
    file = revised_text(tmp_path, 'published: "2021-05-18"', 'published: "2021-05-17"')
    ran = cortex("revise", CRC, "--from", file, "--json", "--graph", asked)
    assert ran.document["lane"] == "metadata corrected"
    assert ran.document["challenged"] == len(resting_on(asked, CRC))
    assert findings(cortex, asked).keys() == in_use(asked, "crc_screening", "crc_coverage")
    cortex("recheck", "--all", "--graph", asked)
    assert findings(cortex, asked) == {}


def test_a_withdrawn_source_revives_nothing_and_what_rests_on_it_stays_red(cortex: Cortex, asked: Path) -> None:
    ran = cortex("revise", CRC, "--withdraw", "--json", "--graph", asked)
    assert ran.document["lane"] == "withdrawn"
    assert ran.document["challenged"] == len(resting_on(asked, CRC))
    used = in_use(asked, "crc_screening", "crc_coverage")
    assert findings(cortex, asked).keys() == used
    resolved = cortex("resolve", "--scope", "crc_screening", "--valid", "2022-06-01", "--json", "--graph", asked)
    assert resolved.document["selected"] == []
    cortex("recheck", "--all", "--graph", asked)
    assert findings(cortex, asked).keys() == used


def test_a_recorded_re_reading_closes_the_challenge_of_that_proof_and_of_no_other(
        cortex: Cortex, changed: Path) -> None:
    before, red = open_by_cause(changed)["rules not re-read"], findings(cortex, changed).keys()
    rows = dict(read_only(changed, "select c.title, p.id from conclusion c join proof p on p.n = c.proof "
                                   "where c.uses > 0"))
    ran = cortex("review", "reread", rows["Screening at 47"], "--by", "Ada", "--note", "47 lies within both readings",
                 "--json", "--graph", changed)
    assert (ran.code, ran.document["by"], ran.document["claimed"]) == (0, "Ada", True)
    assert before - open_by_cause(changed)["rules not re-read"] == {rows["Screening at 47"]}
    cleared = {title for title, proof in rows.items() if proof == rows["Screening at 47"]}
    assert findings(cortex, changed).keys() == red - cleared
    again = cortex("review", "reread", rows["Screening at 47"], "--by", "Ada", "--graph", changed)
    assert again.code == 2
    assert "no open challenge" in again.err


def test_the_log_stays_intact_and_its_projections_follow_from_it_through_the_journey(
        cortex: Cortex, changed: Path, tmp_path: Path) -> None:
    re_encode(cortex, changed, tmp_path, "45 <= age_years", "46 <= age_years")
    cortex("recheck", "--all", "--graph", changed)
    found = cortex("verify-log", "--json", "--graph", changed).document
    assert (found["intact"], found["anchored"], found["projections"]) == (True, True, "pass")
