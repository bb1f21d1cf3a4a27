"""Plans of the three coverage-policy families (cohort specification, section 4)."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from cortex_core.ids import EditionKey
from cortex_core.service.experiments.draws import Draws, rounded
from cortex_core.service.experiments.plans import BIRTH, Boundary, BoundaryKind, Draft, Plan, born

__all__ = ["NOT_STARTED", "POLICY"]

NOT_STARTED = "not_started"
_SLEEP_TESTS = {"psg_facility": 0.58, "hst_type3": 0.20, "hst_type2": 0.06, "hst_type4_ge3ch": 0.05,
                "hst_type4_lt3ch": 0.04, "clinical_only": 0.04, "other": 0.03}
_SUBSIDY = {"none": 0.74, "partial": 0.03, "full": 0.23}
_SERVICES = {"screening_colonoscopy": 0.62, "followup_colonoscopy": 0.26, "other": 0.12}
_BEFORE_FOLLOWUP = {"stool": 0.75, "direct_visualization": 0.15, "none": 0.10}
_BEFORE_OTHERS = {"none": 0.90, "stool": 0.08, "direct_visualization": 0.02}
_CENT = Decimal("0.01")
_TENTH = Decimal("0.1")


def _pair(old: str, new: str) -> tuple[EditionKey, EditionKey]:
    return EditionKey(old), EditionKey(new)


def _tenths(*whole: int) -> tuple[Decimal, ...]:
    return tuple(Decimal(one) + Decimal("0.0") for one in whole)


def _dollars(*whole: int) -> tuple[Decimal, ...]:
    return tuple(Decimal(one) + Decimal("0.00") for one in whole)


def _sleep(draws: Draws) -> Draft:
    decided = draws.day(date(2006, 9, 13), date(2009, 9, 13))
    age = draws.age((12, 18, 95), lambda: draws.normal(60, 13, 12, 95))
    facts: dict[str, bool | str] = {
        "ordered_by_treating_physician": draws.yes(0.95), "surgery_likely_alternative": draws.yes(0.35),
        "clinical_evaluation": draws.yes(0.93), "beneficiary_educated": draws.yes(0.88),
        "test_type": draws.category(_SLEEP_TESTS)}
    ahi = rounded(draws.number(15, lambda: draws.log_normal(17, 0.8, 0, 110)), 1)
    rdi = rounded(draws.number(15, lambda: float(ahi) * draws.uniform(1, 1.5)), 1)
    hours = rounded(draws.number(2, lambda: draws.normal(5.2, 1.8, 0.3, 9)), 1)
    # under stress the events are a number like any other; else they follow from the index and the hours
    events = int(draws.number(30, lambda: float(ahi * hours)))
    symptom, study = draws.yes(0.65), draws.yes(0.05)
    started: date | str = NOT_STARTED
    if not draws.yes(0.40):
        started = decided - timedelta(days=int(draws.number(84, lambda: draws.whole(0, 364))))
    return Draft(decided, _pair("cms_ncd_240_4_v2", "cms_ncd_240_4_v3"), {
        BIRTH: born(decided, age), **facts, "ahi": ahi, "rdi": rdi, "recorded_sleep_hours": hours,
        "recorded_events": events, "qualifying_symptom_or_comorbidity": symptom, "in_approved_study": study,
        "cpap_start_date": started, "improved_on_cpap": draws.yes(0.75)})


def _part_d(draws: Draws) -> Draft:
    decided = draws.day(date(2024, 1, 1), date(2026, 3, 31))
    year = date(decided.year, 1, 1)
    passed = ((decided - year).days + 1) / (date(decided.year + 1, 1, 1) - year).days
    enrolled, subsidy = draws.yes(0.85), draws.category(_SUBSIDY)
    gross = draws.number(8000, lambda: draws.log_normal(3200 * passed, 1.3, 0, 60000))
    troop = draws.number(8000, lambda: gross * draws.uniform(0.2, 1))
    spent = rounded(gross, 2)
    return Draft(decided, _pair("partd_cy2024", "partd_cy2025"), {
        "enrolled_defined_standard": enrolled, "lis_status": subsidy, "gross_ytd_usd": spent,
        "troop_ytd_usd": min(rounded(troop, 2), spent)})


def _out_of_pocket_is_part_of_gross(draft: Draft, moved: str) -> Draft:
    gross, troop = draft.facts["gross_ytd_usd"], draft.facts["troop_ytd_usd"]
    assert isinstance(gross, Decimal)
    assert isinstance(troop, Decimal)
    if troop <= gross:
        return draft
    raised = moved == "troop_ytd_usd"
    return draft.having(gross_ytd_usd=troop) if raised else draft.having(troop_ytd_usd=gross)


def _coverage(draws: Draws) -> Draft:
    decided = draws.day(date(2021, 1, 10), date(2024, 7, 10))
    age = draws.age((35, 45, 50, 76, 85), lambda: draws.normal(57, 9, 35, 85))
    plan, network, risk = draws.yes(0.86), draws.yes(0.92), draws.yes(0.87)
    service = draws.category(_SERVICES)
    before = draws.category(_BEFORE_FOLLOWUP if service == "followup_colonoscopy" else _BEFORE_OTHERS)
    month = 1 if draws.happens(0.65) else draws.whole(1, 12)
    start = date(decided.year, month, 1)
    if start > decided:
        start = date(decided.year - 1, month, 1)
    return Draft(decided, _pair("crc_cov_pre_faq51", "crc_cov_faq51"), {
        BIRTH: born(decided, age), "non_grandfathered": plan, "in_network": network, "average_risk": risk,
        "service": service, "prior_positive_test": before, "plan_year_start": start})


POLICY = (
    Plan("cpap_osa", _sleep, {"cms_ncd_240_4_v3": (date(2008, 3, 13),)},
         frozenset({"beneficiary_educated", "rdi", "recorded_events", "qualifying_symptom_or_comorbidity",
                    "improved_on_cpap"}),
         {"test_type": tuple(_SLEEP_TESTS)},
         (Boundary(BIRTH, BoundaryKind.BIRTHDAY, (18,)),
          Boundary("ahi", BoundaryKind.VALUE, _tenths(5, 14, 15), _TENTH),
          Boundary("rdi", BoundaryKind.VALUE, _tenths(5, 14, 15), _TENTH),
          Boundary("recorded_sleep_hours", BoundaryKind.VALUE, _tenths(2), _TENTH),
          Boundary("recorded_events", BoundaryKind.VALUE, (10, 30)),
          Boundary("cpap_start_date", BoundaryKind.ELAPSED, (84,)))),
    Plan("partd_benefit", _part_d, {"partd_cy2025": (date(2025, 1, 1), date(2026, 1, 1))},
         frozenset({"lis_status", "troop_ytd_usd"}), {"lis_status": tuple(_SUBSIDY)},
         (Boundary("gross_ytd_usd", BoundaryKind.VALUE, _dollars(545, 590, 2000, 5030, 8000), _CENT),
          Boundary("troop_ytd_usd", BoundaryKind.VALUE, _dollars(2000, 8000), _CENT)),
         _out_of_pocket_is_part_of_gross),
    Plan("crc_coverage", _coverage, {"crc_cov_faq51": (date(2022, 1, 10),)},
         frozenset({"non_grandfathered", "prior_positive_test", "plan_year_start"}),
         {"service": tuple(_SERVICES), "prior_positive_test": tuple(_BEFORE_OTHERS)},
         (Boundary(BIRTH, BoundaryKind.BIRTHDAY, (45, 50, 76)),
          Boundary("plan_year_start", BoundaryKind.PLAN_YEAR, (date(2022, 5, 31),)))),
)
