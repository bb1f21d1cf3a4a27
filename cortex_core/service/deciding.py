"""Deciding one task from raw facts, and recording the decision when asked to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

from cortex_core.digest import keyed_digest
from cortex_core.errors import InputError, Issue, Refused
from cortex_core.experience.situation import Resolver
from cortex_core.ids import EditionKey, EpisodeId
from cortex_core.lifecycle.controller import Decision, decide
from cortex_core.lifecycle.recording import Recorded, record
from cortex_core.logic.atoms import scalar_text
from cortex_core.model.events import Committed
from cortex_core.model.experience import Observation, Task, ToolRef
from cortex_core.rules.intake import Intake, take_in
from cortex_core.service.unit import Facts, Unit, decide_and_append, unit
from cortex_core.store.log import seq_at
from cortex_core.tools import TOOLS

__all__ = ["Answer", "Asked", "answer", "commit", "make_task"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it comes from outside: raw facts, a decision date, optionally an edition pair."""

    family: str
    facts: Mapping[str, object]
    on: date
    pair: tuple[str, str] | None = None
    title: str = ""
    name: str = ""                         # tells two askers of one question apart; never stored in clear


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision, what intake passed over, and the episode it was recorded as, if it was."""

    decision: Decision
    ignored: tuple[str, ...]
    episode: EpisodeId | None
    position: int


def _run_tools(asked: Asked, secret: bytes) -> tuple[dict[str, object], dict[str, ToolRef]]:
    """Facts that name a tool are observed by it now; its keyed digest becomes a premise.

    ``{"tool": NAME, "inputs": {...}}`` is the raw form.
    """
    facts, refs = dict(asked.facts), {}
    for name, raw in asked.facts.items():
        if not (isinstance(raw, Mapping) and "tool" in raw):
            continue
        tool, inputs = str(raw["tool"]), raw.get("inputs")
        if tool not in TOOLS:
            raise InputError(Issue("facts", f"the tool {tool!r} is not known", f"Known: {', '.join(TOOLS)}",
                                   field=name))
        if not isinstance(inputs, Mapping):
            raise InputError(Issue("facts", "the tool's inputs are not an object", "Give inputs by name", field=name))
        version, observe = TOOLS[tool]
        value = observe(inputs)
        shown = tuple((key, scalar_text(inputs[key])) for key in sorted(inputs))
        refs[name] = ToolRef(tool, version, keyed_digest(secret, "observation", (tool, version, shown, value)))
        facts[name] = value
    return facts, refs


def make_task(resolver: Resolver, asked: Asked, secret: bytes) -> tuple[Task, Intake]:
    """The task of a question, with canonical facts.

    Raises:
        Refused: the family is not registered.
        InputError: a fact of the wrong type; nothing was evaluated.
    """
    family = resolver.registry.families.get(asked.family)
    if family is None:
        known = ", ".join(sorted(resolver.registry.families)) or "none"
        raise Refused(f"the family {asked.family!r} is not registered; registered are: {known}")
    facts, tools = _run_tools(asked, secret)
    taken = take_in(family, facts, asked.on, tools=tools)
    pair = (EditionKey(asked.pair[0]), EditionKey(asked.pair[1])) if asked.pair else None
    return Task(family.key, family.task_type, family.output_type, asked.on, taken.observations, pair), taken


def _decide(work: Unit, asked: Asked, known: datetime | None) -> tuple[Decision, Intake]:
    position = work.head.seq if known is None else seq_at(work.connection, known)
    resolver = work.resolver_at(position)
    task, taken = make_task(resolver, asked, work.secret)
    return decide(task, resolver, work.memory, tools=work.tools, position=position), taken


def answer(path: Path, asked: Asked, known: datetime | None = None) -> Answer:
    """Decide and write nothing."""
    with unit(path) as work:
        decision, taken = _decide(work, asked, known)
        return Answer(decision, taken.ignored, None, decision.position)


def commit(path: Path, questions: list[Asked], *, scripted: datetime | None = None) -> list[Answer]:
    """Decide a batch and record it as one event: new proofs once, an episode a question."""

    def decider(work: Unit) -> tuple[list[Answer], list[Committed], Facts]:
        made: list[tuple[Decision, Intake, Recorded]] = []
        for asked in questions:
            decision, taken = _decide(work, asked, None)
            made.append((decision, taken, record(decision, work.secret, work.registry, title=asked.title,
                                                 name=asked.name)))
        fresh = {decision.proof_id: (decision.proof, kept.certificate) for decision, _, kept in made
                 if decision.precedent is None and work.memory.proof(decision.proof_id) is None}
        event = Committed(
            tuple(proof for proof, _ in fresh.values()), tuple(certificate for _, certificate in fresh.values()),
            tuple({kept.episode.id: kept.episode for _, _, kept in made}.values()),
            tuple(kept.abstention for _, _, kept in made if kept.abstention is not None))
        facts: dict[EpisodeId, tuple[Observation, ...]] = {
            kept.episode.id: decision.task.observations for decision, _, kept in made}
        answers = [Answer(decision, taken.ignored, kept.episode.id, work.head.seq + 1)
                   for decision, taken, kept in made]
        return answers, [event], facts

    return decide_and_append(path, decider, scripted=scripted).answer
