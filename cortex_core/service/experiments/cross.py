"""Plans of the two cross-domain families, certificates and passwords (cohort specification, section 4)."""

from __future__ import annotations

from datetime import date

from cortex_core.ids import EditionKey
from cortex_core.service.experiments.draws import Draws
from cortex_core.service.experiments.plans import Draft, Plan

__all__ = ["CROSS"]

_VALIDITY = (10, 30, 45, 47, 90, 90, 90, 180, 199, 200, 365, 397, 398, 825)
_LENGTHS = (6, 7, 8, 8, 8, 10, 12, 12, 14, 15, 16)
_CHOSEN_BY = {"subscriber": 0.85, "csp_random": 0.15}


def _pair(old: str, new: str) -> tuple[EditionKey, EditionKey]:
    return EditionKey(old), EditionKey(new)


def _certificate(draws: Draws) -> Draft:
    if draws.happens(0.80):
        pair, issued = _pair("br_398", "br_sc081"), draws.day(date(2024, 5, 16), date(2029, 12, 31))
    else:
        pair, issued = _pair("br_825", "br_398"), draws.day(date(2019, 9, 1), date(2021, 12, 31))
    return Draft(issued, pair, {
        "publicly_trusted": draws.yes(0.90),
        "validity_days": int(draws.number(825, lambda: draws.pick(_VALIDITY))),
        "dcv_age_days": int(draws.number(825, lambda: draws.exponential(90))),
        "issued_on": issued})


def _password(draws: Draws) -> Draft:
    decided = draws.day(date(2024, 7, 31), date(2026, 10, 31))
    return Draft(decided, _pair("nist_63b_rev3", "nist_63b_rev4"), {
        "chosen_by": draws.category(_CHOSEN_BY), "single_factor": draws.yes(0.50),
        "min_length": int(draws.number(15, lambda: draws.pick(_LENGTHS))),
        "composition_rules_imposed": draws.yes(0.50), "periodic_change_forced": draws.yes(0.40),
        "blocklist_check": draws.yes(0.40)})


CROSS = (
    Plan("tls_lifetime", _certificate,
         {"br_398": (date(2020, 9, 1),), "br_sc081": (date(2025, 5, 16),)},
         frozenset({"dcv_age_days", "issued_on"})),
    Plan("nist_password", _password, {"nist_63b_rev4": (date(2025, 7, 31),)},
         frozenset({"chosen_by", "single_factor"}), {"chosen_by": tuple(_CHOSEN_BY)}),
)
