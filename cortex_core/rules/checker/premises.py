"""Atom values derived again from a person's observations on a civil date (contract 3.1).

An atom is read from its own id, so that nothing here depends on how a rule was normalised. Everything that
is left open about a term is held as a list of values or a range; an atom is decided when all of it agrees.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation

from cortex_core.logic.atoms import AtomValue
from cortex_core.logic.terms import Kind, Term
from cortex_core.logic.values import (
    Between,
    Conflicting,
    Known,
    Missing,
    OneOf,
    Scalar,
    Stale,
    Unscoped,
    Value,
)
from cortex_core.model.enums import Reason, Truth
from cortex_core.model.experience import Observation
from cortex_core.model.rules import FactSpec, Family, Function, Role

__all__ = ["Premises", "Question", "fact_behind", "read_question"]

_ID = re.compile(r"(\w+)(?: (>=|>|=|in) (.+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Question:
    """An atom read from its id. ``op`` is ``is``, ``=``, ``in``, ``>=`` or ``>``."""

    term: str
    op: str
    operands: tuple[Scalar, ...]


def read_question(atom: str, family: Family) -> Question:
    """Raises ValueError for an id that asks nothing of the family's terms.

    "age_years >= 45" asks whether the term age_years is at least the whole number 45.
    """
    found = _ID.fullmatch(atom)
    term = family.vocabulary().get(found[1]) if found else None
    if found is None or term is None or (found[2] is None) != (term.kind is Kind.BOOL):
        raise ValueError(f"{atom} asks nothing of the family's facts")
    op, text = found[2], found[3]
    if op is None:
        return Question(term.name, "is", ())
    texts = text.removeprefix("{").removesuffix("}").split(", ") if op == "in" else [text]
    operands = tuple(_operand(term, one) for one in texts)
    if op in (">=", ">") and isinstance(operands[0], str):
        raise ValueError(f"{atom} asks nothing of the family's facts: {text} has no order")
    return Question(term.name, op, operands)


def _operand(term: Term, text: str) -> Scalar:
    if text in term.names:
        return text
    try:
        match term.kind:
            case Kind.INTEGER:
                return int(text)
            case Kind.NUMBER:
                return Decimal(text)
            case Kind.DATE:
                return date.fromisoformat(text)
            case _:
                pass
    except (ValueError, InvalidOperation):
        pass
    raise ValueError(f"{text} is not a value of {term.name}")


def fact_behind(term: str, family: Family) -> str:
    """The declared fact that a term is, or is derived from."""
    return next((derived.source for derived in family.derived if derived.name == term), term)


@dataclass(frozen=True, slots=True)
class _Listed:
    """One of these values; ``beside``: or one that the question does not apply to."""

    values: frozenset[Scalar]
    beside: bool


@dataclass(frozen=True, slots=True)
class _Range:
    """Any value from low to high, both held. ``count`` is how many there are, None for endlessly many."""

    low: int | Decimal | date
    high: int | Decimal | date
    count: int | None


_Left = Reason | _Listed | _Range


def _range(low: int | Decimal | date, high: int | Decimal | date) -> _Left:
    if low == high:
        return _Listed(frozenset({low}), beside=False)
    if isinstance(low, date) and isinstance(high, date):
        return _Range(low, high, (high - low).days + 1)
    return _Range(low, high, high - low + 1 if isinstance(low, int) and isinstance(high, int) else None)


@dataclass(frozen=True, slots=True)
class Premises:
    """A family's observations as they may be used on one civil date."""

    family: Family
    observations: Mapping[str, Observation]
    day: date

    def answer(self, question: Question) -> AtomValue:
        """Raises ValueError for a birth or start after the date: intake refuses it, no proof rests on it."""
        left = self._left(question.term)
        if isinstance(left, Reason):
            return AtomValue(Truth.U, left)
        verdicts = _verdicts(question, left)
        if len(verdicts) > 1:
            return AtomValue(Truth.U, Reason.IMPRECISE)
        only = next(iter(verdicts))
        return only if isinstance(only, AtomValue) else AtomValue(Truth.Y if only else Truth.N)

    def _left(self, term: str) -> _Left:
        derived = next((one for one in self.family.derived if one.name == term), None)
        if derived is None:
            return self._fact(term)
        left = self._fact(derived.source)
        match left:
            case Reason():
                return left
            case _Range(date() as first, date() as last):
                if first > self.day:
                    return Reason.UNSCOPED
                last = min(last, self.day)
                return _range(self._count(derived.function, last), self._count(derived.function, first))
            case _Range():
                return Reason.UNSCOPED
            case _Listed():
                pass
        starts = [day for day in left.values if isinstance(day, date) and day <= self.day]
        named = any(not isinstance(value, date) for value in left.values)
        if not starts:
            return Reason.UNSCOPED
        return _Listed(frozenset(self._count(derived.function, day) for day in starts), beside=named)

    def _count(self, function: Function, start: date) -> int:
        day = self.day
        if function is Function.DAYS_SINCE:
            return day.toordinal() - start.toordinal()
        # Born on 29 February, a year is complete on 1 March of a common year: (2, 28) is before (2, 29).
        return day.year - start.year - ((day.month, day.day) < (start.month, start.day))

    def _fact(self, name: str) -> _Left:
        held = self.observations.get(name)
        value: Value = held.value if held is not None else Missing()
        if held is not None and held.until is not None and self.day >= held.until and value != Missing():
            return Reason.STALE
        return self._started(name, value)

    def _started(self, name: str, value: Value) -> _Left:
        spec = self.family.fact(name)
        match value:
            case Missing():
                return Reason.MISSING
            case Stale():
                return Reason.STALE
            case Unscoped():
                return Reason.UNSCOPED
            case Conflicting(candidates):
                return self._ranked(spec, candidates)
            case Known(known):
                return _Listed(self._past(spec, {known}), beside=False)
            case OneOf(options):
                return _Listed(self._past(spec, set(options)), beside=False)
            case Between(low, high):
                if _begins(spec) and isinstance(low, date) and isinstance(high, date):
                    self._past(spec, {low})
                    high = min(high, self.day)
                return _range(low, high)

    def _past(self, spec: FactSpec | None, values: set[Scalar]) -> frozenset[Scalar]:
        """What a birth or start date leaves possible: of a partial one only the days up to the decision."""
        past = {value for value in values
                if not (_begins(spec) and isinstance(value, date) and value > self.day)}
        if not past and spec is not None:
            raise ValueError(f"{spec.name} lies after {self.day}: intake refuses it")
        return frozenset(past)

    def _ranked(self, spec: FactSpec | None, candidates: tuple[tuple[Scalar, str], ...]) -> _Left:
        """A conflict, unless a declared policy ranks every source and the best one says one thing."""
        ranked = spec.ranked_sources if spec is not None else ()
        if candidates and all(source in ranked for _, source in candidates):
            best = min((source for _, source in candidates), key=ranked.index)
            said = {value for value, source in candidates if source == best}
            if len(said) == 1:
                return _Listed(self._past(spec, said), beside=False)
        return Reason.CONFLICTING


def _begins(spec: FactSpec | None) -> bool:
    return spec is not None and spec.role is not Role.NONE


_NOT_APPLICABLE = AtomValue(Truth.U, Reason.UNSCOPED)


def _verdicts(question: Question, left: _Listed | _Range) -> set[bool | AtomValue]:
    """What the values left open answer: yes, no, or that the question does not apply."""
    if isinstance(left, _Listed):
        answers = {_holds(question, value) for value in left.values}
        return answers | {_NOT_APPLICABLE} if left.beside else answers
    if question.op in (">=", ">"):
        return {_holds(question, left.low), _holds(question, left.high)}
    inside = [value for value in question.operands
              if not isinstance(value, str) and left.low <= value <= left.high]  # type: ignore[operator]  # one type
    if not inside:
        return {False}
    return {True} if len(inside) == left.count else {True, False}


def _holds(question: Question, value: Scalar) -> bool | AtomValue:
    if question.op == "is":
        return value is True
    if question.op in ("=", "in"):
        return any(type(value) is type(operand) and value == operand for operand in question.operands)
    threshold = question.operands[0]
    if isinstance(value, str) or isinstance(threshold, str):
        return _NOT_APPLICABLE
    return value > threshold or (question.op == ">=" and value == threshold)  # type: ignore[operator]  # one type
