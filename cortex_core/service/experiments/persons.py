"""Synthetic persons of a cohort, the rates they are drawn with, and the text a cohort is kept in.

Source: the cohort specification, version 1. Nobody here exists; an id is a label and never a fact.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from cortex_core.digest import digest
from cortex_core.errors import InputError, Issue
from cortex_core.ids import EditionKey

__all__ = ["DEFAULT", "STRESS", "Person", "Rates", "cohort_digest", "cohort_text", "read_cohort"]


@dataclass(frozen=True, slots=True)
class Rates:
    """Probabilities of section 2. ``unknown`` is that of a fact marked as often missing; every other fact is
    missing half as often. ``stress`` draws booleans and categories evenly, ages evenly over all bands and
    numbers evenly from 0 to twice the highest threshold."""

    unknown: Decimal = Decimal("0.05")
    conflict: Decimal = Decimal("0.02")
    partial: Decimal = Decimal("0.05")         # of a birth date
    boundary: Decimal = Decimal("0.20")        # one threshold fact is put on a boundary
    edition: Decimal = Decimal("0.10")         # the decision is put next to an edition's start
    stress: bool = False


DEFAULT = Rates()
STRESS = Rates(stress=True)


@dataclass(frozen=True, slots=True)
class Person:
    """One question to be decided. ``decision_date`` is a civil date of valid time; ``facts`` are raw values
    as in a case file: ISO dates, ``int`` or ``Decimal`` (never a float), or an object that says how the
    value is unknown."""

    id: str
    family: str
    old_edition: EditionKey
    new_edition: EditionKey
    decision_date: date
    facts: Mapping[str, object]


def cohort_text(persons: Iterable[Person]) -> str:
    """A cohort as a file holds it: one JSON object a line, keys sorted, numbers as they were drawn."""
    return "".join(_json(_record(person)) + "\n" for person in persons)


def cohort_digest(persons: Iterable[Person]) -> str:
    """Digest of a cohort in its order: equal persons give equal digests on any machine."""
    return digest("cohort", tuple(_record(person) for person in persons))


def read_cohort(text: str, file: str) -> tuple[Person, ...]:
    """The persons of a file written by `cohort_text`, in its order.

    Raises:
        InputError: a line that is no person, with its number. Nothing was read.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            one = json.loads(line, parse_float=Decimal)
            found.append(Person(
                one["id"], one["family"], EditionKey(one["old_edition"]), EditionKey(one["new_edition"]),
                date.fromisoformat(one["decision_date"]), dict(one["facts"])))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(Issue(file, f"the line is no person of a cohort ({error})",
                                   "Draw the cohort again, or restore the file", number)) from error
    return tuple(found)


def _record(person: Person) -> dict[str, object]:
    return {"id": person.id, "family": person.family, "old_edition": person.old_edition,
            "new_edition": person.new_edition, "decision_date": person.decision_date.isoformat(),
            "facts": dict(person.facts)}


def _json(value: object) -> str:
    """The standard encoder turns a Decimal into a float or refuses it; here its digits stay."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)}: {_json(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_json(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False)
