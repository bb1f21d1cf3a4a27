"""Registering a changed source with what it challenges, and rechecking what is challenged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cortex_core.errors import InputError, Issue, Refused
from cortex_core.ids import ArtifactKey, EpisodeId, ProofId
from cortex_core.interop.artifact_files import read_artifact
from cortex_core.interop.rule_files import read_edition
from cortex_core.lifecycle.recheck import recheck as recheck_proofs
from cortex_core.lifecycle.revision import revise as plan_revision
from cortex_core.lifecycle.revision import withdraw as plan_withdrawal
from cortex_core.lifecycle.triage import LANE_RULES
from cortex_core.model.enums import Lane
from cortex_core.model.events import Rechecked, RecheckOutcome, Revised
from cortex_core.model.experience import Observation
from cortex_core.model.rules import Edition
from cortex_core.model.sources import ArtifactVersion
from cortex_core.service.auditing import find_episode
from cortex_core.service.shapes import PassageDiff
from cortex_core.service.unit import Facts, Unit, decide_and_append, unit
from cortex_core.store.conclusion_lists import conclusion_row
from cortex_core.store.reading import graph_counts, reach

__all__ = ["BATCH", "RecheckLine", "RecheckReport", "RevisionReport", "proofs_named", "recheck", "revise"]

BATCH = 50
"""Proofs a recheck commits at once: what is reported done is in the log."""


@dataclass(frozen=True, slots=True)
class RevisionReport:
    """What a revision did, or would do. Counts are of distinct proofs unless said otherwise."""

    lane: Lane
    lane_rule: str
    words: str
    version: str
    challenged: int
    spared: int
    visited: int
    by_kind: tuple[tuple[str, int, int], ...]      # (kind, challenged, of)
    paths: tuple[tuple[str, ...], ...]
    spared_because: tuple[tuple[str, int, str], ...]
    passages: tuple[PassageDiff, ...]
    event: int                                     # log position; 0 for a dry run or a no-op


@dataclass(frozen=True, slots=True)
class RecheckLine:
    """One rechecked proof: a conclusion that it supported by name, how many more, and what became of it."""

    proof: str
    conclusion: str
    title: str
    more: int
    standing: str
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecheckReport:
    """What a recheck settled: counts an outcome, and one line a proof."""

    rechecked: int
    outcomes: tuple[tuple[str, int], ...]
    lines: tuple[RecheckLine, ...]


def _read_rules(work: Unit, rules: Mapping[str, str], new: ArtifactVersion | None) -> tuple[Edition, ...]:
    """Editions of the given rule files, checked against the text they will rest on."""
    artifacts = {key: head.version for key in {entry.version.key for entry in work.registry.artifacts}
                 if (head := work.registry.head(key)) is not None}
    if new is not None:
        artifacts[new.key] = new
    found = []
    for file, text in rules.items():
        family_key = _family_named(text, file)
        family = work.registry.families.get(family_key)
        if family is None:
            raise InputError(Issue(file, f"the family {family_key!r} is not registered",
                                   f"Registered are: {', '.join(sorted(work.registry.families))}", field="family"))
        found.append(read_edition(text, file, family, artifacts))
    return tuple(found)


def _family_named(text: str, file: str) -> str:
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon and name.strip() == "family":
            return value.strip().strip("'\"")
    raise InputError(Issue(file, "no family is named", "Start the file with `family: NAME`", field="family"))


def _plan(work: Unit, key: str, text: str | None, rules: Mapping[str, str], withdraw: bool,
          file: str) -> Revised | None:
    if withdraw:
        return plan_withdrawal(work.registry, work.memory, ArtifactKey(key))
    new = read_artifact(text, file) if text is not None else None
    return plan_revision(work.registry, work.memory, ArtifactKey(key), new, _read_rules(work, rules, new))


def revise(path: Path, key: str, *, text: str | None = None, rules: Mapping[str, str] | None = None,
           withdraw: bool = False, dry_run: bool = False, file: str = "text",
           scripted: datetime | None = None) -> RevisionReport:
    """Register a change of an artifact: new text, new rules for editions on it, or its withdrawal.

    Raises:
        InputError: a file is malformed. Refused: the artifact or edition is not registered, or nothing was
            given. Nothing was registered in either case.
    """
    if not withdraw and text is None and not rules:
        raise Refused("give a new text (--from FILE), new rules (--rules FILE) or --withdraw")

    def decider(work: Unit) -> tuple[RevisionReport, list[Revised], Facts]:
        event = _plan(work, key, text, rules or {}, withdraw, file)
        report = _report(work, event, key, 0 if dry_run else work.head.seq + 1)
        return report, [event] if event is not None and not dry_run else [], {}

    if dry_run:
        with unit(path) as work:
            return decider(work)[0]
    return decide_and_append(path, decider, scripted=scripted).answer


def _report(work: Unit, event: Revised | None, key: str, position: int) -> RevisionReport:
    if event is None:
        head = work.registry.head(ArtifactKey(key))
        return RevisionReport(Lane.IDENTICAL, LANE_RULES[Lane.IDENTICAL], "Nothing changed.",
                              head.version.id if head else key, 0, work.memory.proof_count(), 0, (), (), (), (), 0)
    proofs = [one.proof for one in event.challenges]
    reached = reach(work.connection, proofs)
    spared = tuple((one.what, one.count, one.because) for one in event.spared)
    counts = graph_counts(work.connection)
    of = {"proofs": counts.get("proofs", 0), "conclusions": counts.get("conclusions", 0),
          "in use": counts.get("conclusions/in use", 0)}
    return RevisionReport(
        event.lane, LANE_RULES[event.lane], event.words,
        event.version.id if event.version else event.withdrawn or key,
        len(proofs), work.memory.proof_count() - len(proofs), event.visited,
        tuple((kind, count, of[kind]) for kind, count in reached.items()),
        tuple(one.path for one in event.challenges), spared,
        tuple(PassageDiff(one.section, one.span, one.before, one.after) for one in event.passages), position)


def proofs_named(path: Path, names: Sequence[str]) -> list[ProofId]:
    """Proofs of the given proof, conclusion or episode ids.

    Raises:
        Refused: nothing of an id is in the graph.
    """
    with unit(path) as work:
        return list(dict.fromkeys(find_episode(work, name).episode.proof for name in names))


def recheck(path: Path, proofs: Sequence[str] | None = None, *,
            progress: Callable[[int, int], None] | None = None, stop: Callable[[], bool] = lambda: False,
            scripted: datetime | None = None) -> RecheckReport:
    """Recheck the given challenged proofs, or all. Commits in batches; ``progress`` gets (done, of).

    Stopping loses nothing that was reported done; a proof challenged meanwhile keeps that challenge.
    """
    with unit(path) as work:
        wanted = [ProofId(one) for one in proofs] if proofs is not None else list(work.memory.challenged())
    outcomes: list[RecheckOutcome] = []
    for start in range(0, len(wanted), BATCH):
        if stop():
            break
        part = wanted[start:start + BATCH]

        def decider(work: Unit, part: Sequence[ProofId] = tuple(part)) -> tuple[Rechecked, list[Rechecked], Facts]:
            batch = recheck_proofs(part, work.resolver, work.memory, tools=work.tools, secret=work.secret,
                                   position=work.head.seq)
            event = batch.event()
            facts: dict[EpisodeId, tuple[Observation, ...]] = batch.facts
            return event, [event] if event.outcomes else [], facts

        event = decide_and_append(path, decider, scripted=scripted).answer
        outcomes += event.outcomes
        if progress is not None:
            progress(min(start + BATCH, len(wanted)), len(wanted))
    counts: dict[str, int] = {}
    for one in outcomes:
        counts[one.standing.value] = counts.get(one.standing.value, 0) + 1
    with unit(path) as work:
        lines = tuple(_line(work, one) for one in outcomes)
    return RecheckReport(len(outcomes), tuple(sorted(counts.items())), lines)


def _line(work: Unit, one: RecheckOutcome) -> RecheckLine:
    conclusions = list(dict.fromkeys(stored.conclusion for stored in work.memory.episodes_of(one.proof)))
    row = conclusion_row(work.connection, conclusions[0]) if conclusions else None
    return RecheckLine(one.proof, row.id if row else "", row.name if row else "", max(0, len(conclusions) - 1),
                       one.standing.value, one.before, one.after, one.reason)
