"""Worked cases: every field of ``expected`` compared with what the library answers. Needs no graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cortex_core.errors import CortexError
from cortex_core.experience.derivation import derive
from cortex_core.experience.situation import Resolver
from cortex_core.ids import EditionKey
from cortex_core.interop.case_files import Case, read_cases
from cortex_core.interop.sample import read_sample, sample_folder
from cortex_core.model.experience import Task
from cortex_core.rules.intake import take_in
from cortex_core.service.explain.document import shown
from cortex_core.sources.registry import RegisteredArtifact, RegisteredEdition, Registry

__all__ = ["CaseReport", "Mismatch", "answer", "check_cases", "shipped_registry"]


@dataclass(frozen=True, slots=True)
class Mismatch:
    id: str
    field: str
    expected: object
    got: object


@dataclass(frozen=True, slots=True)
class CaseReport:
    total: int
    matched: int
    mismatches: tuple[Mismatch, ...]


def shipped_registry() -> Registry:
    """The registry of the shipped sources and rules, all known."""
    families, artifacts, editions = read_sample(sample_folder())
    return Registry({family.key: family for family in families},
                    tuple(RegisteredArtifact(version, 1, "") for version in artifacts),
                    tuple(RegisteredEdition(edition, 1, "") for edition in editions))


def answer(resolver: Resolver, case: Case) -> dict[str, object]:
    """What the library says of a case, in the form of its ``expected``."""
    family = resolver.registry.families[case.family]
    taken = take_in(family, case.facts, case.decision_date, file=case.id)
    pair = (EditionKey(case.old_edition), EditionKey(case.new_edition))
    task = Task(family.key, family.task_type, family.output_type, case.decision_date, taken.observations, pair)
    situation = resolver.situation(family.key, case.decision_date, pair)
    return shown(derive(situation, task).output, situation.key.governing)


def _canonical(value: object) -> object:
    """List order is ignored."""
    if isinstance(value, Mapping):
        return {key: _canonical(item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted((_canonical(item) for item in value), key=repr)
    return value


def _compare(case: Case, got: Mapping[str, object]) -> list[Mismatch]:
    found = []
    for field, expected in case.expected.items():
        mine = got.get(field)
        if field == "sets" and isinstance(expected, Mapping) and isinstance(mine, Mapping):
            found += [Mismatch(case.id, f"sets.{name}", expected[name], mine.get(name)) for name in expected
                      if _canonical(expected[name]) != _canonical(mine.get(name))]
        elif _canonical(expected) != _canonical(mine):
            found.append(Mismatch(case.id, field, expected, mine))
    return found


def check_cases(path: Path) -> CaseReport:
    """Compare a case file with the library on the shipped rules.

    Raises:
        InputError: the file is malformed; nothing was compared.
    """
    cases = read_cases(path)
    resolver = Resolver(shipped_registry())
    mismatches: list[Mismatch] = []
    wrong = set()
    for case in cases:
        try:
            found = _compare(case, answer(resolver, case))
        except (CortexError, KeyError) as error:
            found = [Mismatch(case.id, "(could not be decided)", case.expected.get("governing_edition"), str(error))]
        mismatches += found
        if found:
            wrong.add(case.id)
    return CaseReport(len(cases), len(cases) - len(wrong), tuple(mismatches))
