"""Expressions made up at random, the same question asked in other words, and a reading of them as written.

`written_value` knows nothing of atoms or normal forms: a comparison is asked of every value that is left, and
the connectives are minimum and maximum. It is what the normal form and both evaluators are held against.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal

from hypothesis import settings
from hypothesis import strategies as st

from cortex_core.logic.expr import And, AtLeast, Compare, Expr, In, Not, Or
from cortex_core.logic.terms import Kind, Term
from cortex_core.logic.truth import Truth
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

SPARING = settings(max_examples=settings().max_examples // 3)
"""For properties that draw many expressions at once; a soak run still multiplies it."""

VOCABULARY = {term.name: term for term in (
    Term("sure", Kind.BOOL), Term("tested", Kind.BOOL), Term("age", Kind.INTEGER), Term("ahi", Kind.NUMBER),
    Term("start", Kind.DATE, ("not_started",)), Term("site", Kind.ENUM, ("a", "b", "c")))}
ORDERED = [name for name, term in VOCABULARY.items() if term.kind.is_ordered]
DAY = date(2020, 3, 1)

CONSTANTS: dict[str, list[Scalar]] = {
    "sure": [True, False], "tested": [True, False], "age": [44, 45, 50],
    "ahi": [Decimal(14), Decimal("14.5"), Decimal(15)],
    "start": [DAY, DAY + timedelta(1), "not_started"], "site": ["a", "b", "c"]}
VALUES: dict[str, list[Scalar]] = {
    "sure": [True, False], "tested": [True, False], "age": [43, 44, 45, 46, 49, 50, 51],
    "ahi": [Decimal(13), Decimal(14), Decimal("14.2"), Decimal("14.5"), Decimal(15), Decimal(16)],
    "start": [DAY + timedelta(step) for step in range(-1, 4)] + ["not_started"], "site": ["a", "b", "c"]}


# --- drawing -------------------------------------------------------------------------------------------


def _constant(name: str) -> st.SearchStrategy[Scalar]:
    return st.sampled_from(CONSTANTS[name])


def _comparisons(name: str) -> st.SearchStrategy[Expr]:
    same = st.builds(Compare, st.just(name), st.sampled_from(["==", "!="]), _constant(name))
    among = st.builds(In, st.just(name), st.lists(_constant(name), min_size=1, max_size=3).map(tuple),
                      st.booleans())
    if not VOCABULARY[name].kind.is_ordered:
        return same | among
    plain = _constant(name).filter(lambda one: not isinstance(one, str))
    ordered = st.builds(Compare, st.just(name), st.sampled_from(["<", "<=", ">", ">="]), plain)
    return same | among | ordered


def _larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    several = st.lists(inner, min_size=1, max_size=4)
    return (st.builds(Not, inner) | several.map(lambda args: And(tuple(args)))
            | several.map(lambda args: Or(tuple(args)))
            | several.flatmap(lambda args: st.builds(AtLeast, st.integers(1, len(args)), st.just(tuple(args)))))


FEW = st.recursive(st.sampled_from(["sure", "age"]).flatmap(_comparisons), _larger, max_leaves=3)
"""Small expressions over two terms, so that two of them often ask the same."""

COMPARISONS = st.sampled_from(sorted(VOCABULARY)).flatmap(_comparisons)
SHORT = st.recursive(COMPARISONS, _larger, max_leaves=4)
EXPRESSIONS = st.recursive(COMPARISONS, _larger, max_leaves=12)


def _pair(name: str) -> st.SearchStrategy[tuple[Scalar, Scalar]]:
    plain = [value for value in VALUES[name] if not isinstance(value, str)]
    return st.tuples(st.sampled_from(plain), st.sampled_from(plain)).map(lambda two: tuple(sorted(two)))


def values_of(name: str) -> st.SearchStrategy[Value]:
    """Anything that can be known of a term, partial and quarrelled values included."""
    one = st.sampled_from(VALUES[name])
    found: list[st.SearchStrategy[Value]] = [
        st.builds(Known, one), st.just(Missing()), st.just(Unscoped("of somebody else")), st.just(Stale(DAY)),
        st.lists(one, min_size=2, max_size=3, unique=True).map(
            lambda many: Conflicting(tuple((value, "") for value in sorted(many, key=str)))),
        st.lists(one, min_size=2, max_size=3, unique=True).map(
            lambda many: OneOf(tuple(sorted(many, key=str))))]
    if VOCABULARY[name].kind.is_ordered:
        found.append(_pair(name).filter(lambda ends: ends[0] != ends[1]).map(
            lambda ends: Between(ends[0], ends[1])))  # type: ignore[arg-type]  # ordered kinds only
    return st.one_of(found)


SITUATIONS = st.fixed_dictionaries({name: values_of(name) for name in VOCABULARY})


# --- the same question in other words --------------------------------------------------------------------


@st.composite
def reworded(draw: st.DrawFn, expr: Expr, *, negated: bool = False) -> Expr:
    """The expression, or its negation, rewritten by identities of a Kleene algebra chosen at random."""
    if draw(st.integers(0, 5)) == 0:
        inner = draw(reworded(expr, negated=not negated))
        return Not(inner)
    match expr:
        case Not(arg):
            return draw(reworded(arg, negated=not negated))
        case And(args) | Or(args):
            shape = And if isinstance(expr, And) is not negated else Or
            return draw(_joined(args, shape=shape, negated=negated))
        case AtLeast(count, args):
            shuffled = draw(st.permutations([draw(reworded(arg, negated=negated)) for arg in args]))
            return AtLeast(len(args) - count + 1 if negated else count, tuple(shuffled))
        case In(term, constants, flipped):
            return In(term, tuple(draw(st.permutations(constants))) + constants[:1], flipped is not negated)
        case Compare():
            return draw(_compared(expr, negated=negated))


@st.composite
def _joined(draw: st.DrawFn, args: tuple[Expr, ...], *, shape: type[And | Or], negated: bool) -> Expr:
    parts = [draw(reworded(arg, negated=negated)) for arg in args]
    if draw(st.booleans()):
        parts.append(draw(st.sampled_from(parts)))                          # said twice
    parts = draw(st.permutations(parts))
    if len(parts) > 2 and draw(st.booleans()):
        parts = [shape(tuple(parts[:2])), *parts[2:]]                       # grouped otherwise
    return shape(tuple(parts))


_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@st.composite
def _compared(draw: st.DrawFn, expr: Compare, *, negated: bool) -> Expr:
    op = _OPPOSITE[expr.op] if negated else expr.op
    constant = expr.constant
    if VOCABULARY[expr.term].kind is Kind.INTEGER and isinstance(constant, int) and draw(st.booleans()):
        op, constant = {"<": ("<=", constant - 1), ">=": (">", constant - 1), "<=": ("<", constant + 1),
                        ">": (">=", constant + 1)}.get(op, (op, constant))
    if isinstance(constant, bool) and draw(st.booleans()):
        op, constant = _OPPOSITE[op], not constant
    return Compare(expr.term, op, constant)


# --- the reading of an expression as written ---------------------------------------------------------------

_ASK = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
        ">=": operator.ge}


def completions(value: Value, term: str) -> list[Scalar] | None:
    """Every value that is left (a fine grid of a range of decimals); None where no value need be the one."""
    match value:
        case Known(one):
            return [one]
        case OneOf(options):
            return list(options)
        case Between(low, high):
            ends = [low, high]
            grid: list[Scalar] = [*ends, *(one for one in (*VALUES[term], *CONSTANTS[term])
                                           if not isinstance(one, str) and low <= one <= high)]
            if isinstance(low, Decimal) and isinstance(high, Decimal):
                grid += [low + (high - low) * step / 7 for step in range(8)]
            if isinstance(low, int) and isinstance(high, int):
                grid += list(range(low, high + 1))
            if isinstance(low, date) and isinstance(high, date):
                grid += [low + timedelta(step) for step in range((high - low).days + 1)]
            return grid
        case _:
            return None


def _compare(expr: Compare, value: Scalar) -> bool | None:
    named = isinstance(value, str) and expr.term in ORDERED
    if expr.op not in ("==", "!=") and named:
        return None                                       # "not started" lies before and after no day
    if named and isinstance(expr.constant, int):
        return None
    if type(value) is not type(expr.constant):
        return expr.op == "!="
    return bool(_ASK[expr.op](value, expr.constant))


RANK = [Truth.N, Truth.U, Truth.Y].index


def _of_all(value: Value, term: str, ask: Callable[[Scalar], bool | None]) -> Truth:
    left = completions(value, term)
    answers = {ask(one) for one in left} if left is not None else set()
    return Truth.Y if answers == {True} else Truth.N if answers == {False} else Truth.U


def written_value(expr: Expr, values: Mapping[str, Value]) -> Truth:
    """Strong Kleene over comparisons as written; a comparison is decided when all values left agree."""
    match expr:
        case Not(arg):
            return {Truth.Y: Truth.N, Truth.N: Truth.Y, Truth.U: Truth.U}[written_value(arg, values)]
        case And(args):
            return min((written_value(arg, values) for arg in args), key=RANK)
        case Or(args):
            return max((written_value(arg, values) for arg in args), key=RANK)
        case AtLeast(count, args):
            seen = [written_value(arg, values) for arg in args]
            if seen.count(Truth.Y) >= count:
                return Truth.Y
            return Truth.N if len(seen) - seen.count(Truth.N) < count else Truth.U
        case In(term, constants, negated):
            either: Expr = Or(tuple(Compare(term, "==", one) for one in constants))
            if VOCABULARY[term].kind is Kind.BOOL:
                return written_value(Not(either) if negated else either, values)
            return _of_all(values[term], term, lambda value: any(
                _compare(Compare(term, "==", one), value) is True for one in constants) is not negated)
        case Compare():
            return _of_all(values[expr.term], expr.term, lambda value: _compare(expr, value))


def spelled(expr: Expr) -> str:
    """The expression in the rule language."""
    match expr:
        case Not(arg):
            return f"not ({spelled(arg)})"
        case And(args):
            return " and ".join(f"({spelled(arg)})" for arg in args)
        case Or(args):
            return " or ".join(f"({spelled(arg)})" for arg in args)
        case AtLeast(count, args):
            return f"at_least({count}, {', '.join(spelled(arg) for arg in args)})"
        case In(term, constants, negated):
            return f"{term} {'not in' if negated else 'in'} {{{', '.join(map(_literal, constants))}}}"
        case Compare(term, op, constant):
            return f"{term} {op} {_literal(constant)}"


def _literal(constant: Scalar) -> str:
    return f"'{constant.isoformat()}'" if isinstance(constant, date) else str(constant)
