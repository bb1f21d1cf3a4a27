"""Proofs built by hand for the worked cases: the expected answer of the case is the output, the sample's rows
are the ground. Nothing here comes from the evaluator."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from cortex_core.digest import digest
from cortex_core.ids import ArtifactKey, EditionKey, RuleId
from cortex_core.interop.sample import read_sample, sample_folder
from cortex_core.logic.atoms import Atom, atom_value
from cortex_core.logic.expr import parse
from cortex_core.logic.normal import atoms_of, normal_form
from cortex_core.logic.terms import Kind
from cortex_core.logic.values import Conflicting, Known, Missing, Scalar, Unscoped, Value
from cortex_core.model.enums import Transition, Truth, Verdict
from cortex_core.model.experience import (
    SEMANTICS,
    CitedSpan,
    Criterion,
    Observation,
    Output,
    Proof,
    ProofKey,
    Row,
    RuleList,
    Sets,
    Signature,
    SourceRef,
)
from cortex_core.model.rules import Edition, FactSpec, Family, Function, RuleEdition
from cortex_core.rules.checker import Ground, check
from cortex_core.sources.registry import RegisteredArtifact, RegisteredEdition, Registry
from cortex_core.temporal.age import completed_years, elapsed_days


@dataclass(frozen=True, slots=True)
class Worked:
    """A proof with everything that a check of it is given."""

    proof: Proof
    ground: Ground
    decided_on: date
    observations: tuple[Observation, ...]

    def criteria(self, **changed: Any) -> tuple[Criterion, ...]:
        given = {"claimed_id": self.proof.id, "decided_on": self.decided_on,
                 "observations": self.observations, **changed}
        return check(self.proof, self.ground, **given)

    def on(self, ground: Ground) -> Worked:
        return replace(self, ground=ground)

    def but(self, **parts: Any) -> Worked:
        return replace(self, proof=replace(self.proof, **parts))

    def with_key(self, **parts: Any) -> Worked:
        return self.but(key=replace(self.proof.key, **parts))


def not_passed(criteria: tuple[Criterion, ...]) -> dict[str, Verdict]:
    return {one.name: one.verdict for one in criteria if one.verdict is not Verdict.PASS}


def reasons(criteria: tuple[Criterion, ...]) -> dict[str, str]:
    return {one.name: one.reason for one in criteria}


@functools.cache
def cases() -> dict[str, dict[str, Any]]:
    text = (sample_folder() / "cases" / "corpus_cases.json").read_text("utf-8")
    return {case["id"]: case for case in json.loads(text, parse_float=Decimal)["cases"]}


@functools.cache
def sample_ground(family: str) -> Ground:
    """The sample as registered for one family."""
    families, artifacts, editions = read_sample(sample_folder())
    return Ground(
        families={one.key: one for one in families},
        artifacts={one.key: one for one in artifacts},
        withdrawn=frozenset(),
        editions={one.key: one for one in editions if one.family == family},
        representatives={}, tools={})


def registry_of(ground: Ground) -> Registry:
    return Registry(
        ground.families,
        tuple(RegisteredArtifact(one, 1, "", 2 if one.key in ground.withdrawn else None)
              for one in ground.artifacts.values()),
        tuple(RegisteredEdition(one, 1, "") for one in ground.editions.values()))


def _scalar(spec: FactSpec, raw: Any) -> Scalar:
    if isinstance(raw, str) and raw in spec.names:
        return raw
    match spec.kind:
        case Kind.NUMBER:
            return Decimal(str(raw))
        case Kind.INTEGER:
            return int(raw)
        case Kind.DATE:
            return date.fromisoformat(raw)
        case _:
            assert isinstance(raw, bool | str)
            return raw


def _value(spec: FactSpec, raw: Any) -> Value:
    match raw:
        case None | {"unknown": "missing"}:
            return Missing()
        case {"unknown": "conflict", "candidates": candidates}:
            return Conflicting(tuple(sorted((_scalar(spec, one), "") for one in candidates)))
        case _:
            return Known(_scalar(spec, raw))


def observe(family: Family, facts: dict[str, Any], day: date) -> tuple[Observation, ...]:
    return tuple(Observation(spec.name, _value(spec, facts.get(spec.name)), day, spec.lifetime.until(day))
                 for spec in family.facts)


def terms(family: Family, observations: tuple[Observation, ...], day: date) -> dict[str, Value]:
    """Exact or plainly unknown facts only, as the worked cases have them."""
    found = {one.name: one.value for one in observations}
    for derived in family.derived:
        source = found[derived.source]
        if isinstance(source, Known):
            count = completed_years if derived.function is Function.COMPLETED_YEARS else elapsed_days
            source = (Known(count(source.value, day)) if isinstance(source.value, date)
                      else Unscoped("no date"))
        found[derived.name] = source
    return found


def atoms(family: Family, editions: list[Edition]) -> dict[str, Atom]:
    vocabulary = family.vocabulary()
    found = {atom.id: atom for edition in editions for rule in edition.rules
             for atom in atoms_of(normal_form(parse(rule.when, vocabulary), vocabulary))}
    return dict(sorted(found.items()))


def rule_digest(rule: RuleEdition, family: Family) -> str:
    vocabulary = family.vocabulary()
    return digest("rule", (
        rule.id, normal_form(parse(rule.when, vocabulary), vocabulary).text, rule.output,
        family.output(rule.output).digest, rule.after, tuple((one.artifact, one.span) for one in rule.cites)))


def rule_list(edition: Edition, family: Family) -> RuleList:
    return RuleList(edition.key, tuple((rule.id, rule_digest(rule, family)) for rule in edition.rules))


def key(
    ground: Ground, family: Family, day: date, pair: tuple[EditionKey, EditionKey] | None,
) -> ProofKey:
    registry = registry_of(ground)
    resolved = registry.resolve(family.key, day)
    wanted = dict.fromkeys([*(pair or ()), *([resolved.selected] if resolved.selected else [])])
    editions = [ground.editions[one] for one in wanted if one in ground.editions]
    sources = sorted({one for edition in editions for one in edition.sources if one in ground.artifacts})
    return ProofKey(
        family=family.key, task_type=family.task_type, output_type=family.output_type,
        governing=resolved.selected, contested=resolved.unresolved, pair=pair,
        rules=tuple(rule_list(edition, family) for edition in editions),
        sources=tuple(SourceRef(one, ground.artifacts[one].blob) for one in sources),
        cites=tuple(_cited(ground, rule.id, one.artifact, one.span)
                    for edition in editions for rule in edition.rules for one in rule.cites),
        tools=(), semantics=SEMANTICS, interval=registry.source_interval(family.key, day))


def _cited(ground: Ground, rule: RuleId, artifact: ArtifactKey, name: str) -> CitedSpan:
    span = ground.artifacts[artifact].span(name)
    assert span is not None
    return CitedSpan(rule, artifact, name, span.digest)


def signature(
    ground: Ground, proof_key: ProofKey, observations: tuple[Observation, ...], day: date,
) -> Signature:
    family = ground.families[proof_key.family]
    values = terms(family, observations, day)
    asked = atoms(family, [ground.editions[one.edition] for one in proof_key.rules])
    codes = bytes(atom_value(atom, values[atom.term]).code for atom in asked.values())
    return Signature(tuple(asked), codes, (), ())


def expected_output(ground: Ground, case: dict[str, Any]) -> Output:
    """The typed output that the case file expects, in this program's records."""
    expected, family = case["expected"], ground.families[case["family"]]
    rows = tuple(sorted(
        (Row(one["lineage"], Truth(one["old"]), one["old_output"] or "",
             Truth(one["new"]), one["new_output"] or "",
             Transition(one["transition"]), one["rule_changed"], Transition(one["transition_material"]))
         for one in expected["lineages"]), key=lambda row: row.lineage))
    sets = Sets(**{name: tuple(sorted(expected["sets"][name])) for name in Sets.__slots__})
    of_rule = {rule.id: rule.output for edition in ground.editions.values() for rule in edition.rules}
    used = {name for row in rows for name in (row.old_output, row.new_output) if name}
    used |= {of_rule[RuleId(rule)] for rule in sets.currently_applicable}
    return Output(rows, sets, tuple((name, family.output(name).digest) for name in sorted(used)))


@functools.cache
def worked(case_id: str) -> Worked:
    case = cases()[case_id]
    ground = sample_ground(case["family"])
    family, day = ground.families[case["family"]], date.fromisoformat(case["decision_date"])
    observations = observe(family, case["facts"], day)
    pair = (EditionKey(case["old_edition"]), EditionKey(case["new_edition"]))
    proof_key = key(ground, family, day, pair)
    proof = Proof(proof_key, signature(ground, proof_key, observations, day), expected_output(ground, case))
    return Worked(proof, ground, day, observations)
