"""What a registered change challenges: along *justifies* edges only, each proof once, with its path; and what it
spares, with the reason."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from cortex_core.errors import Refused
from cortex_core.ids import ArtifactKey
from cortex_core.interop.artifact_files import read_artifact
from cortex_core.lifecycle.revision import revise, withdraw
from cortex_core.model.enums import Cause, Lane, Standing
from cortex_core.model.events import Revised
from cortex_core.service.changing import revise as register
from cortex_core.service.unit import unit
from tests.graphs import sample
from tests.lifecycle.questions import NEW, asked, committed, rules_of, standing_of, text_of


def planned(before: str, after: str, key: str = NEW) -> Revised | None:
    with unit(sample()) as work:
        new = read_artifact(text_of(key, before, after), "revised.md")
        return revise(work.registry, work.memory, ArtifactKey(key), new)


def resting_on(key: str) -> set[str]:
    with closing(sqlite3.connect(sample())) as conn:
        return {proof for (proof,) in conn.execute(
            "select distinct proof.id from proof, json_each(proof.record, '$.key.sources') as source "
            "where json_extract(source.value, '$.artifact') = ?", (key,))}


def test_one_digit_reaches_every_proof_that_rests_on_the_source_once_and_no_other() -> None:
    event = planned("[s2] Age 45", "[s2] Age 46")
    assert event is not None
    reached = [one.proof for one in event.challenges]
    assert set(reached) == resting_on(NEW)
    assert len(reached) == len(set(reached))
    assert {one.cause for one in event.challenges} == {Cause.TEXT_CHANGED}
    assert {one.valid_from for one in event.challenges} == {None}


def test_each_path_goes_from_the_changed_statement_through_a_rule_to_the_proof() -> None:
    event = planned("[s2] Age 45", "[s2] Age 46")
    assert event is not None
    with unit(sample()) as work:
        for one in event.challenges:
            proof = work.memory.proof(one.proof)
            assert proof is not None
            cause, rule, last = one.path
            through = {cite.rule for cite in proof.key.cites if (cite.artifact, cite.span) == (NEW, "s2")}
            assert cause == f"{NEW}@2 s2"
            assert (rule in through, last) == (True, one.proof)
            assert one.paths == sum((cite.artifact, cite.span) == (NEW, "s2") for cite in proof.key.cites)


def test_what_is_spared_is_counted_with_the_reason_and_nothing_is_left_out() -> None:
    event = planned("[s2] Age 45", "[s2] Age 46")
    assert event is not None
    with unit(sample()) as work:
        assert len(event.challenges) + sum(one.count for one in event.spared) == work.memory.proof_count()
    assert all(one.because for one in event.spared)
    assert "proofs of other families" in {one.what for one in event.spared}


def test_cost_follows_the_proofs_that_are_reached_not_the_episodes(graph: Path) -> None:
    with unit(graph) as work:
        new = read_artifact(text_of(NEW, "[s2] Age 45", "[s2] Age 46"), "revised.md")
        before = revise(work.registry, work.memory, ArtifactKey(NEW), new)
    committed(graph, *(asked(name=f"person {number}") for number in range(40)))
    with unit(graph) as work:
        after = revise(work.registry, work.memory, ArtifactKey(NEW), new)
    assert before is not None
    assert after is not None
    assert after.visited <= before.visited + 1
    assert len(after.challenges) <= len(before.challenges) + 1


def test_white_space_challenges_nothing_and_the_whole_record_alike_is_no_event() -> None:
    event = planned("[s2] Age", "[s2]  Age")
    assert event is not None
    assert (event.lane, event.challenges) == (Lane.BYTES_ONLY, ())
    assert len(event.rebinds) == 2
    assert sum(one.count for one in event.spared) > 0
    assert planned("", "") is None


def test_a_text_that_starts_later_challenges_only_from_then_on(graph: Path) -> None:
    proof = committed(graph, asked())[0].decision.proof_id
    register(graph, NEW, text=text_of(NEW, 'valid_from: "2021-05-18"', 'valid_from: "2027-01-01"'))
    with unit(graph) as work:
        assert work.memory.standing(proof, date(2026, 12, 31)) is Standing.ACTIVE
        assert work.memory.standing(proof, date(2027, 1, 1)) is Standing.CHALLENGED


def test_the_version_and_its_challenges_stand_in_one_event(graph: Path) -> None:
    report = register(graph, NEW, text=text_of(NEW, "[s2] Age 45", "[s2] Age 46"))
    with closing(sqlite3.connect(graph)) as conn:
        assert conn.execute("select seq from artifact where version = ?", (f"{NEW}@2",)).fetchone() == (report.event,)
        opened = conn.execute("select count(*), min(seq), max(seq) from challenge where seq = ?",
                              (report.event,)).fetchone()
    assert opened == (report.challenged, report.event, report.event)


def test_changing_there_and_back_and_there_again_is_three_revisions(graph: Path) -> None:
    changed, back = text_of(NEW, "[s2] Age 45", "[s2] Age 46"), text_of(NEW)
    versions = [register(graph, NEW, text=text).version for text in (changed, back, changed)]
    assert versions == [f"{NEW}@2", f"{NEW}@3", f"{NEW}@4"]


def test_new_rules_challenge_what_reads_them_and_the_text_that_came_with_them_the_rest() -> None:
    from cortex_core.interop.rule_files import read_edition

    with unit(sample()) as work:
        new = read_artifact(text_of(NEW, "[s2] Age 45", "[s2] Age 46"), "revised.md")
        artifacts = {entry.version.key: entry.version for entry in work.registry.artifacts} | {new.key: new}
        (text,) = rules_of(before="45 <=", after="46 <=").values()
        edition = read_edition(text, "new.yaml", work.registry.families["crc_screening"], artifacts)
        event = revise(work.registry, work.memory, ArtifactKey(NEW), new, [edition])
        assert event is not None
        causes: dict[str, set[Cause]] = {}
        for one in event.challenges:
            proof = work.memory.proof(one.proof)
            assert proof is not None
            causes.setdefault(proof.key.family, set()).add(one.cause)
    assert event.lane is Lane.RE_ENCODED
    assert [one.encoding for one in event.editions] == [2]
    assert causes == {"crc_screening": {Cause.RE_ENCODED}, "crc_coverage": {Cause.TEXT_CHANGED}}


def test_a_withdrawal_challenges_what_rested_on_it_and_happens_once(graph: Path) -> None:
    proof = committed(graph, asked())[0].decision.proof_id
    report = register(graph, NEW, withdraw=True)
    assert report.lane is Lane.WITHDRAWN
    assert standing_of(graph, proof) is Standing.CHALLENGED
    with unit(graph) as work, pytest.raises(Refused, match="is withdrawn already"):
        withdraw(work.registry, work.memory, ArtifactKey(NEW))


def test_an_unknown_artifact_foreign_bytes_and_a_foreign_edition_are_refused() -> None:
    with pytest.raises(Refused, match="the artifact 'nothing' is not registered"):
        register(sample(), "nothing", text=text_of(NEW), dry_run=True)
    with pytest.raises(Refused, match=f"the file's key is {NEW}, not uspstf_crc_2016"):
        register(sample(), "uspstf_crc_2016", text=text_of(NEW), dry_run=True)
    with pytest.raises(Refused, match="does not rest on who_art_2021"):
        register(sample(), "who_art_2021", rules=rules_of(), dry_run=True)
