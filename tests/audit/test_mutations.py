"""A proof that differs from a derived one in one place is not passed, though its digest is its own.

Recomputing the digest is what a careful forger does, so *identity* alone never has to catch a change: the check
that reads the field does.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from cortex_core.logic.atoms import AtomValue
from cortex_core.model.enums import Reason, Truth, Verdict
from cortex_core.model.experience import Output, Proof, ProofKey, Sets, Signature
from cortex_core.rules.checker import check, verdict
from tests.audit.mutations import altered
from tests.audit.shapes import FAMILIES, Recorded, contested, proofs_of

# Which check has to speak up for which part of a proof; the first path that fits.
NAMED = (
    ("key.family", "identity"), ("key.task_type", "identity"), ("key.output_type", "identity"),
    ("key.semantics", "identity"), ("key.governing", "applicability"), ("key.contested", "applicability"),
    ("key.pair", "applicability"), ("key.interval", "applicability"),
    ("key.rules (", "applicability"), ("key.rules[", "applicability rules"),
    ("key.sources", "sources applicability"), ("key.cites", "fidelity"), ("key.tools", "tools"),
    ("signature.atoms", "typing logic"), ("signature.codes", "facts typing"),
    ("signature.observations", "facts tools typing"), ("signature.context", "typing"),
    ("output.rows", "logic"), ("output.sets", "logic"), ("output.contents", "typing"),
)
OF_THE_SHAPE = ("signature", "output", "key.governing", "key.contested", "key.tools", "key.interval")
"""What a family's second and further proofs are altered in: their keys are much like the first one's."""


def every_change(given: Recorded, parts: tuple[str, ...] = ("",)) -> list[tuple[str, Proof]]:
    return [(path, proof) for path, proof in altered(given.proof)
            if isinstance(proof, Proof) and path.startswith(parts)]


def passed_or_misnamed(given: Recorded, changes: list[tuple[str, Proof]]) -> list[str]:
    """Changes that the checker lets through, or refuses by another check than the one that reads the field."""
    wrong = []
    for path, proof in changes:
        criteria = given.criteria(proof)
        refusing = {one.name for one in criteria if one.verdict in (Verdict.FAIL, Verdict.UNKNOWN)}
        expected = next(names for start, names in NAMED if path.startswith(start))
        if verdict(criteria) is Verdict.PASS or not refusing & set(expected.split()):
            wrong.append(f"{path}: refused by {', '.join(sorted(refusing)) or 'nothing'}, not by {expected}")
    return wrong


def test_every_declared_field_of_a_proof_is_altered() -> None:
    paths = [path for path, _ in every_change(proofs_of("aspirin_cvd")[0])]
    for record, start in ((ProofKey, "key"), (Signature, "signature"), (Output, "output"), (Sets, "output.sets")):
        for name in record.__slots__:
            assert any(path.startswith(f"{start}.{name}") for path in paths), name
    assert {start for start, _ in NAMED if not any(path.startswith(start) for path in paths)} == set()


@pytest.mark.parametrize("family", FAMILIES)
def test_no_field_of_a_familys_proof_can_be_altered_with_its_digest_recomputed(family: str) -> None:
    first, *others = proofs_of(family)
    assert all(verdict(one.criteria()) is Verdict.PASS for one in (first, *others))
    assert passed_or_misnamed(first, every_change(first)) == []
    for one in others:
        assert passed_or_misnamed(one, every_change(one, OF_THE_SHAPE)) == []


def test_an_altered_proof_has_another_digest_and_the_identity_check_alone_would_pass_it() -> None:
    given = proofs_of("hiv_art")[0]
    for path, proof in every_change(given, ("key.rules", "signature.codes", "output")):
        assert proof.id != given.proof.id, path
        assert given.criteria(proof)[0].verdict is Verdict.PASS, path


def test_a_proof_under_the_id_of_another_fails_identity() -> None:
    given = proofs_of("crc_screening")[0]
    proof = every_change(given, ("output.sets",))[0][1]
    criteria = check(proof, given.ground, claimed_id=given.proof.id, decided_on=given.decided_on,
                     observations=given.observations)
    assert criteria[0].verdict is Verdict.FAIL
    assert given.proof.id in criteria[0].reason


def test_a_proof_that_leaves_open_which_edition_governs_cannot_be_altered_either() -> None:
    given = contested()
    assert given.proof.key.governing is None
    assert len(given.proof.key.contested) == 2
    assert verdict(given.criteria()) is Verdict.PASS
    assert passed_or_misnamed(given, every_change(given)) == []


def test_the_proofs_that_are_altered_have_every_shape_of_the_sample() -> None:
    shapes = frozenset[str]().union(*(one.shape for family in FAMILIES for one in proofs_of(family)),
                                    contested().shape)
    assert shapes >= {
        "added", "removed", "modified", "unchanged", "unresolved", "currently_applicable", "currently_unknown",
        "U(missing)", "U(conflicting)", "U(imprecise)", "U(unscoped)", "a tool's observation",
        "no edition governs", "contested"}


def test_an_atom_that_is_unknown_for_another_reason_fails_facts_and_nothing_else() -> None:
    """The output does not depend on a reason, so only the person's observations can tell."""
    seen = 0
    for family in FAMILIES:
        for given in proofs_of(family):
            for place, code in enumerate(given.proof.signature.codes):
                value = AtomValue.from_code(code)
                if value.truth is not Truth.U:
                    continue
                other = next(reason for reason in Reason if reason is not value.reason)
                codes = bytearray(given.proof.signature.codes)
                codes[place] = AtomValue(Truth.U, other).code
                proof = replace(given.proof, signature=replace(given.proof.signature, codes=bytes(codes)))
                criteria = given.criteria(proof)
                assert {one.name for one in criteria if one.verdict is not Verdict.PASS} == {"facts"}
                seen += 1
    assert seen > 30


@pytest.mark.parametrize("other", FAMILIES)
def test_a_proof_does_not_pass_as_one_of_another_family(other: str) -> None:
    for family in FAMILIES:
        given = proofs_of(family)[0]
        criteria = given.criteria(replace(given.proof, key=replace(given.proof.key, family=other)))
        assert (verdict(criteria) is Verdict.PASS) is (family == other)


def test_a_value_of_a_kindred_type_is_not_the_recorded_one() -> None:
    """1 and True are equal to the language, not to the digest: such a record is refused, not taken for the other."""
    given = next(one for one in proofs_of("nist_password") if any(row.rule_changed for row in one.proof.output.rows))
    rows = tuple(replace(row, rule_changed=1) if row.rule_changed else row for row in given.proof.output.rows)
    as_number = replace(given.proof, output=replace(given.proof.output, rows=rows))
    assert as_number.id != given.proof.id
    assert verdict(given.criteria(as_number)) is Verdict.FAIL
    as_truth = replace(given.proof, key=replace(given.proof.key, semantics=True))
    assert verdict(given.criteria(as_truth)) is not Verdict.PASS
