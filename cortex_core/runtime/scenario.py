"""A scenario: one step of some work, told so that a reader can flip its criteria and see what decides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from cortex_core.runtime.goals import Obligation
from cortex_core.runtime.verdicts import Outcome, Step

__all__ = ["Expected", "Scenario", "Source", "Stage"]


class Stage(Enum):
    """The five stages of a verified action; each hands something on to the next."""

    GOAL = "goal"
    THINK = "think"
    CONTEXT = "context"
    ACT = "act"
    VERIFY = "verify"


@dataclass(frozen=True, slots=True)
class Expected:
    """The outcome a scenario was written to show, and the reason in one sentence."""

    outcome: Outcome
    because: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where the criteria were recorded: a conclusion of the sample graph before or after a change of one text.

    Before: as the graph is built. After: with ``old`` replaced by ``new`` in the artifact's text, the rules not
    read again.
    """

    conclusion: str
    state: str
    artifact: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A told step. ``expected`` is empty or holds one; ``source`` likewise."""

    name: str
    title: str
    story: str
    goal: str
    path: tuple[tuple[Stage, str], ...]
    step: Step
    authority_why: str
    integrity_why: str
    obligations: tuple[Obligation, ...] = ()
    expected: tuple[Expected, ...] = ()
    source: tuple[Source, ...] = ()
