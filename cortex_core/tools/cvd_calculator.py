"""Ten-year risk of a first atherosclerotic cardiovascular event, in percent, for people of 40 to 79 years.

Source: D. C. Goff et al., 2013 ACC/AHA guideline on the assessment of cardiovascular risk (pooled cohort
equations), appendix 7, tables A and B: risk = 1 - S0 ** exp(sum - mean). The result is rounded to one
decimal, half up, because rules compare it with whole percents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from math import exp, log

from cortex_core.errors import InputError, Issue

__all__ = ["NAME", "VERSION", "observe"]

NAME = "cvd_calculator"
VERSION = "1.0"


@dataclass(frozen=True, slots=True)
class _Cohort:
    """Coefficients of one sex and race: natural logarithms of age (years), total and HDL cholesterol
    (mg/dL) and systolic pressure (mmHg, treated or not), their products with log age, and two flags."""

    age: float
    age_squared: float
    total: float
    age_total: float
    hdl: float
    age_hdl: float
    treated: float
    age_treated: float
    untreated: float
    age_untreated: float
    smoker: float
    age_smoker: float
    diabetes: float
    mean: float
    survival: float


_COHORTS = {
    ("female", "white"): _Cohort(-29.799, 4.884, 13.540, -3.114, -13.578, 3.149, 2.019, 0.0, 1.957, 0.0,
                                 7.574, -1.665, 0.661, -29.18, 0.9665),
    ("female", "black"): _Cohort(17.114, 0.0, 0.940, 0.0, -18.920, 4.475, 29.291, -6.432, 27.820, -6.087,
                                 0.691, 0.0, 0.874, 86.61, 0.9533),
    ("male", "white"): _Cohort(12.344, 0.0, 11.853, -2.664, -7.990, 1.769, 1.797, 0.0, 1.764, 0.0,
                               7.837, -1.795, 0.658, 61.18, 0.9144),
    ("male", "black"): _Cohort(2.469, 0.0, 0.302, 0.0, -0.307, 0.0, 1.916, 0.0, 1.809, 0.0,
                               0.549, 0.0, 0.645, 19.54, 0.8954),
}

_RANGES = {"age": (40, 79), "total_cholesterol_mg_dl": (130, 320), "hdl_mg_dl": (20, 100),
           "systolic_mm_hg": (90, 200)}
_FLAGS = ("treated", "smoker", "diabetes")


def _checked(inputs: Mapping[str, object]) -> tuple[dict[str, float], dict[str, bool], tuple[str, str]]:
    issues = []
    numbers: dict[str, float] = {}
    for name, (low, high) in _RANGES.items():
        value = inputs.get(name)
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or not low <= value <= high:
            issues.append(Issue(NAME, f"{value!r} is not a number from {low} to {high}",
                                "Give the measured value, or leave the risk missing", field=name))
        else:
            numbers[name] = float(value)
    flags = {name: value for name in _FLAGS if isinstance(value := inputs.get(name), bool)}
    issues += [Issue(NAME, f"{inputs.get(name)!r} is not true or false", "Say which", field=name)
               for name in _FLAGS if name not in flags]
    group = (str(inputs.get("sex")), str(inputs.get("race")))
    if group not in _COHORTS:
        issues.append(Issue(NAME, f"no equation for sex {group[0]}, race {group[1]}",
                            "The published equations know female or male, white or black", field="sex, race"))
    if issues:
        raise InputError(*issues)
    return numbers, flags, group


def observe(inputs: Mapping[str, object]) -> Decimal:
    """Risk in percent, one decimal.

    >>> observe({"age": 55, "sex": "male", "race": "white", "total_cholesterol_mg_dl": 213, "hdl_mg_dl": 50,
    ...          "systolic_mm_hg": 120, "treated": False, "smoker": False, "diabetes": False})
    Decimal('5.4')

    Raises:
        InputError: an input is missing or outside the range the equations were made for; no risk is given.
    """
    numbers, flags, group = _checked(inputs)
    one = _COHORTS[group]
    age, total = log(numbers["age"]), log(numbers["total_cholesterol_mg_dl"])
    hdl, pressure = log(numbers["hdl_mg_dl"]), log(numbers["systolic_mm_hg"])
    base, with_age = (one.treated, one.age_treated) if flags["treated"] else (one.untreated, one.age_untreated)
    score = (one.age * age + one.age_squared * age * age + one.total * total + one.age_total * age * total
             + one.hdl * hdl + one.age_hdl * age * hdl + (base + with_age * age) * pressure
             + (one.smoker + one.age_smoker * age) * flags["smoker"] + one.diabetes * flags["diabetes"])
    risk = 100 * (1 - one.survival ** exp(score - one.mean))
    return Decimal(repr(risk)).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
