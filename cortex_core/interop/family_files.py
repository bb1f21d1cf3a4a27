"""Family folders: ``facts.yaml``, ``outputs.yaml`` and ``policy.yaml`` become what all rules of it share."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Literal, TypeVar
from zoneinfo import ZoneInfo

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from cortex_core.errors import InputError, Issue
from cortex_core.interop.artifact_files import read_text
from cortex_core.interop.validation import Name, Strict, Text, validated
from cortex_core.interop.yaml_text import Document, read_yaml
from cortex_core.logic.terms import Kind
from cortex_core.model.rules import (
    DerivedTerm,
    FactSpec,
    Family,
    Function,
    Lifetime,
    LifetimeKind,
    OutputSpec,
    Role,
)
from cortex_core.sources.policy import closed_order

__all__ = ["read_family"]


def _lifetime(stated: object) -> Lifetime:
    match stated:
        case "permanent":
            return Lifetime(LifetimeKind.PERMANENT)
        case {"until": "year_end", **rest} if not rest:
            return Lifetime(LifetimeKind.YEAR_END)
        case {"days": int(days), **rest} if not rest and not isinstance(days, bool) and 1 <= days <= 100_000:
            return Lifetime(LifetimeKind.DAYS, days)
    raise ValueError(f"permanent, {{days: N}} or {{until: year_end}} was expected, not {stated!r}")


class _Fact(Strict):
    type: Literal["bool", "integer", "number", "date", "enum"]
    options: list[str] = Field(default_factory=list)
    also: list[str] = Field(default_factory=list)
    unit: str = ""
    role: Literal["none", "birth", "start"] = "none"
    lifetime: Annotated[Lifetime, BeforeValidator(_lifetime)]
    label: Text
    ranked_sources: list[Text] = Field(default_factory=list)


class _Derived(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    source: str = Field(alias="from")
    function: Literal["completed_years", "days_since"]
    label: str = ""


class _Facts(Strict):
    family: Name
    title: Text
    domain: Literal["clinical", "policy", "cross"]
    output_type: Text
    task_type: Text
    zone: Text
    facts: dict[str, _Fact]
    derived: dict[str, _Derived] = Field(default_factory=dict)


class _Output(Strict):
    label: Text
    content: dict[str, str | int | Decimal | list[str]] = Field(min_length=1)


class _Outputs(Strict):
    family: Name
    outputs: dict[str, _Output]


class _Policy(Strict):
    family: Name
    prefers: list[list[Name]] = Field(default_factory=list)


def read_family(folder: Path) -> Family:
    """The family that a folder declares.

    Raises:
        InputError: every problem of its three files, with file, line and field. Nothing was registered.
    """
    issues: list[Issue] = []
    facts_at, facts = _shaped(_Facts, folder / "facts.yaml", issues)
    outputs_at, outputs = _shaped(_Outputs, folder / "outputs.yaml", issues)
    policy_at, policy = _shaped(_Policy, folder / "policy.yaml", issues)
    if facts is not None and facts_at is not None:
        issues += _fact_issues(facts, facts_at)
        for shape, place in ((outputs, outputs_at), (policy, policy_at)):
            if shape is not None and place is not None and shape.family != facts.family:
                issues.append(place.issue(
                    ("family",), f"the family is {shape.family!r} here and {facts.family!r} in facts.yaml",
                    "Use one name in all three files"))
    if policy is not None and policy_at is not None:
        issues += _policy_issues(policy, policy_at)
    if issues or facts is None or outputs is None or policy is None:
        raise InputError.of(issues)
    return Family(
        key=facts.family, title=facts.title, domain=facts.domain, task_type=facts.task_type,
        output_type=facts.output_type, zone=facts.zone,
        facts=tuple(_fact(name, fact) for name, fact in facts.facts.items()),
        derived=tuple(DerivedTerm(name, term.source, Function(term.function), term.label or name)
                      for name, term in facts.derived.items()),
        outputs=tuple(_output(output_id, output) for output_id, output in outputs.outputs.items()),
        prefers=tuple((pair[0], pair[1]) for pair in policy.prefers))


Shape = TypeVar("Shape", bound=BaseModel)


def _shaped(shape: type[Shape], path: Path, issues: list[Issue],
            ) -> tuple[Document | None, Shape | None]:
    try:
        document = read_yaml(read_text(path), str(path))
    except InputError as error:
        issues += error.issues
        return None, None
    issues += document.issues
    return document, validated(shape, document.root, document, (), issues)


def _fact(name: str, fact: _Fact) -> FactSpec:
    return FactSpec(name, Kind(fact.type), tuple(fact.options or fact.also), fact.unit, Role(fact.role),
                    fact.lifetime, fact.label, tuple(fact.ranked_sources))


def _output(output_id: str, output: _Output) -> OutputSpec:
    # sorted: the order of the keys in the file is no part of what is advised
    content = tuple((key, tuple(value) if isinstance(value, list) else value)
                    for key, value in sorted(output.content.items()))
    return OutputSpec(output_id, output.label, content)


def _is_word(name: str) -> bool:
    return name.isidentifier() and name.isascii() and not keyword.iskeyword(name) and name != "at_least"


def _fact_issues(facts: _Facts, document: Document) -> Iterable[Issue]:
    try:
        ZoneInfo(facts.zone)
    except (OSError, ValueError, KeyError):
        yield document.issue(("zone",), f"{facts.zone!r} is not a time zone",
                             "Write one such as America/New_York")
    for name, fact in facts.facts.items():
        path = ("facts", name)
        if not _is_word(name):
            yield document.issue(path, f"{name!r} cannot be named in an expression",
                                 "Use letters, digits and _, and no word of the language")
        if (fact.type == "enum") != bool(fact.options):
            yield document.issue(path, "options belong to an enum, and every enum has some",
                                 "List the options, or use another type")
        if fact.also and fact.type not in ("integer", "number", "date"):
            yield document.issue(
                (*path, "also"), f"a fact of type {fact.type} has no named values beside its own",
                "Make it an enum")
        if fact.role != "none" and fact.type != "date":
            yield document.issue((*path, "role"), f"a fact of type {fact.type} cannot be a {fact.role} date",
                                 "Use the role with type date only")
        yield from _named_value_issues(fact, facts, document, path)
    for name, derived in facts.derived.items():
        path = ("derived", name)
        source = facts.facts.get(derived.source)
        if not _is_word(name) or name in facts.facts:
            yield document.issue(path, f"{name!r} is taken or cannot be named in an expression", "Rename it")
        if source is None or source.type != "date":
            yield document.issue((*path, "from"), f"{derived.source!r} is not a declared fact of type date",
                                 "Derive from a declared date")


def _named_value_issues(fact: _Fact, facts: _Facts, document: Document, path: tuple[str, str],
                        ) -> Iterable[Issue]:
    key = "options" if fact.options else "also"
    seen: set[str] = set()
    for index, option in enumerate(fact.options or fact.also):
        place = (*path, key, index)
        if option in seen:
            yield document.issue(place, f"{option!r} stands twice", "Keep one of the two")
        elif not _is_word(option):
            yield document.issue(place, f"{option!r} cannot be named in an expression",
                                 "Use letters, digits and _, and no word of the language")
        elif option in facts.facts or option in facts.derived:
            # 'site == pregnant' would be read as a comparison of two facts
            yield document.issue(place, f"{option!r} is also the name of a fact", "Rename one of the two")
        seen.add(option)


def _policy_issues(policy: _Policy, document: Document) -> Iterable[Issue]:
    pairs = [pair for pair in policy.prefers if len(pair) == 2]
    for index, pair in enumerate(policy.prefers):
        if len(pair) != 2:
            yield document.issue(("prefers", index), f"a preference has {len(pair)} authorities",
                                 "Write [winner, loser]")
    if closed_order((pair[0], pair[1]) for pair in pairs) is None:
        yield document.issue(("prefers",), "the preferences form a cycle, which ranks nothing",
                             "Remove a pair, so that nobody outranks itself")
