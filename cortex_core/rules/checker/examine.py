"""The checks on one proof, in fixed order, each with its own reason.

One altered row fails one criterion: a check that needs a row which another check could not confirm is *not
evaluated*, and says which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum

from cortex_core.ids import EditionKey, ProofId
from cortex_core.logic.atoms import AtomValue
from cortex_core.model.enums import Transition, Truth
from cortex_core.model.experience import (
    SEMANTICS,
    Criterion,
    Observation,
    Output,
    Proof,
    Row,
    Sets,
    Signature,
)
from cortex_core.model.rules import Family
from cortex_core.rules.checker.applicability import examine_applicability
from cortex_core.rules.checker.criteria import FACTS_NOT_GIVEN, Findings
from cortex_core.rules.checker.derivation import derive
from cortex_core.rules.checker.ground import Ground
from cortex_core.rules.checker.premises import Premises, fact_behind, read_question
from cortex_core.rules.checker.reading import ReadRule
from cortex_core.rules.checker.rule_lists import RulesRead, examine_rules
from cortex_core.rules.checker.texts import examine_fidelity, examine_sources

__all__ = ["VERIFIER", "VERIFIER_VERSION", "check"]

VERIFIER = "cortex checker"
VERIFIER_VERSION = "1"


def check(
    proof: Proof, ground: Ground, *, claimed_id: ProofId, decided_on: date,
    observations: tuple[Observation, ...] | None,
) -> tuple[Criterion, ...]:
    """Every criterion on a proof for a decision on a civil date: identity, sources, fidelity, rules,
    applicability, typing, logic, facts, tools. ``observations`` are the person's; None once erased.

    Nothing is raised for what is registered or recorded: an altered or absent row is a verdict.
    """
    family = ground.families.get(proof.key.family)
    identity = _identity(proof, family, claimed_id)
    sources, unconfirmed = examine_sources(proof.key, ground)
    rules = examine_rules(proof.key, ground, family)
    fidelity = examine_fidelity(proof.key, ground, unconfirmed, rules.confirmed)
    applicability = examine_applicability(proof.key, ground, decided_on)
    typing = _typing(proof, ground, family, rules.findings.passed)
    logic = _logic(proof, family, rules)
    facts = _facts(proof.signature, family, decided_on, observations)
    tools = _tools(proof, ground)
    key = proof.key
    return (
        identity.criterion("the digest of key, signature and output is the proof's id"),
        sources.criterion(f"{len(key.sources)} sources hold the recorded bytes"),
        fidelity.criterion(f"{len(key.cites)} citations stand in their sections as recorded"),
        rules.findings.criterion(f"{len(rules.confirmed)} rules are as recorded, in order"),
        applicability.criterion(f"{key.governing or 'no edition'} governs on {decided_on}, as recorded"),
        typing.criterion(f"{len(proof.output.contents)} outputs are declared with the recorded content"),
        logic.criterion(f"the output follows from the rules and {len(proof.signature.atoms)} atoms"),
        facts.criterion(f"{len(proof.signature.atoms)} atoms follow from the facts on {decided_on}"),
        tools.criterion(f"{len(key.tools)} tools are in force in the recorded version"),
    )


def _identity(proof: Proof, family: Family | None, claimed_id: ProofId) -> Findings:
    found, key = Findings("identity"), proof.key
    try:
        recomputed: str = proof.id
    except ValueError as error:
        found.fail(f"the proof has no digest: {error}")
    else:
        if recomputed != claimed_id:
            found.fail(f"the digest is {recomputed}, claimed is {claimed_id}")
    if not _is_known_semantics(key.semantics):
        found.unknown(f"evaluator semantics {key.semantics} is not known here; known is {SEMANTICS}")
    if family is None:
        found.unknown(f"family {key.family} has no row")
    elif (key.task_type, key.output_type) != (family.task_type, family.output_type):
        found.fail(f"task and output type are {key.task_type}, {key.output_type}; "
                   f"the family's are {family.task_type}, {family.output_type}")
    return found


def _typing(proof: Proof, ground: Ground, family: Family | None, rules_passed: bool) -> Findings:
    found, output = Findings("typing"), proof.output
    _examine_shape(proof.signature, output, found)
    if family is None:
        found.skip(f"family {proof.key.family} is not registered, and it declares the outputs")
        return found
    observed = [fact for fact, _ in proof.signature.observations]
    if observed != [spec.name for spec in family.facts if spec.name in observed]:
        found.fail("the observations by tools are not one for each fact, in the order of the family's facts")
    declared = {spec.id: spec.digest for spec in family.outputs}
    for name, content in output.contents:
        if name not in declared:
            found.fail(f"output {name} is not declared")
        elif declared[name] != content:
            found.fail(f"output {name} is declared with other content than recorded")
    contents = dict(output.contents)
    pair = proof.key.pair or (None, None)
    editions = ground.editions_of(proof.key.family)
    for row in output.rows:
        for edition, name in zip(pair, (row.old_output, row.new_output), strict=True):
            if not name:
                continue
            if name not in contents:
                found.fail(f"output {name} of {row.lineage} has no recorded content")
            registered = editions[edition].rules if edition in editions else ()
            if not any((rule.lineage, rule.output) == (row.lineage, name) for rule in registered):
                words = f"no registered rule of {row.lineage} in {edition} has the output {name}"
                if rules_passed:
                    found.fail(words)
                else:
                    found.skip(f"{words}, and the rules did not pass")
    return found


def _examine_shape(signature: Signature, output: Output, found: Findings) -> None:
    if not _is_readable(signature):
        found.fail("the values are not one for each atom, each of them Y, N or U with a reason")
    if list(signature.atoms) != sorted(set(signature.atoms)):
        found.fail("the atoms of the signature are not in order, or one stands twice")
    if signature.context:
        # Part of the proof's identity, and no registered row says which contexts there are.
        names = ", ".join(name for name, _ in signature.context)
        found.unknown(f"nothing declares the output context {names}")
    if list(output.contents) != sorted(dict(output.contents).items()):
        found.fail("the contents are not in order, or one output has two")
    for name in Sets.__slots__:
        held = getattr(output.sets, name)
        if list(held) != sorted(set(held)):
            found.fail(f"the set {name} is not in order, or one stands twice")
    for row in output.rows:
        if not _is_row(row):
            found.fail(f"the row of {row.lineage} holds something outside its vocabulary")


def _is_code(code: int) -> bool:
    try:
        return AtomValue.from_code(code).code == code
    except IndexError:
        return False


def _is_readable(signature: Signature) -> bool:
    return len(signature.atoms) == len(signature.codes) and all(_is_code(code) for code in signature.codes)


def _is_known_semantics(number: object) -> bool:
    # True == 1, and they have different digests.
    return type(number) is int and number == SEMANTICS


def _is_row(row: Row) -> bool:
    """A record read from a store may hold anything, whatever its declared types say."""
    fields: tuple[tuple[object, type], ...] = (
        (row.old, Truth), (row.new, Truth),
        (row.transition, Transition), (row.transition_material, Transition))
    return (all(isinstance(value, kind) for value, kind in fields)
            and any(row.rule_changed is one for one in (True, False, None))
            and (row.old is Truth.Y) == (row.old_output != "")
            and (row.new is Truth.Y) == (row.new_output != ""))


def _logic(proof: Proof, family: Family | None, rules: RulesRead) -> Findings:
    found, key = Findings("logic"), proof.key
    if family is None or not rules.findings.passed:
        found.skip("the rules did not pass, so there is nothing confirmed to derive from")
    elif not _is_known_semantics(key.semantics):
        found.skip(f"evaluator semantics {key.semantics} is not known here")
    elif not _is_readable(proof.signature):
        found.skip("the signature is malformed, so it answers nothing")
    else:
        asked = {atom for listed in rules.read.values() for one in listed for atom in one.asked}
        _examine_atoms(asked, proof.signature, found)
        if found.passed:
            _examine_output(proof, family, rules.read, found)
    return found


def _examine_atoms(asked: set[str], signature: Signature, found: Findings) -> None:
    if lacking := sorted(asked - set(signature.atoms)):
        found.fail(f"the signature lacks {', '.join(lacking)}")
    if idle := sorted(set(signature.atoms) - asked):
        found.fail(f"no rule that was read asks {', '.join(idle)}")
    if set(signature.atoms) == asked and list(signature.atoms) != sorted(asked):
        found.fail("the atoms of the signature are not in order, or one stands twice")


def _examine_output(
    proof: Proof, family: Family, rules: Mapping[EditionKey, Sequence[ReadRule]], found: Findings,
) -> None:
    try:
        derived = derive(proof.key, proof.signature, family, rules)
    except (ValueError, KeyError) as error:
        found.fail(f"the rules cannot be carried out: {error}")
        return
    recorded = proof.output
    rows, before = ({row.lineage: row for row in one.rows} for one in (derived, recorded))
    for lineage in sorted(rows.keys() | before.keys()):
        if rows.get(lineage) != before.get(lineage):
            found.fail(f"{lineage}: derived {_row_words(rows.get(lineage))}, "
                       f"recorded {_row_words(before.get(lineage))}")
    if found.passed and derived.rows != recorded.rows:
        found.fail("the rows stand in another order, or one stands twice")
    for name in Sets.__slots__:
        now, was = getattr(derived.sets, name), getattr(recorded.sets, name)
        if now != was:
            found.fail(f"{name}: derived {', '.join(now) or 'nothing'}, "
                       f"recorded {', '.join(was) or 'nothing'}")
    if derived.contents != recorded.contents:
        found.fail("the outputs whose content is recorded are not those that were reached")


def _row_words(row: Row | None) -> str:
    if row is None:
        return "no row"
    sides = (f"{_word(row.old)} {row.old_output}".strip(), f"{_word(row.new)} {row.new_output}".strip())
    return (f"{' to '.join(sides)}, {_word(row.transition)} "
            f"(material {_word(row.transition_material)}, rule changed {row.rule_changed})")


def _word(value: object) -> str:
    """A word of a vocabulary; of anything else that a record holds, what it is."""
    return str(value.value) if isinstance(value, Enum) else repr(value)


def _facts(
    signature: Signature, family: Family | None, decided_on: date,
    observations: tuple[Observation, ...] | None,
) -> Findings:
    found = Findings("facts")
    if observations is None:
        found.skip(FACTS_NOT_GIVEN)
        return found
    if family is None:
        found.skip("the family is not registered, and it declares the facts")
        return found
    premises = Premises(family, {one.name: one for one in observations}, decided_on)
    read = set[str]()
    for atom, code in zip(signature.atoms, signature.codes, strict=False):
        try:
            question = read_question(atom, family)
            derived = premises.answer(question)
        except ValueError as error:
            found.fail(f"{atom}: {error}")
            continue
        read.add(fact_behind(question.term, family))
        if derived.code != code:
            recorded = AtomValue.from_code(code).text if _is_code(code) else "no value"
            found.fail(f"{atom}: derived {derived.text}, recorded {recorded}")
    observed = {(one.name, one.tool) for one in observations if one.tool is not None and one.name in read}
    if observed != set(signature.observations):
        found.fail("the observations by tools are not the recorded ones")
    return found


def _tools(proof: Proof, ground: Ground) -> Findings:
    found, key = Findings("tools"), proof.key
    for tool, version in key.tools:
        in_force = ground.tools.get(tool)
        if in_force is None:
            found.unknown(f"no version of {tool} is known to be in force")
        elif in_force != version:
            found.fail(f"{tool} {in_force} is in force, recorded is {version}")
    used = {(ref.tool, ref.version) for _, ref in proof.signature.observations}
    if list(key.tools) != sorted(used):
        found.fail("the recorded tools are not those of the recorded observations, each once and in order")
    return found
