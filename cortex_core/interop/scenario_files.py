"""Scenario files: one step of some work as readable YAML, and back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import yaml
from pydantic import Field

from cortex_core.errors import InputError, Issue
from cortex_core.interop.artifact_files import read_text
from cortex_core.interop.validation import Name, Strict, Text, validated
from cortex_core.interop.yaml_text import Document, read_yaml
from cortex_core.logic.truth import Truth, conjunction
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import Criterion, EvidenceRef, FailureClass
from cortex_core.runtime.goals import Obligation
from cortex_core.runtime.groups import Group, GroupKind, leaves
from cortex_core.runtime.scenario import Expected, Scenario, Source, Stage
from cortex_core.runtime.verdicts import AUTHORITY, INTEGRITY, Outcome, Step, requirements

__all__ = ["MOST", "dump_scenario", "parse_scenario", "read_scenario"]

MOST = 12
"""Criteria, and groups, of one scenario: what a reader can hold in view, with every what-if worked out."""
MOST_CHARACTERS = 60_000

_HOLDS = {"yes": Truth.Y, "no": Truth.N, "unknown": Truth.U}
_VALID = {"valid": Truth.Y, "invalid": Truth.N, "unknown": Truth.U}
VerdictWord = Literal["pass", "fail", "unknown", "not_evaluated"]


class _Evidence(Strict):
    name: Text
    digest: str = ""
    holds: Literal["yes", "no", "unknown"] = "yes"


class _Named(Strict):
    id: Name
    words: Text


class _Criterion(_Named):
    verdict: VerdictWord
    mandatory: bool = True
    check: str = ""
    evidence: list[_Evidence] = Field(default_factory=list, max_length=MOST)
    failure: Literal["no failure", "not produced", "wrong result", "not observed", "instruments disagree",
                     "own report only", "checked by its own maker", "beyond the grant", "ground moved",
                     "skipped"] = "no failure"
    self_report: bool = False


class _Group(_Named):
    kind: Literal["all", "any", "none", "one of", "at least"]
    members: list[Name] = Field(min_length=1, max_length=2 * MOST)
    count: int = 1
    mandatory: bool = True


class _Asked(Strict):
    verdict: Literal["valid", "invalid", "unknown"]
    why: Text


class _Path(Strict):
    goal: Text
    think: Text
    context: Text
    act: Text
    verify: Text


class _Obligation(Strict):
    id: Name
    words: Text
    verdict: VerdictWord = "unknown"
    this_step: bool = False


class _Expected(Strict):
    outcome: Literal["accepted", "rejected", "incomplete", "not authorised", "evidence broken"]
    because: Text


class _Source(Strict):
    conclusion: Text
    state: Literal["before", "after"]
    artifact: Name
    old: Text
    new: Text


class _Scenario(Strict):
    title: Text
    story: Text
    goal: Text
    path: _Path
    criteria: list[_Criterion] = Field(max_length=MOST)
    groups: list[_Group] = Field(default_factory=list, max_length=MOST)
    authority: _Asked
    integrity: _Asked
    obligations: list[_Obligation] = Field(default_factory=list, max_length=2 * MOST)
    expected: _Expected | None = None
    source: _Source | None = None


def read_scenario(path: Path) -> Scenario:
    """The scenario of a file; its name is that of the file.

    Raises:
        InputError: every problem of the file; nothing was read from it.
    """
    return parse_scenario(read_text(path), path.stem, str(path))


def parse_scenario(text: str, name: str = "own", file: str = "scenario") -> Scenario:
    """A scenario from its YAML.

    Raises:
        InputError: every problem of the text; nothing was read from it.
    """
    if len(text) > MOST_CHARACTERS:
        raise InputError(Issue(file, f"it has {len(text)} characters; a scenario has at most {MOST_CHARACTERS}",
                               "Shorten it"))
    document = read_yaml(text, file)
    issues = list(document.issues)
    shape = validated(_Scenario, document.root, document, (), issues)
    if shape is not None:
        issues += _issues(shape, document)
    if shape is None or issues:
        raise InputError.of(issues)
    scenario = _built(shape, name)
    if issues := list(_integrity_issues(scenario.step, document)):
        raise InputError.of(issues)
    return scenario


def _issues(shape: _Scenario, document: Document) -> Iterator[Issue]:
    seen = {AUTHORITY, INTEGRITY}
    placed: list[tuple[str, int, _Named]] = [("criteria", at, one) for at, one in enumerate(shape.criteria)]
    placed += [("groups", at, one) for at, one in enumerate(shape.groups)]
    for kind, at, named in placed:
        if named.id in seen:
            yield document.issue((kind, at, "id"), f"the id {named.id!r} is taken", "Give each its own id")
        seen.add(named.id)
    inside = {member for group in shape.groups for member in group.members}
    for at, criterion in enumerate(shape.criteria):
        yield from _criterion_issues(criterion, at, inside, document)
    for at, group in enumerate(shape.groups):
        yield from _group_issues(group, at, shape, inside, document)
    for at, one in enumerate(shape.obligations):
        if any(other.id == one.id for other in shape.obligations[:at]):
            yield document.issue(("obligations", at, "id"), f"the id {one.id!r} is taken", "Give each its own id")
        if one.this_step and "verdict" in one.model_fields_set:
            yield document.issue(("obligations", at, "verdict"), "what this step serves gets its verdict from the step",
                                 "Remove the verdict")
    if sum(one.this_step for one in shape.obligations) > 1:
        yield document.issue(("obligations",), "more than one obligation is served by this step",
                             "Keep this_step: true on one")


def _criterion_issues(one: _Criterion, at: int, inside: set[str], document: Document) -> Iterator[Issue]:
    if one.id in inside and "mandatory" in one.model_fields_set:
        yield document.issue(("criteria", at, "mandatory"), "a member of a group decides through its group",
                             "Say on the group whether it is mandatory")
    if one.verdict == "pass" and one.failure != "no failure":
        yield document.issue(("criteria", at, "failure"), "it passes and names a failure", "Remove one of the two")
    if one.verdict == "fail" and one.failure == "no failure":
        yield document.issue(("criteria", at), "it fails and does not say how",
                             "Add failure, such as: failure: wrong result")


def _group_issues(one: _Group, at: int, shape: _Scenario, inside: set[str], document: Document) -> Iterator[Issue]:
    known = {other.id for other in shape.criteria} | {other.id for other in shape.groups}
    for place, member in enumerate(one.members):
        if member not in known:
            yield document.issue(("groups", at, "members", place), f"nothing is called {member!r}",
                                 f"Name one of: {', '.join(sorted(known))}")
        if member in one.members[:place]:
            yield document.issue(("groups", at, "members", place), f"{member!r} stands twice", "Keep one of the two")
    if _reaches(one.id, one.id, {group.id: group.members for group in shape.groups}, set()):
        yield document.issue(("groups", at), f"the group {one.id!r} contains itself", "Break the circle")
    if one.id in inside and "mandatory" in one.model_fields_set:
        yield document.issue(("groups", at, "mandatory"), "a member of a group decides through its group",
                             "Say on the outer group whether it is mandatory")
    if one.kind == "at least" and not 1 <= one.count <= len(one.members):
        yield document.issue(("groups", at, "count"), f"at least {one.count} of {len(one.members)} cannot be asked",
                             f"Write a count from 1 to {len(one.members)}")
    if one.kind != "at least" and "count" in one.model_fields_set:
        yield document.issue(("groups", at, "count"), f"a count says nothing beside the kind {one.kind!r}", "Remove it")


def _reaches(start: str, target: str, members: dict[str, list[str]], seen: set[str]) -> bool:
    for member in members.get(start, []):
        if member == target:
            return True
        if member not in seen:
            seen.add(member)
            if _reaches(member, target, members, seen):
                return True
    return False


def _integrity_issues(step: Step, document: Document) -> Iterator[Issue]:
    """Integrity may not be better than the evidence under what is mandatory."""
    groups = step.members
    asked = {leaf for one in requirements(step) if one.mandatory for leaf in leaves(one.id, groups)}
    holds = conjunction(ref.holds for one in step.criteria if one.id in asked for ref in one.evidence)
    if step.integrity.rank > holds.rank:
        word = "does not hold" if holds is Truth.N else "may not hold"
        yield document.issue(("integrity", "verdict"), f"evidence of a mandatory criterion {word}",
                             f"Write {'invalid' if holds is Truth.N else 'unknown'}, or correct the evidence")


def _built(shape: _Scenario, name: str) -> Scenario:
    criteria = tuple(Criterion(
        one.id, one.words, Verdict(one.verdict), one.mandatory,
        tuple(EvidenceRef(ref.name, ref.digest.strip(), _HOLDS[ref.holds]) for ref in one.evidence),
        FailureClass(one.failure), one.self_report, one.check.strip()) for one in shape.criteria)
    groups = tuple(Group(one.id, one.words, GroupKind(one.kind), tuple(one.members), one.count, one.mandatory)
                   for one in shape.groups)
    told = shape.path
    return Scenario(
        name, shape.title, " ".join(shape.story.split()), shape.goal,
        tuple((stage, str(getattr(told, stage.value))) for stage in Stage),
        Step(criteria, groups, _VALID[shape.authority.verdict], _VALID[shape.integrity.verdict]),
        shape.authority.why, shape.integrity.why,
        tuple(Obligation(one.id, one.words, Verdict(one.verdict), one.this_step) for one in shape.obligations),
        (Expected(Outcome(shape.expected.outcome), shape.expected.because),) if shape.expected else (),
        (Source(shape.source.conclusion, shape.source.state, shape.source.artifact, shape.source.old,
                shape.source.new),) if shape.source else ())


class _Dumper(yaml.SafeDumper):
    """Block style; text that this reader would take for a truth value is quoted."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = '"' if text.lower() in ("true", "false", "null") else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _text)


def dump_scenario(scenario: Scenario) -> str:
    """The YAML of a scenario; read again it gives the same scenario."""
    step = scenario.step
    inside = {member for group in step.groups for member in group.members}
    holds = {truth: word for word, truth in _HOLDS.items()}
    valid = {truth: word for word, truth in _VALID.items()}
    shape: dict[str, object] = {
        "title": scenario.title, "story": scenario.story, "goal": scenario.goal,
        "path": {stage.value: words for stage, words in scenario.path},
        "criteria": [_present({
            "id": one.id, "words": one.words, "verdict": one.verdict.value,
            "mandatory": None if one.id in inside else one.mandatory, "check": one.check or None,
            "evidence": [_present({"name": ref.name, "digest": ref.digest or None, "holds": holds[ref.holds]})
                         for ref in one.evidence] or None,
            "failure": None if one.failure_class is FailureClass.NONE else one.failure_class.value,
            "self_report": one.self_report or None}) for one in step.criteria],
        "groups": [_present({
            "id": one.id, "words": one.words, "kind": one.kind.value,
            "count": one.count if one.kind is GroupKind.AT_LEAST else None, "members": list(one.members),
            "mandatory": None if one.id in inside else one.mandatory}) for one in step.groups] or None,
        "authority": {"verdict": valid[step.authority], "why": scenario.authority_why},
        "integrity": {"verdict": valid[step.integrity], "why": scenario.integrity_why},
        "obligations": [_present({
            "id": one.id, "words": one.words, "verdict": None if one.this_step else one.verdict.value,
            "this_step": one.this_step or None}) for one in scenario.obligations] or None,
        "expected": [{"outcome": one.outcome.value, "because": one.because} for one in scenario.expected],
        "source": [{"conclusion": one.conclusion, "state": one.state, "artifact": one.artifact, "old": one.old,
                    "new": one.new} for one in scenario.source],
    }
    for key in ("expected", "source"):
        listed = shape.pop(key)
        if isinstance(listed, list) and listed:
            shape[key] = listed[0]
    return yaml.dump(_present(shape), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


def _present(shape: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in shape.items() if value is not None}
