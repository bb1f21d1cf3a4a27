"""Distribution files: ``distributions/<name>.yaml``, one declared distribution of tasks each.

Weights and probabilities are text or numbers with exact digits (``"0.25"``, ``1/3``); a column of a table sums to 1.
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel

from cortex_core.errors import InputError, Issue
from cortex_core.ids import EditionKey
from cortex_core.interop.artifact_files import read_text
from cortex_core.interop.validation import Day, Name, Strict, Text, validated
from cortex_core.interop.yaml_text import Document, read_yaml
from cortex_core.interop.yaml_text import Path as Place
from cortex_core.lifecycle.competence_declared import (
    Distribution,
    FactColumn,
    FamilyShare,
    Generator,
    Window,
    YearsBefore,
)
from cortex_core.temporal.civil import parse_date

__all__ = ["MOST_ROWS", "read_distribution", "read_distributions"]

MOST_ROWS = 20_000
_EXACT = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12}|/[1-9][0-9]{0,11})?\Z")


def _is_exact(value: str | int | Decimal) -> str:
    text = str(value)
    if isinstance(value, bool) or not _EXACT.match(text):
        raise ValueError(f"{text!r} is no exact number of 0 or more, such as \"0.25\" or \"1/3\"")
    return text


Exact = Annotated[str | int | Decimal, AfterValidator(_is_exact)]


class _Pair(Strict):
    old: Name
    new: Name


class _Window(Strict):
    first: Day
    last: Day


class _Rates(Strict):
    unknown: Exact | None = None
    conflict: Exact | None = None
    partial: Exact | None = None
    boundary: Exact | None = None
    edition: Exact | None = None
    stress: bool | None = None


class _Cohort(Strict):
    generator: Literal["cohort"]
    weight: Exact
    decision: _Window | None = None
    rates: _Rates = _Rates()


class _Option(Strict):
    value: object
    probability: Exact


class _Decision(Strict):
    day: Day
    probability: Exact


class _Table(Strict):
    generator: Literal["table"]
    weight: Exact
    pair: _Pair
    decision: Day | list[_Decision]
    facts: dict[Name, list[_Option]]


class _Shape(Strict):
    name: Name
    version: int
    words: Text
    families: dict[Name, dict[str, object]]


_GENERATORS: dict[str, type[_Cohort | _Table]] = {"cohort": _Cohort, "table": _Table}


def read_distributions(folder: Path) -> tuple[Distribution, ...]:
    """Every distribution of a folder, by name.

    Raises:
        InputError: every problem of every file, a name given twice included. Nothing was drawn.
    """
    found: dict[str, Distribution] = {}
    issues: list[Issue] = []
    for path in sorted(folder.glob("*.yaml")):
        try:
            one = read_distribution(read_text(path), str(path))
        except InputError as error:
            issues += error.issues
            continue
        if one.name in found:
            issues.append(Issue(str(path), f"the distribution {one.name!r} stands in another file too",
                                "Give each its own name", field="name"))
        found[one.name] = one
    if issues:
        raise InputError.of(issues)
    return tuple(found[name] for name in sorted(found))


def read_distribution(text: str, file: str) -> Distribution:
    """The distribution that a YAML text declares.

    Raises:
        InputError: malformed, with line and key of each problem. Nothing was drawn.
    """
    document = read_yaml(text, file)
    issues = list(document.issues)
    shape = validated(_Shape, document.root, document, (), issues)
    shares: list[FamilyShare] = []
    for family, raw in (shape.families if shape is not None else {}).items():
        place: Place = ("families", family)
        wanted = _GENERATORS.get(str(raw.get("generator")))
        if wanted is None:
            issues.append(document.issue((*place, "generator"), f"{raw.get('generator')!r} is no generator",
                                         "Write cohort or table"))
            continue
        made = validated(wanted, raw, document, place, issues)
        if made is not None:
            share = _share(family, made)
            issues += _problems(share, document, place)
            shares.append(share)
    if shape is not None and not issues and not any(share.weight for share in shares):
        issues.append(document.issue(("families",), "no family has a weight above 0", "Give at least one"))
    if issues or shape is None:
        raise InputError.of(issues)
    return Distribution(shape.name, shape.version, shape.words, tuple(share for share in shares if share.weight))


def _fraction(exact: object) -> Fraction:
    return Fraction(str(exact))


def _share(family: str, made: BaseModel) -> FamilyShare:
    if isinstance(made, _Table):
        days = [(made.decision, "1")] if isinstance(made.decision, str) \
            else [(one.day, one.probability) for one in made.decision]
        return FamilyShare(
            family, _fraction(made.weight), Generator.TABLE, (EditionKey(made.pair.old), EditionKey(made.pair.new)),
            tuple((parse_date(day), _fraction(probability)) for day, probability in days),
            tuple(FactColumn(name, tuple((_value(one.value), _fraction(one.probability)) for one in options))
                  for name, options in made.facts.items()))
    assert isinstance(made, _Cohort)
    window = made.decision
    rates = tuple((name, value if isinstance(value, bool) else Decimal(str(value)))
                  for name, value in made.rates.model_dump(exclude_none=True).items())
    return FamilyShare(
        family, _fraction(made.weight), Generator.COHORT, rates=rates,
        window=Window(parse_date(window.first), parse_date(window.last)) if window is not None else None)


def _value(raw: object) -> object:
    if isinstance(raw, dict) and set(raw) <= {"years_before", "plus_days"} and type(raw.get("years_before")) is int:
        return YearsBefore(raw["years_before"], int(raw.get("plus_days", 0)))
    return raw


def _problems(share: FamilyShare, document: Document, place: Place) -> list[Issue]:
    found = []
    if share.window is not None and share.window.first > share.window.last:
        found.append(document.issue((*place, "decision"), "it ends before it begins", "Swap the two days"))
    if share.generator is Generator.TABLE:
        columns = [("decision", share.decisions), *((column.fact, column.options) for column in share.columns)]
        for name, options in columns:
            total = sum((probability for _, probability in options), Fraction(0))
            if total != 1:
                at = (*place, "decision") if options is share.decisions else (*place, "facts", name)
                found.append(document.issue(at, f"the probabilities sum to {total}, not to 1",
                                            "Correct one of them"))
        if share.rows > MOST_ROWS:
            found.append(document.issue((*place, "facts"), f"the table has {share.rows} rows, more than {MOST_ROWS}",
                                        "Leave out values, or draw a cohort"))
    found += [document.issue((*place, "rates", name), f"{value} is no probability", "Give 0 to 1")
              for name, value in share.rates if not isinstance(value, bool) and value > 1]
    return found
