"""Truth tables, membership and comparisons that five projects published for three-valued logic."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cortex_core.logic.atoms import Atom, atom_value
from cortex_core.logic.expr import ExpressionError, parse
from cortex_core.logic.terms import Kind, Term
from cortex_core.logic.truth import Reason, Truth, conjunction, disjunction, negation
from cortex_core.logic.values import Known, Missing, Scalar, Value

FOLDER = os.environ.get("CORTEX_CONFORMANCE", "")
if not FOLDER:
    pytest.skip("CORTEX_CONFORMANCE is not set: the logic suite was not run", allow_module_level=True)

Case = dict[str, Any]
TRUTHS = {True: Truth.Y, False: Truth.N, None: Truth.U}
BARE = {"flag": Term("flag", Kind.BOOL), "other": Term("other", Kind.BOOL)}


class KnownDifference(NamedTuple):
    """A rule over a case's own fields, the answer that stands here instead, and why."""

    applies: Callable[[Case], bool]
    answer: Truth
    reason: str


def load(name: str) -> list[Case]:
    path = Path(FOLDER) / "logic" / name
    cases: list[Case] = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)["cases"]
    return cases


def parametrised(cases: list[Case]) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases]


def difference(case: Case, known: tuple[KnownDifference, ...]) -> KnownDifference | None:
    return next((one for one in known if one.applies(case)), None)


def expected(case: Case, known: tuple[KnownDifference, ...]) -> Truth:
    other = difference(case, known)
    return other.answer if other is not None else TRUTHS[case["expected"]]


# --- connectives ---------------------------------------------------------------------------------------


def xor(one: Truth, other: Truth) -> Truth:
    return disjunction([conjunction([one, negation(other)]), conjunction([negation(one), other])])


CONNECTIVES: dict[str, Callable[[list[Truth]], Truth]] = {
    "and": conjunction,
    "or": disjunction,
    "all": conjunction,
    "any": disjunction,
    "not": lambda given: negation(given[0]),
    "xor": lambda given: reduce(xor, given),
    "implies": lambda given: disjunction([negation(given[0]), given[1]]),
    "and_not": lambda given: conjunction([given[0], negation(given[1])]),
}


def has_null(case: Case) -> bool:
    return None in case["operands"]


OPERATOR_DIFFERENCES = (
    KnownDifference(
        lambda case: case["profile"] == "dialect" and case["op"] in ("all", "any") and has_null(case),
        Truth.U,
        "the dialect's aggregates leave nulls out of the count; here an unknown member may still decide, "
        "so all of {U, Y} and any of {U, N} are unknown",
    ),
    KnownDifference(
        lambda case: case["profile"] == "dialect" and case["op"] in ("and", "and_not") and has_null(case),
        Truth.N,
        "the dialect is weak Kleene, any null makes null; strong Kleene lets a known N decide a conjunction",
    ),
)
OPERATORS = load("operators.json")
PRESENCE = ("is_null", "is_true", "is_false")


def is_refused(case: Case) -> bool:
    """Presence tests and operands that are no truth values: the language has neither."""
    return case["op"] in PRESENCE or case["profile"] == "non_boolean_operand"


@pytest.mark.parametrize("case", parametrised([case for case in OPERATORS if not is_refused(case)]))
def test_a_connective_answers_as_published_or_differs_for_a_stated_reason(case: Case) -> None:
    operands = [TRUTHS[operand] for operand in case["operands"]]
    assert CONNECTIVES[case["op"]](operands) is expected(case, OPERATOR_DIFFERENCES)


def spelled(case: Case) -> str:
    """The case in the rule language, each truth value as a declared yes-or-no fact, others as written."""
    words = ["flag" if not isinstance(one, dict) else one["other"] for one in case["operands"]]
    match case["op"]:
        case "and" | "all":
            # the language has no aggregates; a list of one is a conjunction of one
            return " and ".join(words)
        case "or" | "any":
            return " or ".join(words)
        case "not":
            return f"not {words[0]}"
        case op:
            return f"{op}({', '.join(words)})"


@pytest.mark.parametrize("case", parametrised([case for case in OPERATORS if is_refused(case)]))
def test_a_presence_test_or_an_operand_that_is_no_truth_value_is_refused(case: Case) -> None:
    """Published answers for these exist (null counts as false, 1 as true …); a rule that needs one is a
    mistake, found when the rule is read and not when a person is judged by it."""
    with pytest.raises(ExpressionError):
        parse(spelled(case), BARE)


def test_every_operator_case_is_either_compared_or_refused_and_no_difference_is_idle() -> None:
    compared = [case for case in OPERATORS if not is_refused(case)]
    assert {case["op"] for case in compared} == set(CONNECTIVES)
    for known in OPERATOR_DIFFERENCES:
        applying = [case for case in compared if known.applies(case)]
        assert applying
        assert all(TRUTHS[case["expected"]] is not known.answer for case in applying)
    assert {case["profile"] for case in compared if difference(case, OPERATOR_DIFFERENCES)} == {"dialect"}


# --- values --------------------------------------------------------------------------------------------


def scalar(raw: Any) -> Scalar | None:
    """One exact typed value, None where the case has null. Numbers are decimals, as 1 equals 1.0 there."""
    match raw:
        case None | bool():
            return raw
        case {"number": number} | (int() as number):
            return Decimal(number)
        case {"string": str(text)}:
            return text
        case {"date": str(text)}:
            return date.fromisoformat(text)
    raise ValueError(f"{raw!r} is no value of the suite")


def known(value: Scalar | None) -> Value:
    return Missing() if value is None else Known(value)


def ask(term: str, op: str, left: Scalar | None, right: Scalar | None) -> Truth:
    """One atom over what is known of the left side. An atom's operand is a constant of the rule, so a null
    on the right is the unknown that the question is asked of; equality and order are turned round for it."""
    turned = {"=": "=", ">=": "<=", ">": "<", "<=": ">=", "<": ">"}[op]
    if right is None:
        left, right, op = right, left, turned
    if right is None:
        return Truth.U                                     # nothing is left to ask a question with
    if isinstance(right, bool) and op == "=":
        value = atom_value(Atom.of(term, "is"), known(left)).truth
        return value if right else negation(value)
    mirrored = {"<": ">=", "<=": ">"}
    value = atom_value(Atom.of(term, mirrored.get(op, op), right), known(left)).truth
    return negation(value) if op in mirrored else value


# --- membership ----------------------------------------------------------------------------------------

MEMBERSHIP = load("membership.json")


@pytest.mark.parametrize("case", parametrised(MEMBERSHIP))
def test_membership_is_an_or_of_equalities_and_equality_to_all_an_and(case: Case) -> None:
    answers = [ask("x", "=", scalar(case["left"]), scalar(one)) for one in case["right"]]
    join = conjunction if case["op"] == "eq_all" else disjunction
    assert join(answers) is TRUTHS[case["expected"]]


@pytest.mark.parametrize("case", parametrised(
    [case for case in MEMBERSHIP if case["op"] == "in" and None not in case["right"]]))
def test_one_membership_atom_answers_as_its_equalities_together(case: Case) -> None:
    atom = Atom.of("x", "in", *(Decimal(one) for one in case["right"]))
    assert atom_value(atom, known(scalar(case["left"]))).truth is TRUTHS[case["expected"]]


# --- comparisons ---------------------------------------------------------------------------------------


def sides(case: Case) -> list[Any]:
    return [case[name] for name in ("left", "right", "low", "high") if name in case]


def has_null_side(case: Case) -> bool:
    return None in sides(case)


def kinds(case: Case) -> set[str]:
    return {"bool" if isinstance(side, bool) else next(iter(side))
            for side in sides(case) if side is not None}


def compares_text_by_order(case: Case) -> bool:
    return case["op"] in ("gt", "ge", "lt", "le", "between") and kinds(case) == {"string"}


def is_loosely_equivalent(case: Case) -> bool:
    """Equal only if letters' case or digits beyond the shorter precision are passed over."""
    return case["op"] == "equivalent" and case["expected"] is True and case["left"] != case["right"] \
        and scalar(case["left"]) != scalar(case["right"])


COMPARISON_DIFFERENCES = (
    KnownDifference(
        lambda case: case["suite"] == "dmn" and case["op"] in ("eq", "ne") and has_null_side(case),
        Truth.U,
        "there null is a value that equals nothing else, so the answer is false; here a missing fact is "
        "never false",
    ),
    KnownDifference(
        lambda case: case["op"] == "equivalent" and has_null_side(case),
        Truth.U,
        "equivalence there answers whether two sides are alike, null included, and is a presence test; the "
        "language has equality only",
    ),
    KnownDifference(
        is_loosely_equivalent,
        Truth.N,
        "equivalence there passes over letters' case and digits beyond the shorter precision; here two "
        "values are equal or not",
    ),
    KnownDifference(
        lambda case: case["op"] == "eq" and len(kinds(case)) == 2,
        Truth.N,
        "a fact and a constant of two types are refused when a rule is read; asked of the atom itself, a "
        "value of another type is not the constant",
    ),
    KnownDifference(
        compares_text_by_order,
        Truth.U,
        "text has no order in the language: such a comparison is refused when a rule is read, and the atom "
        "itself says that the question does not apply",
    ),
)
OPS = {"eq": "=", "equivalent": "=", "ge": ">=", "gt": ">", "le": "<=", "lt": "<"}


def compared(case: Case) -> Truth:
    left = scalar(case["left"])
    match case["op"]:
        case "between":
            return conjunction([ask("x", ">=", left, scalar(case["low"])),
                                ask("x", "<=", left, scalar(case["high"]))])
        case "ne":
            return negation(ask("x", "=", left, scalar(case["right"])))
        case op:
            return ask("x", OPS[op], left, scalar(case["right"]))


@pytest.mark.parametrize("case", parametrised(load("comparisons.json")))
def test_a_comparison_answers_as_published_or_differs_for_a_stated_reason(case: Case) -> None:
    assert compared(case) is expected(case, COMPARISON_DIFFERENCES)


def test_every_known_difference_of_comparisons_is_still_one() -> None:
    cases = load("comparisons.json")
    for one in COMPARISON_DIFFERENCES:
        applying = [case for case in cases if one.applies(case)]
        assert applying, one.reason
        assert any(TRUTHS[case["expected"]] is not one.answer for case in applying), one.reason


@pytest.mark.parametrize(
    "text", ["grade > 'b'", "flag == 0", "count == 'foo'", "flag == None", "flag is True"])
def test_comparisons_that_the_suites_answer_by_convention_are_refused_when_a_rule_is_read(text: str) -> None:
    vocabulary = {"flag": Term("flag", Kind.BOOL), "count": Term("count", Kind.INTEGER),
                  "grade": Term("grade", Kind.ENUM, ("a", "b"))}
    with pytest.raises(ExpressionError):
        parse(text, vocabulary)


def test_a_comparison_with_a_missing_fact_says_that_it_is_missing() -> None:
    assert atom_value(Atom.of("x", "=", Decimal(1)), Missing()).reason is Reason.MISSING
