"""counterexamples 15 to 24: what the output depends on, which time limits it, and who governs."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from cortex_core.experience.horizon import fact_horizon, holds_until, replay_horizon
from cortex_core.experience.situation import Resolver
from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.interop.case_files import read_cases
from cortex_core.interop.sample import sample_folder
from cortex_core.logic.terms import Kind
from cortex_core.logic.values import Stale
from cortex_core.model.experience import Task
from cortex_core.model.rules import Lifetime, LifetimeKind
from cortex_core.model.sources import ArtifactVersion
from cortex_core.rules.intake import take_in
from cortex_core.rules.terms_on import terms_on
from cortex_core.sources.registry import RegisteredArtifact, RegisteredEdition, Registry
from cortex_core.temporal.interval import Interval
from tests.counterexamples.made import Asked, ask, atoms, edition, fact, family, only, registry, rule, value
from tests.properties.questions import decided, remembering, resolver, shipped, task_of

ONE = timedelta(days=1)
CASES = {case.id: case for case in read_cases(sample_folder() / "cases" / "corpus_cases.json")}


def screening(born: str, on: date, **facts: object) -> Task:
    asked = {"birth_date": born, "asymptomatic": True, "average_risk": True, "chosen_test": "none_selected"}
    return task_of(shipped().families["crc_screening"], asked | facts, on)


def two(start: date = date(2020, 1, 1), **new: object) -> tuple[Registry, date]:
    old = edition("old", rule("old", "a"), start=date(2010, 1, 1))
    later = edition("new", rule("new", "a", "leave"), start=start, supersedes="old", **new)  # type: ignore[arg-type]  # whichever field a test changes
    return registry(old, later), start


@pytest.mark.parametrize(("one", "other"), [("ct_treatment-01", "ct_treatment-11"), ("cpap_osa-07", "cpap_osa-14")])
def test_equal_facts_and_pair_on_two_days_are_two_answers_because_another_edition_governs(
        one: str, other: str) -> None:
    """counterexamples 15. The governing edition is part of the key and of the output."""
    here, there = CASES[one], CASES[other]
    assert (here.facts, here.old_edition, here.new_edition) == (there.facts, there.old_edition, there.new_edition)
    proofs = []
    for case in (here, there):
        made = shipped().families[case.family]
        task = Task(made.key, made.task_type, made.output_type, case.decision_date,
                    take_in(made, case.facts, case.decision_date).observations,
                    (case.old_edition, case.new_edition))
        proofs.append(decided(task).proof)
    assert proofs[0].signature.codes == proofs[1].signature.codes
    assert proofs[0].output.sets.currently_applicable != proofs[1].output.sets.currently_applicable
    assert proofs[0].key.governing != proofs[1].key.governing
    assert proofs[0].id != proofs[1].id


def test_compared_editions_that_share_no_day_leave_the_governing_one_its_interval() -> None:
    """counterexamples 16. Old ends the day new starts: an intersection would be empty for every pair."""
    known, start = two()
    asked = ask(known, {"a": True}, on=start, pair=("old", "new"))
    assert asked.proof.key.interval == Interval(start, None)
    before = ask(known, {"a": True}, on=start - ONE, pair=("old", "new"))
    assert before.proof.key.interval == Interval(date(2010, 1, 1), start)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_the_source_interval_of_a_worked_case_holds_its_decision_date(case: object) -> None:
    """counterexamples 16, on all 92."""
    found = CASES[case.id]  # type: ignore[attr-defined]  # a case, by its id
    situation = resolver().situation(found.family, found.decision_date, (found.old_edition, found.new_edition))
    assert situation.key.interval.covers(found.decision_date)


def test_two_persons_share_a_proof_and_each_keeps_her_own_birthday() -> None:
    """counterexamples 17. B (born 1979-11) is stored; A (born 1976-03) is asked before and after turning 50."""
    b = decided(screening("1979-11-15", date(2026, 1, 20)))
    memory = remembering([b])
    at_49 = decided(screening("1976-03-15", date(2026, 1, 20)), memory)
    at_50 = decided(screening("1976-03-15", date(2026, 3, 15)), memory)
    assert at_49.precedent == b.proof_id
    assert (at_49.replay_horizon.end, b.replay_horizon.end) == (date(2026, 3, 15), date(2029, 11, 15))
    assert at_50.precedent is None
    assert at_50.proof.output.sets.currently_applicable == ("uspstf_crc_2021:crc.screen_50_75",)
    assert at_49.proof.key.interval == Interval(date(2021, 5, 18), None)      # no birthday in the key
    # the other way round: B's own birthday in between refuses nothing
    turned_48 = decided(screening("1977-11-15", date(2026, 1, 20)), memory)
    assert turned_48.precedent == b.proof_id


def test_a_competitor_registered_for_a_later_day_ends_the_source_interval_there() -> None:
    """counterexamples 18. A is open-ended by itself; B starts in 2027."""
    first = edition("a", rule("a", "a"), start=date(2020, 1, 1))
    alone = ask(registry(first), {"a": True})
    assert alone.proof.key.interval == Interval(date(2020, 1, 1), None)
    for competitor in (edition("b", rule("b", "b"), start=date(2027, 1, 1), supersedes="a"),
                       edition("b", rule("b", "b"), start=date(2027, 1, 1))):
        both = ask(registry(first, competitor), {"a": True}, pair=("a", "b"))
        assert both.proof.key.interval == Interval(date(2020, 1, 1), date(2027, 1, 1))
    inside = edition("c", rule("c", "b"), start=date(2020, 6, 1), end=date(2020, 9, 1))
    after = ask(registry(first, inside), {"a": True}, on=date(2021, 1, 1), pair=("a", "c"))
    assert after.proof.key.interval.start == date(2020, 9, 1)


def test_an_answer_that_a_birthday_does_not_change_holds_on_although_the_replay_ends_there() -> None:
    """counterexamples 19. Somebody who is not of average risk is told nothing at 49 and nothing at 50."""
    made = decided(screening("1976-03-15", date(2026, 1, 20), average_risk=False))
    assert made.proof.output.sets.currently_applicable == ()
    assert made.replay_horizon.end == date(2026, 3, 15)
    assert made.holds.day != date(2026, 3, 15)
    average = decided(screening("1976-03-15", date(2026, 1, 20)))
    assert average.holds.day == average.replay_horizon.end == date(2026, 3, 15)


def test_totals_of_a_year_and_a_pregnancy_do_not_stay_true_for_ever() -> None:
    """counterexamples 20."""
    partd = shipped().families["partd_benefit"]
    totals = {"enrolled_defined_standard": True, "lis_status": "none", "gross_ytd_usd": 600, "troop_ytd_usd": 600}
    task = task_of(partd, totals, date(2025, 12, 1))
    new_year = date(2026, 1, 1)
    assert decided(task).replay_horizon.end == new_year
    assert terms_on(partd, task.observations, new_year)["troop_ytd_usd"] == Stale(new_year)
    hiv = shipped().families["hiv_art"]
    pregnant = take_in(hiv, {"pregnant_or_breastfeeding": True}, date(2017, 2, 1)).observations
    later = date(2017, 2, 1) + 300 * ONE
    assert isinstance(terms_on(hiv, pregnant, later)["pregnant_or_breastfeeding"], Stale)
    assert not isinstance(terms_on(hiv, pregnant, later - ONE)["pregnant_or_breastfeeding"], Stale)


def test_an_until_date_ends_a_fact_before_its_shelf_life_does() -> None:
    """counterexamples 20."""
    lasting = family(fact("a", Kind.BOOL, lifetime=Lifetime(LifetimeKind.DAYS, 90)))
    facts = {"a": {"value": True, "observed": "2021-06-01", "until": "2021-06-20"}}
    asked = only("a", facts, of=lasting)
    assert fact_horizon(asked.situation, asked.task) == Interval(date(2021, 6, 1), date(2021, 6, 20))
    assert atoms(only("a", facts, of=lasting, on=date(2021, 6, 20))) == {"a": "U(stale)"}


@pytest.mark.parametrize(("day", "answer", "end"), [
    (date(2026, 2, 28), "N", date(2026, 3, 1)),
    (date(2026, 3, 1), "U", date(2026, 3, 31)),
    (date(2026, 3, 30), "U", date(2026, 3, 31)),
    (date(2026, 3, 31), "Y", None)])
def test_a_birth_known_to_march_1976_makes_the_unknown_stretch_a_horizon_of_its_own(
        day: date, answer: str, end: date | None) -> None:
    """counterexamples 21. Ages and 29 February themselves: tests/temporal/test_age."""
    asked = only("age >= 50", {"born": "1976-03"}, on=day)
    assert value(asked) == answer
    assert fact_horizon(asked.situation, asked.task).end == end


def test_what_governs_depends_on_when_it_was_known_as_well_as_on_the_day() -> None:
    """counterexamples 22. Also for the encoding, which has a known time of its own."""
    known, start = two()
    assert known.at(1).resolve("made", start).selected == "old"
    assert known.at(2).resolve("made", start).selected == "new"
    re_encoded = replace(known.editions[1].edition, encoding=2, rules=(rule("new", "b"),))
    later = replace(known, editions=(*known.editions, RegisteredEdition(re_encoded, 7, "")))
    before = ask(later.at(6), {"a": True, "b": False}, on=start)
    after = ask(later.at(7), {"a": True, "b": False}, on=start)
    assert (value(before), value(after)) == ("Y", "N")
    assert before.proof.key.rules != after.proof.key.rules


# --- who governs -----------------------------------------------------------------------------------------


def version(key: str, authority: str) -> RegisteredArtifact:
    return RegisteredArtifact(ArtifactVersion(
        ArtifactKey(key), 1, key, key, "issuer", authority, ("made",), "2000", "", date(2000, 1, 1), None, (), "", (),
        key, f"b2:{key}", f"b2:{key}", ()), 1, "")


def competing(*names: str, prefers: tuple[tuple[str, str], ...], withdrawn: str = "") -> Registry:
    """Editions that start on one day, each resting on an artifact of the authority of its name."""
    sources = [version(name, name) for name in names]
    return registry(*(edition(name, rule(name, "a"), sources=(name,)) for name in names),
                    of=family(prefers=prefers),
                    artifacts=tuple(replace(one, withdrawn=1) if one.version.key == withdrawn else one
                                    for one in sources))


def resolved(known: Registry) -> tuple[str | None, tuple[str, ...]]:
    found = known.resolve("made", date(2021, 6, 1))
    return found.selected, found.unresolved


def test_a_ranking_is_closed_over_authorities_that_are_no_candidates() -> None:
    """counterexamples 23. A over B, B over C: A over C whether or not B is there."""
    chain = (("A", "B"), ("B", "C"))
    assert resolved(competing("A", "C", prefers=chain)) == ("A", ())
    assert resolved(competing("A", "B", "C", prefers=chain)) == ("A", ())


def test_a_cyclic_ranking_ranks_nothing_and_an_unranked_overlap_is_unresolved() -> None:
    """counterexamples 23."""
    assert resolved(competing("A", "B", prefers=(("A", "B"), ("B", "A")))) == (None, ("A", "B"))
    assert resolved(competing("A", "B", prefers=())) == (None, ("A", "B"))
    assert resolved(competing("A", "B", "C", prefers=(("A", "C"),))) == (None, ("A", "B"))


def test_withdrawing_a_superseder_never_revives_what_it_closed() -> None:
    """counterexamples 23."""
    sources = (version("first", "x"), replace(version("second", "x"), withdrawn=1))
    old = edition("old", rule("old", "a"), start=date(2010, 1, 1), sources=("first",))
    new = edition("new", rule("new", "a"), start=date(2020, 1, 1), supersedes="old", sources=("second",))
    known = registry(old, new, artifacts=sources)
    assert known.resolve("made", date(2019, 12, 31)).selected == EditionKey("old")
    assert resolved(known) == (None, ())


def test_while_two_editions_compete_unranked_nothing_current_is_asserted() -> None:
    """counterexamples 23, in the answer: contested editions are named in the key and no rule applies."""
    asked = Asked(task := ask(competing("A", prefers=()), {"a": True}).task,
                  Resolver(competing("A", "B", prefers=())).situation("made", task.decided_on))
    assert asked.proof.key.contested == ("A", "B")
    assert asked.output.sets.currently_applicable == ()


def test_a_walk_along_the_cut_points_finds_the_day_the_governing_edition_changes() -> None:
    """counterexamples 18 and 19: the first day on which the *output* differs."""
    known, start = two(date(2022, 1, 1))
    asked = ask(known, {"a": True}, pair=("old", "new"))
    held = holds_until(Resolver(known), asked.situation, asked.task, asked.output)
    assert (held.day, replay_horizon(asked.situation, asked.task).end) == (start, start)
    assert held.then is not None
    assert held.then.sets.currently_applicable == ("new:line",)
