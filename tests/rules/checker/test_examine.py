"""One altered row fails one criterion, one absent row leaves one unknown; what depends on it says so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from cortex_core.digest import blob_digest
from cortex_core.ids import ArtifactKey, EditionKey, ProofId
from cortex_core.logic.atoms import AtomValue
from cortex_core.logic.values import Known, Missing, Scalar
from cortex_core.model.enums import Reason, Transition, Truth, Verdict
from cortex_core.model.experience import Criterion, Proof, Row, ToolRef
from cortex_core.model.rules import Citation
from cortex_core.model.sources import ArtifactVersion
from cortex_core.rules.checker import FACTS_NOT_GIVEN, verdict
from cortex_core.sources.statements import cut
from tests.rules.checker.worked import (
    Worked,
    cases,
    key,
    not_passed,
    reasons,
    registry_of,
    sample_ground,
    signature,
    worked,
)

FAIL, UNKNOWN, NOT_EVALUATED = Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_EVALUATED
OLD, NEW = EditionKey("uspstf_crc_2016"), EditionKey("uspstf_crc_2021")
SOURCE = ArtifactKey("uspstf_crc_2021")


@pytest.fixture
def crc() -> Worked:
    """A person under the 2021 edition, compared with 2016."""
    given = worked("crc_screening-02")
    assert given.proof.key.governing == NEW
    assert given.proof.key.pair == (OLD, NEW)
    assert not_passed(given.criteria()) == {}
    return given


def with_artifact(given: Worked, **parts: object) -> Worked:
    ground = given.ground
    altered = replace(ground.artifacts[SOURCE], **parts)  # type: ignore[arg-type]  # parts of an artifact
    return given.on(replace(ground, artifacts={**ground.artifacts, SOURCE: altered}))


def with_edition(given: Worked, name: EditionKey, **parts: object) -> Worked:
    ground = given.ground
    altered = replace(ground.editions[name], **parts)  # type: ignore[arg-type]  # parts of an edition
    return given.on(replace(ground, editions={**ground.editions, name: altered}))


def without_edition(given: Worked, name: EditionKey) -> Worked:
    rest = {one: edition for one, edition in given.ground.editions.items() if one != name}
    return given.on(replace(given.ground, editions=rest))


def with_rule(given: Worked, **parts: object) -> Worked:
    first, *rest = given.ground.editions[NEW].rules
    altered = replace(first, **parts)  # type: ignore[arg-type]  # parts of a rule
    return with_edition(given, NEW, rules=(altered, *rest))


# --- sources and fidelity -----------------------------------------------------------------------------

@pytest.mark.parametrize("alter", [
    lambda one: {"content": one.content.replace("Age 45 to 49", "Age 46 to 49")},
    lambda _: {"blob": blob_digest(b"other")},
    lambda one: {"content": one.content + "\nA footnote.\n",
                 "blob": blob_digest((one.content + "\nA footnote.\n").encode())},
    lambda one: {"spans": one.spans[:-1]},
    lambda one: {"spans": (replace(one.spans[0], text="Age 40 to 75 years."), *one.spans[1:])},
    lambda _: {"key": ArtifactKey("other")},
])
def test_an_altered_artifact_fails_sources_alone(
    crc: Worked, alter: Callable[[ArtifactVersion], dict[str, object]],
) -> None:
    altered = with_artifact(crc, **alter(crc.ground.artifacts[SOURCE]))
    assert not_passed(altered.criteria()) == {"sources": FAIL, "fidelity": NOT_EVALUATED}


def test_a_deleted_artifact_leaves_sources_unknown_and_what_rests_on_it_not_evaluated(crc: Worked) -> None:
    rest = {name: one for name, one in crc.ground.artifacts.items() if name != SOURCE}
    criteria = crc.on(replace(crc.ground, artifacts=rest)).criteria()
    assert not_passed(criteria) == {
        "sources": UNKNOWN, "fidelity": NOT_EVALUATED, "applicability": NOT_EVALUATED}
    assert verdict(criteria) is UNKNOWN
    assert "uspstf_crc_2021" in reasons(criteria)["applicability"]


def test_a_withdrawn_source_fails_and_its_edition_no_longer_governs(crc: Worked) -> None:
    criteria = crc.on(replace(crc.ground, withdrawn=frozenset({SOURCE}))).criteria()
    assert not_passed(criteria) == {"sources": FAIL, "fidelity": NOT_EVALUATED, "applicability": FAIL}


def test_bytes_that_a_certified_rebind_joins_count_as_the_recorded_ones(crc: Worked) -> None:
    head = crc.ground.artifacts[SOURCE]
    wrapped = head.content.replace("screening is advised. Grade B.", "screening is\nadvised. Grade B.")
    blob = blob_digest(wrapped.encode())
    rewrapped = with_artifact(crc, content=wrapped, blob=blob)
    assert not_passed(rewrapped.criteria()) == {"sources": FAIL, "fidelity": NOT_EVALUATED}
    joined = rewrapped.on(replace(rewrapped.ground, representatives={blob: head.blob}))
    assert not_passed(joined.criteria()) == {}


def _retold(crc: Worked, retell: Callable[[str], str]) -> dict[str, Verdict]:
    """Verdicts when a rebind was certified although the text says something else: fidelity reads it again."""
    head = crc.ground.artifacts[SOURCE]
    content = retell(head.content)
    assert content != head.content
    blob = blob_digest(content.encode())
    given = with_artifact(crc, content=content, blob=blob, spans=cut(content).spans)
    return not_passed(given.on(replace(given.ground, representatives={blob: head.blob})).criteria())


@pytest.mark.parametrize("retell", [
    lambda text: text.replace("Age 45 to 49", "Age 46 to 49"),
    lambda text: text.replace("[s2]", "[s12]"),
    lambda text: text.replace("## Scope", "## Who"),
    lambda text: text.replace("## Recommendation summary", "### Recommendation summary"),
    lambda text: text.replace("Grade B. {V}", "Grade B. {M}"),
])
def test_a_span_with_other_words_section_label_or_mark_fails_fidelity(
    crc: Worked, retell: Callable[[str], str],
) -> None:
    assert _retold(crc, retell) == {"fidelity": FAIL}


def test_a_label_that_stands_twice_fails_fidelity(crc: Worked) -> None:
    head = crc.ground.artifacts[SOURCE]
    again = "Age 45 to 49 years: something else."
    content = head.content + f"\n[s2] {again} {{V}}\n"
    blob = blob_digest(content.encode())
    spans = (*head.spans, replace(head.spans[-1], id="s2", text=again, mark="V"))
    given = with_artifact(crc, content=content, blob=blob, spans=spans)
    joined = given.on(replace(given.ground, representatives={blob: head.blob}))
    assert not_passed(joined.criteria()) == {"fidelity": FAIL}
    assert "stands 2 times" in reasons(joined.criteria())["fidelity"]


def test_a_proof_that_leaves_out_a_citation_fails_fidelity(crc: Worked) -> None:
    shorter = crc.with_key(cites=crc.proof.key.cites[1:])
    assert not_passed(shorter.criteria()) == {"fidelity": FAIL}


def test_a_citation_outside_the_recorded_sources_fails_fidelity(crc: Worked) -> None:
    stray = replace(crc.proof.key.cites[0], artifact=ArtifactKey("aca_faq_51"))
    given = crc.with_key(cites=(stray, *crc.proof.key.cites[1:]))
    assert not_passed(given.criteria()) == {"fidelity": FAIL}


# --- rules --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("parts", [
    {"when": "(asymptomatic and average_risk) and 46 <= age_years <= 75"},
    {"when": "(asymptomatic or average_risk) and 50 <= age_years <= 75"},
    {"when": "import os"},
    {"when": "unheard_of and average_risk"},
    {"after": ("other",)},
])
def test_an_altered_rule_fails_rules_and_leaves_logic_not_evaluated(
    crc: Worked, parts: dict[str, object],
) -> None:
    assert not_passed(with_rule(crc, **parts).criteria()) == {"rules": FAIL, "logic": NOT_EVALUATED}


def test_an_altered_output_citation_or_name_of_a_rule_fails_rules_alone(crc: Worked) -> None:
    for parts in ({"output": "crc.screen.B"}, {"cites": (Citation(SOURCE, "s9"),)},
                  {"output": "never.declared"}, {"variant": "late"}, {"lineage": "crc.other"}):
        found = not_passed(with_rule(crc, **parts).criteria())
        assert {name for name, one in found.items() if one in (FAIL, UNKNOWN)} == {"rules"}
        assert found["logic"] is NOT_EVALUATED


def test_a_predicate_written_otherwise_with_the_same_normal_form_is_the_recorded_rule(crc: Worked) -> None:
    same = with_rule(crc, when="not (age_years > 75 or age_years < 50) and average_risk and asymptomatic")
    assert not_passed(same.criteria()) == {}


def test_a_deleted_rule_leaves_rules_unknown(crc: Worked) -> None:
    shorter = with_edition(crc, NEW, rules=crc.ground.editions[NEW].rules[1:])
    assert not_passed(shorter.criteria()) == {
        "rules": UNKNOWN, "logic": NOT_EVALUATED, "fidelity": NOT_EVALUATED}
    assert verdict(shorter.criteria()) is UNKNOWN


def test_a_rule_that_nobody_read_fails_rules(crc: Worked) -> None:
    rules = crc.ground.editions[NEW].rules
    longer = with_edition(crc, NEW, rules=(*rules, replace(rules[0], lineage="crc.new")))
    assert not_passed(longer.criteria()) == {"rules": FAIL, "logic": NOT_EVALUATED}


def test_rules_in_another_order_or_twice_fail_rules(crc: Worked) -> None:
    rules = crc.ground.editions[NEW].rules
    for other in (tuple(reversed(rules)), (*rules, rules[0])):
        assert not_passed(with_edition(crc, NEW, rules=other).criteria()) == {
            "rules": FAIL, "logic": NOT_EVALUATED}


# --- applicability ------------------------------------------------------------------------------------

@pytest.mark.parametrize(("name", "parts"), [
    (NEW, {"valid_from": date(2021, 5, 19)}),
    (NEW, {"valid_from": date(2016, 1, 1)}),
    (NEW, {"valid_from": date(2030, 1, 1)}),
    (NEW, {"valid_to": date(2021, 5, 20)}),
    (NEW, {"valid_to": date(2040, 1, 1)}),
    (NEW, {"supersedes": None}),
    (NEW, {"sources": (SOURCE, ArtifactKey("aca_faq_51"))}),
    (NEW, {"sources": ()}),
])
def test_an_altered_edition_fails_applicability_alone(
    crc: Worked, name: EditionKey, parts: dict[str, object],
) -> None:
    assert not_passed(with_edition(crc, name, **parts).criteria()) == {"applicability": FAIL}


@pytest.mark.parametrize("name", [OLD, NEW])
def test_a_deleted_edition_leaves_applicability_unknown(crc: Worked, name: EditionKey) -> None:
    criteria = without_edition(crc, name).criteria()
    found = not_passed(criteria)
    assert [one for one, value in found.items() if value is not NOT_EVALUATED] == ["applicability"]
    assert found["applicability"] is UNKNOWN
    assert found["rules"] is found["logic"] is NOT_EVALUATED
    assert verdict(criteria) is UNKNOWN


def test_a_gap_in_the_line_of_successors_is_unknown_not_wrong() -> None:
    """With the middle edition's row gone, the first one seems to run on; nobody can say that it does."""
    first, middle = EditionKey("who_art_2013"), EditionKey("who_art_2016")
    given = worked("hiv_art-01")
    ground = given.ground
    family, day = ground.families["hiv_art"], date(2015, 1, 1)
    observations = tuple(replace(one, value=Missing(), until=None) for one in given.observations)
    proof_key = key(ground, family, day, (first, EditionKey("who_art_2021")))
    proof = Proof(proof_key, signature(ground, proof_key, observations, day), given.proof.output)
    intact = Worked(proof, ground, day, observations)
    assert "applicability" not in not_passed(intact.criteria())
    assert not_passed(without_edition(intact, middle).criteria())["applicability"] is UNKNOWN


def test_a_decision_outside_the_recorded_interval_fails_applicability(crc: Worked) -> None:
    before = crc.criteria(decided_on=date(2021, 5, 17), observations=None)
    assert not_passed(before) == {"applicability": FAIL, "facts": NOT_EVALUATED}


def test_a_swapped_pair_fails(crc: Worked) -> None:
    swapped = crc.with_key(pair=(NEW, OLD))
    found = not_passed(swapped.criteria())
    assert found["applicability"] is FAIL
    assert "out of order" in reasons(swapped.criteria())["applicability"]


def test_a_pair_without_the_governing_edition_fails_unless_none_governs() -> None:
    given = worked("hiv_art-01")
    assert given.proof.key.governing == "who_art_2016"
    other = given.with_key(pair=("who_art_2013", "who_art_2021"))
    assert "lacks the governing edition" in reasons(other.criteria())["applicability"]
    past_the_last = worked("partd_benefit-12")
    assert past_the_last.proof.key.governing is None
    assert not_passed(past_the_last.criteria()) == {}


def test_a_competitor_that_nothing_ranks_contests_what_governs_and_a_policy_settles_it(crc: Worked) -> None:
    rival = replace(crc.ground.editions[NEW], key=EditionKey("rival"), sources=(ArtifactKey("aca_faq_51"),),
                    supersedes=None, valid_from=date(2021, 6, 1))
    editions = {**crc.ground.editions, rival.key: rival}
    contested = crc.on(replace(crc.ground, editions=editions))
    assert not_passed(contested.criteria()) == {"applicability": FAIL}
    assert "unranked" in reasons(contested.criteria())["applicability"]
    for prefers, governs in (
        ((("uspstf", "tri_agencies"),), True),
        ((("uspstf", "middle"), ("middle", "tri_agencies")), True),
        ((("tri_agencies", "uspstf"),), False),
        ((("uspstf", "tri_agencies"), ("tri_agencies", "uspstf")), False),
        ((("a", "b"), ("b", "a"), ("uspstf", "tri_agencies")), False),
    ):
        family = replace(crc.ground.families["crc_screening"], prefers=prefers)
        ground = replace(crc.ground, editions=editions, families={**crc.ground.families, family.key: family})
        proof_key = replace(crc.proof.key, interval=registry_of(ground).source_interval(
            family.key, crc.decided_on))
        ranked = crc.on(ground).but(key=proof_key)
        assert ("applicability" not in not_passed(ranked.criteria())) is governs


def test_withdrawing_a_superseder_revives_nothing(crc: Worked) -> None:
    """The successor is withdrawn; what it closed stays closed, so a proof under the old one does not pass."""
    withdrawn = crc.on(replace(crc.ground, withdrawn=frozenset({SOURCE})))
    claims = withdrawn.with_key(governing=OLD)
    reason = reasons(claims.criteria())["applicability"]
    assert "no edition governs" in reason


def test_an_edition_that_was_not_registered_when_decided_leaves_its_side_open(crc: Worked) -> None:
    without = without_edition(crc, OLD)
    family = crc.ground.families["crc_screening"]
    proof_key = key(without.ground, family, crc.decided_on, (OLD, NEW))
    proof = without.proof
    rows = tuple(
        replace(row, old=Truth.U, old_output="", transition=Transition.UNRESOLVED, rule_changed=None,
                transition_material=Transition.UNRESOLVED)
        for row in _all_rows(without, proof_key.rules[0].edition))
    output = replace(
        proof.output, rows=rows,
        sets=replace(proof.output.sets, added=(), removed=(), modified=(), unchanged=(),
                     unresolved=tuple(row.lineage for row in rows)))
    given = Worked(
        Proof(proof_key, signature(without.ground, proof_key, crc.observations, crc.decided_on), output),
        without.ground, crc.decided_on, crc.observations)
    assert not_passed(given.criteria()) == {}
    assert not_passed(given.on(crc.ground).criteria()) == {"applicability": FAIL}


def _all_rows(given: Worked, edition: EditionKey) -> list[Row]:
    recorded = {row.lineage: row for row in given.proof.output.rows}
    return [recorded.get(lineage) or Row(lineage, Truth.U, "", Truth.N, "", Transition.UNRESOLVED, None,
                                         Transition.UNRESOLVED)
            for lineage in sorted({rule.lineage for rule in given.ground.editions[edition].rules})]


def test_two_families_may_use_one_edition_key() -> None:
    one, other = sample_ground("gc_treatment"), sample_ground("ct_treatment")
    assert set(one.editions) == set(other.editions)
    both = replace(one, editions={
        EditionKey(f"{edition.family}/{edition.key}"): edition
        for edition in (*one.editions.values(), *other.editions.values())})
    for case in ("gc_treatment-01", "ct_treatment-01"):
        assert not_passed(worked(case).on(both).criteria()) == {}


# --- identity, typing, logic --------------------------------------------------------------------------

def test_a_claimed_id_that_is_not_the_digest_fails_identity(crc: Worked) -> None:
    assert not_passed(crc.criteria(claimed_id=ProofId("b2:0"))) == {"identity": FAIL}


def test_a_family_whose_row_is_gone_leaves_identity_unknown(crc: Worked) -> None:
    rest = {name: one for name, one in crc.ground.families.items() if name != "crc_screening"}
    found = not_passed(crc.on(replace(crc.ground, families=rest)).criteria())
    assert [name for name, one in found.items() if one is not NOT_EVALUATED] == ["identity"]
    assert found["identity"] is UNKNOWN
    assert {"rules", "typing", "logic", "facts"} <= found.keys()


def test_types_that_are_not_the_familys_fail_identity(crc: Worked) -> None:
    assert not_passed(crc.with_key(task_type="rule change").criteria()) == {"identity": FAIL}
    assert not_passed(crc.with_key(output_type="permission").criteria()) == {"identity": FAIL}


def test_another_meaning_of_the_evaluator_is_unknown_and_nothing_is_derived_by_it(crc: Worked) -> None:
    assert not_passed(crc.with_key(semantics=2).criteria()) == {
        "identity": UNKNOWN, "logic": NOT_EVALUATED}


def test_an_output_that_is_declared_with_other_content_fails_typing(crc: Worked) -> None:
    (name, _), *rest = crc.proof.output.contents
    output = replace(crc.proof.output, contents=((name, "b2:1"), *rest))
    assert not_passed(crc.but(output=output).criteria())["typing"] is FAIL


def test_a_row_with_an_output_of_another_lineage_fails_typing(crc: Worked) -> None:
    row, *rest = crc.proof.output.rows
    assert row.new is Truth.Y
    output = replace(crc.proof.output, rows=(replace(row, new_output="crc.selective.C"), *rest))
    assert not_passed(crc.but(output=output).criteria())["typing"] is FAIL


def test_a_value_outside_its_vocabulary_fails_typing(crc: Worked) -> None:
    row, *rest = crc.proof.output.rows
    for wrong in ({"transition": "add"}, {"old": "Y"}, {"rule_changed": "yes"}, {"new": Truth.N}):
        output = replace(crc.proof.output, rows=(replace(row, **wrong), *rest))  # type: ignore[arg-type]  # wrong
        assert not_passed(crc.but(output=output).criteria())["typing"] is FAIL
    for code in (3, 1 | 7 << 2, 2 | 1 << 2):
        codes = bytes([code, *crc.proof.signature.codes[1:]])
        found = not_passed(crc.but(signature=replace(crc.proof.signature, codes=codes)).criteria())
        assert found["typing"] is FAIL
        assert found["logic"] is NOT_EVALUATED


def test_a_signature_lists_exactly_the_atoms_that_the_rules_consume(crc: Worked) -> None:
    held = crc.proof.signature
    longer = replace(held, atoms=(*held.atoms, "weight_kg >= 150"), codes=held.codes + b"\x02")
    shorter = replace(held, atoms=held.atoms[:-1], codes=held.codes[:-1])
    for other, words in ((longer, "no rule that was read asks"), (shorter, "the signature lacks")):
        criteria = crc.but(signature=other).criteria(observations=None)
        assert not_passed(criteria) == {"logic": FAIL, "facts": NOT_EVALUATED}
        assert words in reasons(criteria)["logic"]


def test_changing_one_decisive_atom_fails_facts_and_where_it_matters_logic(crc: Worked) -> None:
    held = crc.proof.signature
    at = held.atoms.index("asymptomatic")
    for value in (AtomValue(Truth.N), AtomValue(Truth.U, Reason.MISSING)):
        codes = held.codes[:at] + bytes([value.code]) + held.codes[at + 1:]
        assert not_passed(crc.but(signature=replace(held, codes=codes)).criteria()) == {
            "logic": FAIL, "facts": FAIL}


def test_a_moved_rule_id_or_lineage_in_any_set_fails_logic(crc: Worked) -> None:
    sets = crc.proof.output.sets
    for name in ("added", "removed", "modified", "unchanged", "unresolved", "currently_applicable",
                 "currently_unknown"):
        held = getattr(sets, name)
        moved = held[1:] if held else ("crc.select_76_85",)
        output = replace(crc.proof.output, sets=replace(sets, **{name: moved}))
        assert not_passed(crc.but(output=output).criteria()) == {"logic": FAIL}


def test_two_variants_that_hold_at_once_fail_logic() -> None:
    given = worked("gc_treatment-01")
    edition = given.ground.editions[EditionKey("cdc_sti_2021")]
    rules = tuple(replace(rule, when=rule.when.replace("weight_kg >= 150", "weight_kg >= 50"))
                  for rule in edition.rules)
    ground = with_edition(given, edition.key, rules=rules).ground
    family = ground.families["gc_treatment"]
    proof_key = key(ground, family, given.decided_on, given.proof.key.pair)
    observations = tuple(
        replace(one, value=Known(_BOTH_DOSES_HOLD[one.name])) if one.name in _BOTH_DOSES_HOLD else one
        for one in given.observations)
    proof = Proof(proof_key, signature(ground, proof_key, observations, given.decided_on), given.proof.output)
    criteria = Worked(proof, ground, given.decided_on, observations).criteria()
    assert "hold at once" in reasons(criteria)["logic"]
    assert not_passed(criteria) == {"logic": FAIL}


_BOTH_DOSES_HOLD: dict[str, Scalar] = {
    "gc_infection": True, "adolescent_or_adult": True, "site": "urogenital_rectal", "weight_kg": Decimal(100),
    "ceftriaxone_available": True, "severe_cephalosporin_allergy": False}


def test_a_variant_gives_way_to_those_it_comes_after() -> None:
    """The later variant's own predicate holds too; only its effective one does not."""
    ordered, given = _with_precedence(("lt150",))
    assert not_passed(ordered.criteria()) == {}
    unordered, _ = _with_precedence(())
    assert not_passed(unordered.criteria()) == {"logic": FAIL}
    assert given.proof.output == ordered.proof.output
    dangling, _ = _with_precedence(("never",))
    assert not_passed(dangling.criteria()) == {"logic": FAIL}


def _with_precedence(after: tuple[str, ...]) -> tuple[Worked, Worked]:
    given = next(one for one in map(worked, sorted(cases())) if one.proof.key.family == "gc_treatment"
                 and "cdc_sti_2021:gc.uro.primary#lt150" in one.proof.output.sets.currently_applicable)
    edition = given.ground.editions[EditionKey("cdc_sti_2021")]
    rules = tuple(
        replace(rule, when=rule.when.replace("weight_kg >= 150", "weight_kg >= 0"), after=after)
        if rule.variant == "ge150" else rule for rule in edition.rules)
    ground = with_edition(given, edition.key, rules=rules).ground
    family = ground.families["gc_treatment"]
    proof_key = key(ground, family, given.decided_on, given.proof.key.pair)
    proof = Proof(proof_key, signature(ground, proof_key, given.observations, given.decided_on),
                  given.proof.output)
    return Worked(proof, ground, given.decided_on, given.observations), given


# --- facts and tools ----------------------------------------------------------------------------------

def test_facts_that_are_not_given_leave_the_verdict_to_the_other_criteria(crc: Worked) -> None:
    criteria = crc.criteria(observations=None)
    assert not_passed(criteria) == {"facts": NOT_EVALUATED}
    assert reasons(criteria)["facts"] == FACTS_NOT_GIVEN
    assert verdict(criteria) is Verdict.PASS


def test_facts_of_another_person_fail_facts_alone(crc: Worked) -> None:
    aged = tuple(replace(one, value=Known(date(1900, 1, 1))) if one.name == "birth_date" else one
                 for one in crc.observations)
    criteria = crc.criteria(observations=aged)
    assert not_passed(criteria) == {"facts": FAIL}
    assert "1900" not in reasons(criteria)["facts"]


def test_a_fact_past_its_lifetime_fails_facts(crc: Worked) -> None:
    old = tuple(replace(one, until=crc.decided_on) if one.name == "asymptomatic" else one
                for one in crc.observations)
    last_day = tuple(replace(one, until=crc.decided_on + timedelta(days=1)) if one.name == "asymptomatic"
                     else one for one in crc.observations)
    assert not_passed(crc.criteria(observations=old)) == {"facts": FAIL}
    assert not_passed(crc.criteria(observations=last_day)) == {}


def test_a_birth_after_the_decision_fails_facts(crc: Worked) -> None:
    unborn = tuple(replace(one, value=Known(crc.decided_on + timedelta(days=1)))
                   if one.name == "birth_date" else one for one in crc.observations)
    assert not_passed(crc.criteria(observations=unborn)) == {"facts": FAIL}


def _with_tool(crc: Worked) -> Worked:
    ref = ToolRef("risk_calculator", "1.0", "hb2:1")
    observations = tuple(replace(one, tool=ref) if one.name == "average_risk" else one
                         for one in crc.observations)
    given = replace(crc, observations=observations).but(
        key=replace(crc.proof.key, tools=(("risk_calculator", "1.0"),)),
        signature=replace(crc.proof.signature, observations=(("average_risk", ref),)))
    return given.on(replace(crc.ground, tools={"risk_calculator": "1.0"}))


def test_a_tool_in_another_version_fails_tools_and_an_unknown_one_leaves_it_unknown(crc: Worked) -> None:
    given = _with_tool(crc)
    assert not_passed(given.criteria()) == {}
    assert not_passed(given.on(replace(given.ground, tools={"risk_calculator": "2.0"})).criteria()) == {
        "tools": FAIL}
    assert not_passed(given.on(replace(given.ground, tools={})).criteria()) == {"tools": UNKNOWN}


def test_an_observation_by_a_tool_that_the_proof_does_not_record_fails_facts(crc: Worked) -> None:
    given = _with_tool(crc)
    assert not_passed(given.criteria(observations=crc.observations)) == {"facts": FAIL}


def test_tools_without_an_observation_fail_tools(crc: Worked) -> None:
    given = crc.with_key(tools=(("risk_calculator", "1.0"),)).on(
        replace(crc.ground, tools={"risk_calculator": "1.0"}))
    assert not_passed(given.criteria()) == {"tools": FAIL}


# --- verdict ------------------------------------------------------------------------------------------

def test_the_verdict_never_turns_an_open_criterion_into_a_pass() -> None:
    def made(**verdicts: Verdict) -> tuple[Criterion, ...]:
        return tuple(Criterion(name, one, "for a reason") for name, one in verdicts.items())

    assert verdict(made(identity=Verdict.PASS)) is Verdict.PASS
    assert verdict(made(identity=Verdict.PASS, rules=UNKNOWN)) is UNKNOWN
    assert verdict(made(identity=Verdict.PASS, logic=NOT_EVALUATED)) is UNKNOWN
    assert verdict(made(identity=FAIL, logic=UNKNOWN)) is FAIL
    assert verdict(made(identity=Verdict.PASS, facts=NOT_EVALUATED)) is UNKNOWN
    assert verdict(()) is UNKNOWN
