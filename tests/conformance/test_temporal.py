"""Date, time, number and interval comparisons, and durations, that the CQL project published."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cortex_core.temporal import durations, moments, spans
from cortex_core.temporal.durations import CountRange, Unit
from cortex_core.temporal.moments import Moment, Precision
from cortex_core.temporal.possible import Possible
from cortex_core.temporal.spans import Bound, Point, Span

FOLDER = os.environ.get("CORTEX_CONFORMANCE", "")
if not FOLDER:
    pytest.skip("CORTEX_CONFORMANCE is not set: the temporal suite was not run", allow_module_level=True)

Case = dict[str, Any]
ANSWERS = {True: Possible.ALWAYS, False: Possible.NEVER, None: Possible.SOMETIMES}


class KnownDifference(NamedTuple):
    """A rule over a case's own fields, and why the library answers otherwise there."""

    applies: Callable[[Case], bool]
    reason: str


def unbounded_on_both_sides(case: Case) -> bool:
    whole_line = {"low": None, "high": None, "low_closed": True, "high_closed": True}
    sides = (case["left"], case["right"])
    return any(side is not None and side.get("interval") == whole_line for side in sides)


KNOWN_DIFFERENCES = (
    KnownDifference(
        lambda case: "disputed" in case and unbounded_on_both_sides(case),
        "a closed null means *no bound*, so a closed null-null interval is the whole line and every relation "
        "to it is decided; the published answer reads it as unknown and is being corrected upstream",
    ),
)


def load(name: str) -> list[Case]:
    path = Path(FOLDER) / "temporal" / name
    cases: list[Case] = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)["cases"]
    return cases


def parametrised(cases: list[Case]) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in cases]


def point(value: Case) -> Point:
    if "number" in value:
        number: int | Decimal = value["number"]
        return number
    text: str = next(value[key] for key in ("datetime", "date", "time") if key in value)
    moment = Moment.parse(text)
    assert moment.precision.name.lower() == value["precision"]
    return moment


def is_interval(side: Case | None) -> bool:
    return side is not None and "interval" in side


def span(side: Case | None) -> Span:
    if side is None:
        return Span.unknown_point()
    if "interval" not in side:
        return Span.at(point(side))
    stated = side["interval"]
    ends: dict[str, Any] = {}
    for name in ("low", "high"):
        closed = stated[f"{name}_closed"]
        if stated[name] is None:
            ends[name] = Bound.UNBOUNDED if closed else Bound.UNKNOWN
        else:
            ends[name], ends[f"{name}_held"] = point(stated[name]), closed
    return Span(**ends)


def answer_for_moments(case: Case, precision: Precision | None) -> Possible:
    left, right = point(case["left"]), point(case["right"])
    assert isinstance(left, Moment)
    assert isinstance(right, Moment)
    match case["op"]:
        case "before" | "lt":
            return moments.before(left, right, precision)
        case "after" | "gt":
            return moments.after(left, right, precision)
        case "same_or_before" | "le":
            return moments.same_or_before(left, right, precision)
        case "same_or_after" | "ge":
            return moments.same_or_after(left, right, precision)
        case "ne":
            return moments.same_as(left, right, precision).opposite()
        # `equivalent` differs from `=` only where something is unknown; the suite has no such case.
        case "same_as" | "eq" | "equivalent":
            return moments.same_as(left, right, precision)
    pytest.fail(f"the suite has an operator without a reading: {case['op']}")


SPAN_OPERATORS: dict[str, Callable[[Span, Span, Precision | None], Possible]] = {
    "before": spans.precedes,
    "after": lambda left, right, precision: spans.precedes(right, left, precision),
    "same_or_before": spans.on_or_before,
    "same_or_after": lambda left, right, precision: spans.on_or_before(right, left, precision),
    "overlaps": spans.overlaps,
    "overlaps_before": spans.overlaps_before,
    "overlaps_after": spans.overlaps_after,
    "contains": spans.includes,
    "in": lambda left, right, precision: spans.includes(right, left, precision),
    "includes": spans.includes,
    "included_in": lambda left, right, precision: spans.includes(right, left, precision),
    "properly_includes": spans.properly_includes,
    "properly_included_in": lambda left, right, precision: spans.properly_includes(right, left, precision),
    "meets": spans.meets,
    "meets_before": spans.meets_before,
    "meets_after": lambda left, right, precision: spans.meets_before(right, left, precision),
    "starts": spans.starts,
    "ends": spans.ends,
    "eq": spans.same_span,
    "equivalent": spans.same_span,
    "ne": lambda left, right, precision: spans.same_span(left, right, precision).opposite(),
}
# Of a point, *properly* asks for room on both sides: the suite answers false at the first point held.
PROPERLY_WITH_A_POINT: dict[str, Callable[[Span, Span, Precision | None], Possible]] = {
    "properly_includes": spans.surrounds,
    "properly_included_in": lambda left, right, precision: spans.surrounds(right, left, precision),
}


def answer(case: Case) -> Possible:
    precision = Precision[case["precision"].upper()] if "precision" in case else None
    sides = (case["left"], case["right"])
    if None not in sides and not any(is_interval(side) for side in sides):
        return answer_for_moments(case, precision)
    operators = SPAN_OPERATORS
    if not all(is_interval(side) for side in sides):
        operators = SPAN_OPERATORS | PROPERLY_WITH_A_POINT
    return operators[case["op"]](span(sides[0]), span(sides[1]), precision)


def explained(case: Case) -> bool:
    return any(rule.applies(case) for rule in KNOWN_DIFFERENCES)


COMPARISONS = load("comparisons.json")
DURATIONS = load("durations.json")


@pytest.mark.parametrize("case", parametrised(COMPARISONS))
def test_a_comparison_answers_as_published_or_differs_for_a_stated_reason(case: Case) -> None:
    given = answer(case)
    if given is not ANSWERS[case["expected"]]:
        assert explained(case), f"{case['expression']} gave {given}, published is {case['expected']}"


def test_every_known_difference_is_still_one_and_is_decided() -> None:
    different = [case for case in COMPARISONS if answer(case) is not ANSWERS[case["expected"]]]
    assert Possible.SOMETIMES not in [answer(case) for case in different]
    for rule in KNOWN_DIFFERENCES:
        assert any(rule.applies(case) for case in different), f"no case needs the rule: {rule.reason}"


@pytest.mark.parametrize("case", parametrised(DURATIONS))
def test_a_count_of_units_is_the_published_number_range_or_answer(case: Case) -> None:
    count = {"difference": durations.difference, "duration": durations.duration}[case["op"]]
    left, right = point(case["left"]), point(case["right"])
    assert isinstance(left, Moment)
    assert isinstance(right, Moment)
    counted = count(left, right, Unit(case["unit"]))
    expected, threshold = case["expected"], case["threshold"]
    match case["compare"]:
        case None if isinstance(expected, dict):
            assert counted == CountRange(**expected)
        case None:
            assert counted == CountRange(expected, expected)
        case ">":
            assert counted.at_least(threshold + 1) is ANSWERS[expected]
        case ">=":
            assert counted.at_least(threshold) is ANSWERS[expected]
        case "<":
            assert counted.at_most(threshold - 1) is ANSWERS[expected]
        case other:
            pytest.fail(f"the suite has a comparison without a reading: {other}")
