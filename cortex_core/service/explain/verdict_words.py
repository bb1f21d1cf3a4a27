"""Verdicts, flips and decision tables in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.decides import Flip
from cortex_core.runtime.groups import NO, OPEN, YES, Group, GroupKind
from cortex_core.runtime.verdicts import AUTHORITY, INTEGRITY, Step

__all__ = ["cell_words", "flip_words", "group_words", "name_words", "truth_word", "verdict_word"]

Case = tuple[int, ...]

_PLACES = {AUTHORITY: "the grant", INTEGRITY: "the evidence as recorded"}
_VALID = {Truth.Y: "valid", Truth.N: "invalid", Truth.U: "unknown"}
_PASS = {Truth.Y: "pass", Truth.N: "fail", Truth.U: "unknown"}
_RANKS = {NO: Truth.N, OPEN: Truth.U, YES: Truth.Y}


def verdict_word(verdict: Verdict) -> str:
    """``not evaluated`` for ``not_evaluated``; the others as they are."""
    return verdict.value.replace("_", " ")


def truth_word(name: str, truth: Truth) -> str:
    """Pass, fail, unknown of a criterion; valid, invalid, unknown of authority and integrity."""
    return (_VALID if name in _PLACES else _PASS)[truth]


def name_words(step: Step, name: str) -> str:
    """A criterion, group, authority or integrity as a reader knows it."""
    return _PLACES.get(name) or next((one.words for one in step.named if one.id == name), name)


def flip_words(step: Step, flips: Sequence[Flip]) -> str:
    """``“the live check” passes``, joined by *and*; says where more than a changed mind is needed."""
    said = []
    own = {one.id for one in step.criteria if one.self_report}
    for flip in flips:
        words = f"“{name_words(step, flip.name)}” becomes {truth_word(flip.name, flip.truth)}"
        if flip.name in own and flip.truth is not Truth.U:
            words += ", by other evidence than its maker's word"
        said.append(words)
    return " and ".join(said) or "nothing needs to change"


def group_words(group: Group) -> str:
    """How a group is made: ``at least 2 of 3``."""
    if group.kind is GroupKind.AT_LEAST:
        return f"at least {group.count} of {len(group.members)}"
    return f"{group.kind.value} of {len(group.members)}" if group.kind is not GroupKind.ONE_OF else (
        f"exactly one of {len(group.members)}")


def cell_words(names: tuple[str, ...], block: tuple[Case, ...] | None, every: Sequence[Case]) -> str:
    """One cell of a decision table: what is true of exactly the cases it covers."""
    if block is None:
        return "any"
    if len(names) == 1:
        return " or ".join(truth_word(names[0], _RANKS[case[0]]) for case in sorted(block, reverse=True))
    covered = set(block)
    for words, holds in _sentences(len(names)).items():
        if {case for case in every if _fits(case, holds)} == covered:
            return words
    return "; ".join(_counted(case) for case in sorted(block, reverse=True))


Bounds = Mapping[int, tuple[int, int]]


def _fits(case: Case, bounds: Bounds) -> bool:
    return all(low <= case.count(rank) <= high for rank, (low, high) in bounds.items())


def _sentences(count: int) -> dict[str, Bounds]:
    """Candidate descriptions, the plainest first."""
    some, none = (1, count), (0, 0)
    found: dict[str, Bounds] = {
        "all pass": {YES: (count, count)}, "all fail": {NO: (count, count)},
        "at least one fails": {NO: some}, "none fails, at least one open": {NO: none, OPEN: some},
        "none fails": {NO: none}, "at least one passes": {YES: some}, "none passes": {YES: none},
        "none passes, at least one open": {YES: none, OPEN: some}, "exactly one passes, the others fail":
            {YES: (1, 1), OPEN: none}, "two or more pass": {YES: (2, count)},
        "not all pass": {YES: (0, count - 1)}, "not all fail": {NO: (0, count - 1)}, "none open": {OPEN: none},
        "at least one open": {OPEN: some},
    }
    for least in range(2, count):
        found[f"at least {least} pass"] = {YES: (least, count)}
        found[f"at least {least} fail"] = {NO: (least, count)}
    for most in range(1, count - 1):
        found[f"at most {most} pass"] = {YES: (0, most)}
        found[f"at most {most} fail"] = {NO: (0, most)}
    for most in range(1, count):
        for worst in range(1, count):
            found[f"at most {most} pass, at most {worst} fail"] = {YES: (0, most), NO: (0, worst)}
    return found


def _counted(case: Case) -> str:
    parts = [f"{case.count(rank)} {word}" for rank, word in ((YES, "pass"), (OPEN, "open"), (NO, "fail"))
             if case.count(rank)]
    return ", ".join(parts)
