"""Findings of one check, summed up as a criterion; criteria, summed up as a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cortex_core.model.enums import Verdict
from cortex_core.model.experience import Criterion

__all__ = ["FACTS_NOT_GIVEN", "Findings", "verdict"]

FACTS_NOT_GIVEN = "facts erased or not given"
"""Reason of the one criterion that may stay open: the proof stands without the person it was made for."""

_WORST_FIRST = (Verdict.FAIL, Verdict.UNKNOWN, Verdict.NOT_EVALUATED)
_SHOWN = 4


class Findings:
    """What one check found wrong, missing or out of reach; nothing found is a pass."""

    __slots__ = ("_found", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self._found: dict[Verdict, list[str]] = {kind: [] for kind in _WORST_FIRST}

    def fail(self, reason: str) -> None:
        self._found[Verdict.FAIL].append(reason)

    def unknown(self, reason: str) -> None:
        self._found[Verdict.UNKNOWN].append(reason)

    def skip(self, reason: str) -> None:
        """Not evaluated: something else that it needs did not pass."""
        self._found[Verdict.NOT_EVALUATED].append(reason)

    @property
    def verdict(self) -> Verdict:
        return next((kind for kind in _WORST_FIRST if self._found[kind]), Verdict.PASS)

    @property
    def passed(self) -> bool:
        return self.verdict is Verdict.PASS

    def criterion(self, when_passed: str) -> Criterion:
        """The worst kind of finding decides and gives the reason; lesser ones are left out."""
        worst = self.verdict
        if worst is Verdict.PASS:
            return Criterion(self.name, worst, when_passed)
        reasons = list(dict.fromkeys(self._found[worst]))
        more = f"; and {len(reasons) - _SHOWN} more" if len(reasons) > _SHOWN else ""
        return Criterion(self.name, worst, "; ".join(reasons[:_SHOWN]) + more)


def _counts(criteria: Iterable[Criterion]) -> list[Verdict]:
    return [one.verdict for one in criteria
            if not (one.name == "facts" and one.verdict is Verdict.NOT_EVALUATED
                    and one.reason == FACTS_NOT_GIVEN)]


def verdict(criteria: Sequence[Criterion]) -> Verdict:
    """Fail if one fails, else unknown if one is unknown or not evaluated, else pass (I3). Facts that were
    not given leave the verdict to the others. No criteria at all is unknown: nothing was looked at.

    >>> verdict([Criterion("logic", Verdict.NOT_EVALUATED, "the rules did not pass")])
    <Verdict.UNKNOWN: 'unknown'>
    """
    seen = _counts(criteria)
    if Verdict.FAIL in seen:
        return Verdict.FAIL
    return Verdict.PASS if seen and all(one is Verdict.PASS for one in seen) else Verdict.UNKNOWN
