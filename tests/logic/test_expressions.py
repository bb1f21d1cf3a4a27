"""The rule language: what is read, what is refused, and in which words."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from cortex_core.logic.expr import LONGEST_TEXT, And, AtLeast, Compare, ExpressionError, In, Not, Or, parse
from cortex_core.logic.terms import Kind, Term

VOCABULARY = {term.name: term for term in (
    Term("sure", Kind.BOOL), Term("age", Kind.INTEGER), Term("ahi", Kind.NUMBER),
    Term("start", Kind.DATE, ("not_started",)), Term("site", Kind.ENUM, ("a", "b", "c")))}


@pytest.mark.parametrize(("text", "read"), [
    ("sure", Compare("sure", "==", True)),
    ("not sure", Not(Compare("sure", "==", True))),
    ("45 <= age <= 49", And((Compare("age", ">=", 45), Compare("age", "<=", 49)))),
    ("50 > age", Compare("age", "<", 50)),
    ("ahi >= 14.50", Compare("ahi", ">=", Decimal("14.5"))),
    ("ahi > -0.1", Compare("ahi", ">", Decimal("-0.1"))),
    ("start >= '2021-05-18'", Compare("start", ">=", date(2021, 5, 18))),
    ("start == not_started", Compare("start", "==", "not_started")),
    ("site in {a, b}", In("site", ("a", "b"))),
    ("site not in {a}", In("site", ("a",), negated=True)),
    ("at_least(2, sure, age > 1, site == a)",
     AtLeast(2, (Compare("sure", "==", True), Compare("age", ">", 1), Compare("site", "==", "a")))),
    ("sure or\n  age > 1", Or((Compare("sure", "==", True), Compare("age", ">", 1)))),
])
def test_an_expression_is_read_as_written(text: str, read: object) -> None:
    assert parse(text, VOCABULARY) == read


def test_a_decimal_keeps_every_digit_that_was_written() -> None:
    found = parse("ahi == 0.1000000000000000055511151231257827", VOCABULARY)
    assert found == Compare("ahi", "==", Decimal("0.1000000000000000055511151231257827"))


@pytest.mark.parametrize(("text", "says"), [
    ("agee > 1", "'agee' is not a declared fact; declared are: age, ahi"),
    ("age", "compare it with something"),
    ("age > 1.5", "expected a whole number"),
    ("age == 'old'", "expected a whole number"),
    ("start > '2021-02-30'", "not a date such as '2021-05-18'"),
    ("start < not_started", "has no order"),
    ("site < a", "enum has no order"),
    ("site == d", "expected one of its options (a, b, c)"),
    ("sure is True", "there is no presence test"),
    ("site in {}", "needs a set of constants"),
    ("age > ahi", "does not fit age"),
    ("1 < 2", "one side of a comparison must be a declared fact"),
    ("age + 1 > 2", "must be a declared fact"),
    ("at_least(3, sure, sure)", "3"),
    ("at_least(0, sure)", "0"),
    ("__import__('os')", "not part of the language"),
    ("(lambda: 1)()", "not part of the language"),
    ("[age for age in site]", "not part of the language"),
    ("age >", "not an expression"),
    ("", "not an expression"),
    ("sure and " * 2_000 + "sure", f"at most {LONGEST_TEXT}"),
    ("not " * 1_900 + "sure", "not an expression|nested too deeply"),
])
def test_what_is_not_in_the_language_is_refused_with_what_was_found_and_expected(text: str, says: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        parse(text, VOCABULARY)
    assert any(part in str(refused.value) for part in says.split("|"))
