"""Each condition of exact replay refuses by itself, and says which two values were compared (contract 3.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from cortex_core.experience.admissibility import Condition, admissibility, is_admissible
from cortex_core.experience.memory import StoredCertificate
from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.lifecycle.controller import is_trusted
from cortex_core.model.enums import Standing, Verdict
from cortex_core.model.experience import Certificate, Proof, SourceRef, ToolRef
from cortex_core.rules.checker import VERIFIER, VERIFIER_VERSION
from cortex_core.temporal.interval import Interval
from tests.counterexamples.made import DAY, ask, edition, only, registry, rule

SOURCE = (SourceRef(ArtifactKey("guide"), "b2:one"),)


def stored() -> Proof:
    made = only("a and b", {"a": True}).proof
    return replace(made, key=replace(made.key, sources=SOURCE))


def certificate(version: str = VERIFIER_VERSION) -> StoredCertificate:
    return StoredCertificate(1, Certificate(stored().id, VERIFIER, version, (), ()))


def conditions(current: Proof | None = None, **changed: Any) -> tuple[Condition, ...]:
    now = current or stored()
    given: dict[str, Any] = {
        "standing": Standing.ACTIVE, "decided_on": DAY, "certificates": [certificate()], "trusted": is_trusted,
        "representative": lambda blob: blob}
    return admissibility(stored(), now.key, now.signature, **(given | changed))


def refused_by(found: tuple[Condition, ...]) -> list[str]:
    return [one.name for one in found if one.verdict is not Verdict.PASS]


def with_key(**parts: Any) -> Proof:
    return replace(stored(), key=replace(stored().key, **parts))


def with_signature(**parts: Any) -> Proof:
    return replace(stored(), signature=replace(stored().signature, **parts))


def test_the_same_question_on_the_same_ground_is_admitted() -> None:
    assert refused_by(conditions()) == []
    assert is_admissible(conditions())
    assert len(conditions()) == 14


@pytest.mark.parametrize("standing", list(Standing))
def test_only_active_and_reaffirmed_admit(standing: Standing) -> None:
    admitted = standing in (Standing.ACTIVE, Standing.REAFFIRMED)
    assert refused_by(conditions(standing=standing)) == ([] if admitted else ["standing"])


@pytest.mark.parametrize(("current", "name"), [
    (lambda: with_key(governing=None), "same resolved selection"),
    (lambda: with_key(contested=(EditionKey("x"), EditionKey("y"))), "same resolved selection"),
    (lambda: with_key(sources=(SourceRef(ArtifactKey("guide"), "b2:two"),)),
     "source digests (rebinds counted as equal)"),
    (lambda: with_key(rules=only("a or b", {}).proof.key.rules), "rule lists and rule digests"),
    (lambda: with_key(pair=(EditionKey("x"), EditionKey("one"))), "ordered edition pair"),
    (lambda: with_key(tools=(("calculator", "2"),)), "tool versions"),
    (lambda: with_key(semantics=2), "evaluator semantics"),
    (lambda: with_key(task_type="other"), "task type"),
    (lambda: with_key(output_type="other"), "output type"),
    (lambda: only("a and b", {"a": True, "b": {"value": True, "subject": "partner"}}).proof,
     "signature, reasons included"),
    (lambda: with_signature(context=(("language", "en"),)), "output context"),
    (lambda: with_signature(observations=(("a", ToolRef("calculator", "1", "hb2:0")),)), "tool observations"),
])
def test_each_difference_is_found_by_its_own_condition(current: Callable[[], Proof], name: str) -> None:
    now = current()
    if name.startswith("signature"):
        now = replace(now, key=stored().key)
    found = conditions(now)
    assert refused_by(found) == [name]
    refused = next(one for one in found if one.name == name)
    assert refused.recorded != refused.current
    assert not is_admissible(found)


def test_two_reasons_of_one_unknown_atom_are_two_signatures() -> None:
    """U(missing) and U(unscoped): equal values, another record."""
    other = only("a and b", {"a": True, "b": {"value": True, "subject": "partner"}}).proof
    assert stored().output == other.output
    assert stored().signature.atoms == other.signature.atoms
    assert stored().signature.codes != other.signature.codes


def test_bytes_that_a_rebind_joins_count_as_equal() -> None:
    now = with_key(sources=(SourceRef(ArtifactKey("guide"), "b2:two"),))
    assert is_admissible(conditions(now, representative=lambda blob: "b2:one"))


def test_a_decision_outside_the_recorded_source_interval_is_refused() -> None:
    bounded = Interval(date(2021, 1, 1), DAY)
    proof = with_key(interval=bounded)
    found = admissibility(proof, proof.key, proof.signature, standing=Standing.ACTIVE, decided_on=DAY,
                          certificates=[certificate()], trusted=is_trusted, representative=lambda blob: blob)
    assert refused_by(found) == ["decision date in the source interval"]


@pytest.mark.parametrize("certificates", [[], [certificate("0")]])
def test_without_a_certificate_of_a_trusted_verifier_it_is_refused(
        certificates: list[StoredCertificate]) -> None:
    assert refused_by(conditions(certificates=certificates)) == ["certificate of a trusted verifier"]


def test_a_second_certificate_keeps_a_proof_in_when_one_verifier_is_not_trusted() -> None:
    assert is_admissible(conditions(certificates=[certificate("0"), certificate()]))


@pytest.mark.parametrize("verdict", [Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_EVALUATED])
def test_nothing_but_a_pass_of_every_condition_admits(verdict: Verdict) -> None:
    found = conditions()
    assert not is_admissible((*found[:-1], replace(found[-1], verdict=verdict)))


def test_an_edition_added_to_the_registry_reaches_the_key_through_its_rule_list() -> None:
    """A rule that was added above an unchanged one is found although no old step reads it."""
    one = registry(edition("one", rule("one", "a and b")))
    more = registry(edition("one", rule("one", "a and b"), rule("one", "a", lineage="added")))
    assert one.editions[0].edition.key == more.editions[0].edition.key
    now = with_key(rules=ask(more, {}).proof.key.rules)
    assert refused_by(conditions(now)) == ["rule lists and rule digests"]
