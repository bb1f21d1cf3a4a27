"""The closed vocabularies. Three never mix: truth of a formula, standing of an experience, verdict of a check."""

from __future__ import annotations

from enum import Enum

from cortex_core.logic.truth import Reason, Truth

__all__ = ["Cause", "Lane", "Mode", "Reason", "Standing", "Transition", "Truth", "Verdict"]


class Verdict(Enum):
    """Outcome of one check. ``UNKNOWN`` and ``NOT_EVALUATED`` never become a pass (I3)."""

    PASS = "pass"  # noqa: S105 - a verdict, not a password
    FAIL = "fail"
    UNKNOWN = "unknown"
    NOT_EVALUATED = "not_evaluated"


class Standing(Enum):
    """Standing of an experience at (valid, known); ``ACTIVE`` and ``REAFFIRMED`` admit (contract 3.7)."""

    ACTIVE = "active"
    CHALLENGED = "challenged"
    REAFFIRMED = "reaffirmed"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"

    @property
    def admits(self) -> bool:
        return self in (Standing.ACTIVE, Standing.REAFFIRMED)


class Mode(Enum):
    """How an output was obtained, cheapest first (contract 3.5)."""

    REPLAY = "replay"
    ADAPT = "adapt"
    SYNTHESIZE = "synthesize"
    ESCALATE = "escalate"


class Transition(Enum):
    """What an edition pair does to one person's row (contract 3.3)."""

    ADD = "add"
    RETIRE = "retire"
    MODIFY = "modify"
    UNCHANGED = "unchanged"
    UNRESOLVED = "unresolved"


class Lane(Enum):
    """How a registered change was triaged."""

    IDENTICAL = "identical"
    BYTES_ONLY = "bytes only"
    TEXT_CHANGED = "text changed"
    RE_ENCODED = "re-encoded"
    METADATA_CORRECTED = "metadata corrected"
    WITHDRAWN = "withdrawn"


class Cause(Enum):
    """Why a challenge was opened."""

    TEXT_CHANGED = "rules not re-read"
    RE_ENCODED = "rules re-encoded"
    METADATA_CORRECTED = "metadata corrected"
    WITHDRAWN = "source withdrawn"
    COMPETITOR = "selection changed"
