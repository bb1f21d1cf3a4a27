"""Groups of criteria (all, any, none, one of, at least k) under two readings of unknown.

Strong Kleene works from the inside out: a group of which a member is unknown may be unknown although every
way of settling that member gives the same. Supervaluation settles all unknown criteria in every way and asks
whether the group always comes out alike. Sources: S. C. Kleene, Introduction to Metamathematics, section 64;
B. van Fraassen, "Singular terms, truth-value gaps, and free logic" (1966), section on supervaluations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product

from cortex_core.logic.truth import BY_RANK
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import truth_of, verdict_of

__all__ = ["NO", "OPEN", "YES", "Group", "GroupKind", "Members", "Reading", "Visit", "cannot_fail", "combine", "leaves",
           "value_of", "visit"]

NO, OPEN, YES = 0, 1, 2     # ranks of N < U < Y: groups are evaluated many thousand times for flips and tables


class GroupKind(Enum):
    """How the members of a group make its verdict."""

    ALL = "all"
    ANY = "any"
    NONE = "none"
    ONE_OF = "one of"
    AT_LEAST = "at least"


class Reading(Enum):
    """What an unknown member does to a group."""

    KLEENE = "strong Kleene"
    SUPERVALUATION = "supervaluation"


@dataclass(frozen=True, slots=True)
class Group:
    """A requirement made of others, named by id. ``count`` is read by *at least* alone."""

    id: str
    words: str
    kind: GroupKind
    members: tuple[str, ...]
    count: int = 1
    mandatory: bool = True


Members = Mapping[str, Group]
"""Groups by id; an id that is not in it is a criterion."""


def combine(kind: GroupKind, count: int, ranks: Sequence[int]) -> int:
    """Rank of a group from the ranks of its members (0 no, 1 unknown, 2 yes), by the strong Kleene tables.

    A group without members is unknown: nothing was looked at.

    >>> combine(GroupKind.ANY, 1, [0, 1]), combine(GroupKind.ONE_OF, 1, [2, 1]), combine(GroupKind.ALL, 1, [0, 1])
    (1, 1, 0)
    """
    if not ranks:
        return OPEN
    match kind:
        case GroupKind.ALL:
            return min(ranks)
        case GroupKind.ANY:
            return max(ranks)
        case GroupKind.NONE:
            return YES - max(ranks)
        case GroupKind.ONE_OF:
            yes, unsettled = ranks.count(YES), ranks.count(OPEN)
            if yes > 1 or yes + unsettled == 0:
                return NO
            return OPEN if unsettled else YES
        case GroupKind.AT_LEAST:
            yes = ranks.count(YES)
            return YES if yes >= count else NO if yes + ranks.count(OPEN) < count else OPEN


def leaves(name: str, groups: Members) -> tuple[str, ...]:
    """Criteria under a requirement, each once, in the order of first mention."""
    group = groups.get(name)
    if group is None:
        return (name,)
    return tuple(dict.fromkeys(leaf for member in group.members for leaf in leaves(member, groups)))


def _kleene(name: str, groups: Members, ranks: Mapping[str, int]) -> int:
    group = groups.get(name)
    if group is None:
        return ranks[name]
    return combine(group.kind, group.count, [_kleene(member, groups, ranks) for member in group.members])


def value_of(name: str, groups: Members, ranks: Mapping[str, int], reading: Reading = Reading.KLEENE) -> int:
    """Rank of a criterion or group under a reading, from the ranks of the criteria.

    Supervaluation costs two evaluations more for every unknown criterion, doubled each time.
    """
    plain = _kleene(name, groups, ranks)
    if plain != OPEN or reading is Reading.KLEENE or name not in groups:
        return plain             # what Kleene settles, every completion settles alike
    unsettled = [leaf for leaf in leaves(name, groups) if ranks[leaf] == OPEN]
    seen = {_kleene(name, groups, {**ranks, **dict(zip(unsettled, settled, strict=True))})
            for settled in product((NO, YES), repeat=len(unsettled))}
    return seen.pop() if len(seen) == 1 else OPEN


def cannot_fail(name: str, groups: Members) -> bool:
    """Does the group pass however its own criteria come out? Then it asks for nothing."""
    under = leaves(name, groups)
    return name in groups and bool(under) and all(
        _kleene(name, groups, dict(zip(under, settled, strict=True))) == YES
        for settled in product((NO, YES), repeat=len(under)))


@dataclass(frozen=True, slots=True)
class Visit:
    """One evaluation of a requirement: its verdict, and that of every criterion and group under it."""

    verdict: Verdict
    verdicts: Mapping[str, Verdict]

    @property
    def skipped(self) -> tuple[str, ...]:
        """Criteria and groups that were not looked at."""
        return tuple(name for name, verdict in self.verdicts.items() if verdict is Verdict.NOT_EVALUATED)


def visit(name: str, groups: Members, verdicts: Mapping[str, Verdict], *, short_cut: bool) -> Visit:
    """Evaluate a requirement from left to right; with ``short_cut`` a group stops as soon as it is settled.

    What a short cut skips is *not evaluated*, and never gets its group's verdict. The verdict of the
    requirement is the same either way, and without ``short_cut`` every criterion is looked at.
    """
    seen: dict[str, Verdict] = {}
    found = _visited(name, groups, verdicts, short_cut, seen)
    under = _under(name, groups)
    return Visit(found, {one: seen.get(one, Verdict.NOT_EVALUATED) for one in under})


def _under(name: str, groups: Members) -> tuple[str, ...]:
    group = groups.get(name)
    if group is None:
        return (name,)
    return tuple(dict.fromkeys((name, *(one for member in group.members for one in _under(member, groups)))))


def _visited(name: str, groups: Members, verdicts: Mapping[str, Verdict], short_cut: bool,
             seen: dict[str, Verdict]) -> Verdict:
    group = groups.get(name)
    if group is None:
        seen[name] = verdicts[name]
        return verdicts[name]
    ranks: list[int] = []
    for at, member in enumerate(group.members):
        ranks.append(_rank(_visited(member, groups, verdicts, short_cut, seen)))
        waiting = len(group.members) - at - 1
        if short_cut and waiting and combine(group.kind, group.count, ranks + [OPEN] * waiting) != OPEN:
            ranks += [OPEN] * waiting
            break
    seen[name] = verdict_of(BY_RANK[combine(group.kind, group.count, ranks)])
    return seen[name]


def _rank(verdict: Verdict) -> int:
    return truth_of(verdict).rank
