"""What a written comparison asks, and the canonical spelling of a whole predicate.

Spelling works on the tree as parsed, once for a part and once for its opposite. It uses identities that
hold for unknown parts too: De Morgan, flattening, order and repetition do not matter in *and* and *or*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from cortex_core.logic.expr import And, AtLeast, Compare, Expr, In, Not, Or
from cortex_core.logic.terms import Kind, Term, Vocabulary
from cortex_core.logic.values import Scalar

__all__ = ["asks", "asks_among", "canonical", "questions"]


def _constant(value: Scalar) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Decimal():
            text = f"{value:f}"
            text = text.rstrip("0").rstrip(".") if "." in text else text
            return "0" if value == 0 else text
        case date():
            return value.isoformat()
        case _:
            return str(value)


def asks(term: Term, op: str, constant: Scalar) -> tuple[str, bool]:
    """The question behind ``term op constant``, and whether the comparison holds on its yes (or its no).

    ``<= 49`` of whole numbers is the no of ``>= 50``; of other numbers it is the no of ``> 49``.
    """
    if term.kind is Kind.BOOL:
        return term.name, (op == "==") == (constant is True)
    if op in ("==", "!="):
        return f"{term.name} = {_constant(constant)}", op == "=="
    whole = term.kind is Kind.INTEGER and isinstance(constant, int)
    if op in (">", "<=") and whole:
        assert isinstance(constant, int)
        return f"{term.name} >= {constant + 1}", op == ">"
    word = ">=" if op in (">=", "<") else ">"
    return f"{term.name} {word} {_constant(constant)}", op in (">=", ">")


def asks_among(term: Term, constants: Iterable[Scalar]) -> str:
    """The one question behind ``term in {…}``."""
    texts = sorted({_constant(constant) for constant in constants})
    return f"{term.name} = {texts[0]}" if len(texts) == 1 else f"{term.name} in {{{', '.join(texts)}}}"


def questions(expr: Expr, vocabulary: Vocabulary) -> Iterator[str]:
    """Every question that a predicate asks, repetitions included."""
    match expr:
        case Compare(term, op, constant):
            yield asks(vocabulary[term], op, constant)[0]
        case In(term, constants):
            named = vocabulary[term]
            yield named.name if named.kind is Kind.BOOL else asks_among(named, constants)
        case Not(arg):
            yield from questions(arg, vocabulary)
        case And(args) | Or(args) | AtLeast(_, args):
            for arg in args:
                yield from questions(arg, vocabulary)


@dataclass(frozen=True, slots=True)
class _Spelled:
    text: str
    joined_by: str = ""                        # "and", "or", or "" for anything that does not flatten
    parts: tuple[_Spelled, ...] = ()


def canonical(expr: Expr, vocabulary: Vocabulary) -> str:
    """One text for all predicates that these identities make equal."""
    return _spell(expr, vocabulary, as_written=True).text


def _leaf(question: str, holds: bool) -> _Spelled:
    return _Spelled(question if holds else f"not({question})")


def _join(word: str, spelled: list[_Spelled]) -> _Spelled:
    flat = [part for one in spelled for part in (one.parts if one.joined_by == word else (one,))]
    parts = sorted({part.text: part for part in flat}.values(), key=lambda part: part.text)
    if len(parts) == 1:
        return parts[0]
    return _Spelled(f"{word}({'; '.join(part.text for part in parts)})", word, tuple(parts))


def _spell(expr: Expr, vocabulary: Vocabulary, *, as_written: bool) -> _Spelled:
    match expr:
        case Compare(term, op, constant):
            question, holds = asks(vocabulary[term], op, constant)
            return _leaf(question, holds is as_written)
        case In(term, constants, negated):
            named, inside = vocabulary[term], as_written is not negated
            if named.kind is not Kind.BOOL:
                return _leaf(asks_among(named, constants), inside)
            values = [asks(named, "==", constant) for constant in constants]
            return _join("or" if inside else "and", [_leaf(name, holds is inside) for name, holds in values])
        case Not(arg):
            return _spell(arg, vocabulary, as_written=not as_written)
        case And() | Or() | AtLeast():
            pass
    spelled = [_spell(arg, vocabulary, as_written=as_written) for arg in expr.args]
    if isinstance(expr, AtLeast):
        # "Fewer than k hold" says that at least n - k + 1 do not.
        count = expr.count if as_written else len(spelled) - expr.count + 1
        if 1 < count < len(spelled):
            return _Spelled(f"at_least({count}; {'; '.join(sorted(part.text for part in spelled))})")
        return _join("or" if count == 1 else "and", spelled)
    return _join("and" if isinstance(expr, And) is as_written else "or", spelled)
