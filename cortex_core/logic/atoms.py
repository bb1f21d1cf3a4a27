"""Atoms: the normalised yes-or-no questions about one term, and their value under what is known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from cortex_core.digest import decimal_text
from cortex_core.logic.truth import BY_RANK, Reason, Truth
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

__all__ = ["Atom", "AtomValue", "atom_value", "scalar_text"]

_REASONS = tuple(Reason)


def scalar_text(value: Scalar) -> str:
    """One text per value and type: ``10``, ``10.5``, ``2021-05-18``, ``positive``, ``yes``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return decimal_text(value)
    if isinstance(value, date):
        return value.isoformat()
    return str(value)


@dataclass(frozen=True, slots=True, order=True)
class Atom:
    """A question about one term: ``is`` (a boolean), ``=``, ``in``, ``>=`` or ``>``.

    ``<`` and ``<=`` do not occur: they are the negation of ``>=`` and ``>``. Two atoms are the same question
    iff their ids are equal.
    """

    id: str
    term: str
    op: str
    operands: tuple[Scalar, ...]

    @classmethod
    def of(cls, term: str, op: str, *operands: Scalar) -> Atom:
        unique = sorted({scalar_text(value): value for value in operands}.items())
        ordered = tuple(value for _, value in unique)
        if op == "is":
            return cls(term, term, op, ())
        if op == "in" and len(ordered) > 1:
            return cls(f"{term} in {{{', '.join(text for text, _ in unique)}}}", term, op, ordered)
        op = "=" if op == "in" else op
        return cls(f"{term} {op} {scalar_text(ordered[0])}", term, op, ordered)


@dataclass(frozen=True, slots=True)
class AtomValue:
    """Truth of an atom, with the reason when it is U and without one otherwise."""

    truth: Truth
    reason: Reason | None = None

    def __post_init__(self) -> None:
        if (self.truth is Truth.U) != (self.reason is not None):
            raise ValueError("an atom has a reason exactly when it is unknown")

    @property
    def code(self) -> int:
        """One byte: rank in the two low bits, reason above; Y, N and five reasons never share a code."""
        return self.truth.rank | (_REASONS.index(self.reason) << 2 if self.reason else 0)

    @classmethod
    def from_code(cls, code: int) -> AtomValue:
        truth = BY_RANK[code & 3]
        return cls(truth, _REASONS[code >> 2] if truth is Truth.U else None)

    @property
    def text(self) -> str:
        return self.truth.value if self.reason is None else f"U({self.reason.value})"


YES, NO = AtomValue(Truth.Y), AtomValue(Truth.N)
_IMPRECISE = AtomValue(Truth.U, Reason.IMPRECISE)


def _holds(atom: Atom, value: Scalar) -> bool | None:
    """Whether an exact value answers yes; None where the question does not apply to it
    (``days since start >= 84`` of something that has not started)."""
    match atom.op:
        case "is":
            return value is True
        case "=" | "in":
            if isinstance(value, str) and all(type(operand) is int for operand in atom.operands):
                return None                        # a count is asked of something that has none
            return any(type(value) is type(operand) and value == operand for operand in atom.operands)
        case _:
            operand = atom.operands[0]
            if isinstance(value, str) or isinstance(operand, str):
                return None
            above = value > operand  # type: ignore[operator]  # the vocabulary gave both one ordered type
            return above or (atom.op == ">=" and value == operand)


def _between(atom: Atom, known: Between) -> AtomValue:
    low, high = known.low, known.high
    if atom.op in (">=", ">"):
        ends = {_holds(atom, low), _holds(atom, high)}
        return _IMPRECISE if len(ends) > 1 else YES if ends.pop() else NO
    inside = [value for value in atom.operands
              if not isinstance(value, str) and low <= value <= high]  # type: ignore[operator]  # same type
    if not inside:
        return NO
    if isinstance(low, int) and isinstance(high, int):
        size: int | None = high - low + 1
    elif isinstance(low, date) and isinstance(high, date):
        size = (high - low).days + 1
    else:
        size = 1 if low == high else None
    return YES if size is not None and len(inside) == size else _IMPRECISE


def atom_value(atom: Atom, known: Value) -> AtomValue:
    """Y or N when everything that ``known`` leaves open agrees, else U with its reason (contract 3.1).

    >>> atom_value(Atom.of("age_years", ">=", 50), Between(47, 52)).text
    'U(imprecise)'
    >>> atom_value(Atom.of("weight_kg", ">=", 140), Conflicting(((148, ""), (152, "")))).text
    'U(conflicting)'
    """
    match known:
        case Known(value):
            answer = _holds(atom, value)
            return AtomValue(Truth.U, Reason.UNSCOPED) if answer is None else YES if answer else NO
        case Missing():
            return AtomValue(Truth.U, Reason.MISSING)
        case Conflicting():
            return AtomValue(Truth.U, Reason.CONFLICTING)
        case Unscoped():
            return AtomValue(Truth.U, Reason.UNSCOPED)
        case Stale():
            return AtomValue(Truth.U, Reason.STALE)
        case OneOf(options):
            answers = {_holds(atom, option) for option in options}
            if len(answers) > 1:
                return _IMPRECISE
            answer = answers.pop()
            return AtomValue(Truth.U, Reason.UNSCOPED) if answer is None else YES if answer else NO
        case Between():
            return _between(atom, known)
