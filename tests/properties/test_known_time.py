"""I6 on stored graphs: equal (valid, known), equal answer for ever; independent events in any order."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import permutations
from pathlib import Path

from cortex_core.interop.sample import read_sample, sample_folder
from cortex_core.model.events import Registered
from cortex_core.service.build import register_all
from cortex_core.service.changing import recheck, revise
from cortex_core.service.deciding import Answer, Asked, answer, commit
from cortex_core.service.unit import decide_and_append, unit
from cortex_core.store.database import create

T0 = datetime(2024, 1, 1, tzinfo=UTC)
SCREENING = Asked("crc_screening", {"birth_date": "1973-08-09", "average_risk": True}, date(2021, 6, 1))
PASSWORD = Asked("nist_password", {}, date(2025, 9, 1))
CERTIFICATE = Asked("tls_lifetime", {}, date(2020, 10, 1))


def at(step: int) -> datetime:
    return T0 + timedelta(hours=step)


def fresh_graph(folder: Path, name: str) -> Path:
    path = folder / f"{name}.db"
    create(path, name=name, scripted=True, now=T0 - timedelta(days=1))
    return path


def told(made: Answer) -> tuple[object, ...]:
    decision = made.decision
    return (decision.proof.output, decision.proof.key, decision.fact_horizon, decision.replay_horizon,
            decision.holds, tuple(one.row for one in decision.released.rows))


def test_what_was_known_then_is_answered_alike_after_any_later_event(tmp_path: Path) -> None:
    path = fresh_graph(tmp_path, "grows")
    register_all(path, at(0))
    questions = (SCREENING, PASSWORD, CERTIFICATE)
    commit(path, list(questions), scripted=at(1))
    before = [told(answer(path, one, at(1))) for one in questions]
    later = (
        lambda: revise(path, "uspstf_crc_2021", withdraw=True, scripted=at(2)),
        lambda: revise(path, "nist_63b_rev4_text", withdraw=True, scripted=at(3)),
        lambda: recheck(path, scripted=at(4)),
        lambda: commit(path, [SCREENING], scripted=at(5)),
    )
    for event in later:
        event()
        assert [told(answer(path, one, at(1))) for one in questions] == before
    assert told(answer(path, SCREENING)) != before[0]         # the head did move


def test_independent_events_in_any_order_give_equal_answers_and_standings_at_the_heads(
        tmp_path: Path) -> None:
    heads = []
    for number, order in enumerate(permutations(("crc", "nist", "tls"))):
        path = fresh_graph(tmp_path, f"order{number}")
        register_all(path, at(0))
        commit(path, [SCREENING, PASSWORD, CERTIFICATE], scripted=at(1))
        steps = {
            "crc": lambda path=path, step=2: revise(path, "uspstf_crc_2021", withdraw=True, scripted=at(step)),
            "nist": lambda path=path, step=3: revise(
                path, "nist_63b_rev4_text", withdraw=True, scripted=at(step)),
            "tls": lambda path=path, step=4: commit(path, [CERTIFICATE], scripted=at(step)),
        }
        for name in order:
            steps[name]()
        with unit(path) as work:
            proofs = sorted(work.memory.challenged())
            standings = {one: work.memory.standing(one) for one in proofs}
            counts = work.memory.standing_counts()
        heads.append(([told(answer(path, one)) for one in (SCREENING, PASSWORD, CERTIFICATE)],
                      proofs, standings, counts))
    assert heads[0][1], "the withdrawals challenged something"
    assert all(head == heads[0] for head in heads)


def test_sources_registered_family_by_family_in_any_order_answer_as_registered_at_once(
        tmp_path: Path) -> None:
    families, artifacts, editions = read_sample(sample_folder())
    wanted = [("crc_screening",), ("nist_password",), ("tls_lifetime",)]
    found = []
    for number, order in enumerate((wanted, wanted[::-1])):
        path = fresh_graph(tmp_path, f"part{number}")
        for step, part in enumerate(order):
            mine = [one for one in editions if one.family in part]
            keys = {key for one in mine for key in one.sources}
            event = Registered(tuple(one for one in families if one.key in part),
                               tuple(one for one in artifacts if one.key in keys), tuple(mine), "", "part")
            decide_and_append(path, lambda work, event=event: (None, [event], {}), scripted=at(step))
        found.append([told(answer(path, one)) for one in (SCREENING, PASSWORD, CERTIFICATE)])
    whole = fresh_graph(tmp_path, "whole")
    register_all(whole, at(0))
    assert found[0] == found[1] == [told(answer(whole, one)) for one in (SCREENING, PASSWORD, CERTIFICATE)]
