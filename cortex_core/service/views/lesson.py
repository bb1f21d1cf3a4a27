"""A scenario under a reader's flips as its link says it, and the two ways to answer before seeing.

The link's text is ``state~said~whole``: the flips, the outcome a reader committed to, and the whole scenario where it
is one's own. Later parts may be missing; a shipped scenario as it is written has no text at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from cortex_core.errors import CortexError
from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.service import verification
from cortex_core.service.verification import Answer, Offer, Outcome, Scenario, State, VerificationView

__all__ = ["OWN", "Lesson", "Mode", "opened", "own_text", "predicted", "relied"]

OWN = "own"
_SAID = {
    Outcome.ACCEPTED: "a",
    Outcome.REJECTED: "r",
    Outcome.INCOMPLETE: "i",
    Outcome.NOT_AUTHORISED: "n",
    Outcome.EVIDENCE_BROKEN: "b",
}


class Mode(Enum):
    """How the outcome is met; the values stand in the URL."""

    OPEN = ""
    PREDICT = "predict"
    RELIANCE = "reliance"

    @property
    def hides(self) -> bool:
        """Is the outcome hidden until the reader commits to an answer?"""
        return self is not Mode.OPEN


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the page shows. ``said``: empty, or the outcome the reader committed to. ``problems``: what the link
    said and could not be read."""

    scenario: Scenario
    state: State
    mode: Mode
    said: tuple[Outcome, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def is_own(self) -> bool:
        """Is it the reader's own scenario, which a link must carry whole?"""
        return self.scenario.name == OWN

    @property
    def hidden(self) -> bool:
        """The outcome is not to be seen yet."""
        return self.mode.hides and not self.said

    @property
    def code(self) -> str:
        """Scenario and state in one short text: equal for equal screens."""
        return f"{self.scenario.name} {verification.encode(self.state)}"

    @property
    def view(self) -> VerificationView:
        """Everything that is shown of it."""
        return verification.view(self.scenario, self.state)

    @property
    def offer(self) -> Offer:
        """The explanation of the reliance mode: equal for equal scenario and state, so that a link shows the same."""
        return verification.offer(self.scenario, self.state, "page")

    @property
    def written(self) -> str:
        """The link's text of the scenario as it is written."""
        return self.text(verification.start(self.scenario))

    def text(self, state: State | None = None, said: Outcome | None = None) -> str:
        """The link's text for another state, or for this one with an answer."""
        kept = self.state if state is None else state
        is_written = kept == verification.start(self.scenario)
        parts = [
            "" if is_written and not self.is_own else verification.encode(kept),
            _SAID[said] if said is not None else "",
            verification.share(self.scenario) if self.is_own else "",
        ]
        return "~".join(parts).rstrip("~")

    def flipped(self, name: str, verdict: Verdict) -> str:
        """The link's text after a verdict was set."""
        return self.text(verification.flipped(self.scenario, self.state, name, verdict))

    def toggled(self, name: str) -> str:
        """The link's text after a mandatory switch was turned."""
        return self.text(verification.toggled(self.scenario, self.state, name))

    def asked(self, name: str, truth: Truth) -> str:
        """The link's text after authority or integrity was set."""
        changed = replace(self.state, authority=truth) if name == "authority" else replace(self.state, integrity=truth)
        return self.text(changed)

    def looked_at(self, **changes: object) -> str:
        """The link's text with another reading or other criteria in the grid; an answer stays given."""
        said = self.said[0] if self.said else None
        return self.text(replace(self.state, **changes), said)  # type: ignore[arg-type]  # names of State's own fields


def opened(sel: str, text: str, tab: str, shipped: Sequence[str]) -> Lesson:
    """The lesson of a link; what cannot be read is said, and the scenario is shown as it is written.

    Raises:
        InputError: a shipped file was damaged; nothing can be shown.
    """
    state, _, rest = text.partition("~")
    said, _, whole = rest.partition("~")
    problems: list[str] = []
    mode = next((each for each in Mode if each.value == tab), Mode.OPEN)
    try:
        scenario = verification.received(whole) if sel == OWN else verification.load(sel or shipped[0])
    except CortexError as problem:
        problems.append(f"{problem} Shown: the first scenario.")
        return Lesson((first := verification.load(shipped[0])), verification.start(first), mode, (), tuple(problems))
    begun = verification.start(scenario)
    try:
        begun = verification.decode(scenario, state) if state else begun
    except CortexError as problem:
        problems.append(f"{problem} Shown: as it is written.")
    answers = tuple(outcome for outcome, letter in _SAID.items() if letter == said)
    return Lesson(scenario, begun, mode, answers, tuple(problems))


def own_text(scenario: Scenario) -> str:
    """The link's text of a scenario of one's own, as it is written."""
    return Lesson(scenario, verification.start(scenario), Mode.OPEN).written


def predicted(rounds: Mapping[str, tuple[Outcome, Outcome]]) -> str:
    """The score of the predictions in words; ``rounds`` holds what was said and what was true."""
    right = sum(said is true for said, true in rounds.values())
    return f"{right} of {len(rounds)} predicted right in this session"


def relied(rounds: Mapping[str, Answer]) -> tuple[tuple[str, str], ...]:
    """The score of the reliance mode: each line with its denominator."""
    found = verification.score(tuple(rounds.values()))
    return (
        ("wrong explanations believed", f"{found.wrong_believed} of {found.wrong_shown}"),
        ("right explanations refused", f"{found.right_refused} of {found.right_shown}"),
        ("right answers", f"{found.right} of {found.rounds}"),
    )
