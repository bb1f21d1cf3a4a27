"""What is recorded of a decision: ids that say nothing, one proof for many episodes, abstentions."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

from cortex_core.lifecycle.recording import certify, record, task_id
from cortex_core.model.enums import Mode, Verdict
from cortex_core.service.deciding import Asked, answer
from cortex_core.service.unit import unit
from tests.graphs import sample
from tests.lifecycle.questions import asked, committed


def test_ids_are_keyed_digests_that_hold_nothing_of_the_question() -> None:
    decision = answer(sample(), asked(name="Ada Lovelace")).decision
    with unit(sample()) as work:
        kept = record(decision, work.secret, work.registry, name="Ada Lovelace")
    assert re.fullmatch(r"episode-[0-9a-f]{32}", kept.episode.id)
    assert re.fullmatch(r"task-[0-9a-f]{32}", kept.episode.task)
    assert "Ada" not in repr(kept)
    assert "1976-03-02" not in repr(kept)


def test_the_secret_the_facts_and_the_name_each_make_another_task() -> None:
    task = answer(sample(), asked()).decision.task
    other = answer(sample(), asked(born="1976-03-03")).decision.task
    made = [task_id(b"a" * 32, task), task_id(b"b" * 32, task), task_id(b"a" * 32, other),
            task_id(b"a" * 32, task, "somebody")]
    assert len(set(made)) == 4
    assert task_id(b"a" * 32, task) == made[0]


def test_facts_that_mean_the_same_make_the_same_task() -> None:
    """A missing fact that is left out, and one that is said to be missing."""
    spelled = answer(sample(), asked(chosen_test={"unknown": "missing"})).decision.task
    given = asked()
    left_out = Asked(given.family, {name: value for name, value in given.facts.items() if name != "chosen_test"},
                     given.on)
    assert task_id(b"a" * 32, answer(sample(), left_out).decision.task) == task_id(b"a" * 32, spelled)


def test_many_persons_share_one_proof_and_each_has_an_episode(graph: Path) -> None:
    answers = committed(graph, asked("1938-01-01", name="one"), asked("1938-04-07", name="two"),
                        asked("1939-09-30", name="three"))
    assert len({one.episode for one in answers}) == 3
    proof, = {one.decision.proof_id for one in answers}
    with closing(sqlite3.connect(graph)) as conn:
        assert conn.execute("select count(*) from proof where id = ?", (proof,)).fetchone() == (1,)
        assert conn.execute("select count(*) from facts where episode in (?, ?, ?)",
                            [one.episode for one in answers]).fetchone() == (3,)


def test_a_certificate_holds_the_gates_report_and_what_it_rests_on() -> None:
    decision = answer(sample(), asked()).decision
    with unit(sample()) as work:
        made = certify(decision.proof_id, decision.report, work.registry, "gc_treatment")
    assert (made.proof, made.criteria) == (decision.proof_id, decision.report.criteria)
    assert all(one.verdict is Verdict.PASS for one in made.criteria)
    assert [name for name, _ in made.rests_on] == ["encoding", "registry", "known gaps", "outside"]
    assert dict(made.rests_on)["known gaps"] != "none recorded"


def test_an_escalation_is_recorded_with_what_may_and_what_must_settle_it() -> None:
    open_one = answer(sample(), asked(average_risk={"unknown": "missing"})).decision
    with unit(sample()) as work:
        kept = record(open_one, work.secret, work.registry)
        definite = record(answer(sample(), asked()).decision, work.secret, work.registry)
    assert open_one.mode is Mode.ESCALATE
    assert kept.abstention is not None
    assert (kept.abstention.may_settle, kept.abstention.must_settle) == (("average_risk",), (("average_risk",),))
    assert kept.abstention.episode == kept.episode.id
    assert definite.abstention is None


def test_an_escalation_for_want_of_an_edition_says_that_none_is_in_force() -> None:
    given = Asked("partd_benefit", {"enrolled_defined_standard": True, "lis_status": "none", "gross_ytd_usd": 310,
                                    "troop_ytd_usd": 310}, date(2026, 1, 10), ("partd_cy2024", "partd_cy2025"))
    decision = answer(sample(), given).decision
    with unit(sample()) as work:
        kept = record(decision, work.secret, work.registry)
    assert kept.abstention is not None
    assert "no registered edition is in force on 2026-01-10" in " ".join(kept.abstention.missing)
