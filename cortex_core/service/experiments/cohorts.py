"""Cohorts of synthetic persons, drawn as fixed beforehand (cohort specification, version 1, sections 1 to 5).

One stream of draws a (seed, family): the first persons of a larger cohort are the smaller one, and adding
a family moves no other. Facts are drawn first, then the edition boundary, then the boundary value, then
what the record says of each fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType

from cortex_core.errors import Refused
from cortex_core.service.experiments.clinical import CLINICAL
from cortex_core.service.experiments.cross import CROSS
from cortex_core.service.experiments.draws import Draws
from cortex_core.service.experiments.persons import DEFAULT, Person, Rates
from cortex_core.service.experiments.plans import BoundaryKind, Draft, Plan, birth_on
from cortex_core.service.experiments.policy import POLICY
from cortex_core.service.experiments.recorded import recorded

__all__ = ["DOMAIN_SIZES", "HEADLINE_SEED", "PLANS", "PRIOR", "SEEDS", "cohort", "domain_cohort"]

PLANS: Mapping[str, Plan] = MappingProxyType({plan.family: plan for plan in (*CLINICAL, *POLICY, *CROSS)})
DOMAIN_SIZES: Mapping[str, Mapping[str, int]] = MappingProxyType({
    "clinical": MappingProxyType({"hiv_art": 100, "gc_treatment": 100, "ct_treatment": 100,
                                  "aspirin_cvd": 100, "crc_screening": 100}),
    "policy": MappingProxyType({"cpap_osa": 167, "partd_benefit": 167, "crc_coverage": 166}),
    "cross": MappingProxyType({"tls_lifetime": 100, "nist_password": 100}),
})
HEADLINE_SEED = 4001
SEEDS = range(4001, 4021)
PRIOR = 250              # of a domain in arrival order; the rest is later


def cohort(family: str, seed: int, size: int, rates: Rates = DEFAULT) -> tuple[Person, ...]:
    """The first ``size`` persons of a family under a seed; equal arguments give equal persons.

    Raises:
        Refused: no plan for the family. Nothing was drawn.
    """
    plan = PLANS.get(family)
    if plan is None:
        raise Refused(f"persons of {family!r} cannot be drawn; families with a plan are: {', '.join(PLANS)}")
    draws = Draws(f"{seed}:{family}", stress=rates.stress)
    return tuple(_person(plan, draws, rates, f"{family}-{seed}-{number:02d}")
                 for number in range(1, size + 1))


def domain_cohort(domain: str, seed: int, rates: Rates = DEFAULT) -> tuple[Person, ...]:
    """All persons of a domain in arrival order: a shuffle of its own stream, independent of decision dates.

    Raises:
        Refused: the domain is none of clinical, policy and cross. Nothing was drawn.
    """
    sizes = DOMAIN_SIZES.get(domain)
    if sizes is None:
        raise Refused(f"there is no domain {domain!r}; domains are: {', '.join(DOMAIN_SIZES)}")
    persons = [person for family, size in sizes.items() for person in cohort(family, seed, size, rates)]
    return Draws(f"{seed}:{domain}:arrival").shuffled(persons)


def _person(plan: Plan, draws: Draws, rates: Rates, label: str) -> Person:
    draft = plan.draw(draws)
    if draws.happens(rates.edition):
        draft = _at_edition_start(plan, draft, draws)
    if draws.happens(rates.boundary) and plan.boundaries:
        draft = _on_boundary(plan, draft, draws)
    return Person(label, plan.family, *draft.pair, draft.decided, recorded(plan, draft, draws, rates))


def _at_edition_start(plan: Plan, draft: Draft, draws: Draws) -> Draft:
    """Decided on the day before, of or after a start; every date of the person moves along, so that ages and
    elapsed days stay."""
    start = draws.pick(plan.starts[draft.pair[1]])
    by = start + timedelta(days=draws.whole(-1, 1)) - draft.decided
    moved = {name: value + by if isinstance(value, date) else value for name, value in draft.facts.items()}
    return Draft(draft.decided + by, draft.pair, moved)


def _on_boundary(plan: Plan, draft: Draft, draws: Draws) -> Draft:
    """One threshold fact next to or on one of its thresholds."""
    chosen = draws.pick(plan.boundaries)
    threshold = draws.pick(chosen.thresholds)
    if isinstance(threshold, date):                # the start of a plan year, and a decision within that year
        start = threshold + timedelta(days=draws.whole(-1, 1))
        decided = draws.day(start, start.replace(year=start.year + 1) - timedelta(days=1))
        return Draft(decided, draft.pair, {**draft.facts, chosen.fact: start})
    off = draws.pick((-1, 0, 0, 1))
    match chosen.kind:
        case BoundaryKind.BIRTHDAY:
            day = birth_on(draft.decided + timedelta(days=off), int(threshold))
            moved = draft.having(**{chosen.fact: day})
        case BoundaryKind.ELAPSED:
            moved = draft.having(**{chosen.fact: draft.decided - timedelta(days=int(threshold) + off)})
        case _:
            moved = draft.having(**{chosen.fact: threshold + off * chosen.step})
    return plan.true_again(moved, chosen.fact)
