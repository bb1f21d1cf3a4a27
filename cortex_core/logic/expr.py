"""Expressions over terms, as written, and their parser.

The grammar is ``and or not == != < <= > >= in``, chains, ``at_least(k, …)`` and tuple membership. Python's
own parser reads the text, a closed whitelist accepts the tree, and nothing is ever evaluated by Python.
There is no presence test and no default: both would turn a missing fact into an answer.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from cortex_core.logic.terms import Kind, Term, Vocabulary
from cortex_core.logic.values import Scalar

__all__ = ["And", "AtLeast", "Compare", "Expr", "ExpressionError", "In", "Not", "Or", "parse"]

LONGEST_TEXT = 8_000


class ExpressionError(ValueError):
    """The text is not an expression of the language; says what was found and what was expected."""


@dataclass(frozen=True, slots=True)
class Compare:
    """``term op constant``; ``op`` is one of == != < <= > >=. A bare boolean term is ``term == True``."""

    term: str
    op: str
    constant: Scalar


@dataclass(frozen=True, slots=True)
class In:
    """``term in {…}``: one atom, however many constants."""

    term: str
    constants: tuple[Scalar, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Not:
    arg: Expr


@dataclass(frozen=True, slots=True)
class And:
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AtLeast:
    """Y when ``count`` of the arguments are Y, N when fewer than ``count`` can still be."""

    count: int
    args: tuple[Expr, ...]


Expr = Compare | In | Not | And | Or | AtLeast

_OPS: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}
_FLIPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def parse(text: str, vocabulary: Vocabulary) -> Expr:
    """Expression of a text whose names are terms of the vocabulary or named values of those terms.

    Raises:
        ExpressionError: anything outside the whitelist, an unknown name, or a constant of the wrong type.
    """
    if len(text) > LONGEST_TEXT:
        raise ExpressionError(f"the expression has {len(text)} characters; at most {LONGEST_TEXT} are read")
    try:
        tree = ast.parse(" ".join(text.split()), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = f" at column {error.offset}" if isinstance(error, SyntaxError) else ""
        raise ExpressionError(f"not an expression{where}: {getattr(error, 'msg', None) or error}") from error
    try:
        return _Reader(" ".join(text.split()), vocabulary).read(tree.body)
    except RecursionError as error:
        raise ExpressionError("the expression is nested too deeply") from error


class _Reader:
    """Walks Python's syntax tree and accepts only what the language has."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self._text, self._vocabulary = text, vocabulary

    def read(self, node: ast.expr) -> Expr:
        match node:
            case ast.BoolOp(op=ast.And(), values=values):
                return And(tuple(self.read(value) for value in values))
            case ast.BoolOp(op=ast.Or(), values=values):
                return Or(tuple(self.read(value) for value in values))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self.read(operand))
            case ast.Compare():
                return self._comparison(node)
            case ast.Call(func=ast.Name(id="at_least"), args=[count, *rest], keywords=[]) if rest:
                return AtLeast(self._count(count, len(rest)), tuple(self.read(arg) for arg in rest))
            case ast.Name(id=name):
                term = self._term(name, node)
                if term.kind is not Kind.BOOL:
                    raise ExpressionError(f"{name} is of type {term.kind.value}: compare it with something")
                return Compare(name, "==", True)
            case _:
                raise ExpressionError(f"{self._source(node)!r} is not part of the language "
                                      "(and, or, not, comparisons, in, at_least)")

    def _source(self, node: ast.expr) -> str:
        return ast.get_source_segment(self._text, node) or ast.unparse(node)

    def _term(self, name: str, node: ast.expr) -> Term:
        term = self._vocabulary.get(name)
        if term is None:
            known = ", ".join(sorted(self._vocabulary)) or "none"
            raise ExpressionError(f"{self._source(node)!r} is not a declared fact; declared are: {known}")
        return term

    def _count(self, node: ast.expr, arguments: int) -> int:
        if not (isinstance(node, ast.Constant) and type(node.value) is int and 1 <= node.value <= arguments):
            raise ExpressionError(
                f"at_least needs a whole number from 1 to {arguments} first, not {self._source(node)!r}")
        return node.value

    def _is_term(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self._vocabulary

    def _comparison(self, node: ast.Compare) -> Expr:
        sides = [node.left, *node.comparators]
        parts = [self._pair(left, op, right)
                 for left, op, right in zip(sides, node.ops, sides[1:], strict=False)]
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _pair(self, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Expr:
        if isinstance(op, ast.In | ast.NotIn):
            return self._membership(left, right, negated=isinstance(op, ast.NotIn))
        name = _OPS.get(type(op))
        if name is None:
            raise ExpressionError("'is' is not part of the language: there is no presence test")
        if not self._is_term(left) and self._is_term(right):
            left, right, name = right, left, _FLIPPED[name]
        if not isinstance(left, ast.Name) and isinstance(right, ast.Name):
            left, right, name = right, left, _FLIPPED[name]       # so that the misspelt name is in the message
        if not isinstance(left, ast.Name):
            raise ExpressionError(f"{self._source(left)!r}: one side of a comparison must be a declared fact")
        term = self._term(left.id, left)
        constant = self._constant(term, right)
        ordering = name not in ("==", "!=")
        if ordering and not (term.kind.is_ordered and not isinstance(constant, str)):
            raise ExpressionError(f"{term.name} {name} {self._source(right)}: {term.kind.value} has no order")
        return Compare(term.name, name, constant)

    def _membership(self, left: ast.expr, right: ast.expr, *, negated: bool) -> Expr:
        if not (isinstance(right, ast.Set | ast.List | ast.Tuple) and right.elts):
            raise ExpressionError(f"{self._source(right)!r}: 'in' needs a set of constants such as {{a, b}}")
        if isinstance(left, ast.Tuple):
            either = Or(tuple(self._row(left, element) for element in right.elts))
            return Not(either) if negated else either
        if not isinstance(left, ast.Name):
            raise ExpressionError(f"{self._source(left)!r} is not a declared fact")
        term = self._term(left.id, left)
        return In(term.name, tuple(self._constant(term, element) for element in right.elts), negated)

    def _row(self, left: ast.Tuple, right: ast.expr) -> Expr:
        """``(x, y) in {(1, 2)}``: place by place, so that a place that differs decides although another is
        unknown."""
        if not (isinstance(right, ast.Tuple) and len(right.elts) == len(left.elts)):
            raise ExpressionError(f"{self._source(right)!r} needs {len(left.elts)} places")
        return And(tuple(self._pair(place, ast.Eq(), constant)
                         for place, constant in zip(left.elts, right.elts, strict=True)))

    def _constant(self, term: Term, node: ast.expr) -> Scalar:
        if isinstance(node, ast.Name) and node.id in term.names:
            return node.id
        match term.kind:
            case Kind.BOOL if isinstance(node, ast.Constant) and isinstance(node.value, bool):
                return node.value
            case Kind.INTEGER | Kind.NUMBER:
                number = self._number(node)
                if number is not None and term.kind is Kind.NUMBER:
                    return number
                if number is not None and number == number.to_integral_value():
                    return int(number)
            case Kind.DATE if isinstance(node, ast.Constant) and isinstance(node.value, str):
                try:
                    return date.fromisoformat(node.value)
                except ValueError as error:
                    raise ExpressionError(f"{self._source(node)}: not a date such as '2021-05-18' ({error})") from error
            case _:
                pass
        wanted = {Kind.BOOL: "True or False", Kind.INTEGER: "a whole number", Kind.NUMBER: "a number",
                  Kind.DATE: "a quoted ISO date", Kind.ENUM: "one of its options"}[term.kind]
        options = f" ({', '.join(term.names)})" if term.names else ""
        raise ExpressionError(f"{self._source(node)!r} does not fit {term.name}: expected {wanted}{options}")

    def _number(self, node: ast.expr) -> Decimal | None:
        """Exact decimal; of a literal with a point from the source text, as a float has already lost digits."""
        inner = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
        if not (isinstance(inner, ast.Constant) and type(inner.value) in (int, float)):
            return None
        text = str(inner.value) if type(inner.value) is int else self._source(inner).replace("_", "")
        number = Decimal(text) if inner is node else -Decimal(text)
        return number if number.is_finite() and abs(number) < Decimal(2**63) else None
