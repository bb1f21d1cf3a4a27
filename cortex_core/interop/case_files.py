"""Case files: worked questions with their facts and the expected answer. Numbers are read exactly."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from cortex_core.errors import InputError, Issue
from cortex_core.ids import EditionKey
from cortex_core.interop.artifact_files import read_text
from cortex_core.interop.validation import Day, Name, Strict, Text, day, validated
from cortex_core.interop.yaml_text import Document

__all__ = ["Case", "read_cases"]


@dataclass(frozen=True, slots=True)
class Case:
    """A worked case. ``facts`` and ``expected`` are as in the file, numbers as ``int`` or ``Decimal``."""

    id: str
    family: str
    title: str
    old_edition: EditionKey
    new_edition: EditionKey
    decision_date: date
    facts: Mapping[str, Any]
    expected: Mapping[str, Any]
    tags: tuple[str, ...]
    note: str


class _Case(Strict):
    id: Text
    family: Name
    title: Text
    old_edition: Name
    new_edition: Name
    decision_date: Day
    facts: dict[str, Any]
    expected: dict[str, Any]
    tags: list[str] = Field(default_factory=list)
    note: str = ""


class _CaseFile(Strict):
    format: Literal["corpus_cases/1"] = Field(alias="schema")
    families: list[Name] = Field(default_factory=list)
    count: int | None = None
    cases: list[Any]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, in its order.

    Raises:
        InputError: every problem of the file; nothing was read from it.
    """
    text = read_text(path)
    root = _parsed(text, str(path))
    document = Document(str(path), None, {(): 1})
    _place_cases(root, text, document)
    issues: list[Issue] = []
    head = validated(_CaseFile, root, document, (), issues)
    cases: list[Case] = []
    for index, value in enumerate(head.cases if head is not None else []):
        case = validated(_Case, value, document, ("cases", index), issues)
        decided = day(case.decision_date) if case is not None else None
        if case is None or decided is None:
            continue
        if any(other.id == case.id for other in cases):
            issues.append(document.issue(("cases", index), f"the case {case.id!r} stands twice",
                                         "Rename one of them"))
        cases.append(Case(case.id, case.family, case.title, EditionKey(case.old_edition),
                          EditionKey(case.new_edition), decided, case.facts, case.expected, tuple(case.tags),
                          case.note))
    if head is not None and head.count is not None and head.count != len(head.cases):
        issues.append(Issue(str(path), f"count says {head.count}, the file has {len(head.cases)} cases",
                            "Correct the count", field="count"))
    if issues:
        raise InputError.of(issues)
    return cases


def _parsed(text: str, file: str) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) != len(pairs):
            twice = next(key for index, (key, _) in enumerate(pairs) if key in dict(pairs[:index]))
            raise ValueError(f"the key {twice!r} stands twice in one object")
        return found

    def refused(name: str) -> Any:
        raise ValueError(f"{name} is not a number")

    try:
        return json.loads(text.removeprefix("\ufeff"), parse_float=Decimal, parse_constant=refused,
                          object_pairs_hook=once)
    except json.JSONDecodeError as error:
        raise InputError(Issue(file, f"this is not JSON: {error.msg}", "Mend the line",
                               error.lineno)) from error
    except RecursionError as error:
        raise InputError(Issue(file, "this is not JSON: it is nested too deeply", "Flatten it")) from error
    except (ValueError, ArithmeticError) as error:
        raise InputError(Issue(file, f"this is not JSON: {error}", "Mend the value")) from error


def _place_cases(root: Any, text: str, document: Document) -> None:
    """JSON values have no lines, so a case is found by where its id is written."""
    listed = root.get("cases") if isinstance(root, dict) else None
    position = 0
    for index, value in enumerate(listed if isinstance(listed, list) else []):
        if isinstance(value, dict) and isinstance(value.get("id"), str):
            at = text.find(json.dumps(value["id"], ensure_ascii=False), position)
            if at >= 0:
                document.lines["cases", index] = text.count("\n", 0, at) + 1
                position = at + 1
