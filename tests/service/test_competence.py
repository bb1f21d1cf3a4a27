"""The competence map on graphs: sums done by hand, changes that move it, and what never counts as covered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from cortex_core.errors import InputError, Refused
from cortex_core.ids import EditionKey, ProofId
from cortex_core.interop.distribution_files import read_distribution
from cortex_core.interop.sample import sample_folder
from cortex_core.lifecycle.competence import Status
from cortex_core.lifecycle.competence_declared import Distribution, FactColumn, FamilyShare, Generator, Window
from cortex_core.lifecycle.controller import decide
from cortex_core.model.enums import Mode, Standing, Verdict
from cortex_core.service.build import register_all
from cortex_core.service.changing import recheck, revise
from cortex_core.service.competence import cell, declared, distributions, map_of
from cortex_core.service.competence_shapes import CompetenceView
from cortex_core.service.deciding import Asked, commit, make_task
from cortex_core.service.experiments.cohorts import cohort
from cortex_core.service.graphs import Graph, graph_path
from cortex_core.service.reviewing import sign
from cortex_core.service.shapes import AsOf
from cortex_core.service.unit import unit
from cortex_core.store.conclusion_lists import conclusions_on
from cortex_core.store.database import create
from cortex_core.store.log import event_at
from cortex_core.temporal.age import completed_years
from tests.graphs import sample, sample_copy

CRC = "uspstf_crc_2021"
PAIR = ("uspstf_crc_2016", CRC)
DAY = date(2022, 6, 1)
BEGIN = datetime(2026, 9, 1, 9, tzinfo=UTC)
NOW = AsOf()
WELL = {"asymptomatic": True, "average_risk": True}
AT_47 = {"birth_date": "1975-06-01", **WELL, "chosen_test": "none_selected"}
AT_62 = {"birth_date": "1960-06-01", **WELL, "chosen_test": "fit"}


def named(name: str) -> Distribution:
    return next(one for one in declared() if one.name == name)


def put(graph: Graph, *facts: Mapping[str, object], hours: int = 1) -> list[str]:
    """Decide such persons and record them; their episodes."""
    asked = [Asked("crc_screening", one, DAY, PAIR, f"person {at}", f"person {at}") for at, one in enumerate(facts)]
    return [str(one.episode) for one in commit(graph.path, asked, scripted=BEGIN + timedelta(hours=hours))]


def text_of(old: str = "", new: str = "") -> str:
    text = (sample_folder() / "artifacts" / f"{CRC}.md").read_text("utf-8")
    assert old in text
    return text.replace(old, new) if old else text


def rules_from_46() -> dict[str, str]:
    rules = (sample_folder() / "rules" / "crc_screening" / f"{CRC}.yaml").read_text("utf-8")
    return {f"{CRC}.yaml": rules.replace("45 <= age_years", "46 <= age_years")}


def masses(found: CompetenceView) -> dict[Status, Fraction]:
    """Exact masses by status, summed over the cells."""
    summed = dict.fromkeys(Status, Fraction(0))
    for one in found.cells:
        summed[one.status] += one.fraction
    return {status: mass for status, mass in summed.items() if mass}


def ages(*shares: tuple[int, str]) -> Distribution:
    """Well persons of some ages with nothing chosen, each with its probability."""
    rows = "".join(f'        - {{value: {{years_before: {age}}}, probability: "{share}"}}\n' for age, share in shares)
    return read_distribution(f"""\
name: ages
version: 1
words: Ages.
families:
  crc_screening:
    weight: 1
    generator: table
    pair: {{old: uspstf_crc_2016, new: uspstf_crc_2021}}
    decision: "{DAY}"
    facts:
      asymptomatic: [{{value: true, probability: 1}}]
      average_risk: [{{value: true, probability: 1}}]
      chosen_test: [{{value: none_selected, probability: 1}}]
      birth_date:
{rows}""", "ages.yaml")


@pytest.fixture
def empty(tmp_path: Path) -> Graph:
    """Every shipped source and rule, and nothing decided."""
    path = tmp_path / "graph.db"
    create(path, name="by hand", scripted=True, now=BEGIN - timedelta(days=1))
    register_all(path, BEGIN)
    return graph_path(path)


@pytest.fixture
def two(empty: Graph) -> Graph:
    """Two decisions: 47 years with no test chosen, 62 years with a FIT."""
    put(empty, AT_47, AT_62)
    return empty


@pytest.fixture(scope="module")
def shared() -> Graph:
    return graph_path(sample())


# --- sums by hand -------------------------------------------------------------------------------------


def test_the_measure_of_the_small_table_is_the_sum_done_by_hand(two: Graph) -> None:
    found = map_of(two, "screening_small", NOW)
    # 47: .25 of births, .9 without symptoms, .8 average risk, .5 nothing chosen; 50 and 62 share the other cell
    by_hand = Fraction("0.25") * Fraction("0.9") * Fraction("0.8") * Fraction("0.5") \
        + Fraction("0.5") * Fraction("0.9") * Fraction("0.8") * Fraction("0.3")
    assert found.mu.fraction == by_hand == Fraction("0.198")
    assert (found.exact, found.draws, found.mu.low, found.mu.high) == (True, 108, float(by_hand), float(by_hand))
    # average risk is not recorded in a tenth, which matters to those without symptoms who are 45 to 85
    unresolved = Fraction("0.1") * Fraction("0.9") * (1 - Fraction("0.15"))
    assert masses(found) == {Status.REPLAYABLE: by_hand, Status.UNRESOLVED: unresolved,
                             Status.SYNTHESIZABLE: 1 - by_hand - unresolved}
    assert found.mu_of_resolved.fraction == by_hand / (1 - unresolved)
    assert found.unresolved == pytest.approx(float(unresolved))
    assert found.reach == pytest.approx(float(1 - by_hand - unresolved))


def test_the_exact_measure_lies_in_the_interval_of_a_sample(two: Graph) -> None:
    exact = map_of(two, "screening_small", NOW)
    inside = 0
    for seed in range(4001, 4011):
        drawn = map_of(two, "screening_small", NOW, seed=seed, draws=400)
        assert (drawn.exact, drawn.draws, drawn.seed) == (False, 400, seed)
        inside += drawn.mu.low <= exact.mu.value <= drawn.mu.high
        assert drawn.mu.low < drawn.mu.value < drawn.mu.high
    assert inside >= 9                             # a 95 % interval; the seeds are fixed
    head = map_of(two, "screening_small", NOW, draws=1000)
    assert head.mu.low <= exact.mu.value <= head.mu.high


def test_moving_weight_between_two_ages_moves_the_measure_as_the_sum_says(two: Graph) -> None:
    small = named("screening_small")
    (share,) = small.shares
    births = share.columns[0]
    moved = {47: Fraction("0.35"), 62: Fraction("0.15")}
    column = FactColumn(births.fact, tuple(
        (value, moved.get(getattr(value, "years", 0), probability)) for value, probability in births.options))
    changed = replace(small, shares=(replace(share, columns=(column, *share.columns[1:])),))
    by_hand = Fraction("0.72") * (Fraction("0.35") * Fraction("0.5") + Fraction("0.40") * Fraction("0.3"))
    assert map_of(two, changed, NOW).mu.fraction == by_hand == Fraction("0.2124")
    assert changed.digest != small.digest


def test_another_family_of_equal_weight_without_a_proof_halves_the_measure(two: Graph) -> None:
    small = named("screening_small")
    other = FamilyShare("nist_password", small.shares[0].weight, Generator.TABLE,
                        (EditionKey("nist_63b_rev3"), EditionKey("nist_63b_rev4")),
                        ((date(2026, 1, 1), Fraction(1)),),
                        (FactColumn("min_length", ((8, Fraction(1)),)),))
    both = replace(small, shares=(*small.shares, other))
    assert map_of(two, both, NOW).mu.fraction == Fraction("0.198") / 2
    thrice = replace(small, shares=(small.shares[0], replace(other, weight=3 * other.weight)))
    assert map_of(two, thrice, NOW).mu.fraction == Fraction("0.198") / 4


def test_a_cohort_instead_of_the_table_gives_the_share_of_its_persons_counted_by_hand(two: Graph) -> None:
    drawn = replace(named("screening_small"), shares=(
        FamilyShare("crc_screening", Fraction(1), Generator.COHORT),))
    found = map_of(two, drawn, NOW, seed=4007, draws=300)

    def is_answered(facts: Mapping[str, object], day: date) -> bool:
        birth = facts["birth_date"]
        if day < date(2021, 5, 18) or facts["asymptomatic"] is not True or facts["average_risk"] is not True:
            return False
        if not isinstance(birth, str):             # missing or partial: another signature
            return False
        age = completed_years(date.fromisoformat(birth), day)
        nothing = facts["chosen_test"] in ("none_selected", "other")    # no rule asks for either
        return (45 <= age <= 49 and nothing) or (50 <= age <= 75 and facts["chosen_test"] == "fit")

    counted = sum(is_answered(one.facts, one.decision_date) for one in cohort("crc_screening", 4007, 300))
    assert counted > 10
    # a birth month that lies within one stretch gives the same signature: those are counted too
    widened = sum(_is_within(one.facts, one.decision_date) for one in cohort("crc_screening", 4007, 300))
    assert found.mu.fraction == Fraction(counted + widened, 300)


def _is_within(facts: Mapping[str, object], day: date) -> bool:
    """A partial birth date all of whose days up to the decision give an answered age."""
    birth = facts["birth_date"]
    if not isinstance(birth, Mapping) or birth.get("unknown") != "partial" or day < date(2021, 5, 18):
        return False
    if facts["asymptomatic"] is not True or facts["average_risk"] is not True:
        return False
    first, last = (date.fromisoformat(str(birth[end])) for end in ("from", "to"))
    oldest, youngest = completed_years(first, day), completed_years(min(last, day), day)
    nothing = facts["chosen_test"] in ("none_selected", "other")
    return (youngest >= 45 and oldest <= 49 and nothing) or (
        youngest >= 50 and oldest <= 75 and facts["chosen_test"] == "fit")


# --- a changed source ---------------------------------------------------------------------------------


def test_new_rules_turn_the_cells_they_reach_to_challenged_and_a_recheck_back_or_away(empty: Graph) -> None:
    # 45 and 47 share a cell, so the proof of 47 answers both; from 46 on they differ
    put(empty, AT_47)
    drawn = ages((45, "0.3"), (47, "0.5"), (62, "0.2"))
    before = map_of(empty, drawn, NOW)
    assert masses(before) == {Status.REPLAYABLE: Fraction("0.8"), Status.SYNTHESIZABLE: Fraction("0.2")}

    revise(empty.path, CRC, text=text_of("Age 45 to 49 years", "Age 46 to 49 years"), rules=rules_from_46(),
           scripted=BEGIN + timedelta(hours=2))
    moved = map_of(empty, drawn, NOW)
    assert masses(moved) == {Status.CHALLENGED: Fraction("0.8"), Status.SYNTHESIZABLE: Fraction("0.2")}
    assert moved.mu.fraction == 0
    assert {proof for one in moved.cells if one.status is Status.CHALLENGED for proof in one.proofs} == {
        proof for one in before.cells for proof in one.proofs}

    recheck(empty.path, scripted=BEGIN + timedelta(hours=3))
    after = map_of(empty, drawn, NOW)
    # 47 was derived again with the same answer; nobody of 45 was ever decided under the new rules
    assert masses(after) == {Status.REPLAYABLE: Fraction("0.5"), Status.SYNTHESIZABLE: Fraction("0.5")}
    back = {one.words: one.status for one in after.cells}
    assert [status for words, status in back.items() if "46 to 49" in words] == [Status.REPLAYABLE]
    assert [status for words, status in back.items() if "45 or less" in words] == [Status.SYNTHESIZABLE]


def test_both_ages_come_back_when_both_were_decided(empty: Graph) -> None:
    put(empty, AT_47, {**AT_47, "birth_date": "1977-06-01"})
    drawn = ages((45, "0.4"), (47, "0.6"))
    assert map_of(empty, drawn, NOW).mu.fraction == 1
    revise(empty.path, CRC, text=text_of("Age 45 to 49 years", "Age 46 to 49 years"), rules=rules_from_46(),
           scripted=BEGIN + timedelta(hours=2))
    assert map_of(empty, drawn, NOW).mu.fraction == 0
    recheck(empty.path, scripted=BEGIN + timedelta(hours=3))
    assert map_of(empty, drawn, NOW).mu.fraction == 1


def test_going_back_to_the_old_text_closes_by_equal_premises_and_covers_again(two: Graph) -> None:
    revise(two.path, CRC, text=text_of("Age 45 to 49", "Age 45 up to 49"), scripted=BEGIN + timedelta(hours=2))
    assert map_of(two, "screening_small", NOW).mu.fraction == 0
    revise(two.path, CRC, text=text_of(), scripted=BEGIN + timedelta(hours=3))
    recheck(two.path, scripted=BEGIN + timedelta(hours=4))
    assert map_of(two, "screening_small", NOW).mu.fraction == Fraction("0.198")


def test_white_space_moves_nothing(two: Graph) -> None:
    revise(two.path, CRC, text=text_of("Age 45 to 49", "Age  45 to 49"), scripted=BEGIN + timedelta(hours=2))
    assert map_of(two, "screening_small", NOW).mu.fraction == Fraction("0.198")


def test_a_changed_text_reaches_exactly_the_cells_whose_proofs_it_challenges(tmp_path: Path) -> None:
    graph = graph_path(sample_copy(tmp_path))
    before = {one.id: one for one in map_of(graph, "cohort_v1", NOW, draws=400).cells}
    event = revise(graph.path, CRC, text=text_of("Age 45 to 49", "Age 45 up to 49"),
                   scripted=datetime(2026, 10, 1, tzinfo=UTC)).event
    with unit(graph.path) as work:
        logged = event_at(work.connection, event)
        assert logged is not None
        reached = {one.proof for one in logged.event.challenges}  # type: ignore[union-attr]  # a Revised
    after = {one.id: one for one in map_of(graph, "cohort_v1", NOW, draws=400).cells}
    assert after.keys() == before.keys()
    fell = {name for name, one in after.items()
            if one.status is Status.CHALLENGED and before[name].status is not Status.CHALLENGED}
    assert fell == {name for name, one in before.items() if reached.intersection(one.proofs)}
    assert {one.family for name, one in after.items() if name in fell} == {"crc_screening", "crc_coverage"}
    assert all(after[name].status is one.status for name, one in before.items() if name not in fell)


def test_the_drop_links_to_the_revision_behind_it(two: Graph) -> None:
    event = revise(two.path, CRC, text=text_of("Age 45 to 49", "Age 45 up to 49"),
                   scripted=BEGIN + timedelta(hours=2)).event
    growth = map_of(two, "screening_small", NOW).growth
    assert [(one.kind, round(one.mu, 3), round(one.change, 3), one.revision) for one in growth] == [
        ("registration", 0, 0, 0), ("commit", 0.198, 0.198, 0), ("revision", 0, -0.198, event)]
    assert growth[-1].challenged == pytest.approx(0.198)


# --- what always holds --------------------------------------------------------------------------------


@pytest.mark.parametrize("family", sorted({share.family for one in declared() for share in one.shares}))
def test_the_map_says_what_the_controller_and_the_gate_do(shared: Graph, family: str) -> None:
    alone = Distribution("alone", 1, "One family.", (FamilyShare(family, Fraction(1), Generator.COHORT),))
    found = map_of(shared, alone, NOW, draws=25)
    modes = dict.fromkeys(Mode, 0)
    with unit(shared.path) as work:
        for person in cohort(family, 4001, 25):
            asked = Asked(family, person.facts, person.decision_date, (person.old_edition, person.new_edition))
            task, _ = make_task(work.resolver, asked, work.secret)
            made = decide(task, work.resolver, work.memory, tools=work.tools, position=work.head.seq)
            modes[made.mode] += 1
            assert made.report.verdict is Verdict.PASS
    assert found.mu.fraction == Fraction(modes[Mode.REPLAY], 25)
    assert round(found.unresolved * 25) == modes[Mode.ESCALATE]
    challenged = masses(found).get(Status.CHALLENGED, Fraction(0))
    assert Fraction(modes[Mode.SYNTHESIZE], 25) <= masses(found).get(Status.SYNTHESIZABLE, Fraction(0)) + challenged


@pytest.mark.parametrize("name", ["cohort_v1", "cross_v1", "screening_small"])
def test_challenged_mass_is_never_covered_and_nothing_is_lost_or_counted_twice(shared: Graph, name: str) -> None:
    found = map_of(shared, name, NOW)
    by_status = dict(found.by_status)
    assert sum(one.fraction for one in found.cells) == 1
    assert {status: float(mass) for status, mass in masses(found).items()} == pytest.approx(
        {status: mass for status, mass in by_status.items() if mass})
    assert found.mu.value == pytest.approx(by_status[Status.REPLAYABLE])
    with unit(shared.path) as work:
        for one in found.cells:
            standings = {work.memory.standing(ProofId(proof)) for proof in one.proofs}
            if one.status is Status.REPLAYABLE:
                assert standings
            if one.status is Status.CHALLENGED:
                assert standings == {Standing.CHALLENGED}
    steps = [step.fraction for step in found.waterfall]
    assert [step.name for step in found.waterfall] == ["mass", "has a proof", "unchallenged", "signed off"]
    assert steps == sorted(steps, reverse=True)
    assert (steps[0], steps[2]) == (1, found.mu.fraction)
    assert float(steps[1] - steps[2]) == pytest.approx(by_status[Status.CHALLENGED])
    for point in found.growth:
        assert 0 <= point.mu + point.challenged <= 1 + 1e-9


def test_equal_seed_gives_the_equal_map_and_another_seed_another(shared: Graph) -> None:
    first, again = (map_of(shared, "cohort_v1", NOW, seed=4002, draws=200) for _ in range(2))
    assert first == again
    other = map_of(shared, "cohort_v1", NOW, seed=4003, draws=200)
    assert [one.id for one in other.cells] != [one.id for one in first.cells]


def test_fewer_draws_are_the_first_ones_of_more(two: Graph) -> None:
    drawn = replace(named("screening_small"), shares=(FamilyShare("crc_screening", Fraction(1), Generator.COHORT),))
    few, more = (map_of(two, drawn, NOW, draws=count) for count in (20, 40))
    assert {one.id for one in few.cells} <= {one.id for one in more.cells}


def test_a_view_of_the_past_stays_what_it_was_whatever_happens_later(two: Graph) -> None:
    then = AsOf(known=BEGIN + timedelta(hours=1, minutes=30))
    before = map_of(two, "screening_small", then)
    revise(two.path, CRC, text=text_of("Age 45 to 49", "Age 45 up to 49"), scripted=BEGIN + timedelta(hours=2))
    assert map_of(two, "screening_small", then) == before
    assert map_of(two, "screening_small", AsOf(known=BEGIN)).mu.fraction == 0
    assert map_of(two, "screening_small", AsOf(known=BEGIN - timedelta(hours=1))).by_status[-1] == (
        Status.UNCOVERED, 1.0)


def test_growth_ends_where_the_map_stands(shared: Graph) -> None:
    found = map_of(shared, "cross_v1", NOW, draws=300)
    assert found.growth[-1].mu == found.mu.value
    assert len(found.growth) <= 20
    for point in found.growth:
        if point.revision:
            at = map_of(shared, "cross_v1", AsOf(known=_known(shared, point.seq)), draws=300)
            assert at.mu.value == pytest.approx(point.mu)
    assert [one.kind for one in found.growth if one.change < 0] == ["revision"] * 4


def _known(graph: Graph, seq: int) -> datetime:
    with unit(graph.path) as work:
        logged = event_at(work.connection, seq)
        assert logged is not None
        return logged.known


# --- drill-down, sign-offs, refusals ------------------------------------------------------------------


def test_a_cell_opens_to_its_cases_its_proof_and_the_conclusions_on_it(two: Graph) -> None:
    found = map_of(two, "screening_small", NOW)
    (fit,) = [one for one in found.cells if one.status is Status.REPLAYABLE and "chosen test fit" in one.words]
    page = cell(two, "screening_small", fit.id, NOW)
    assert page.cell == fit
    assert (len(page.cases), fit.cases, page.cases_shown) == (2, 2, "showing 2 of 2 cases")
    assert {dict(one.facts)["date of birth"] for one in page.cases} == {"1972-06-01", "1960-06-01"}
    assert [(one, how) for one, how, _ in page.proofs] == [(fit.proofs[0], "active")]
    with unit(two.path) as work:
        assert [one for one, _ in page.conclusions] == [
            row.id for row in conclusions_on(work.connection, ProofId(fit.proofs[0]), 5)]
    assert (page.mode, page.gate) == ("replay", "pass")


def test_an_unresolved_cell_names_what_would_settle_it(two: Graph) -> None:
    found = map_of(two, "screening_small", NOW)
    one = next(one for one in found.cells if one.status is Status.UNRESOLVED)
    page = cell(two, "screening_small", one.id, NOW)
    assert (page.mode, page.settle[0]) == ("escalate", "average risk")
    assert "average risk" in one.would_cover


def test_a_synthesizable_cell_is_covered_by_recording_one_of_its_cases(two: Graph) -> None:
    found = map_of(two, "screening_small", NOW)
    one = next(one for one in found.cells if one.status is Status.SYNTHESIZABLE and "colonoscopy" in one.words
               and "45 to 49" in one.words)
    assert cell(two, "screening_small", one.id, NOW).mode == "synthesize"
    put(two, {**AT_47, "chosen_test": "colonoscopy"}, hours=5)
    after = {each.id: each for each in map_of(two, "screening_small", NOW).cells}
    assert after[one.id].status is Status.REPLAYABLE
    assert {name for name, each in after.items() if each.status is Status.REPLAYABLE} == {one.id} | {
        each.id for each in found.cells if each.status is Status.REPLAYABLE}


def test_a_sign_off_reaches_the_waterfall_and_a_challenge_takes_it_out(two: Graph) -> None:
    with unit(two.path) as work:
        episodes = [str(row[0]) for row in work.connection.execute("select id from episode order by n")]
    sign(two.path, episodes[0], by="a reviewer", adjudicated="output", scripted=BEGIN + timedelta(hours=2))
    assert map_of(two, "screening_small", NOW).waterfall[-1].fraction == Fraction("0.09")
    revise(two.path, CRC, text=text_of("Age 45 to 49", "Age 45 up to 49"), scripted=BEGIN + timedelta(hours=3))
    assert [step.fraction for step in map_of(two, "screening_small", NOW).waterfall] == [
        1, Fraction("0.198"), 0, 0]


def test_what_cannot_be_measured_is_refused_with_what_can(two: Graph) -> None:
    with pytest.raises(Refused, match="declared are: cohort_v1, cross_v1, screening_small"):
        map_of(two, "everything", NOW)
    with pytest.raises(Refused, match="ask for 1 to 20000"):
        map_of(two, "cohort_v1", NOW, draws=0)
    with pytest.raises(Refused, match="no cell 'cell-x'"):
        cell(two, "screening_small", "cell-x", NOW)


def test_a_value_that_a_fact_does_not_take_is_told_with_its_place(two: Graph) -> None:
    wrong = replace(ages((45, "1")), shares=(replace(ages((45, "1")).shares[0], columns=(
        FactColumn("chosen_test", (("tea leaves", Fraction(1)),)),)),))
    with pytest.raises(InputError, match=r"families\.crc_screening\.facts\.chosen_test"):
        map_of(two, wrong, NOW)


def test_a_family_that_is_not_registered_is_uncovered(two: Graph) -> None:
    foreign = replace(ages((45, "1")), shares=(replace(ages((45, "1")).shares[0], family="knees"),))
    (one,) = map_of(two, foreign, NOW).cells
    assert (one.status, one.why) == (Status.UNCOVERED, "the family knees is not registered")
    assert cell(two, foreign, one.id, NOW).gate == "not evaluated"


def test_a_window_keeps_the_persons_decided_inside_it(two: Graph) -> None:
    window = Window(date(2021, 5, 18), date(2022, 5, 18))
    drawn = replace(named("screening_small"), shares=(
        FamilyShare("crc_screening", Fraction(1), Generator.COHORT, window=window),))
    found = map_of(two, drawn, NOW, draws=40)
    assert {one.governing for one in found.cells} == {CRC}
    nobody = replace(drawn, shares=(replace(drawn.shares[0], window=Window(date(1990, 1, 1), date(1990, 1, 2))),))
    with pytest.raises(Refused, match="widen the window"):
        map_of(two, nobody, NOW, draws=40)


def test_what_is_declared_stands_in_words() -> None:
    found = {one.name: one for one in distributions()}
    assert found["screening_small"].families[0].words == (
        "108 combinations of 4 facts, decided on 2022-06-01, uspstf_crc_2016 → uspstf_crc_2021")
    assert sum(line.mass for line in found["cohort_v1"].families) == pytest.approx(1)
    assert found["cohort_v1"].families[0].words == "persons of the cohort specification, its default rates"
