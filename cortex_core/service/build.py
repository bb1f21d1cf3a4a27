"""Building a graph: the sample from readable files under a scripted clock, or a large synthetic one.

The sample is written in full before it takes its name, so a build that is stopped leaves nothing behind.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import yaml

from cortex_core.errors import InputError, Issue
from cortex_core.ids import EditionKey
from cortex_core.interop.case_files import read_cases
from cortex_core.interop.sample import read_sample, sample_folder
from cortex_core.model.events import Registered
from cortex_core.service.changing import recheck, revise
from cortex_core.service.deciding import Asked, commit
from cortex_core.service.experiments.cohorts import cohort
from cortex_core.service.reviewing import declare_use, reread, sign
from cortex_core.service.unit import decide_and_append, unit
from cortex_core.store.database import create, graph_name
from cortex_core.store.reading import graph_counts, revisions

__all__ = ["SEED", "Built", "build_sample", "register_all", "summary_of", "whole"]

SEED = 20_260_101
PERSONS = 20
LAST_DAY = date(2026, 1, 20)
REVIEWER = "demonstration reviewer"

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Built:
    """Counts of a graph: integers, nothing else."""

    graph: str
    episodes: int
    proofs: int
    artifacts: int
    conclusions: int


def _yaml(path: Path) -> dict[str, list[dict[str, object]]]:
    loaded = yaml.safe_load(path.read_text("utf-8"))
    if not isinstance(loaded, dict):
        raise InputError(Issue(str(path), "it holds no mapping", "Restore the shipped file"))
    return loaded


def _moment(text: object) -> datetime:
    return datetime.fromisoformat(str(text))


def whole(path: Path, force: bool, fill: Callable[[Path], None]) -> None:
    """Fill a new graph under another name and move it to its place when it is whole."""
    if path.exists() and not force:
        raise InputError(Issue(str(path), "there is a graph here already",
                               "Open it, or build over it with --force"))
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".cortex-build-", dir=path.parent) as folder:
        made = Path(folder) / path.name
        fill(made)
        for stale in (path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            stale.unlink(missing_ok=True)
        made.replace(path)
        side = made.with_name(made.name + ".head")
        if side.exists():
            side.replace(path.with_name(path.name + ".head"))


def build_sample(path: Path, *, force: bool = False, say: Say = lambda words: None) -> None:
    """The sample graph: ten families, the worked cases, seeded persons, twelve demonstration conclusions, and
    a history of made-up changes.

    Raises:
        InputError: a graph exists and ``force`` is not set, or a shipped file is malformed. Nothing is left.
    """
    whole(path, force, lambda made: _fill_sample(made, say))


def _fill_sample(path: Path, say: Say) -> None:
    folder = sample_folder()
    say("registering sources and rules")
    demonstrations = _yaml(folder / "demonstrations.yaml")["demonstrations"]
    registrations, ready = _registrations(folder)
    create(path, name="sample", scripted=True, now=registrations[0][0] - timedelta(hours=1))
    made: dict[int, str] = {}

    def decided(batch: Batch) -> None:
        say(f"deciding {len(batch.questions)} tasks of {batch.family}")
        for number, answer in zip(batch.numbers, commit(path, batch.questions, scripted=batch.known), strict=True):
            if number and answer.episode is not None:
                made[number] = str(answer.episode)

    batches = _batches(folder, demonstrations, ready)
    for known, event in registrations:
        for batch in [one for one in batches if one.known < known]:
            decided(batch)
            batches.remove(batch)
        decide_and_append(path, lambda work, event=event: (None, [event], {}),  # type: ignore[misc]  # bound now
                          scripted=known)
    for batch in batches:
        decided(batch)
    _asked(path, folder, say)
    say("declaring uses and signing off")
    _people(path, demonstrations, made)
    for step in _yaml(folder / "revisions" / "history.yaml")["steps"]:
        say(str(step.get("note", "a change")))
        _step(path, folder / "revisions", step)


def _registrations(folder: Path) -> tuple[list[tuple[datetime, Registered]], dict[str, datetime]]:
    """Registrations in order of known time, and when each family's last edition became known."""
    families, artifacts, editions = read_sample(folder)
    found: list[tuple[datetime, Registered]] = []
    ready: dict[str, datetime] = {}
    for step in _yaml(folder / "history.yaml")["registrations"]:
        chosen = {kind: {str(one) for one in listed} if isinstance(listed := step.get(kind), list) else set()
                  for kind in ("families", "artifacts", "editions")}
        event = Registered(
            tuple(one for one in families if one.key in chosen["families"]),
            tuple(one for one in artifacts if one.key in chosen["artifacts"]),
            tuple(one for one in editions if one.key in chosen["editions"]), "", "sample")
        known = _moment(step["known"])
        ready |= {edition.family: known for edition in event.editions}
        found.append((known, event))
    return found, ready


def register_all(path: Path, known: datetime) -> None:
    """Register every shipped source, family and edition at once, as known from an instant on."""
    families, artifacts, editions = read_sample(sample_folder())
    event = Registered(families, artifacts, editions, "", "shipped sources and rules")
    decide_and_append(path, lambda work: (None, [event], {}), scripted=known)


@dataclass(frozen=True, slots=True)
class Batch:
    """Questions of one family that are decided together; ``numbers`` are those of demonstrations, else 0."""

    family: str
    known: datetime
    questions: list[Asked]
    numbers: list[int]


def _batches(folder: Path, demonstrations: list[dict[str, object]], ready: Mapping[str, datetime]) -> list[Batch]:
    """One batch a family: worked cases, seeded persons, demonstrations; known the day after its last decision
    and after its last edition."""
    found: dict[str, list[tuple[Asked, int]]] = {}
    for case in read_cases(folder / "cases" / "corpus_cases.json"):
        asked = Asked(case.family, case.facts, case.decision_date, (case.old_edition, case.new_edition),
                      case.title, case.id)
        found.setdefault(case.family, []).append((asked, 0))
    for family, questions in found.items():
        for person in cohort(family, SEED, PERSONS):
            asked = Asked(family, person.facts, person.decision_date,
                          (EditionKey(person.old_edition), EditionKey(person.new_edition)),
                          "", person.id)
            questions.append((asked, 0))
    for one in demonstrations:
        pair = (str(one["old_edition"]), str(one["new_edition"])) if one.get("old_edition") else None
        number = int(str(one["number"]))
        asked = Asked(str(one["family"]), _facts(one), date.fromisoformat(str(one["decision_date"])), pair,
                      str(one["title"]), f"demonstration {number}")
        found[asked.family].append((asked, number))
    batches = []
    for family, questions in found.items():
        last = min(max(asked.on for asked, _ in questions), LAST_DAY)
        known = max(datetime(last.year, last.month, last.day, 12, tzinfo=UTC), ready[family]) + timedelta(days=1)
        batches.append(Batch(family, known, [asked for asked, _ in questions], [number for _, number in questions]))
    return sorted(batches, key=lambda batch: batch.known)


def _facts(one: Mapping[str, object]) -> dict[str, object]:
    facts = dict(one["facts"]) if isinstance(one["facts"], dict) else {}
    tool = one.get("tool")
    if isinstance(tool, dict):
        facts[str(tool["fact"])] = {"tool": tool["name"], "inputs": tool["inputs"]}
    return facts


def _asked(path: Path, folder: Path, say: Say) -> None:
    """Questions whose answers the made-up changes will move in every way there is."""
    for one in _yaml(folder / "revisions" / "asked.yaml")["asked"]:
        say(f"deciding: {one['title']}")
        pair = (str(one["old_edition"]), str(one["new_edition"])) if one.get("old_edition") else None
        with unit(path) as work:
            known = work.head.known
        commit(path, [Asked(str(one["family"]), _facts(one), date.fromisoformat(str(one["decision_date"])), pair,
                            str(one["title"]), str(one["title"]))], scripted=known)


def _people(path: Path, demonstrations: list[dict[str, object]], made: Mapping[int, str]) -> None:
    with unit(path) as work:
        known = work.head.known
    for one in demonstrations:
        episode = made[int(str(one["number"]))]
        use, signed = one.get("in_use"), one.get("signed")
        if isinstance(use, dict):
            known += timedelta(minutes=7)
            declare_use(path, episode, who=str(use["who"]), where=str(use["where"]), why=str(use["why"]),
                        scripted=known)
        if isinstance(signed, dict):
            known += timedelta(minutes=11)
            sign(path, episode, by=REVIEWER, adjudicated=str(signed["adjudicated"]), note=str(signed["note"]),
                 scripted=known)


def _step(path: Path, folder: Path, step: Mapping[str, object]) -> None:
    known = _moment(step["known"])
    if step.get("recheck"):
        recheck(path, scripted=known)
        return
    if step.get("reread"):
        with unit(path) as work:
            moved = next(line for line in revisions(work.connection, work.head.seq, 50)
                         if line.artifact == step["artifact"])
        reread(path, str(moved.seq), by=REVIEWER, note=str(step["note"]), scripted=known)
        return
    file = folder / str(step["file"]) if step.get("file") else None
    listed = step.get("rules")
    rules = {name: (folder / "rules" / name).read_text("utf-8")
             for name in (str(one) for one in (listed if isinstance(listed, list) else []))}
    revise(path, str(step["artifact"]), text=file.read_bytes().decode("utf-8") if file else None, rules=rules,
           withdraw=bool(step.get("withdraw")), file=str(file or step["artifact"]), scripted=known)


def summary_of(path: Path) -> Built:
    """Counts of a graph."""
    with unit(path) as work:
        tally = graph_counts(work.connection)
        return Built(graph_name(work.connection), tally.get("episodes", 0), tally.get("proofs", 0),
                     len({entry.version.key for entry in work.registry.artifacts}), tally.get("conclusions", 0))
