"""The script of the sample graph: what became known when, the made-up changes, and the demonstrations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cortex_core.experience.derivation import derive, output_on
from cortex_core.experience.horizon import HoldsUntil, holds_until
from cortex_core.experience.situation import Resolver, Situation
from cortex_core.ids import EditionKey
from cortex_core.interop.artifact_files import read_artifact_file, read_text
from cortex_core.interop.rule_files import read_edition
from cortex_core.interop.sample import read_sample, sample_folder
from cortex_core.interop.yaml_text import read_yaml
from cortex_core.lifecycle.triage import lane_of, rebinds
from cortex_core.model.enums import Lane, Transition
from cortex_core.model.experience import Output, Task
from cortex_core.model.rules import Edition
from cortex_core.model.sources import ArtifactVersion
from cortex_core.rules.intake import take_in
from cortex_core.sources.registry import RegisteredArtifact, RegisteredEdition, Registry
from cortex_core.temporal.civil import parse_partial
from cortex_core.tools.cvd_calculator import NAME, observe

SAMPLE = sample_folder()
REVISIONS = SAMPLE / "revisions"
FAMILIES, ARTIFACTS, EDITIONS = read_sample(SAMPLE)
FAMILY = {family.key: family for family in FAMILIES}


def _list(path: Path, key: str) -> list[dict[str, Any]]:
    document = read_yaml(read_text(path), str(path))
    assert document.issues == []
    assert isinstance(document.root, dict)
    return document.root[key]


def _registry(artifacts: Mapping[str, ArtifactVersion], editions: list[Edition]) -> Registry:
    known = "2026-01-01T00:00:00Z"
    return Registry(FAMILY, tuple(RegisteredArtifact(one, 1, known) for one in artifacts.values()),
                    tuple(RegisteredEdition(one, 1, known) for one in editions))


RESOLVER = Resolver(_registry({one.key: one for one in ARTIFACTS}, list(EDITIONS)))


@dataclass(frozen=True, slots=True)
class Asked:
    situation: Situation
    task: Task
    output: Output
    holds: HoldsUntil


def _ask(entry: Mapping[str, Any], resolver: Resolver = RESOLVER, **instead: object) -> Asked:
    family, on = FAMILY[entry["family"]], date.fromisoformat(entry["decision_date"])
    facts = {**entry["facts"], **instead}
    if "tool" in entry:
        assert entry["tool"]["fact"] not in facts
        facts[entry["tool"]["fact"]] = observe(entry["tool"]["inputs"])
    taken = take_in(family, facts, on)
    assert taken.ignored == ()
    named = "old_edition" in entry
    pair = (EditionKey(entry["old_edition"]), EditionKey(entry["new_edition"])) if named else None
    situation = resolver.situation(family.key, on, pair)
    task = Task(family.key, family.task_type, family.output_type, on, taken.observations, situation.pair)
    output = derive(situation, task).output
    return Asked(situation, task, output, holds_until(resolver, situation, task, output))


DEMONSTRATIONS = {entry["number"]: entry for entry in _list(SAMPLE / "demonstrations.yaml", "demonstrations")}


def _shown(number: int, **instead: object) -> Asked:
    return _ask(DEMONSTRATIONS[number], **instead)


# --- what became known when -------------------------------------------------------------------------------

REGISTRATIONS = _list(SAMPLE / "history.yaml", "registrations")
GRAPH_BEGINS = datetime(2013, 7, 15, tzinfo=UTC)


def _known(entry: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(entry["known"])


def test_every_source_family_and_edition_of_the_sample_is_registered_once() -> None:
    def named(key: str) -> list[str]:
        return sorted(name for entry in REGISTRATIONS for name in entry[key])

    assert named("artifacts") == sorted(one.key for one in ARTIFACTS)
    assert named("families") == sorted(FAMILY)
    assert named("editions") == sorted({one.key for one in EDITIONS})


def test_nothing_is_registered_before_what_it_rests_on() -> None:
    known: set[str] = set()
    times = [_known(entry) for entry in REGISTRATIONS]
    assert times == sorted(times)
    for entry in REGISTRATIONS:
        known |= {*entry["artifacts"], *entry["families"]}
        for edition in (one for one in EDITIONS if one.key in entry["editions"]):
            assert {*edition.sources, edition.family} <= known
            assert edition.supersedes is None or edition.supersedes in known | set(entry["editions"])
        known |= set(entry["editions"])


def test_a_source_becomes_known_some_days_after_its_publication() -> None:
    when = {key: _known(entry) for entry in REGISTRATIONS for key in entry["artifacts"]}
    for artifact in ARTIFACTS:
        day = max(parse_partial(artifact.published).first, GRAPH_BEGINS.date() - timedelta(days=15))
        lag = (when[artifact.key].date() - day).days
        assert when[artifact.key] >= GRAPH_BEGINS
        assert 1 <= lag <= 30, artifact.key


# --- the made-up changes ----------------------------------------------------------------------------------

STEPS = _list(REVISIONS / "history.yaml", "steps")


def _changed(step: Mapping[str, Any], heads: dict[str, ArtifactVersion]) -> tuple[Lane, list[Edition]]:
    key = step["artifact"]
    new = read_artifact_file(REVISIONS / step["file"]) if "file" in step else None
    old = heads[key]
    if new is not None:
        assert new.key == key
        heads[key] = new
    names = step.get("rules", [])
    family = {f"{one.key}.yaml": FAMILY[one.family] for one in EDITIONS}
    editions = [read_edition(read_text(REVISIONS / "rules" / name), name, family[name], heads)
                for name in names]
    if new is not None and lane_of(old, new, editions) is Lane.BYTES_ONLY:
        certificates, problems = rebinds(old, new, [one for one in EDITIONS if key in one.sources])
        assert problems == ()
        assert certificates
    return (Lane.WITHDRAWN if step.get("withdraw") else lane_of(old, new, editions)), editions


def _walked() -> tuple[list[Lane], dict[str, ArtifactVersion], list[Edition]]:
    heads: dict[str, ArtifactVersion] = {one.key: one for one in ARTIFACTS}
    lanes, editions = [], list(EDITIONS)
    for step in (one for one in STEPS if "artifact" in one and not one.get("reread")):
        lane, fresh = _changed(step, heads)
        lanes.append(lane)
        editions = [one for one in editions if one.id not in {new.id for new in fresh}] + fresh
    return lanes, heads, editions


def test_the_changes_go_through_every_lane() -> None:
    assert _walked()[0] == [
        Lane.BYTES_ONLY, Lane.TEXT_CHANGED, Lane.RE_ENCODED, Lane.TEXT_CHANGED, Lane.RE_ENCODED,
        Lane.METADATA_CORRECTED, Lane.TEXT_CHANGED, Lane.WITHDRAWN,
    ]


def test_changes_come_in_order_and_after_the_last_registration() -> None:
    times = [_known(step) for step in STEPS]
    assert times == sorted(set(times))
    assert times[0] > _known(REGISTRATIONS[-1])
    assert {time.year for time in times} == {2026}
    assert all(2 <= time.month <= 9 for time in times)


def test_every_changed_text_says_that_the_publisher_did_not_make_it() -> None:
    used = {step["file"] for step in STEPS if "file" in step}
    assert used == {path.name for path in REVISIONS.glob("*.md")}
    for name in used:
        assert "emonstration change, not" in read_text(REVISIONS / name), name


def test_what_is_relied_on_rests_on_no_text_that_changed() -> None:
    changes = [step["artifact"] for step in STEPS if "artifact" in step and not step.get("reread")]
    changed = {key for key, lane in zip(changes, _walked()[0], strict=True) if lane is not Lane.BYTES_ONLY}
    for number, entry in DEMONSTRATIONS.items():
        if "in_use" in entry:
            sources = {ref.artifact for ref in _shown(number).situation.key.sources}
            assert not sources & changed, number


@pytest.mark.parametrize("entry", _list(REVISIONS / "asked.yaml", "asked"), ids=lambda entry: entry["title"])
def test_a_question_about_a_change_comes_out_as_its_file_says(entry: dict[str, Any]) -> None:
    _, heads, editions = _walked()
    before, after = _ask(entry), _ask(entry, Resolver(_registry(heads, editions)))
    differs = before.output.digest != after.output.digest
    assert differs == (entry["expect"] in {"superseded", "retracted"})
    if entry["expect"] == "superseded":
        assert date.fromisoformat(entry["decision_date"]) < heads["cabf_br_sc081"].valid_from


# --- the demonstrations -----------------------------------------------------------------------------------


def test_there_are_twelve_of_which_eight_are_in_use_and_three_signed() -> None:
    assert list(DEMONSTRATIONS) == list(range(1, 13))
    assert [number for number, one in DEMONSTRATIONS.items() if "in_use" in one] == list(range(1, 9))
    assert [number for number, one in DEMONSTRATIONS.items() if "signed" in one] == [1, 5, 7]
    assert [number for number, one in DEMONSTRATIONS.items() if "tool" in one] == [7]


def test_screening_at_47_is_added_with_grade_b_and_turns_into_a_on_the_50th_birthday() -> None:
    shown, day = _shown(1), date(2029, 1, 12)
    assert shown.output.sets.added == ("crc.screen_45_49",)
    assert [row.new_output for row in shown.output.rows] == ["crc.screen.B"]
    renewed = {**DEMONSTRATIONS[1], "decision_date": day.isoformat()}
    on_the_day, before = _ask(renewed), _ask({**renewed, "decision_date": "2029-01-11"})
    assert [row.new_output for row in before.output.rows] == ["crc.screen.B"]
    assert [row.new_output for row in on_the_day.output.rows] == ["crc.screen.A"]
    # a fact whose lifetime ends earlier has to be asked again earlier
    ends = [one.until for one in shown.task.observations if one.until is not None]
    assert shown.holds.day == min([day, *ends])


def test_a_plan_year_that_starts_a_day_early_gets_nothing_and_a_day_later_everything() -> None:
    assert _shown(2).output.rows == ()
    assert _shown(2, plan_year_start="2022-05-31").output.sets.added == ("cov.screen_45_49",)


def test_the_follow_up_rests_on_two_artifacts() -> None:
    shown = _shown(3)
    assert shown.output.sets.added == ("cov.followup",)
    cited = {one.artifact for one in shown.situation.key.cites if one.rule.endswith(":cov.followup")}
    assert cited == {"aca_faq_51", "uspstf_crc_2021"}


def test_without_a_cd4_count_2013_is_unresolved_and_2016_certain() -> None:
    sets = _shown(4).output.sets
    assert sets.unresolved == ("art.child_5_9",)
    assert sets.currently_applicable == ("who_art_2016:art.child_5_9",)
    assert sets.currently_unknown == ()


def test_the_larger_dose_begins_at_150_kg_itself() -> None:
    def dose(weight: object) -> str:
        rows = _shown(5, weight_kg=weight).output.rows
        return next(row.new_output for row in rows if row.lineage == "gc.uro.primary")

    assert _shown(5).output.sets.modified == ("gc.uro.primary",)
    assert (dose(150), dose("149.9")) == ("gc.ctx1000", "gc.ctx500")


def test_in_january_2021_the_old_text_governs_and_its_gap_is_named() -> None:
    shown = _shown(6)
    assert shown.situation.key.governing == "cdc_std_2015"
    assert "cdc_std_2015:gc.uro.primary" in shown.output.sets.currently_applicable
    text = next(one for one in ARTIFACTS if one.key == "cdc_std_2015")
    assert any("2020-12-18" in gap for gap in text.known_gaps)


def test_aspirin_at_62_goes_from_c_to_d_on_a_calculated_risk() -> None:
    shown = _shown(7)
    assert DEMONSTRATIONS[7]["tool"]["name"] == NAME
    assert observe(DEMONSTRATIONS[7]["tool"]["inputs"]) >= 10
    assert [(row.old_output, row.new_output, row.transition) for row in shown.output.rows] == [
        ("asp.individual.C.cvd_crc", "asp.do_not_initiate.D", Transition.MODIFY)]


def test_two_risk_figures_above_the_threshold_leave_the_answer_unknown() -> None:
    assert _shown(8).output.sets.currently_unknown == ("uspstf_aspirin_2022:asp.mid",)
    for figure in (12, 14):
        assert _shown(8, cvd_risk_10y_pct=figure).output.sets.modified == ("asp.mid",)


def test_an_index_of_14_and_a_half_falls_into_the_printed_gap() -> None:
    assert _shown(9).output.rows == ()
    for index in (14, 15):
        assert "cms_ncd_240_4_v3:cpap.initial" in _shown(9, ahi=index).output.sets.currently_applicable


def test_on_day_84_time_alone_changes_the_answer() -> None:
    shown = _shown(10)
    assert shown.output.sets.added == ("cpap.initial",)
    assert shown.holds.day == date(2008, 9, 23)
    assert shown.holds.then is not None
    assert shown.holds.then.sets.added == ("cpap.continued",)
    assert output_on(shown.situation, shown.task, date(2008, 9, 22)).digest == shown.output.digest


def test_in_january_2026_no_edition_governs() -> None:
    shown = _shown(11)
    assert shown.situation.key.governing is None
    assert shown.output.sets.currently_applicable == ()


def test_a_certificate_without_a_date_is_fine_with_47_days_and_open_with_90() -> None:
    assert _shown(12).output.sets.currently_unknown == ("br_sc081:tls.validity",)
    assert "br_sc081:tls.validity" in _shown(12, validity_days=47).output.sets.currently_applicable
