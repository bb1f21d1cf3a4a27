"""Atom values from facts, derived apart from the evaluator and compared with it."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.logic.atoms import Atom, atom_value
from cortex_core.logic.terms import Kind
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
from cortex_core.model.experience import Observation
from cortex_core.model.rules import (
    DerivedTerm,
    FactSpec,
    Family,
    Function,
    Lifetime,
    LifetimeKind,
    Role,
)
from cortex_core.rules.checker.premises import Premises, read_question
from cortex_core.rules.terms_on import terms_on
from tests.rules.checker.worked import atoms, cases, sample_ground

PERMANENT = Lifetime(LifetimeKind.PERMANENT)
DAY = date(2025, 3, 1)


def _fact(name: str, kind: Kind, names: tuple[str, ...] = (), role: Role = Role.NONE,
          ranked: tuple[str, ...] = ()) -> FactSpec:
    return FactSpec(name, kind, names, "", role, PERMANENT, name, ranked)


FAMILY = Family(
    "made_up", "", "clinical", "", "", "UTC",
    facts=(
        _fact("sure", Kind.BOOL), _fact("count", Kind.INTEGER, ranked=("lab", "chart")),
        _fact("weight", Kind.NUMBER), _fact("site", Kind.ENUM, ("a", "b", "c")),
        _fact("birth", Kind.DATE, role=Role.BIRTH), _fact("start", Kind.DATE, ("not_started",), Role.START),
        _fact("planned", Kind.DATE)),
    derived=(
        DerivedTerm("age", "birth", Function.COMPLETED_YEARS, ""),
        DerivedTerm("days", "start", Function.DAYS_SINCE, "")),
    outputs=(), prefers=())


def answer(atom: Atom | str, value: Value, fact: str, *, day: date = DAY, until: date | None = None) -> str:
    held = Observation(fact, value, DAY, until)
    question = read_question(atom if isinstance(atom, str) else atom.id, FAMILY)
    return Premises(FAMILY, {fact: held}, day).answer(question).text


# --- reading an atom's id -----------------------------------------------------------------------------

def test_every_atom_of_the_sample_is_read_back_from_its_id() -> None:
    for family_key in sorted({case["family"] for case in cases().values()}):
        ground = sample_ground(family_key)
        family = ground.families[family_key]
        for atom in atoms(family, list(ground.editions.values())).values():
            question = read_question(atom.id, family)
            assert (question.term, question.op, question.operands) == (atom.term, atom.op, atom.operands)


@pytest.mark.parametrize("atom", [
    "", "=", "sure >= 1", "sure = yes", "unheard >= 1", "count", "count >= many", "start > 2020",
    "start >= not_started", "site = d", "site > a"])
def test_an_id_that_asks_nothing_is_refused(atom: str) -> None:
    with pytest.raises(ValueError, match=r"asks nothing of|is not a value of"):
        read_question(atom, FAMILY)


# --- examples -----------------------------------------------------------------------------------------

def test_each_way_of_not_knowing_has_its_reason() -> None:
    for value, reason in ((Missing(), "missing"), (Unscoped("of another person"), "unscoped"),
                          (Stale(DAY), "stale"), (Conflicting(((148, ""), (152, ""))), "conflicting"),
                          (Between(44, 51), "imprecise"), (OneOf((44, 51)), "imprecise")):
        assert answer("count >= 50", value, "count") == f"U({reason})"


def test_a_conflict_stays_unknown_even_where_the_candidates_agree() -> None:
    assert answer("count >= 140", Conflicting(((148, ""), (152, ""))), "count") == "U(conflicting)"


def test_ranked_sources_settle_a_conflict_only_when_all_are_ranked_and_the_best_says_one_thing() -> None:
    said = [((148, "chart"), (152, "lab")), ((148, "lab"), (152, "lab")), ((148, ""), (152, "lab"))]
    assert [answer("count >= 150", Conflicting(one), "count") for one in said] == [
        "Y", "U(conflicting)", "U(conflicting)"]


def test_a_fact_goes_stale_on_the_first_day_it_may_no_longer_be_used() -> None:
    assert answer("sure", Known(True), "sure", until=DAY + timedelta(days=1)) == "Y"
    assert answer("sure", Known(True), "sure", until=DAY) == "U(stale)"
    assert answer("sure", Missing(), "sure", until=DAY) == "U(missing)"


def test_born_on_29_february_a_year_is_complete_on_1_march_of_a_common_year() -> None:
    birth = Known(date(1976, 2, 29))
    assert answer("age >= 49", birth, "birth", day=date(2025, 2, 28)) == "N"
    assert answer("age >= 49", birth, "birth", day=date(2025, 3, 1)) == "Y"
    assert answer("age >= 48", birth, "birth", day=date(2024, 2, 29)) == "Y"


def test_a_birth_known_to_the_month_is_unknown_for_the_month_of_the_birthday() -> None:
    march = Between(date(1976, 3, 1), date(1976, 3, 31))
    days = (date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 30), date(2026, 3, 31))
    assert [answer("age >= 50", march, "birth", day=day) for day in days] == [
        "N", "U(imprecise)", "U(imprecise)", "Y"]


def test_not_started_is_a_value_and_has_no_days_since() -> None:
    assert answer("start = not_started", Known("not_started"), "start") == "Y"
    assert answer("days >= 84", Known("not_started"), "start") == "U(unscoped)"
    assert answer("days >= 84", Known(DAY - timedelta(days=84)), "start") == "Y"
    assert answer("days >= 84", OneOf((DAY - timedelta(days=84), "not_started")), "start") == "U(imprecise)"


def test_a_question_that_may_not_apply_is_not_answered_no() -> None:
    """Ten days since the start, or not started: "5 days" is no of the one and does not apply to the other."""
    assert answer("days = 5", OneOf((DAY - timedelta(days=10), "not_started")), "start") == "U(imprecise)"


def test_of_a_partial_start_only_the_days_up_to_the_decision_count() -> None:
    around = Between(DAY - timedelta(days=3), DAY + timedelta(days=300))
    assert answer("start > 2025-03-01", around, "start") == "N"
    assert answer("days >= 4", around, "start") == "N"
    assert answer("planned > 2025-03-01", around, "planned") == "U(imprecise)"
    with pytest.raises(ValueError, match="intake refuses it"):
        answer("days >= 4", Known(DAY + timedelta(days=1)), "start")


def test_a_range_of_whole_numbers_may_be_covered_by_options_and_one_of_decimals_may_not() -> None:
    assert answer("count in {1, 2, 3}", Between(1, 3), "count") == "Y"
    assert answer("weight in {1, 2, 3}", Between(Decimal(1), Decimal(3)), "weight") == "U(imprecise)"
    assert answer("count in {5, 6}", Between(1, 3), "count") == "N"


# --- against the evaluator ----------------------------------------------------------------------------

_SCALARS: dict[str, st.SearchStrategy[Scalar]] = {
    "sure": st.booleans(), "count": st.integers(-3, 3),
    "weight": st.sampled_from([Decimal(text) for text in ("-1", "0", "1.5", "2", "2.25")]),
    "site": st.sampled_from(["a", "b", "c"]),
    "birth": st.dates(date(1976, 2, 26), date(1976, 3, 3)) | st.dates(date(2024, 2, 26), DAY),
    "start": st.dates(DAY - timedelta(days=6), DAY),
    "planned": st.dates(DAY - timedelta(days=3), DAY + timedelta(days=3))}


@st.composite
def _values(draw: st.DrawFn, fact: str) -> Value:
    exact = _SCALARS[fact]
    kind = draw(st.sampled_from(["known", "known", "missing", "conflict", "unscoped", "between", "options"]))
    if kind == "known":
        return Known(draw(exact | st.just("not_started") if fact == "start" else exact))
    if kind == "missing":
        return Missing()
    if kind == "unscoped":
        return Unscoped("of another person")
    some = sorted(draw(st.sets(exact, min_size=2, max_size=2 if fact == "sure" else 3)))  # type: ignore[type-var]  # one type a draw
    if kind == "conflict":
        return Conflicting(tuple((one, "") for one in some))
    if kind == "between" and fact not in ("sure", "site"):
        low, high = some[0], some[-1]
        assert not isinstance(low, str)
        assert not isinstance(high, str)
        return Between(low, high)
    return OneOf(tuple(some))


def _atoms_about(fact: str) -> st.SearchStrategy[Atom]:
    derived = {"birth": ("age", st.integers(0, 50)), "start": ("days", st.integers(0, 6))}
    choices = []
    for term, constants in [(fact, _SCALARS[fact]), *([derived[fact]] if fact in derived else [])]:
        ops = ["=", "in"] if fact == "site" else ["=", "in", ">=", ">"]
        if fact == "sure":
            choices.append(st.just(Atom.of(term, "is")))
            continue
        choices += [st.builds(Atom.of, st.just(term), st.just(op), constants) for op in ops if op != "in"]
        choices.append(st.lists(constants, min_size=1, max_size=4).map(
            lambda some, term=term: Atom.of(term, "in", *some)))
    return st.one_of(choices)


@given(st.data())
def test_atoms_have_the_value_that_the_evaluator_gives_them(data: st.DataObject) -> None:
    fact = data.draw(st.sampled_from(sorted(_SCALARS)))
    value = data.draw(_values(fact))
    atom = data.draw(_atoms_about(fact))
    until = data.draw(st.sampled_from([None, DAY, DAY + timedelta(days=1)]))
    observations = [Observation(spec.name, value if spec.name == fact else Missing(), DAY,
                                until if spec.name == fact else None) for spec in FAMILY.facts]
    expected = atom_value(atom, terms_on(FAMILY, observations, DAY)[atom.term])
    assert answer(atom, value, fact, until=until) == expected.text
