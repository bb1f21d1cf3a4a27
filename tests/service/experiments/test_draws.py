"""Draws: every distribution is our own transform of a uniform draw."""

from __future__ import annotations

from collections import Counter
from datetime import date
from math import exp, log
from statistics import fmean, median, pstdev

from hypothesis import given
from hypothesis import strategies as some

from cortex_core.service.experiments.draws import Draws
from cortex_core.service.experiments.plans import born
from cortex_core.temporal.age import completed_years

MANY = 20_000


def test_the_normal_draw_has_its_mean_and_its_deviation_and_keeps_to_its_ends() -> None:
    draws = Draws("normal")
    free = [draws.normal(10, 2, -1000, 1000) for _ in range(MANY)]
    assert abs(fmean(free) - 10) < 0.06
    assert abs(pstdev(free) - 2) < 0.05
    cut = [draws.normal(10, 2, 9, 11) for _ in range(500)]
    assert min(cut) == 9
    assert max(cut) == 11


def test_the_log_normal_draw_has_its_median_and_the_deviation_of_its_logarithm() -> None:
    draws = Draws("log-normal")
    drawn = [draws.log_normal(340, 0.75, 0, 1e9) for _ in range(MANY)]
    assert abs(median(drawn) / 340 - 1) < 0.03
    assert abs(pstdev([log(one) for one in drawn]) - 0.75) < 0.02


def test_the_exponential_draw_has_its_mean() -> None:
    draws = Draws("exponential")
    drawn = [draws.exponential(90) for _ in range(MANY)]
    assert abs(fmean(drawn) / 90 - 1) < 0.03
    assert abs(sum(one > 90 for one in drawn) / MANY - exp(-1)) < 0.015


def test_categories_come_in_proportion_and_evenly_under_stress() -> None:
    weights = {"a": 0.7, "b": 0.2, "c": 0.1}
    usual, stressed = Draws("categories"), Draws("categories", stress=True)
    counts = Counter(usual.category(weights) for _ in range(MANY))
    assert all(abs(counts[one] / MANY - weights[one]) < 0.015 for one in weights)
    even = Counter(stressed.category(weights) for _ in range(MANY))
    assert all(abs(even[one] / MANY - 1 / 3) < 0.015 for one in weights)


def test_stress_leaves_impossible_what_cannot_be() -> None:
    draws = Draws("stress", stress=True)
    assert not any(draws.yes(0) for _ in range(1000))


def test_both_ends_of_a_stretch_of_days_are_drawn() -> None:
    draws = Draws("days")
    first, last = date(2024, 2, 28), date(2024, 3, 1)
    assert {draws.day(first, last) for _ in range(200)} == {first, date(2024, 2, 29), last}


def test_a_shuffle_keeps_every_item_and_every_order_occurs() -> None:
    draws = Draws("shuffle")
    orders = Counter(draws.shuffled("abc") for _ in range(3000))
    assert len(orders) == 6
    assert min(orders.values()) > 400


@given(some.dates(date(1990, 1, 1), date(2060, 12, 31)), some.floats(0, 99.999))
def test_somebody_born_to_be_so_old_is_so_old(decided: date, age: float) -> None:
    birth = born(decided, age)
    assert birth <= decided
    assert completed_years(birth, decided) == int(age)
