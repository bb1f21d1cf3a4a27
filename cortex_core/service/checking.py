"""`cortex check`: does every conclusion in use still have its ground?

Each use covers the stretch from its decision date until it is ended and is read at the head of the log, so
the day on which the check runs does not matter; expiry by the clock alone is shown elsewhere, not a finding.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from cortex_core.errors import InputError, Issue
from cortex_core.ids import ConclusionId, EpisodeId
from cortex_core.lifecycle.people import best_standing
from cortex_core.lifecycle.standing import explain, standing
from cortex_core.model.enums import Standing
from cortex_core.service.unit import Unit, unit
from cortex_core.store.conclusion_lists import conclusion_row, episode_id_named
from cortex_core.store.reading import challenges_of, open_uses

__all__ = ["CheckResult", "Finding", "check_uses"]

_REMEDY = {
    Standing.CHALLENGED: "Recheck it (`cortex recheck`), give new rules, or end the use",
    Standing.SUPERSEDED: "Use the conclusion that replaced it from that day on, or end the use",
    Standing.RETRACTED: "Stop relying on it: it was wrong for its own time; end the use",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A conclusion in use that lost its ground, with where it is used, why, and along which path."""

    conclusion: str
    title: str
    where: str
    who: str
    standing: Standing
    reason: str
    path: tuple[str, ...]
    remedy: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Findings and how many uses were looked at; the position makes the answer repeatable."""

    uses: int
    findings: tuple[Finding, ...]
    position: int


def _named_uses(file: Path) -> list[tuple[str, str, str]]:
    """(conclusion or episode, where, who) of a ``cortex-uses.yaml``."""
    import yaml

    try:
        loaded = yaml.safe_load(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(Issue(str(file), f"it cannot be read ({error})", "Give a YAML file with `uses:`")) from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        raise InputError(Issue(str(file), f"this is not YAML: {getattr(error, 'problem', None) or 'malformed'}",
                               "Mend the line", line=mark.line + 1 if mark else None)) from None
    listed = loaded.get("uses") if isinstance(loaded, dict) else None
    if not isinstance(listed, list):
        raise InputError(Issue(str(file), "there is no list of uses", "Start the file with `uses:`", field="uses"))
    found = []
    for number, one in enumerate(listed, 1):
        if not (isinstance(one, dict) and isinstance(one.get("conclusion"), str)):
            raise InputError(Issue(str(file), f"use {number} names no conclusion", "Write `- conclusion: ID`",
                                   field=f"uses[{number}].conclusion"))
        found.append((one["conclusion"], str(one.get("where", file.name)), str(one.get("who", ""))))
    return found


def check_uses(path: Path, uses: Path | None = None) -> CheckResult:
    """Look at every declared use, and at those of a file where one is given.

    Raises:
        InputError: the file is malformed or names a conclusion that the graph does not hold.
    """
    with unit(path) as work:
        wanted = [(use.conclusion, use.where, use.who) for use in open_uses(work.connection)]
        if uses is not None:
            wanted += [(_conclusion(work, name, uses), where, who) for name, where, who in _named_uses(uses)]
        found = [finding for one in wanted if (finding := _finding(work, *one)) is not None]
        return CheckResult(len(wanted), tuple(found), work.head.seq)


def _conclusion(work: Unit, name: str, file: Path) -> ConclusionId:
    episode = episode_id_named(work.connection, name)
    stored = work.memory.episode(EpisodeId(episode)) if episode else None
    if stored is None:
        raise InputError(Issue(str(file), f"no conclusion or episode {name!r} is in this graph",
                               "Find its id with `cortex search TEXT`", field="uses"))
    return stored.conclusion


def _finding(work: Unit, conclusion: ConclusionId, where: str, who: str) -> Finding | None:
    proofs = dict.fromkeys(one.episode.proof for one in work.memory.episodes_for(conclusion))
    states = {proof: standing(work.memory.marks(proof), date.max, None) for proof in proofs}
    best = best_standing(list(states.values()))
    if best.admits:
        return None
    row = conclusion_row(work.connection, conclusion)
    proof = next(reversed([one for one, state in states.items() if state is best]), None)
    if row is None or proof is None:
        return Finding(conclusion, "", where, who, Standing.RETRACTED, "the graph does not hold it", (),
                       "Run `cortex verify-log`")
    opened = [one for one in challenges_of(work.connection, proof, work.head.seq) if one.closed_seq is None]
    return Finding(conclusion, row.name, where, who, best,
                   explain(work.memory.marks(proof), date.max, None), opened[0].path if opened else (),
                   _REMEDY[best])
