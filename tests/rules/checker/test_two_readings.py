"""What the evaluator derives passes the checker, and what it derives for somebody else does not."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cortex_core.logic.terms import Kind
from cortex_core.model.enums import Verdict
from cortex_core.model.experience import Proof, Signature
from cortex_core.model.rules import FactSpec, Family, Role
from cortex_core.rules.evaluator import signature_codes
from cortex_core.rules.intake import take_in
from cortex_core.rules.rulebook import rule_book
from cortex_core.rules.terms_on import terms_on
from cortex_core.rules.transitions import evaluate
from tests.rules.checker.worked import Worked, cases, key, not_passed, reasons, sample_ground

FAMILIES = sorted({case["family"] for case in cases().values()})
_NUMBERS = [Decimal(text) for text in
            ("0", "1", "2", "3", "5", "8", "10", "14", "14.5", "15", "30", "47", "49", "50", "100", "150",
             "200", "350", "398", "500", "545", "590", "825", "2000", "5030", "8000")]


def _scalars(spec: FactSpec, day: date) -> st.SearchStrategy[Any]:
    match spec.kind:
        case Kind.BOOL:
            return st.booleans()
        case Kind.ENUM:
            return st.sampled_from(spec.names)
        case Kind.INTEGER:
            return st.sampled_from([int(one) for one in _NUMBERS])
        case Kind.NUMBER:
            return st.sampled_from(_NUMBERS)
        case Kind.DATE:
            latest = day if spec.role is not Role.NONE else day + timedelta(days=400)
            earliest = day - timedelta(days=90 * 365 if spec.role is Role.BIRTH else 400)
            dates = st.dates(earliest, latest).map(date.isoformat)
            return dates | st.sampled_from(spec.names) if spec.names else dates


@st.composite
def _raw(draw: st.DrawFn, spec: FactSpec, day: date) -> Any:
    kind = draw(st.sampled_from(["known"] * 6 + ["missing", "conflict", "options", "range", "old"]))
    one, other = draw(_scalars(spec, day)), draw(_scalars(spec, day))
    if kind == "missing":
        return {"unknown": "missing"}
    if kind == "conflict":
        return {"unknown": "conflict", "candidates": [one, other]}
    if kind == "options":
        return {"unknown": "partial", "options": [one, other]}
    if kind == "old":
        return {"value": one, "observed": day - timedelta(days=draw(st.sampled_from([0, 89, 90, 364, 365])))}
    if kind == "range" and spec.kind.is_ordered and not {one, other} & set(spec.names):
        return {"unknown": "partial", "from": min(one, other), "to": max(one, other)}
    return one


@st.composite
def derived(draw: st.DrawFn, family_key: str | None = None) -> Worked:
    """A proof by the evaluator for facts made up, under editions and a date of the sample."""
    family_key = family_key or draw(st.sampled_from(FAMILIES))
    ground = sample_ground(family_key)
    family: Family = ground.families[family_key]
    ordered = sorted(ground.editions.values(), key=lambda edition: edition.valid_from)
    at = draw(st.integers(1, len(ordered) - 1))
    day = ordered[at - draw(st.integers(0, 1))].valid_from + timedelta(days=draw(st.integers(0, 20)))
    pair = (ordered[at - 1].key, ordered[at].key)
    raw = {spec.name: draw(_raw(spec, day), label=spec.name) for spec in family.facts}
    observations = take_in(family, raw, day).observations
    proof_key = key(ground, family, day, pair)
    book = rule_book(family, [ground.editions[one.edition] for one in proof_key.rules])
    codes = signature_codes(book, terms_on(family, observations, day))
    signature = Signature(tuple(atom.id for atom in book.atoms), codes, (), ())
    output = evaluate(book, codes, proof_key.governing, pair)
    return Worked(Proof(proof_key, signature, output), ground, day, observations)


@given(derived())
@settings(max_examples=300)
def test_what_the_evaluator_derives_passes_every_check(given_proof: Worked) -> None:
    criteria = given_proof.criteria()
    assert not_passed(criteria) == {}, reasons(criteria)


@given(st.data())
def test_the_output_for_one_person_fails_under_the_atoms_of_another(data: st.DataObject) -> None:
    family = data.draw(st.sampled_from(FAMILIES))
    one, other = data.draw(derived(family)), data.draw(derived(family))
    if one.proof.key != other.proof.key:
        return
    mixed = Worked(Proof(one.proof.key, one.proof.signature, other.proof.output), one.ground, one.decided_on,
                   one.observations)
    assert ("logic" in not_passed(mixed.criteria())) is (one.proof.output != other.proof.output)
    borrowed = one.criteria(observations=other.observations, decided_on=other.decided_on)
    differs = one.proof.signature.codes != other.proof.signature.codes
    assert not_passed(borrowed) == ({"facts": Verdict.FAIL} if differs else {})
