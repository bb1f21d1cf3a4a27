"""Plans of the five clinical families (cohort specification, section 3)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from math import floor

from cortex_core.ids import EditionKey
from cortex_core.service.experiments.draws import Draws, rounded
from cortex_core.service.experiments.plans import (
    BIRTH,
    Boundary,
    BoundaryKind,
    Draft,
    Plan,
    age_of,
    born,
)

__all__ = ["CLINICAL"]

_STAGES = {1: 0.45, 2: 0.20, 3: 0.23, 4: 0.12}
_SITES = {"urogenital_rectal": 0.80, "pharyngeal": 0.20}
_CHLAMYDIA = {"negative": 0.50, "positive": 0.20, "not_tested": 0.30}
_TESTS = {"none_selected": 0.30, "fit": 0.25, "sdna_fit": 0.12, "colonoscopy": 0.28, "other": 0.05}
_FERTILE = range(15, 50)


def _pair(old: str, new: str) -> tuple[EditionKey, EditionKey]:
    return EditionKey(old), EditionKey(new)


def _hiv_age(draws: Draws) -> float:
    band = draws.unit()
    for share, low, high in ((0.03, 0, 1), (0.04, 1, 5), (0.05, 5, 10), (0.13, 10, 20)):
        if band < share:
            return draws.uniform(low, high)
        band -= share
    return draws.normal(37, 11, 20, 80)


def _hiv(draws: Draws) -> Draft:
    if draws.happens(0.60):
        pair, decided = _pair("who_art_2013", "who_art_2016"), draws.day(date(2014, 6, 1), date(2019, 6, 1))
    else:
        pair, decided = _pair("who_art_2016", "who_art_2021"), draws.day(date(2019, 7, 16), date(2024, 7, 16))
    age = draws.age((0, 1, 5, 10, 20, 80), lambda: _hiv_age(draws))
    confirmed = draws.yes(0.95)
    count = round(draws.number(500, lambda: draws.log_normal(340, 0.75, 1, 1800)))
    stage = draws.category(_STAGES)
    pregnant = draws.yes(0.08 if floor(age) in _FERTILE else 0)
    tuberculosis = draws.yes(0.12)
    meningitis = draws.yes(0.08 if tuberculosis else 0.02)
    hepatitis = draws.yes(0.08)
    return Draft(decided, pair, {
        "hiv_confirmed": confirmed, BIRTH: born(decided, age), "cd4_count": count, "who_stage": stage,
        "pregnant_or_breastfeeding": pregnant, "active_tb": tuberculosis, "meningitis_signs": meningitis,
        "hbv_coinfection": hepatitis, "severe_chronic_liver_disease": draws.yes(0.20 if hepatitis else 0.02),
        "serodiscordant_partner": draws.yes(0.15)})


def _no_child_is_pregnant(draft: Draft, moved: str) -> Draft:
    if moved == BIRTH and age_of(draft) not in _FERTILE:
        return draft.having(pregnant_or_breastfeeding=False)
    return draft


def _gonorrhoea(draws: Draws) -> Draft:
    decided = draws.day(date(2019, 7, 23), date(2023, 7, 23))
    return Draft(decided, _pair("cdc_std_2015", "cdc_sti_2021"), {
        "gc_infection": draws.yes(0.95), "adolescent_or_adult": draws.yes(0.97),
        "site": draws.category(_SITES),
        "weight_kg": rounded(draws.number(150, lambda: draws.normal(82, 21, 40, 220)), 1),
        "chlamydia_result": draws.category(_CHLAMYDIA), "pregnant": draws.yes(0.06),
        "ceftriaxone_available": draws.yes(0.92), "severe_cephalosporin_allergy": draws.yes(0.04)})


def _chlamydia(draws: Draws) -> Draft:
    decided = draws.day(date(2019, 7, 23), date(2023, 7, 23))
    return Draft(decided, _pair("cdc_std_2015", "cdc_sti_2021"), {
        "ct_infection": draws.yes(0.96), "adolescent_or_adult": draws.yes(0.97),
        "lgv_suspected": draws.yes(0.04), "pregnant": draws.yes(0.12), "azithro_usable": draws.yes(0.92),
        "doxy_usable": draws.yes(0.90)})


def _aspirin(draws: Draws) -> Draft:
    decided = draws.day(date(2020, 4, 26), date(2024, 4, 26))
    age = draws.age((18, 40, 50, 60, 70, 95), lambda: draws.normal(58, 12, 18, 95))
    median = 4 + 0.3 * max(0.0, age - 40)
    return Draft(decided, _pair("uspstf_aspirin_2016", "uspstf_aspirin_2022"), {
        BIRTH: born(decided, age),
        "cvd_risk_10y_pct": rounded(draws.number(10, lambda: draws.log_normal(median, 0.6, 0.1, 60)), 1),
        "known_cvd": draws.yes(0.10), "bleeding_risk_increased": draws.yes(0.12),
        "life_expectancy_ge10": draws.yes(0.92 if age < 70 else 0.60), "willing_daily_10y": draws.yes(0.70)})


def _screening(draws: Draws) -> Draft:
    decided = draws.day(date(2019, 5, 18), date(2023, 5, 18))
    age = draws.age((30, 45, 50, 76, 86, 95), lambda: draws.normal(58, 13, 30, 95))
    return Draft(decided, _pair("uspstf_crc_2016", "uspstf_crc_2021"), {
        BIRTH: born(decided, age), "asymptomatic": draws.yes(0.93), "average_risk": draws.yes(0.85),
        "chosen_test": draws.category(_TESTS)})


_STI_START = {"cdc_sti_2021": (date(2021, 7, 23),)}

CLINICAL = (
    Plan("hiv_art", _hiv,
         {"who_art_2016": (date(2016, 6, 1),), "who_art_2021": (date(2021, 7, 16),)},
         frozenset({"cd4_count", "who_stage", "hbv_coinfection", "severe_chronic_liver_disease",
                    "serodiscordant_partner"}),
         {"who_stage": tuple(_STAGES)},            # ordered, yet a second observation is another stage
         (Boundary(BIRTH, BoundaryKind.BIRTHDAY, (1, 5, 10, 20)),
          Boundary("cd4_count", BoundaryKind.VALUE, (50, 350, 500)),
          Boundary("who_stage", BoundaryKind.VALUE, (3,))),
         _no_child_is_pregnant),
    Plan("gc_treatment", _gonorrhoea, _STI_START, frozenset({"weight_kg", "chlamydia_result", "pregnant"}),
         {"site": tuple(_SITES), "chlamydia_result": tuple(_CHLAMYDIA)},
         (Boundary("weight_kg", BoundaryKind.VALUE, (Decimal("150.0"),), Decimal("0.1")),)),
    Plan("ct_treatment", _chlamydia, _STI_START, frozenset({"pregnant", "azithro_usable", "doxy_usable"})),
    Plan("aspirin_cvd", _aspirin, {"uspstf_aspirin_2022": (date(2022, 4, 26),)},
         frozenset({"cvd_risk_10y_pct", "bleeding_risk_increased", "life_expectancy_ge10",
                    "willing_daily_10y"}),
         {},
         (Boundary(BIRTH, BoundaryKind.BIRTHDAY, (18, 40, 50, 60, 70)),
          Boundary("cvd_risk_10y_pct", BoundaryKind.VALUE, (Decimal("10.0"),), Decimal("0.1")))),
    Plan("crc_screening", _screening, {"uspstf_crc_2021": (date(2021, 5, 18),)},
         frozenset({"average_risk", "chosen_test"}), {"chosen_test": tuple(_TESTS)},
         (Boundary(BIRTH, BoundaryKind.BIRTHDAY, (45, 50, 76, 86)),)),
)
