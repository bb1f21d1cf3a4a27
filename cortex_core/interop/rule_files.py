"""Rule files: one edition of a family's rules, refused as a whole when any part of it cannot be relied on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from cortex_core.errors import InputError, Issue
from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.interop.family_files import read_family
from cortex_core.interop.validation import Day, Name, Strict, Text, day, validated
from cortex_core.interop.yaml_text import Document, Path, read_yaml
from cortex_core.logic.atoms import scalar_text
from cortex_core.logic.expr import ExpressionError, parse
from cortex_core.logic.terms import Vocabulary
from cortex_core.model.rules import Citation, Edition, Family, RuleEdition
from cortex_core.model.sources import ArtifactVersion
from cortex_core.rules.exclusive import NotDecided, overlapping_variants

__all__ = ["read_edition", "read_family"]


class _Cite(Strict):
    artifact: Name
    span: Text


class _Rule(Strict):
    lineage: Name
    variant: Name | None = None
    when: Text
    output: Text
    cites: list[_Cite] = Field(min_length=1)
    after: list[Name] = Field(default_factory=list)
    mark: Literal["V", "S", "M"]
    note: str = ""


class _Edition(Strict):
    edition: Name
    family: Name
    valid_from: Day
    valid_to: Day | None = None
    supersedes: Name | None = None
    sources: list[Name] = Field(min_length=1)
    rules: list[Any] = Field(min_length=1)


def read_edition(text: str, file: str, family: Family,
                 artifacts: Mapping[ArtifactKey, ArtifactVersion] | None, encoding: int = 1) -> Edition:
    """The edition that a file states, checked against its family and, where given, the cited artifacts.

    Raises:
        InputError: every problem of the file, with line and field, among them two variants that can both
            hold, with facts that make them. Nothing was registered.
    """
    document = read_yaml(text, file)
    issues = [*document.issues]
    root = document.root if isinstance(document.root, dict) else {}
    head = validated(_Edition, document.root, document, (), issues)
    if head is not None:
        issues += _head_issues(head, document, family, artifacts)
    rules = _rules(root, document, issues)
    checks = _RuleChecks(document, family, _sources(root), artifacts, issues)
    for index, rule in rules:
        checks.rule(("rules", index), rule)
    checks.lineages(rules)
    if issues or head is None:
        raise InputError.of(sorted(issues, key=lambda issue: issue.line or 0))
    start = day(head.valid_from)
    assert start is not None
    return Edition(
        key=EditionKey(head.edition), family=family.key, encoding=encoding, valid_from=start,
        valid_to=day(head.valid_to), supersedes=EditionKey(head.supersedes) if head.supersedes else None,
        sources=tuple(ArtifactKey(key) for key in head.sources), rules=tuple(rule for _, rule in rules))


def _sources(root: Mapping[str, object]) -> set[str]:
    sources = root.get("sources")
    return {key for key in sources if isinstance(key, str)} if isinstance(sources, list) else set()


def _rules(root: Mapping[str, object], document: Document, issues: list[Issue],
           ) -> list[tuple[int, RuleEdition]]:
    """Every rule that has its shape, with its place: a malformed rule does not hide the others' problems."""
    listed = root.get("rules")
    edition = EditionKey(str(root.get("edition", "")))
    found = []
    for index, value in enumerate(listed if isinstance(listed, list) else []):
        rule = validated(_Rule, value, document, ("rules", index), issues)
        if rule is not None:
            found.append((index, RuleEdition(
                edition=edition, lineage=rule.lineage, variant=rule.variant or "", when=rule.when,
                output=rule.output, after=tuple(rule.after), mark=rule.mark, note=rule.note,
                cites=tuple(Citation(ArtifactKey(cite.artifact), cite.span) for cite in rule.cites))))
    return found


def _head_issues(head: _Edition, document: Document, family: Family,
                 artifacts: Mapping[ArtifactKey, ArtifactVersion] | None) -> list[Issue]:
    issues = []
    if head.family != family.key:
        issues.append(document.issue(
            ("family",), f"the file is of family {head.family!r}, not {family.key!r}",
            "Correct the name or move the file"))
    start, end = day(head.valid_from), day(head.valid_to)
    if start is not None and end is not None and start >= end:
        issues.append(document.issue(("valid_to",), f"valid_from {start} is not before valid_to {end}",
                                     "The end is the first day on which it no longer applies"))
    if head.supersedes == head.edition:
        issues.append(document.issue(("supersedes",), "the edition supersedes itself",
                                     "Name the earlier edition"))
    for index, key in enumerate(head.sources):
        if artifacts is not None and ArtifactKey(key) not in artifacts:
            issues.append(document.issue(("sources", index), f"the artifact {key!r} is not known",
                                         f"Known are: {', '.join(sorted(artifacts)) or 'none'}"))
        if key in head.sources[:index]:
            issues.append(document.issue(("sources", index), f"{key!r} stands twice", "Keep one of the two"))
    return issues


class _RuleChecks:
    """What a well-formed rule must also keep; problems are added to one list."""

    def __init__(self, document: Document, family: Family, sources: set[str],
                 artifacts: Mapping[ArtifactKey, ArtifactVersion] | None, issues: list[Issue]) -> None:
        self._document, self._family, self._sources = document, family, sources
        self._artifacts, self._issues = artifacts, issues
        self._vocabulary: Vocabulary = family.vocabulary()
        self._outputs = {spec.id for spec in family.outputs}
        self._readable: set[int] = set()

    def _add(self, path: Path, cause: str, remedy: str) -> None:
        self._issues.append(self._document.issue(path, cause, remedy))

    def rule(self, path: Path, rule: RuleEdition) -> None:
        """Its expression, its output and its citations."""
        try:
            parse(rule.when, self._vocabulary)
            self._readable.add(id(rule))
        except ExpressionError as error:
            self._add((*path, "when"), str(error), "Use declared facts and the words of the language")
        if rule.output not in self._outputs:
            self._add((*path, "output"), f"{rule.output!r} is not declared in outputs.yaml",
                      f"Declared are: {', '.join(sorted(self._outputs)) or 'none'}")
        for index, cite in enumerate(rule.cites):
            place = (*path, "cites", index)
            if cite.artifact not in self._sources:
                self._add((*place, "artifact"), f"{cite.artifact!r} is not among the sources of the edition",
                          "Add it to sources, or cite another")
            version = None if self._artifacts is None else self._artifacts.get(cite.artifact)
            if version is not None and version.span(cite.span) is None:
                spans = ", ".join(span.id for span in version.spans) or "none"
                self._add((*place, "span"), f"{cite.artifact} has no statement {cite.span!r}",
                          f"It has: {spans}")
            elif self._artifacts is not None and version is None and cite.artifact in self._sources:
                self._add((*place, "artifact"), f"the artifact {cite.artifact!r} is not known",
                          "Register it first")

    def lineages(self, rules: list[tuple[int, RuleEdition]]) -> None:
        """What the variants of a lineage must keep together."""
        groups: dict[str, list[tuple[int, RuleEdition]]] = {}
        for index, rule in rules:
            groups.setdefault(rule.lineage, []).append((index, rule))
        for lineage, group in groups.items():
            if self._names_are_sound(group) and all(id(rule) in self._readable for _, rule in group):
                self._exclude_each_other(lineage, group)

    def _names_are_sound(self, group: list[tuple[int, RuleEdition]]) -> bool:
        before = len(self._issues)
        places: dict[str, int] = {}
        for index, rule in group:
            if rule.variant in places:
                first = self._document.line(("rules", places[rule.variant]))
                self._add(("rules", index), f"the rule {rule.id} stands twice (first on line {first})",
                          "Give one of the two another lineage or variant")
            places.setdefault(rule.variant, index)
        for index, rule in group:
            for place, earlier in enumerate(rule.after):
                if earlier not in places:
                    self._add(("rules", index, "after", place), f"{rule.lineage} has no variant {earlier!r}",
                              f"It has: {', '.join(sorted(filter(None, places))) or 'only this one'}")
        if len(self._issues) == before and (cycle := _cycle({rule.variant: rule.after for _, rule in group})):
            self._add(("rules", places[cycle[0]], "after"),
                      f"the variants come after each other in a circle: {' after '.join([*cycle, cycle[0]])}",
                      "Remove one of them from after")
        return len(self._issues) == before

    def _exclude_each_other(self, lineage: str, group: list[tuple[int, RuleEdition]]) -> None:
        places = {rule.variant: index for index, rule in group}
        try:
            found = overlapping_variants([rule for _, rule in group], self._vocabulary)
        except NotDecided as error:
            self._add(("rules", group[0][0], "when"),
                      f"whether the variants of {lineage} exclude each other could not be decided ({error})",
                      "Order them with after, or simplify them")
            return
        if found is not None:
            one, other, facts = found
            shown = ", ".join(f"{name} = {scalar_text(value)}" for name, value in facts) or "any facts"
            names = " and ".join(repr(variant) if variant else "the one without a name"
                                 for variant in (one, other))
            self._add(("rules", places[other], "when"),
                      f"the variants {names} of {lineage} both hold for {shown}",
                      "Make them exclude each other, or order them with after")


def _cycle(after: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Variants that precede each other in a circle; empty if there are none."""
    done: set[str] = set()

    def walk(variant: str, trail: list[str]) -> list[str]:
        if variant in trail:
            return trail[trail.index(variant):]
        if variant in done:
            return []
        for earlier in after.get(variant, ()):
            if found := walk(earlier, [*trail, variant]):
                return found
        done.add(variant)
        return []

    return next((found for variant in after if (found := walk(variant, []))), [])
