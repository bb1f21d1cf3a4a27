"""Verification: scenarios whose criteria a reader flips, what decides them, and links that carry a state."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from cortex_core.errors import InputError, Issue, Refused
from cortex_core.interop.sample import sample_folder
from cortex_core.interop.scenario_files import dump_scenario, parse_scenario, read_scenario
from cortex_core.model.enums import Truth, Verdict
from cortex_core.runtime.goals import GoalOutcome
from cortex_core.runtime.groups import GroupKind, Reading
from cortex_core.runtime.misreadings import Answer, Misreading, Offer, Reliance, offered, reliance
from cortex_core.runtime.scenario import Scenario, Stage
from cortex_core.runtime.verdicts import Outcome
from cortex_core.service.verification_shapes import ScenarioLine, State, VerificationView
from cortex_core.service.verification_view import applied, seen

__all__ = [
    "Answer",
    "GoalOutcome",
    "GroupKind",
    "Misreading",
    "Offer",
    "Outcome",
    "Reading",
    "Reliance",
    "Scenario",
    "ScenarioLine",
    "Stage",
    "State",
    "VerificationView",
    "decode",
    "dump",
    "encode",
    "flipped",
    "load",
    "offer",
    "parse",
    "received",
    "scenarios",
    "score",
    "share",
    "start",
    "toggled",
    "view",
]

Key = TypeVar("Key")

MOST_SHARED = 60_000
_VERDICTS = {Verdict.PASS: "p", Verdict.FAIL: "f", Verdict.UNKNOWN: "u", Verdict.NOT_EVALUATED: "n"}
_TRUTHS = {Truth.Y: "y", Truth.N: "n", Truth.U: "u"}
_READINGS = {Reading.KLEENE: "k", Reading.SUPERVALUATION: "s"}
_STATE = re.compile(r"([pfun]*)\.([mo]*)\.([ynu])([ynu])([ks])\.([0-9]{1,2})-([0-9]{1,2})")


def _folder() -> Path:
    return sample_folder() / "scenarios"


def scenarios() -> tuple[ScenarioLine, ...]:
    """The shipped scenarios in their order.

    Raises:
        InputError: a shipped file was damaged; the list is not given in part.
    """
    found = [read_scenario(path) for path in sorted(_folder().glob("*.yaml"))]
    return tuple(ScenarioLine(one.name, one.title, one.story, len(one.step.criteria), bool(one.source))
                 for one in found)


def load(name: str) -> Scenario:
    """A shipped scenario by name; never a path.

    Raises:
        Refused: no shipped scenario has that name.
    """
    names = [path.stem for path in sorted(_folder().glob("*.yaml"))]
    if name not in names:
        raise Refused(f"no scenario is called {name!r}; there are: {', '.join(names)}")
    return read_scenario(_folder() / f"{name}.yaml")


def opened(path: Path) -> Scenario:
    """The scenario of a file.

    Raises:
        InputError: the file cannot be read, or every problem of it. Nothing was kept.
    """
    return read_scenario(path)


def parse(text: str, name: str = "own") -> Scenario:
    """A scenario of the reader's own.

    Raises:
        InputError: every problem of the text, with its line. Nothing was kept.
    """
    return parse_scenario(text, name, "scenario")


def dump(scenario: Scenario, state: State | None = None) -> str:
    """The YAML of a scenario, with the reader's flips in it when a state is given."""
    made = scenario if state is None else applied(scenario, state)
    return dump_scenario(made)


def start(scenario: Scenario) -> State:
    """The state as the file has it."""
    step = scenario.step
    return State(tuple(one.verdict for one in step.criteria), tuple(one.mandatory for one in step.named),
                 step.authority, step.integrity, down=min(1, max(0, len(step.criteria) - 1)))


def flipped(scenario: Scenario, state: State, name: str, verdict: Verdict) -> State:
    """The state with another verdict on one criterion.

    Raises:
        Refused: the scenario has no such criterion.
    """
    at = _place(name, [one.id for one in scenario.step.criteria])
    return replace(state, verdicts=(*state.verdicts[:at], verdict, *state.verdicts[at + 1:]))


def toggled(scenario: Scenario, state: State, name: str) -> State:
    """The state with the mandatory switch of a criterion or group turned.

    Raises:
        Refused: nothing of that name stands on its own (members decide through their group).
    """
    inside = {member for group in scenario.step.groups for member in group.members}
    if name in inside:
        raise Refused(f"{name!r} decides through its group; turn the switch of the group")
    at = _place(name, [one.id for one in scenario.step.named])
    return replace(state, mandatory=(*state.mandatory[:at], not state.mandatory[at], *state.mandatory[at + 1:]))


def _place(name: str, names: list[str]) -> int:
    if name not in names:
        raise Refused(f"this scenario has no {name!r}; it has: {', '.join(names)}")
    return names.index(name)


def encode(state: State) -> str:
    """A state as short text for a link: letters of the verdicts and switches, in order."""
    return ".".join((
        "".join(_VERDICTS[one] for one in state.verdicts), "".join("m" if one else "o" for one in state.mandatory),
        _TRUTHS[state.authority] + _TRUTHS[state.integrity] + _READINGS[state.reading],
        f"{state.across}-{state.down}"))


def decode(scenario: Scenario, text: str) -> State:
    """The state of a link.

    Raises:
        InputError: the text is no state of this scenario; show the scenario as the file has it.
    """
    found = _STATE.fullmatch(text)
    verdicts, switches = (found[1], found[2]) if found else ("", "")
    across, down = (int(found[6]), int(found[7])) if found else (0, 0)
    step, most = scenario.step, max(1, len(scenario.step.criteria))
    if (found is None or len(verdicts) != len(step.criteria) or len(switches) != len(step.named)
            or across >= most or down >= most):
        raise InputError(Issue("link", f"the link holds no state of the scenario {scenario.name!r}",
                               "Copy the link again, or begin from the scenario as it is written", field="s"))
    return State(tuple(_back(_VERDICTS, one) for one in verdicts), tuple(one == "m" for one in switches),
                 _back(_TRUTHS, found[3]), _back(_TRUTHS, found[4]), _back(_READINGS, found[5]), across, down)


def _back(table: dict[Key, str], letter: str) -> Key:
    return next(key for key, value in table.items() if value == letter)


def share(scenario: Scenario) -> str:
    """A whole scenario of one's own as text for a link; shipped ones are linked by name."""
    packed = zlib.compress(dump_scenario(scenario).encode("utf-8"), 9)
    return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")


def received(text: str) -> Scenario:
    """The scenario of a shared link.

    Raises:
        InputError: the link is damaged, or what it holds is no scenario. Nothing was kept.
    """
    damaged = InputError(Issue("link", "the link does not hold a whole scenario", "Copy it again, or ask for the file",
                               field="own"))
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, MOST_SHARED)
        told = plain.decode("utf-8")
    except (ValueError, binascii.Error, zlib.error):
        raise damaged from None
    if not unpacker.eof:
        raise damaged
    return parse_scenario(told, "own", "link")


def view(scenario: Scenario, overrides: State | None = None) -> VerificationView:
    """A scenario under the reader's flips: the outcome, why, and what else would have decided."""
    return seen(scenario, overrides if overrides is not None else start(scenario), start(scenario))


def offer(scenario: Scenario, state: State, seed: str) -> Offer:
    """The explanation shown in one round of the reliance mode: right or wrong on purpose, equal for equal seeds."""
    return offered(applied(scenario, state).step, f"{scenario.name} {encode(state)} {seed}", state.reading)


def score(answers: tuple[Answer, ...]) -> Reliance:
    """The score of the rounds so far."""
    return reliance(answers)
