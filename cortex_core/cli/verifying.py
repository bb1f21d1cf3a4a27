"""``verify``: the outcome of a scenario, why, and what would have changed it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from cortex_core.cli.result import FINDINGS, FINE, Result
from cortex_core.model.enums import Truth, Verdict

__all__ = ["verify"]


def verify(args: Namespace) -> Result:
    """Exit 1 when the outcome is not the expected one; without an expectation it is fine."""
    from cortex_core.service import verification

    named = str(args.scenario)
    is_file = named.endswith((".yaml", ".yml")) or Path(named).is_file()
    scenario = verification.opened(Path(named)) if is_file else verification.load(named)
    found = verification.view(scenario)
    expected = found.expected[0] if found.expected else None
    document = {
        "scenario": found.name, "title": found.title, "outcome": found.outcome.value,
        "expected": expected.value if expected is not None else None, "reasons": list(found.reasons),
        "flips": [{"change": list(one.names), "words": one.words, "outcome": one.outcome.value}
                  for one in found.flips.lines],
        "more_flips": found.flips.more,
        "accepting": [{"change": list(one.names), "words": one.words} for one in found.accepting.lines],
        "criteria": [{"id": one.id, "verdict": _word(one.says), "counts": _word(one.counts),
                      "mandatory": one.mandatory and not one.group, "group": one.group, "failure": one.failure,
                      "vacuous": one.vacuous} for one in found.criteria],
        "groups": [{"id": one.id, "verdict": _word(one.kleene), "supervaluation": _word(one.supervaluation),
                    "vacuous": one.vacuous} for one in found.groups],
        "authority": _truth(found.authority.truth), "integrity": _truth(found.integrity.truth),
        "goal": {"outcome": found.board.outcome.value, "sentence": found.board.sentence},
    }
    agrees = expected is None or expected is found.outcome
    lines = [f"{found.outcome.value}: {found.sentence}"]
    if not agrees and expected is not None:
        lines.append(f"expected was {expected.value}: {found.because}")
    lines += [f"  named vacuous: “{one.words}”, {one.vacuous}" for one in found.criteria if one.vacuous]
    lines += [f"  named vacuous: “{one.words}”, {one.vacuous}" for one in found.groups if one.vacuous]
    lines += [f"  would be {one.outcome.value} if {one.words}" for one in found.flips.lines]
    if found.board.obligations:
        lines.append(f"goal {found.board.outcome.value}: {found.board.sentence}")
    return Result(FINE if agrees else FINDINGS, document, lines)


def _word(verdict: Verdict) -> str:
    return verdict.value


def _truth(truth: Truth) -> str:
    return truth.value
