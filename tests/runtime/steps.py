"""Random steps, and the rules of groups and outcomes once more, written apart from the code under test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from hypothesis import strategies as st

from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import Criterion
from cortex_core.runtime.groups import Group, GroupKind
from cortex_core.runtime.verdicts import Outcome, Step

TRUTHS = (Truth.Y, Truth.N, Truth.U)
COUNTED = {Verdict.PASS: "Y", Verdict.FAIL: "N", Verdict.UNKNOWN: "U", Verdict.NOT_EVALUATED: "U"}


def plain(*criteria: tuple[Verdict, bool], authority: Truth = Truth.Y, integrity: Truth = Truth.Y) -> Step:
    """A step of criteria without groups."""
    return Step(tuple(Criterion(f"c{at}", f"criterion {at}", verdict, mandatory, check="read")
                      for at, (verdict, mandatory) in enumerate(criteria)), (), authority, integrity)


def grouped(kind: GroupKind, *verdicts: Verdict, count: int = 1) -> Step:
    """A step of one group over criteria."""
    criteria = plain(*[(verdict, True) for verdict in verdicts]).criteria
    return Step(criteria, (Group("g", "the group", kind, tuple(one.id for one in criteria), count),), Truth.Y, Truth.Y)


@st.composite
def steps(draw: st.DrawFn, most: int = 4) -> Step:
    """Steps of few criteria with groups over groups; a criterion may stand in several."""
    size = draw(st.integers(1, most))
    criteria = tuple(Criterion(f"c{at}", f"criterion {at}", draw(st.sampled_from(Verdict)), draw(st.booleans()),
                               self_report=draw(st.integers(0, 9)) == 0, check="read") for at in range(size))
    names, groups = [one.id for one in criteria], []
    for at in range(draw(st.integers(0, 3))):
        members = draw(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True))
        groups.append(Group(f"g{at}", f"group {at}", draw(st.sampled_from(GroupKind)), tuple(members),
                            draw(st.integers(1, len(members))), draw(st.integers(0, 3)) > 0))
        names.append(f"g{at}")
    return Step(criteria, tuple(groups), draw(st.sampled_from(TRUTHS)), draw(st.sampled_from(TRUTHS)))


def settled(step: Step, name: str, passes: Mapping[str, bool]) -> bool:
    """A group when every criterion is settled: ordinary two-valued counting."""
    group = next((one for one in step.groups if one.id == name), None)
    if group is None:
        return passes[name]
    yes = sum(settled(step, member, passes) for member in group.members)
    wanted = {GroupKind.ALL: yes == len(group.members), GroupKind.ANY: yes >= 1, GroupKind.NONE: yes == 0,
              GroupKind.ONE_OF: yes == 1, GroupKind.AT_LEAST: yes >= group.count}
    return wanted[group.kind]


def three_valued(step: Step, name: str, letters: Mapping[str, str]) -> str:
    """A group over Y, N, U by completing its direct members alone: strong Kleene, told another way."""
    group = next((one for one in step.groups if one.id == name), None)
    if group is None:
        return letters[name]
    members = [three_valued(step, member, letters) for member in group.members]
    flat = Step((), (Group("flat", "", group.kind, tuple(str(at) for at in range(len(members))), group.count),))
    ways = product(*("YN" if letter == "U" else letter for letter in members))
    seen = {settled(flat, "flat", {str(at): letter == "Y" for at, letter in enumerate(way)}) for way in ways}
    return "U" if len(seen) == 2 else "Y" if seen.pop() else "N"


def completions(letters: Mapping[str, str]) -> Iterator[dict[str, bool]]:
    """Every way of settling what is unknown."""
    for way in product(*("YN" if letter == "U" else letter for letter in letters.values())):
        yield dict(zip(letters, [letter == "Y" for letter in way], strict=True))


def roots(step: Step) -> list[str]:
    """Mandatory criteria and groups that no group contains."""
    inside = {member for group in step.groups for member in group.members}
    return [one.id for one in [*step.criteria, *step.groups] if one.mandatory and one.id not in inside]


def letters_of(step: Step) -> dict[str, str]:
    """What counts of every criterion, and of authority and integrity, as letters."""
    found = {one.id: "U" if one.self_report else COUNTED[one.verdict] for one in step.criteria}
    return {**found, "authority": step.authority.value, "integrity": step.integrity.value}


def outcome_by(step: Step, letters: Mapping[str, str], supervaluation: bool = False) -> Outcome:
    """The outcome for given letters, by the table of the design, in the order in which it is written there."""
    if supervaluation:
        ways = list(completions({one.id: letters[one.id] for one in step.criteria}))
        asked = []
        for root in roots(step):
            seen = {settled(step, root, way) for way in ways}
            asked.append("U" if len(seen) == 2 else "Y" if seen.pop() else "N")
    else:
        asked = [three_valued(step, root, letters) for root in roots(step)]
    authority, integrity = letters["authority"], letters["integrity"]
    table = (
        ("N" in asked, Outcome.REJECTED), ("U" in asked or not asked, Outcome.INCOMPLETE),
        (authority == "N", Outcome.NOT_AUTHORISED), (integrity == "N", Outcome.EVIDENCE_BROKEN),
        ("U" in authority + integrity, Outcome.INCOMPLETE), (True, Outcome.ACCEPTED),
    )
    return next(outcome for matches, outcome in table if matches)
