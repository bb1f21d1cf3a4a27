"""Intake: raw facts become one typed canonical value each, or are refused with the fact that is wrong."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from cortex_core.errors import InputError
from cortex_core.logic.terms import Kind
from cortex_core.logic.values import (
    Between,
    Conflicting,
    Known,
    Missing,
    OneOf,
    Stale,
    Unscoped,
    Value,
)
from cortex_core.model.experience import Observation
from cortex_core.model.rules import Lifetime, LifetimeKind
from cortex_core.rules.intake import stale_at, take_in
from tests.counterexamples.made import DAY, fact, family

MONTH = Between(date(1976, 3, 1), date(1976, 3, 31))


def taken(raw: dict[str, Any], name: str, on: date = DAY) -> Observation:
    return next(one for one in take_in(family(), raw, on).observations if one.name == name)


@pytest.mark.parametrize(("name", "raw", "value"), [
    ("a", True, Known(True)),
    ("count", 12, Known(12)),
    ("ahi", "14.50", Known(Decimal("14.5"))),
    ("chlamydia", " positive ", Known("positive")),
    ("born", "1976-03-09", Known(date(1976, 3, 9))),
    ("born", "1976-03", MONTH),
    ("born", "1976", Between(date(1976, 1, 1), date(1976, 12, 31))),
    ("start", "not_started", Known("not_started")),
    ("count", {"unknown": "missing"}, Missing()),
    ("count", {"unknown": "conflict", "candidates": [5, 3]}, Conflicting(((3, ""), (5, "")))),
    ("count", {"unknown": "partial", "from": 3, "to": 5}, Between(3, 5)),
    ("count", {"unknown": "partial", "options": [5, 3]}, OneOf((3, 5))),
    ("start", {"unknown": "partial", "options": ["not_started", "2021-01-01"]},
     OneOf((date(2021, 1, 1), "not_started"))),
    ("count", {"value": 3, "subject": "partner"}, Unscoped("observed of partner, not of the task's subject")),
    ("count", {"value": 3, "unit": "kg"}, Unscoped("given in kg, declared in no unit")),
])
def test_a_raw_value_becomes_its_canonical_value(name: str, raw: Any, value: Value) -> None:
    assert taken({name: raw}, name).value == value


def test_every_declared_fact_is_there_in_declared_order_and_the_rest_is_listed_as_ignored() -> None:
    made = family()
    found = take_in(made, {"shoe": 43, "count": 3, "colour": "red"}, DAY)
    assert [one.name for one in found.observations] == [spec.name for spec in made.facts]
    assert found.ignored == ("colour", "shoe")
    assert sum(1 for one in found.observations if one.value != Missing()) == 1


@pytest.mark.parametrize(("raw", "value"), [
    ("2021-05", Between(date(2021, 5, 1), date(2021, 5, 31))),
    ("2021-06", Known(date(2021, 6, 1))),
    ("2021", Between(date(2021, 1, 1), date(2021, 6, 1))),
    ({"unknown": "partial", "options": ["2021-05-01", "2021-07-01"]}, Known(date(2021, 5, 1))),
    ({"unknown": "conflict", "candidates": ["2021-05-01", "2021-07-01"]},
     Conflicting(((date(2021, 5, 1), ""), (date(2021, 7, 1), "")))),
])
def test_of_a_partial_birth_only_the_days_up_to_the_decision_count(raw: Any, value: Value) -> None:
    """Decided on 1 June 2021. A conflict is not narrowed: the truth need not be among its candidates."""
    assert taken({"born": raw}, "born").value == value


@pytest.mark.parametrize(("raw", "says"), [
    ("2021-06-02", "the birth date 2021-06-02 lies after the decision date 2021-06-01"),
    ("2021-07", "every possible birth date lies after"),
    ({"unknown": "partial", "options": ["2021-07-01", "2021-08-01"]}, "every possible birth date lies after"),
    ({"unknown": "conflict", "candidates": ["2021-07-01", "2021-08-01"]}, "every recorded birth date lies after"),
])
def test_a_birth_with_no_day_left_is_refused(raw: Any, says: str) -> None:
    with pytest.raises(InputError, match=says):
        taken({"born": raw}, "born")


@pytest.mark.parametrize(("name", "raw", "says"), [
    ("count", "many", "'many' is not a number"),
    ("count", 2**63, "not a finite number of ordinary size"),
    ("count", {"unknown": "perhaps"}, "no form of an unknown"),
    ("count", {"unknown": "conflict", "candidates": []}, "needs a list of candidates"),
    ("count", {"unknown": "partial", "from": 5, "to": 3}, "the range from 5 to 3 is empty"),
    ("count", {"unknown": "partial", "options": []}, "at least one value"),
    ("a", {"unknown": "partial", "from": False, "to": True}, "needs from and to"),
    ("chlamydia", "negativ", "wrong type or not an option"),
    ("born", "1976-02-30", "1976-02-30"),
    ("count", {"value": 3, "observed": "2021-06-02"}, "after the decision date"),
])
def test_a_malformed_fact_is_refused_by_its_name_and_with_what_was_expected(
        name: str, raw: Any, says: str) -> None:
    with pytest.raises(InputError) as refused:
        taken({name: raw}, name)
    issue, = refused.value.issues
    assert issue.field == name
    assert says in issue.cause
    assert issue.remedy.startswith(f"Give {name} as ")


def test_all_wrong_facts_are_told_at_once() -> None:
    with pytest.raises(InputError) as refused:
        take_in(family(), {"a": "yes", "count": 1.5, "born": "soon"}, DAY)
    assert sorted(issue.field for issue in refused.value.issues) == ["a", "born", "count"]


def test_a_fact_is_usable_up_to_the_day_before_it_goes_stale() -> None:
    lasting = family(fact("count", Kind.INTEGER, lifetime=Lifetime(LifetimeKind.DAYS, 10)))
    seen = next(one for one in take_in(lasting, {"count": {"value": 3, "observed": "2021-05-30"}}, DAY).observations
                if one.name == "count")
    assert seen.until == date(2021, 6, 9)
    assert stale_at(seen, date(2021, 6, 8)) == Known(3)
    assert stale_at(seen, date(2021, 6, 9)) == Stale(date(2021, 6, 9))


def test_a_fact_that_was_stale_when_the_decision_was_made_is_stale_then_too() -> None:
    lasting = family(fact("count", Kind.INTEGER, lifetime=Lifetime(LifetimeKind.YEAR_END)))
    seen = next(one for one in take_in(lasting, {"count": {"value": 3, "observed": "2020-12-31"}}, DAY).observations
                if one.name == "count")
    assert stale_at(seen, DAY) == Stale(date(2021, 1, 1))


def test_what_is_missing_has_no_observation_that_could_go_stale() -> None:
    lasting = family(fact("count", Kind.INTEGER, lifetime=Lifetime(LifetimeKind.DAYS, 10)))
    seen = next(one for one in take_in(lasting, {}, DAY).observations if one.name == "count")
    assert seen.until is None
    assert stale_at(seen, date(2030, 1, 1)) == Missing()


@pytest.mark.parametrize(("candidates", "value"), [
    ([(3, "scale"), (5, "chart")], Known(3)),
    ([(3, "scale"), (4, "scale"), (5, "chart")], Conflicting(((3, "scale"), (4, "scale"), (5, "chart")))),
    ([(3, "scale"), (5, "somebody")], Conflicting(((3, "scale"), (5, "somebody")))),
    ([(5, "chart"), (7, "chart")], Conflicting(((5, "chart"), (7, "chart")))),
])
def test_a_ranking_of_sources_settles_only_what_it_ranks_and_where_the_best_says_one_thing(
        candidates: list[tuple[int, str]], value: Value) -> None:
    ranked = family(fact("count", Kind.INTEGER, ranked=("scale", "chart")))
    raw = {"unknown": "conflict", "candidates": [{"value": one, "source": by} for one, by in candidates]}
    assert next(one for one in take_in(ranked, {"count": raw}, DAY).observations
                if one.name == "count").value == value
