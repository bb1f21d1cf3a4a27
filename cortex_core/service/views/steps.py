"""The proof tree from its lines: lines come in depth-first order, each with its depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cortex_core.service.shapes import StepView

__all__ = ["Branch", "branches"]


@dataclass(frozen=True, slots=True)
class Branch:
    """A step with the steps it was computed from."""

    step: StepView
    children: tuple[Branch, ...]


def branches(steps: Sequence[StepView]) -> tuple[Branch, ...]:
    """Steps that stand at the least depth, each with what hangs below it.

    >>> branches(())
    ()
    """
    found: list[Branch] = []
    at = 0
    while at < len(steps):
        end = at + 1
        while end < len(steps) and steps[end].depth > steps[at].depth:
            end += 1
        found.append(Branch(steps[at], branches(steps[at + 1 : end])))
        at = end
    return tuple(found)
