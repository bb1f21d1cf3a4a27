"""Normal form by identities of a Kleene algebra only, so that equal forms have equal values under every
three-valued and partial assignment.

Negation goes inward (De Morgan), comparisons become ``>=`` or ``>`` with a sign, nested *and*/*or* are
flattened, sorted and freed of repetitions. ``<``/``<=`` shift by one only for terms declared integer: 14.5
lies between ``<= 14`` and ``< 15``. Excluded middle and ``(a and b) or (a and not b) = a`` are not Kleene
laws and are not used. ``in`` stays one atom: split up, it would lose what all options have in common.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cortex_core.logic.atoms import Atom
from cortex_core.logic.expr import And, AtLeast, Compare, Expr, In, Not, Or
from cortex_core.logic.terms import Kind, Vocabulary

__all__ = ["All", "Any", "Count", "Literal", "Normal", "atoms_of", "normal_form"]


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom or its mirror image."""

    atom: Atom
    positive: bool

    @property
    def text(self) -> str:
        return self.atom.id if self.positive else f"not({self.atom.id})"


@dataclass(frozen=True, slots=True)
class All:
    """Kleene *and*: sorted, without repetition, at least two parts."""

    parts: tuple[Normal, ...]

    @property
    def text(self) -> str:
        return f"and({'; '.join(part.text for part in self.parts)})"


@dataclass(frozen=True, slots=True)
class Any:
    """Kleene *or*: sorted, without repetition, at least two parts."""

    parts: tuple[Normal, ...]

    @property
    def text(self) -> str:
        return f"or({'; '.join(part.text for part in self.parts)})"


@dataclass(frozen=True, slots=True)
class Count:
    """``at_least``: sorted, with repetition (a part that stands twice counts twice)."""

    count: int
    parts: tuple[Normal, ...]

    @property
    def text(self) -> str:
        return f"at_least({self.count}; {'; '.join(part.text for part in self.parts)})"


Normal = Literal | All | Any | Count


def normal_form(expr: Expr, vocabulary: Vocabulary) -> Normal:
    """The normal form; ``text`` of the result is its canonical spelling."""
    return _form(expr, vocabulary, positive=True)


def atoms_of(form: Normal) -> Iterator[Atom]:
    """Every atom, in the order of the canonical spelling, repetitions included."""
    if isinstance(form, Literal):
        yield form.atom
    else:
        for part in form.parts:
            yield from atoms_of(part)


def _literal(expr: Compare, vocabulary: Vocabulary) -> Literal:
    term, constant = vocabulary[expr.term], expr.constant
    match expr.op:
        case "==" | "!=":
            same = expr.op == "=="
            if term.kind is Kind.BOOL:
                return Literal(Atom.of(term.name, "is"), same is (constant is True))
            return Literal(Atom.of(term.name, "=", constant), same)
        case ">=" | "<":
            return Literal(Atom.of(term.name, ">=", constant), expr.op == ">=")
        case _:
            if term.kind is Kind.INTEGER and isinstance(constant, int):
                return Literal(Atom.of(term.name, ">=", constant + 1), expr.op == ">")
            return Literal(Atom.of(term.name, ">", constant), expr.op == ">")


def _signed(literal: Literal, positive: bool) -> Literal:
    return literal if positive else Literal(literal.atom, not literal.positive)


def _form(expr: Expr, vocabulary: Vocabulary, *, positive: bool) -> Normal:
    match expr:
        case Compare():
            return _signed(_literal(expr, vocabulary), positive)
        case In(term, constants, negated):
            if vocabulary[term].kind is Kind.BOOL:
                parts = tuple(Compare(term, "==", constant) for constant in constants)
                return _form(Not(Or(parts)) if negated else Or(parts), vocabulary, positive=positive)
            return _signed(Literal(Atom.of(term, "in", *constants), not negated), positive)
        case Not(arg):
            return _form(arg, vocabulary, positive=not positive)
        case And(args):
            return _lattice(All if positive else Any, args, vocabulary, positive)
        case Or(args):
            return _lattice(Any if positive else All, args, vocabulary, positive)
        case AtLeast(count, args):
            # at least k fail to be true  <=>  not (at least n-k+1 are true)
            wanted = count if positive else len(args) - count + 1
            if wanted == 1:
                return _lattice(Any, args, vocabulary, positive)
            if wanted == len(args):
                return _lattice(All, args, vocabulary, positive)
            counted = [_form(arg, vocabulary, positive=positive) for arg in args]
            return Count(wanted, tuple(sorted(counted, key=lambda part: part.text)))


def _lattice(
    shape: type[All | Any], args: tuple[Expr, ...], vocabulary: Vocabulary, positive: bool,
) -> Normal:
    found: dict[str, Normal] = {}
    for arg in args:
        part = _form(arg, vocabulary, positive=positive)
        for piece in part.parts if isinstance(part, shape) else (part,):
            found[piece.text] = piece
    parts = tuple(found[text] for text in sorted(found))
    return parts[0] if len(parts) == 1 else shape(parts)
