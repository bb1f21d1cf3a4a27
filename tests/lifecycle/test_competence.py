"""Competence below the store: the interval, the regions, the statuses of a draw, and the measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from cortex_core.experience.derivation import derive
from cortex_core.experience.memory import Mark, MarkKind, StoredCertificate
from cortex_core.experience.situation import Resolver, Situation, signature_of
from cortex_core.ids import ChallengeId, EditionKey, ProofId
from cortex_core.interop.sample import read_sample, sample_folder
from cortex_core.lifecycle.competence import Atlas, Draw, Status, Stored, measure
from cortex_core.lifecycle.competence_bounds import clopper_pearson
from cortex_core.lifecycle.competence_regions import cell_id, decisive_terms, regions
from cortex_core.model.enums import Cause
from cortex_core.model.experience import Certificate, Signature, Task
from cortex_core.rules.intake import take_in
from cortex_core.rules.transitions import evaluate
from cortex_core.sources.registry import RegisteredArtifact, RegisteredEdition, Registry

PAIR = (EditionKey("uspstf_crc_2016"), EditionKey("uspstf_crc_2021"))
DAY = date(2022, 6, 1)
BIRTHS = {44: "1977-06-02", 45: "1977-06-01", 49: "1972-06-02", 50: "1972-06-01", 75: "1946-06-02", 76: "1946-06-01",
          85: "1936-06-02", 86: "1936-06-01"}
MISSING = {"unknown": "missing"}


@cache
def registry(seq: int = 2) -> Registry:
    """Everything that ships, registered by one event."""
    families, artifacts, editions = read_sample(sample_folder())
    known = "2026-01-01T00:00:00.000000Z"
    return Registry({one.key: one for one in families},
                    tuple(RegisteredArtifact(one, seq, known) for one in artifacts),
                    tuple(RegisteredEdition(one, seq, known) for one in editions))


@cache
def resolver() -> Resolver:
    return Resolver(registry())


def asked(day: date = DAY, **facts: object) -> Task:
    family = registry().families["crc_screening"]
    return Task(family.key, family.task_type, family.output_type, day, take_in(family, facts, day).observations, PAIR)


def person(age: int, **facts: object) -> Task:
    well: dict[str, object] = {"asymptomatic": True, "average_risk": True, "chosen_test": "fit"}
    return asked(**{"birth_date": BIRTHS[age], **well, **facts})


def read(task: Task) -> tuple[Situation, Signature]:
    situation = resolver().situation(task.family, task.decided_on, task.pair)
    return situation, signature_of(situation, task)


def everybody() -> list[Task]:
    return [person(age, asymptomatic=well, average_risk=risk, chosen_test=test) for age, well, risk, test in product(
        BIRTHS, (True, False), (True, False, MISSING), ("none_selected", "fit", MISSING))]


# --- the interval -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("found", "of"), [(0, 1), (1, 1), (0, 12), (3, 12), (7, 12), (12, 12), (199, 1000), (1, 1000)])
def test_the_bounds_leave_two_and_a_half_percent_on_either_side(found: int, of: int) -> None:
    low, high = clopper_pearson(found, of)
    at_least = sum(comb(of, k) * low**k * (1 - low)**(of - k) for k in range(found, of + 1))
    at_most = sum(comb(of, k) * high**k * (1 - high)**(of - k) for k in range(found + 1))
    assert (low == 0) if found == 0 else abs(at_least - 0.025) < 1e-9
    assert (high == 1) if found == of else abs(at_most - 0.025) < 1e-9
    assert low <= found / of <= high


def test_no_error_in_500_still_leaves_six_in_a_thousand() -> None:
    # one-sided 95 % is the upper end of a two-sided 90 % interval
    assert round(clopper_pearson(0, 500, 0.90)[1], 4) == 0.0060
    assert round(clopper_pearson(0, 250, 0.90)[1], 4) == 0.0119
    assert clopper_pearson(0, 0) == (0.0, 1.0)


def test_more_found_than_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="3 of 2"):
        clopper_pearson(3, 2)


# --- regions ------------------------------------------------------------------------------------------


def test_ages_fall_into_the_five_stretches_that_facts_can_realise_and_no_other() -> None:
    found = {one.words for task in everybody() for one in regions(read(task)[0].book, read(task)[1])
             if one.term == "age_years"}
    assert found == {"44 or less", "45 to 49", "50 to 75", "76 to 85", "86 or more"}


def test_both_ends_of_a_stretch_are_one_cell_and_its_neighbours_are_not() -> None:
    def name(age: int) -> str:
        situation, signature = read(person(age))
        return cell_id("crc_screening", situation.pair, situation.key.governing, signature)

    assert name(45) == name(49)
    assert name(50) == name(75)
    assert len({name(age) for age in BIRTHS}) == 5


def test_one_region_under_another_governing_edition_is_another_cell() -> None:
    names: set[tuple[str, Signature]] = set()
    for day in (date(2021, 5, 17), date(2021, 5, 18)):
        situation, signature = read(asked(day, birth_date="1960-01-01", asymptomatic=True, average_risk=True))
        names.add((cell_id("crc_screening", situation.pair, situation.key.governing, signature), signature))
    assert len(names) == 2
    assert len({signature for _, signature in names}) == 1


def test_unknown_values_say_why_and_partial_ones_keep_what_is_known() -> None:
    def words(**facts: object) -> dict[str, str]:
        situation, signature = read(asked(**facts))
        return {one.term: one.words for one in regions(situation.book, signature)}

    found = words(birth_date={"unknown": "partial", "from": "1972-01-01", "to": "1972-12-31"}, asymptomatic=True,
                  average_risk={"unknown": "conflict", "candidates": [True, False]}, chosen_test="colonoscopy")
    assert found == {"asymptomatic": "yes", "average_risk": "recorded differently", "chosen_test": "colonoscopy",
                     "age_years": "45 to 75, not exact"}
    assert words()["age_years"] == "not recorded"


def test_a_date_says_from_and_up_to() -> None:
    family = registry().families["tls_lifetime"]
    old, middle, new = EditionKey("br_825"), EditionKey("br_398"), EditionKey("br_sc081")
    told = set()
    for day, pair in ((date(2020, 8, 31), (old, middle)), (date(2026, 3, 15), (middle, new)),
                      (date(2029, 3, 15), (middle, new))):
        facts = {"issued_on": day.isoformat(), "validity_days": 47}
        task = Task(family.key, family.task_type, family.output_type, day,
                    take_in(family, facts, day).observations, pair)
        situation = resolver().situation(family.key, day, pair)
        told |= {one.words for one in regions(situation.book, signature_of(situation, task))
                 if one.term == "issued_on"}
    assert told == {"up to 2020-08-31", "2026-03-15 to 2027-03-14", "from 2029-03-15 on"}


def test_what_decides_is_enough_and_nothing_of_it_can_be_spared() -> None:
    unknown = 1                                    # U(missing)
    for task in everybody():
        situation, signature = read(task)
        book, governing = situation.book, situation.key.governing
        output = evaluate(book, signature.codes, governing, situation.pair)
        terms = decisive_terms(situation, signature)

        def with_only(kept: Sequence[str], book=book, signature=signature) -> bytes:
            return bytes(code if atom.term in kept else unknown
                         for atom, code in zip(book.atoms, signature.codes, strict=True))

        assert evaluate(book, with_only(terms), governing, situation.pair) == output
        for spared in terms:
            left = [name for name in terms if name != spared]
            assert evaluate(book, with_only(left), governing, situation.pair) != output


def test_somebody_with_symptoms_is_decided_by_that_alone() -> None:
    assert decisive_terms(*read(person(50, asymptomatic=False))) == ("asymptomatic",)


# --- statuses -----------------------------------------------------------------------------------------


@dataclass
class Kept:
    """A stored experience that is a list."""

    stored: list[Stored] = field(default_factory=list)
    marked: dict[ProofId, list[Mark]] = field(default_factory=dict)

    def put(self, task: Task, seq: int) -> ProofId:
        proof = derive(resolver().situation(task.family, task.decided_on, task.pair), task)
        self.stored.append(Stored(seq, proof.id, proof))
        return proof.id

    def proofs_with(self, family: str, signature_digest: str) -> Sequence[Stored]:
        return [one for one in self.stored
                if (one.proof.key.family, one.proof.signature_digest) == (family, signature_digest)]

    def marks(self, proof: ProofId) -> Sequence[Mark]:
        return self.marked.get(proof, [])

    def certificates(self, proof: ProofId) -> Sequence[StoredCertificate]:
        return [StoredCertificate(one.seq, Certificate(proof, "somebody", "1", (), ()))
                for one in self.stored if one.id == proof]

    def representative(self, blob: str) -> str:
        return blob


def drawn(*tasks: Task) -> list[Draw]:
    return [Draw("crc_screening", task, Fraction(1, len(tasks)), str(at)) for at, task in enumerate(tasks)]


def atlas(kept: Kept, *, trusted: bool = True) -> Atlas:
    return Atlas(registry(), kept, lambda one: trusted)


def test_a_proof_answers_its_whole_cell_from_its_commit_on() -> None:
    kept = Kept()
    kept.put(person(45), 5)
    one = atlas(kept)
    draws = drawn(person(45), person(49), person(50), person(45, average_risk=MISSING))
    assert [one.place(draw, 4).status for draw in draws] == [Status.SYNTHESIZABLE] * 3 + [Status.UNRESOLVED]
    assert [one.place(draw, 5).status for draw in draws] == [
        Status.REPLAYABLE, Status.REPLAYABLE, Status.SYNTHESIZABLE, Status.UNRESOLVED]
    assert one.place(draws[0], 1).status is Status.UNCOVERED     # nothing is registered yet


def test_an_open_challenge_takes_the_cell_out_of_the_numerator_until_it_is_closed() -> None:
    kept = Kept()
    proof = kept.put(person(45), 5)
    challenge = ChallengeId(f"7-{proof}")
    kept.marked[proof] = [Mark(7, MarkKind.OPENED, challenge, Cause.METADATA_CORRECTED, None),
                          Mark(9, MarkKind.CLOSED, challenge, None, None)]
    one, (draw,) = atlas(kept), drawn(person(49))
    assert [one.place(draw, at).status for at in (6, 7, 8, 9)] == [
        Status.REPLAYABLE, Status.CHALLENGED, Status.CHALLENGED, Status.REPLAYABLE]
    assert one.place(draw, 8).proof == proof
    assert "event 7" in one.place(draw, 8).why
    assert measure([(draw, one.place(draw, 8))]).mu == 0


def test_a_challenge_that_counts_from_a_day_on_leaves_earlier_decisions_covered() -> None:
    kept = Kept()
    proof = kept.put(person(50), 5)
    kept.marked[proof] = [Mark(7, MarkKind.OPENED, ChallengeId(f"7-{proof}"), Cause.TEXT_CHANGED, date(2023, 1, 1))]
    same = {"birth_date": "1965-01-01", "asymptomatic": True, "average_risk": True, "chosen_test": "fit"}
    before, after = drawn(asked(date(2022, 12, 31), **same), asked(date(2023, 1, 1), **same))
    one = atlas(kept)
    assert one.place(before, 8).status is Status.REPLAYABLE
    assert one.place(after, 8).status is Status.CHALLENGED


def test_an_open_answer_is_unresolved_though_a_proof_of_it_is_stored() -> None:
    kept = Kept()
    proof = kept.put(person(50, average_risk=MISSING), 5)
    one, (draw,) = atlas(kept), drawn(person(50, average_risk=MISSING))
    place = one.place(draw, 5)
    assert (place.status, place.is_open, place.proof) == (Status.UNRESOLVED, True, proof)
    assert measure([(draw, place)]).mu == 0


def test_without_a_trusted_certificate_nothing_is_replayable() -> None:
    kept = Kept()
    kept.put(person(45), 5)
    (draw,) = drawn(person(45))
    assert atlas(kept, trusted=False).place(draw, 5).status is Status.SYNTHESIZABLE


def test_before_any_edition_governs_a_task_is_unresolved_and_without_its_editions_uncovered() -> None:
    one = atlas(Kept())
    early = asked(date(2016, 6, 14), birth_date="1960-01-01", asymptomatic=True, average_risk=True)
    foreign = Task("crc_screening", early.task_type, early.output_type, DAY, person(50).observations,
                   (EditionKey("uspstf_crc_2016"), EditionKey("uspstf_crc_2031")))
    (first, second) = drawn(early, foreign)
    assert one.place(first, 5).status is Status.UNRESOLVED
    assert (one.place(second, 5).status, one.place(second, 5).why) == (
        Status.UNCOVERED, "the edition uspstf_crc_2031 is not registered")
    assert one.place(Draw("knees", None, Fraction(1), ""), 5).status is Status.UNCOVERED


# --- the measure --------------------------------------------------------------------------------------


def test_open_answers_are_in_no_numerator_and_both_denominators_are_told() -> None:
    kept = Kept()
    kept.put(person(45), 5)
    one = atlas(kept)
    draws = drawn(person(45), person(50), person(50, average_risk=MISSING), person(45, average_risk=MISSING))
    found = measure((draw, one.place(draw, 5)) for draw in draws)
    assert (found.mu, found.mu_of_resolved, found.open) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 2))
    assert found.by_status[Status.SYNTHESIZABLE] == Fraction(1, 4)   # reach stays apart
    assert sum(found.by_status.values()) == found.drawn == 1


def test_of_nothing_drawn_the_measure_is_nothing() -> None:
    assert (measure([]).mu, measure([]).mu_of_resolved) == (0, 0)


def test_statuses_stand_in_first_match_order_with_room_for_what_comes_later() -> None:
    assert [one.value for one in Status] == [
        "challenged", "replayable", "pattern-covered", "adaptable", "synthesizable", "unresolved", "uncovered"]
    assert [one for one in Status if one.counts] == [Status.REPLAYABLE, Status.PATTERN_COVERED]
