"""An atom changes exactly at the ends of the fact horizon: ages, days since, partial dates, 29 February."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.experience.horizon import fact_horizon
from cortex_core.experience.situation import Resolver, Situation, signature_of
from cortex_core.ids import EditionKey
from cortex_core.logic.terms import Kind
from cortex_core.logic.values import Between, Known, OneOf, Value
from cortex_core.model.experience import Observation, Task
from cortex_core.model.rules import (
    DerivedTerm,
    Edition,
    FactSpec,
    Family,
    Function,
    Lifetime,
    LifetimeKind,
    OutputSpec,
    Role,
    RuleEdition,
)
from cortex_core.sources.registry import RegisteredEdition, Registry

ONE = timedelta(days=1)
EVER = Lifetime(LifetimeKind.PERMANENT)
FACTS = (FactSpec("born", Kind.DATE, (), "", Role.BIRTH, EVER, "date of birth"),
         FactSpec("start", Kind.DATE, ("not_started",), "", Role.START, EVER, "start"),
         FactSpec("due", Kind.DATE, (), "", Role.NONE, EVER, "a date that may lie ahead"),
         FactSpec("weight", Kind.INTEGER, (), "kg", Role.NONE, Lifetime(LifetimeKind.DAYS, 90), "weight"))
FAMILY = Family(
    "made", "made up", "cross", "advice", "recommendation", "UTC", FACTS,
    (DerivedTerm("age", "born", Function.COMPLETED_YEARS, "age"),
     DerivedTerm("days", "start", Function.DAYS_SINCE, "days"),
     DerivedTerm("overdue", "due", Function.DAYS_SINCE, "days overdue")),
    (OutputSpec("do", "do it", (("grade", "A"),)),), ())


def situation(when: str, day: date) -> Situation:
    """One edition with one rule, in force always."""
    rule = RuleEdition(EditionKey("only"), "line", "", when, "do", (), (), "V", "")
    edition = Edition(EditionKey("only"), "made", 1, date(1, 1, 1), None, None, (), (rule,))
    return Resolver(Registry({"made": FAMILY}, (), (RegisteredEdition(edition, 1, ""),))).situation("made", day)


def asked(day: date, observed: date | None = None, **values: Value) -> Task:
    lifetimes = {spec.name: spec.lifetime for spec in FACTS}
    seen = observed or day
    observations = tuple(Observation(spec.name, values.get(spec.name, Known("not_started") if spec.name == "start"
                                                           else Known(date(1990, 1, 1))), seen,
                                     lifetimes[spec.name].until(seen))
                         for spec in FACTS)
    return Task("made", "advice", "recommendation", day, observations, None)


def dates(first: date, last: date) -> st.SearchStrategy[date]:
    """Days of a range; about one in four is a 29 February or a day beside it."""
    leap = [date(year, 2, 28) + ONE * step for year in range(first.year + 1, last.year) if year % 4 == 0
            for step in (0, 1, 2)]
    plain = st.dates(first, last)
    return st.one_of(plain, plain, plain, st.sampled_from(leap)) if leap else plain


DAYS = dates(date(2015, 1, 1), date(2026, 12, 31))


@given(dates(date(1930, 1, 1), date(2014, 12, 31)), DAYS, st.integers(0, 75), st.sampled_from([">=", ">", "<"]))
def test_an_age_question_changes_exactly_at_the_ends_of_the_horizon(
        born: date, day: date, years: int, op: str) -> None:
    _changes_exactly_at_the_ends(situation(f"age {op} {years}", day), asked(day, born=Known(born)))


@given(st.integers(0, 400), DAYS, st.integers(0, 400), st.sampled_from([">=", ">", "=="]))
def test_a_question_about_elapsed_days_changes_exactly_at_the_ends_of_the_horizon(
        ago: int, day: date, days: int, op: str) -> None:
    task = asked(day, start=Known(day - ONE * ago))
    _changes_exactly_at_the_ends(situation(f"days {op} {days}", day), task)


@given(dates(date(1930, 1, 1), date(2013, 12, 31)), st.integers(1, 364), DAYS, st.integers(1, 75))
def test_a_partial_birth_date_has_two_ends_and_the_unknown_stretch_between_them_is_a_horizon(
        first: date, width: int, day: date, years: int) -> None:
    task = asked(day, born=Between(first, first + ONE * width))
    _changes_exactly_at_the_ends(situation(f"age >= {years}", day), task)


@given(DAYS, st.integers(-300, 300), st.integers(0, 60))
def test_a_date_that_may_lie_ahead_counts_from_its_own_day(day: date, ahead: int, days: int) -> None:
    """Before it the question does not apply, which is another answer than *not yet*."""
    task = asked(day, due=Known(day + ONE * ahead))
    _changes_exactly_at_the_ends(situation(f"overdue >= {days}", day), task)


@given(DAYS, st.integers(0, 89), st.integers(60, 120))
def test_a_fact_with_a_shelf_life_holds_from_its_observation_until_it_goes_stale(
        day: date, ago: int, weight: int) -> None:
    observed = day - ONE * ago
    horizon = fact_horizon(situation("weight >= 90", day), asked(day, observed, weight=Known(weight)))
    assert (horizon.start, horizon.end) == (observed, observed + ONE * 90)


def _changes_exactly_at_the_ends(made: Situation, task: Task) -> None:
    horizon, here = fact_horizon(made, task), signature_of(made, task).codes
    assert horizon.covers(task.decided_on)
    if horizon.end is not None:
        assert signature_of(made, task, horizon.end - ONE).codes == here
        assert signature_of(made, task, horizon.end).codes != here
    if horizon.start is not None:
        assert signature_of(made, task, horizon.start).codes == here
        assert signature_of(made, task, horizon.start - ONE).codes != here
    for step in (1, 10, 100, 1_000, 10_000):
        for day in (task.decided_on + ONE * step, task.decided_on - ONE * step):
            if horizon.covers(day):
                assert signature_of(made, task, day).codes == here


def _some_value(name: str, day: date) -> st.SearchStrategy[Value]:
    """Exact, partial and listed dates; births and starts up to the day, others also after it."""
    latest = day + ONE * 500 if name == "due" else day
    one = st.integers(0, 20_000 if name == "born" else 900).map(lambda back: latest - ONE * back)
    two = st.tuples(one, one).filter(lambda ends: ends[0] != ends[1]).map(sorted)
    several = st.lists(one, min_size=2, max_size=3, unique=True).map(sorted)
    return st.one_of(one.map(Known), two.map(lambda ends: Between(*ends)),
                     several.map(lambda many: OneOf(tuple(many))))


@st.composite
def entangled(draw: st.DrawFn) -> tuple[Situation, Task]:
    """Several thresholds over several dates at once, *equal* and *in* among them."""
    day = draw(DAYS)
    terms = draw(st.lists(st.sampled_from(["age", "days", "overdue"]), min_size=1, max_size=4))
    parts = [draw(st.sampled_from([f"{term} >= {{}}", f"{term} < {{}}", f"{term} == {{}}",
                                   f"{term} in {{{{{{}}, {{}}}}}}"])) for term in terms]
    texts = []
    for term, part in zip(terms, parts, strict=True):
        top = 60 if term == "age" else 300
        texts.append(part.format(draw(st.integers(0, top)), draw(st.integers(0, top))))
    values = {name: draw(_some_value(name, day)) for name in ("born", "start", "due")}
    return situation(" and ".join(texts), day), asked(day, **values)


@given(entangled(), st.lists(st.integers(-2_000, 2_000), min_size=5, max_size=20))
def test_no_atom_changes_inside_the_horizon(case: tuple[Situation, Task], steps: list[int]) -> None:
    made, task = case
    horizon, here = fact_horizon(made, task), signature_of(made, task).codes
    near = [horizon.start, horizon.end - ONE if horizon.end else None]
    for day in [*(task.decided_on + ONE * step for step in steps), *near]:
        if day is not None and horizon.covers(day):
            assert signature_of(made, task, day).codes == here


@pytest.mark.parametrize(("day", "start", "end"), [
    (date(2025, 2, 28), date(2024, 2, 29), date(2025, 3, 1)),
    (date(2025, 3, 1), date(2025, 3, 1), date(2026, 3, 1)),
    (date(2028, 2, 28), date(2027, 3, 1), date(2028, 2, 29)),
])
def test_born_on_29_february_the_horizon_ends_on_1_march_of_a_common_year(
        day: date, start: date, end: date) -> None:
    horizon = fact_horizon(situation(" or ".join(f"age == {years}" for years in (47, 48, 49, 50, 51, 52)), day),
                           asked(day, born=Known(date(1976, 2, 29))))
    assert (horizon.start, horizon.end) == (start, end)
