"""What decides a step: smallest sets of changes that give another outcome, and the unknowns that matter most.

A *flip* changes what counts of one criterion, of authority or of integrity. A set of flips is minimal when
no part of it does the same. How often an unknown decides is its share of pivotal completions: J. F. Banzhaf,
"Weighted voting doesn't work" (1965).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product

from cortex_core.logic.truth import BY_RANK, Truth
from cortex_core.runtime.groups import NO, OPEN, YES, Members, Reading, leaves, value_of
from cortex_core.runtime.verdicts import (
    AUTHORITY,
    INTEGRITY,
    Outcome,
    Step,
    compiled,
    requirements,
    truths,
)

__all__ = ["Flip", "FlipSets", "Swing", "changing", "grid", "reaching", "swings", "variables"]

MOST_TRIED = 60_000
MOST_SETS = 2_000
"""Sets of flips tried in one group, and kept, before the search stops and says that there are more."""


@dataclass(frozen=True, slots=True, order=True)
class Flip:
    """One change: what counts of a criterion (or authority, integrity) becomes yes, no or unknown."""

    name: str
    to: str

    @property
    def truth(self) -> Truth:
        """The truth after the change."""
        return Truth(self.to)


Flips = frozenset[Flip]
_Holds = Callable[[list[int]], bool]


@dataclass(frozen=True, slots=True)
class FlipSets:
    """Minimal sets of flips with the outcome each gives, smallest first. ``complete``: there are no others."""

    sets: tuple[tuple[tuple[Flip, ...], Outcome], ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Swing:
    """In how many completions of the other unknowns this one alone decides the outcome."""

    name: str
    decides: int
    of: int


def variables(step: Step) -> tuple[str, ...]:
    """What can move the outcome: criteria under a mandatory requirement, authority, integrity; in their order."""
    groups = step.members
    under = {leaf for one in requirements(step) if one.mandatory for leaf in leaves(one.id, groups)}
    return (*(one.id for one in step.criteria if one.id in under), AUTHORITY, INTEGRITY)


def changing(step: Step, reading: Reading = Reading.KLEENE) -> FlipSets:
    """All minimal sets of flips after which the outcome is another one."""
    now = compiled(step, reading)({name: truth.rank for name, truth in truths(step).items()})
    return _flips(step, reading, [outcome for outcome in Outcome if outcome is not now])


def reaching(step: Step, wanted: Outcome = Outcome.ACCEPTED, reading: Reading = Reading.KLEENE) -> FlipSets:
    """All minimal sets of flips after which the outcome is the wanted one; the empty set when it already is."""
    return _flips(step, reading, [wanted])


def _flips(step: Step, reading: Reading, wanted: list[Outcome]) -> FlipSets:
    names, search = variables(step), _Search(step, reading)
    found = _least({flips for outcome in wanted for flips in search.giving(outcome)})
    outcome, start = compiled(step, reading), search.start
    made = [(tuple(sorted(flips, key=lambda flip: names.index(flip.name))), flips) for flips in found]
    made.sort(key=lambda one: (len(one[0]), [(names.index(flip.name), -flip.truth.rank) for flip in one[0]]))
    return FlipSets(tuple((ordered, outcome({**start, **{flip.name: flip.truth.rank for flip in flips}}))
                          for ordered, flips in made), search.complete)


def _least(sets: set[Flips]) -> list[Flips]:
    """Those sets of which no other one is a part."""
    found: list[Flips] = []
    for flips in sorted(sets, key=len):
        if not any(smaller <= flips for smaller in found):
            found.append(flips)
    return found


class _Search:
    """Minimal flips by parts: requirements that share no criterion, authority and integrity are each searched
    alone, and what must hold of all of them is joined. Joined minimal sets of parts that share nothing are
    minimal, and each minimal set is such a join."""

    def __init__(self, step: Step, reading: Reading) -> None:
        self._groups, self._reading = step.members, reading
        self._parts = _parts([one.id for one in requirements(step) if one.mandatory], self._groups)
        self.start = {name: truth.rank for name, truth in truths(step).items()}
        self.complete = True
        self._known: dict[tuple[int, _Holds], list[Flips]] = {}

    def giving(self, outcome: Outcome) -> list[Flips]:
        """Minimal sets for one outcome, and perhaps others that are not minimal."""
        passing = [self._part(at, _all_pass) for at in range(len(self._parts))]
        allowed, whole = self._beside(AUTHORITY, YES), self._beside(INTEGRITY, YES)
        match outcome:
            case Outcome.REJECTED:
                return [flips for at in range(len(self._parts)) for flips in self._part(at, _some_fail)]
            case Outcome.INCOMPLETE:
                return self._incomplete(passing)
            case Outcome.NOT_AUTHORISED:
                return self._joined([*passing, self._beside(AUTHORITY, NO)]) if passing else []
            case Outcome.EVIDENCE_BROKEN:
                return self._joined([*passing, self._beside(AUTHORITY, YES, OPEN), self._beside(INTEGRITY, NO)]
                                    ) if passing else []
            case Outcome.ACCEPTED:
                return self._joined([*passing, allowed, whole]) if passing else []

    def _incomplete(self, passing: list[list[Flips]]) -> list[Flips]:
        if not passing:
            return [frozenset()]
        unfailed = [self._part(at, _none_fails) for at in range(len(self._parts))]
        found = [flips for at in range(len(self._parts))
                 for flips in self._joined([*unfailed[:at], self._part(at, _open), *unfailed[at + 1:]])]
        for authority, integrity in (((OPEN,), (YES, OPEN)), ((YES, OPEN), (OPEN,))):
            found += self._joined([*passing, self._beside(AUTHORITY, *authority), self._beside(INTEGRITY, *integrity)])
        return found

    def _beside(self, name: str, *wanted: int) -> list[Flips]:
        if self.start[name] in wanted:
            return [frozenset()]
        return [frozenset({Flip(name, BY_RANK[rank].value)}) for rank in wanted]

    def _joined(self, parts: list[list[Flips]]) -> list[Flips]:
        found: list[Flips] = [frozenset()]
        for part in parts:
            if len(found) * len(part) > MOST_SETS:
                self.complete = False
                part = part[:max(1, MOST_SETS // len(found))]  # noqa: PLW2901 - cut, and `complete` says so
            found = [one | other for one in found for other in part]
        return found

    def _part(self, at: int, holds: _Holds) -> list[Flips]:
        """Minimal flips of one part after which its requirements are as wanted."""
        if (at, holds) not in self._known:
            self._known[at, holds] = self._searched(self._parts[at], holds)
        return self._known[at, holds]

    def _searched(self, roots: tuple[str, ...], holds: _Holds) -> list[Flips]:
        names = tuple(dict.fromkeys(leaf for root in roots for leaf in leaves(root, self._groups)))
        found: list[Flips] = []
        spent = 0
        for size in range(len(names) + 1):
            for chosen in combinations(names, size):
                for target in product(*([rank for rank in (YES, NO, OPEN) if rank != self.start[name]]
                                        for name in chosen)):
                    flips = frozenset(Flip(name, BY_RANK[rank].value)
                                      for name, rank in zip(chosen, target, strict=True))
                    if any(smaller <= flips for smaller in found):
                        continue
                    ranks = {**self.start, **dict(zip(chosen, target, strict=True))}
                    spent += 1 if self._reading is Reading.KLEENE else 2 ** sum(ranks[one] == OPEN for one in names)
                    if spent > MOST_TRIED:
                        self.complete = False
                        return found
                    if holds([value_of(root, self._groups, ranks, self._reading) for root in roots]):
                        found.append(flips)
        return found


def _all_pass(ranks: list[int]) -> bool:
    return min(ranks) == YES


def _some_fail(ranks: list[int]) -> bool:
    return min(ranks) == NO


def _none_fails(ranks: list[int]) -> bool:
    return min(ranks) != NO


def _open(ranks: list[int]) -> bool:
    return min(ranks) == OPEN


def _parts(roots: list[str], groups: Members) -> list[tuple[str, ...]]:
    """Mandatory requirements, together where they share a criterion."""
    parts: list[tuple[list[str], set[str]]] = []
    for root in roots:
        mine = [root], set(leaves(root, groups))
        for other in [one for one in parts if one[1] & mine[1]]:
            parts.remove(other)
            mine = other[0] + mine[0], other[1] | mine[1]
        parts.append(mine)
    return [tuple(names) for names, _ in parts]


def swings(step: Step, reading: Reading = Reading.KLEENE) -> tuple[Swing, ...]:
    """The unknowns of a step, those that decide most often first.

    A completion settles every unknown as yes or no. One decides in a completion of the others when the
    outcome with yes differs from the outcome with no.
    """
    outcome, start = compiled(step, reading), {name: truth.rank for name, truth in truths(step).items()}
    unsettled = [name for name in variables(step) if start[name] == OPEN]
    found = []
    for name in unsettled:
        others = [one for one in unsettled if one != name]
        decides = 0
        for settled in product((NO, YES), repeat=len(others)):
            ranks = {**start, **dict(zip(others, settled, strict=True))}
            decides += outcome({**ranks, name: YES}) is not outcome({**ranks, name: NO})
        found.append(Swing(name, decides, 2 ** len(others)))
    return tuple(sorted(found, key=lambda one: (-one.decides, unsettled.index(one.name))))


def grid(step: Step, across: str, down: str, reading: Reading = Reading.KLEENE) -> tuple[tuple[Outcome, ...], ...]:
    """The outcome for pass, fail and unknown of two criteria: one row for each of ``down``, a column of ``across``."""
    outcome, start = compiled(step, reading), {name: truth.rank for name, truth in truths(step).items()}
    order = (YES, NO, OPEN)
    return tuple(tuple(outcome({**start, down: row, across: column}) for column in order) for row in order)
