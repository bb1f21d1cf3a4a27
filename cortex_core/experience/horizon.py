"""How long a conclusion lasts: fact horizon, replay horizon, and the first day on which the output differs.

Three stretches of valid time, never confused (contract 3.3): the *source interval* (same selection), the
*fact horizon* (these facts' atoms keep their values and none goes stale), and *holds until* (the output
itself differs), found by walking the cut points.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from cortex_core.experience.derivation import output_on
from cortex_core.experience.situation import Resolver, Situation
from cortex_core.logic.values import Missing
from cortex_core.model.experience import Output, Task
from cortex_core.model.rules import LifetimeKind
from cortex_core.rules.terms_on import change_days
from cortex_core.sources.registry import cut_points
from cortex_core.temporal.interval import Interval, stretch_around

__all__ = ["HoldsUntil", "fact_horizon", "holds_until", "replay_horizon"]


@dataclass(frozen=True, slots=True)
class HoldsUntil:
    """First civil date on which the output differs (None: none foreseen), why, and what it is then."""

    day: date | None
    why: str
    then: Output | None


def _changes(situation: Situation, task: Task) -> dict[date, list[str]]:
    atoms = {atom.id: atom for atom in situation.book.atoms}
    found: dict[date, list[str]] = {}
    for day, why in change_days(situation.family, task.observations, atoms):
        if why not in found.setdefault(day, []):
            found[day].append(why)
    return found


def fact_horizon(situation: Situation, task: Task) -> Interval:
    """The stretch around the decision date in which these facts' atoms keep their values and none goes stale.

    It reaches back no further than the day on which a fact that does not last was observed."""
    cuts = list(_changes(situation, task))
    read = {atom.term for atom in situation.book.atoms}
    for one in task.observations:
        spec = situation.family.fact(one.name)
        lasting = spec is not None and spec.lifetime.kind is LifetimeKind.PERMANENT and one.until is None
        if one.name in read and not lasting and not isinstance(one.value, Missing):
            cuts.append(one.observed)
    return stretch_around(task.decided_on, cuts)


def replay_horizon(situation: Situation, task: Task) -> Interval:
    """Where a replay keyed on these facts is admissible: source interval and fact horizon together."""
    both = situation.key.interval.intersect(fact_horizon(situation, task))
    if both is None:                               # cannot happen: both hold the decision date
        raise ValueError("source interval and fact horizon do not meet")
    return both


def holds_until(resolver: Resolver, situation: Situation, task: Task, output: Output) -> HoldsUntil:
    """Walk the cut points after the decision date until the output differs from the given one."""
    changes = _changes(situation, task)
    for day in cut_points(situation.resolution.candidates):
        changes.setdefault(day, []).append("the governing edition may change")
    for day in sorted(day for day in changes if day > task.decided_on):
        later = resolver.any_pair(situation.family.key, day, situation.pair)
        then = output_on(later, task, day)
        if then.digest != output.digest:
            why = [word for word in changes[day] if not word.startswith("the governing")]
            if later.key.governing != situation.key.governing:
                why.append(f"{later.key.governing or 'no registered edition'} governs from then on")
            return HoldsUntil(day, "; ".join(why), then)
    return HoldsUntil(None, "no change of facts or registered editions alters it", None)
