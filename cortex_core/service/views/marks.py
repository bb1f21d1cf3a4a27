"""The status grammar: every status is a shape, a glyph and a word, in this order; colour only repeats it.

The same marks stand on every page, in the picture, in the tables and in the legend, so that a greyscale print
and a screen reader tell the same story.
"""

from __future__ import annotations

from dataclasses import dataclass

from cortex_core.lifecycle.competence import Status
from cortex_core.model.enums import Standing, Transition, Truth, Verdict
from cortex_core.runtime.verdicts import Outcome

__all__ = ["FILTERS", "LEGEND", "MODES", "NODE_KINDS", "Mark", "NodeKind", "StatusValue", "mark_of", "mode_words"]

StatusValue = Truth | Verdict | Standing | Transition | Outcome | Status


@dataclass(frozen=True, slots=True)
class Mark:
    """One status: ``shape`` names its drawing in the style sheet, ``meaning`` is its sentence in the legend."""

    shape: str
    glyph: str
    word: str
    meaning: str

    @property
    def text(self) -> str:
        """Glyph and word, for places that take plain text only (labels, tables, downloads)."""
        return f"{self.glyph} {self.word}"


@dataclass(frozen=True, slots=True)
class NodeKind:
    """A kind of node with its fixed shape in the picture."""

    kind: str
    glyph: str
    word: str
    meaning: str


_TRUTH = {
    Truth.Y: Mark("truth-y", "●", "yes", "the statement holds for these facts"),
    Truth.N: Mark("truth-n", "○", "no", "the statement does not hold for these facts"),
    Truth.U: Mark("truth-u", "◐", "unknown", "these facts do not decide it; the reason stands beside it"),
}
_VERDICT = {
    Verdict.PASS: Mark("verdict-pass", "✓", "pass", "the check ran and agrees"),
    Verdict.FAIL: Mark("verdict-fail", "✕", "fail", "the check ran and disagrees"),
    Verdict.UNKNOWN: Mark("verdict-unknown", "?", "unknown", "the check ran and cannot tell; never counted as a pass"),
    Verdict.NOT_EVALUATED: Mark("verdict-none", "–", "not evaluated", "the check did not run; never counted as a pass"),
}
_STANDING = {
    Standing.ACTIVE: Mark("standing-active", "■", "active", "its grounds stand; it may be relied on"),
    Standing.CHALLENGED: Mark(
        "standing-challenged", "!", "challenged", "a ground moved; not to be used until rechecked"
    ),
    Standing.REAFFIRMED: Mark(
        "standing-reaffirmed", "▣", "reaffirmed", "was challenged, and a checked argument carried it over"
    ),
    Standing.SUPERSEDED: Mark("standing-superseded", "▭", "superseded", "still true of its own time, no longer of now"),
    Standing.RETRACTED: Mark("standing-retracted", "⊠", "retracted", "wrong for its own time"),
}
_TRANSITION = {
    Transition.ADD: Mark("transition-add", "+", "add", "from no or absent to yes"),
    Transition.RETIRE: Mark("transition-retire", "−", "retire", "from yes to no or absent"),
    Transition.MODIFY: Mark("transition-modify", "±", "modify", "yes on both sides, another output"),
    Transition.UNCHANGED: Mark("transition-unchanged", "=", "unchanged", "yes on both sides, the same output"),
    Transition.UNRESOLVED: Mark("transition-unresolved", "?", "unresolved", "one side is unknown or did not resolve"),
}

_OUTCOME = {
    Outcome.ACCEPTED: Mark("outcome-accepted", "✓", "accepted", "the mandatory passes, is granted, and is evidenced"),
    Outcome.REJECTED: Mark("outcome-rejected", "✕", "rejected", "something mandatory fails"),
    Outcome.INCOMPLETE: Mark("outcome-incomplete", "?", "incomplete", "something mandatory is open; not accepted"),
    Outcome.NOT_AUTHORISED: Mark("outcome-refused", "⊘", "not authorised", "no valid grant covers the action"),
    Outcome.EVIDENCE_BROKEN: Mark("outcome-broken", "≠", "evidence broken", "the evidence is not what was recorded"),
}

_STATUS = {
    Status.CHALLENGED: Mark("cover-challenged", "!", "challenged", "its only proof is challenged; in no numerator"),
    Status.REPLAYABLE: Mark("cover-replayable", "■", "replayable", "a stored proof answers it today; counts in μ"),
    Status.PATTERN_COVERED: Mark("cover-pattern", "▦", "pattern-covered", "a checked pattern answers it; counts in μ"),
    Status.ADAPTABLE: Mark("cover-adaptable", "▣", "adaptable", "a checked witness could carry a proof over; apart"),
    Status.SYNTHESIZABLE: Mark("cover-synthesizable", "□", "synthesizable", "derivable afresh today; reach, not μ"),
    Status.UNRESOLVED: Mark("cover-unresolved", "?", "unresolved", "its right answer is open; in no numerator"),
    Status.UNCOVERED: Mark("cover-uncovered", "○", "uncovered", "nothing here can answer it"),
}

#: The legend, one group a vocabulary, in the order of the design.
LEGEND: tuple[tuple[str, tuple[Mark, ...]], ...] = (
    ("Truth of a statement", tuple(_TRUTH.values())),
    ("Verdict of a check", tuple(_VERDICT.values())),
    ("Standing of a conclusion", tuple(_STANDING.values())),
    ("What an edition changes", tuple(_TRANSITION.values())),
    ("Outcome of a step", tuple(_OUTCOME.values())),
    ("Status of a task on the map", tuple(_STATUS.values())),
)

NODE_KINDS: tuple[NodeKind, ...] = (
    NodeKind("artifact", "▤", "source", "one immutable version of a source; a page"),
    NodeKind("rule", "§", "rule edition", "a rule as one edition states it; a scroll"),
    NodeKind("atom", "●", "atom", "one elementary statement about the facts; a dot"),
    NodeKind("proof", "⬡", "proof", "the derivation that many episodes may share; a hexagon"),
    NodeKind("episode", "▢", "episode", "one finished task, without a person's name; a card"),
    NodeKind("conclusion", "◆", "conclusion", "a task's output; it stands while one proof stands; a diamond"),
    NodeKind("pattern", "▦", "pattern", "pinned atoms that fix the whole output; a stencil"),
    NodeKind("strategy", "↝", "strategy", "a procedure that guides and never justifies; a path"),
    NodeKind("counterexample", "↯", "counterexample", "a case that refutes; a lightning"),
    NodeKind("abstention", "◯", "abstention", "a recorded escalation; an open circle"),
    NodeKind("challenge", "!", "challenge", "a mark that a ground moved; a flag"),
    NodeKind("review", "✎", "review", "a person's sign-off, the name as claimed; a stamp"),
)

MODES: dict[str, str] = {
    "replay": "admissible experience was reused as it stands",
    "adapt": "a checked witness carried experience over",
    "synthesize": "derived afresh from the rules",
    "escalate": "left open: a question or an authority is missing",
}

#: Facets of the list of conclusions that are not the value of an enumeration.
FILTERS: dict[str, str] = {"": "any", **{value.value: mark.text for value, mark in _STANDING.items()}}


def mark_of(value: StatusValue) -> Mark:
    """The mark of a status.

    >>> mark_of(Truth.U).text
    '◐ unknown'
    """
    match value:
        case Truth():
            return _TRUTH[value]
        case Verdict():
            return _VERDICT[value]
        case Standing():
            return _STANDING[value]
        case Transition():
            return _TRANSITION[value]
        case Outcome():
            return _OUTCOME[value]
        case Status():
            return _STATUS[value]


def mode_words(mode: str) -> str:
    """What a mode says about how the output was obtained; an unknown mode is shown as its own name."""
    return MODES.get(mode, mode)
