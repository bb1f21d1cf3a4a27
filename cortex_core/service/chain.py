"""One conclusion with everything that made it: what the Provenance page shows."""

from __future__ import annotations

from datetime import date

from cortex_core.errors import Refused
from cortex_core.experience.horizon import HoldsUntil, fact_horizon, holds_until, replay_horizon
from cortex_core.experience.memory import StoredEpisode
from cortex_core.experience.situation import Resolver, Situation
from cortex_core.ids import ConclusionId
from cortex_core.lifecycle.standing import open_challenges
from cortex_core.logic.atoms import AtomValue
from cortex_core.model.enums import Cause, Truth
from cortex_core.model.experience import Observation, Proof, Task
from cortex_core.model.rules import Family
from cortex_core.rules.checker import verdict
from cortex_core.service.asof import Instant, instant
from cortex_core.service.explain.passage import source_text
from cortex_core.service.explain.picture import chain_picture
from cortex_core.service.explain.steps import decisive_atoms, steps
from cortex_core.service.explain.words import (
    atom_words,
    interval_words,
    known_words,
    output_words,
    transition_sentence,
    value_words,
)
from cortex_core.service.graphs import Graph
from cortex_core.service.histories import conclusion_history
from cortex_core.service.listing import best_support, line_of, review_lines
from cortex_core.service.shapes import (
    AsOf,
    AtomView,
    Chain,
    ChallengedItem,
    RowView,
    SourceText,
    UseLine,
)
from cortex_core.service.unit import Unit, unit
from cortex_core.sources.registry import RegisteredArtifact
from cortex_core.store.conclusion_lists import conclusion_row, conclusions_on
from cortex_core.store.log import known_at
from cortex_core.store.reading import ChallengeLine, challenges_of, committed_at, uses_of

__all__ = ["CLOSES_BY", "Opened", "chain", "opened"]

SHOWN = 5
CLOSES_BY = {
    Cause.TEXT_CHANGED.value: "new rules for the changed text, or a recorded re-reading of the passages",
    Cause.RE_ENCODED.value: "a recheck against the new rules",
    Cause.METADATA_CORRECTED.value: "a recheck against the corrected dates, scope or authority",
    Cause.WITHDRAWN.value: "a recheck; the withdrawn source supports nothing current",
    Cause.COMPETITOR.value: "a recheck against what the resolver selects now",
}


class Opened:
    """A conclusion opened for explanation: its records, and the situation they were decided in."""

    def __init__(self, work: Unit, conclusion: str, at: AsOf) -> None:
        found = conclusion_row(work.connection, conclusion)
        self.when: Instant = instant(work, at)
        if found is None or found.seq > self.when.seq:
            raise Refused(f"there is no conclusion {conclusion!r} in this graph at the chosen known time")
        self.work, self.row = work, found
        self.stored: StoredEpisode
        self.stored, self.standing = best_support(work, ConclusionId(found.id), self.when)
        proof = work.memory.proof(self.stored.episode.proof)
        if proof is None:
            raise Refused(f"the proof of {conclusion} is not in this graph: run `cortex verify-log`")
        self.proof: Proof = proof
        self.seq = committed_at(work.connection, self.stored.episode.proof)
        # what the proof was decided on is shown as it was then, not as it reads now
        self.resolver: Resolver = work.resolver_at(self.seq)
        self.situation: Situation = self.resolver.any_pair(proof.key.family, self.stored.episode.decided_on,
                                                           proof.key.pair)
        self.observations = work.memory.observations(self.stored.episode.id)

    @property
    def family(self) -> Family:
        return self.situation.family

    def task(self) -> Task | None:
        """The task as it was asked; None once the facts are erased."""
        if self.observations is None:
            return None
        key = self.proof.key
        return Task(key.family, key.task_type, key.output_type, self.stored.episode.decided_on, self.observations,
                    key.pair, self.proof.signature.context)


def opened(work: Unit, conclusion: str, at: AsOf) -> Opened:
    """Open a conclusion for explanation.

    Raises:
        Refused: there is none of that id at the chosen known time.
    """
    return Opened(work, conclusion, at)


def chain(graph: Graph, conclusion: str, at: AsOf) -> Chain:
    """The chain from source span to conclusion, as of an instant.

    Raises:
        Refused: there is no conclusion of that id at the chosen known time.
    """
    with unit(graph.path) as work:
        it = opened(work, conclusion, at)
        line = line_of(work, it.row, it.when)
        episode, proof, task = it.stored.episode, it.proof, it.task()
        versions = _versions(it)
        atoms, rules = _atoms(it), _rules(it)
        challenges = tuple(challenged_item(work, one, it.when) for one in
                           challenges_of(work.connection, episode.proof, it.when.seq))
        picture = chain_picture(
            proof, atoms, {key: entry.version.id for key, entry in versions.items()}, conclusion=line.id,
            title=line.title, standing=line.standing, episode=episode.id, rules=rules,
            challenges=[(one.challenge, one.cause) for one in challenges if one.open])
        holds = holds_until(it.resolver, it.situation, task, proof.output) if task else None
        certificates = work.memory.certificates(episode.proof)
        return Chain(
            line=line, sentence=transition_sentence(it.family, proof.output),
            kind=f"{proof.key.output_type} (decision support)", proof=episode.proof, episode=episode.id,
            supports=it.row.proofs, governing=proof.key.governing or "none governs",
            pair=" → ".join(proof.key.pair) if proof.key.pair else "no pair", rows=_rows(it),
            sources=_sources(it, versions), rules=rules, atoms=atoms,
            steps=steps(it.situation.book, proof, {key: entry.version.id for key, entry in versions.items()}),
            picture=picture, decided_on=episode.decided_on.isoformat(), known=_when(work, it.stored.seq),
            source_interval=interval_words(proof.key.interval),
            fact_horizon=interval_words(fact_horizon(it.situation, task)) if task else "facts erased",
            holds_until=_holds(holds), holds_until_why=holds.why if holds else "the facts of this episode were erased",
            replay_until=_replay(it, task), mode=episode.mode.value, mode_reasons=episode.mode_reasons,
            rests_on=certificates[-1].certificate.rests_on if certificates else (),
            certificates=tuple((f"{one.certificate.verifier} {one.certificate.verifier_version}", _when(work, one.seq),
                                verdict(one.certificate.criteria).value) for one in certificates),
            challenges=challenges, uses=_uses(it), reviews=review_lines(work, it.row.id, it.when),
            history=conclusion_history(work, it.row.id, it.when.seq),
            tool_observations=_tool_observations(it))


def challenged_item(work: Unit, one: ChallengeLine, when: Instant) -> ChallengedItem:
    """A challenge with its path and what would close it."""
    rows = conclusions_on(work.connection, one.proof, SHOWN)
    is_open = one.id in open_challenges(work.memory.marks(one.proof), date.max, when.seq)
    return ChallengedItem(
        one.id, one.proof, tuple((row.id, row.name) for row in rows), one.conclusions,
        sum(1 for row in rows if row.uses), one.family, one.path, one.paths, max(1, len(one.path) - 1), one.cause,
        CLOSES_BY.get(one.cause, "a recheck"), is_open, "" if is_open else one.closed_by)


def _when(work: Unit, seq: int) -> str:
    known = known_at(work.connection, seq)
    return known_words(known) if known else ""


def _versions(it: Opened) -> dict[str, RegisteredArtifact]:
    """The version of each source that the proof was decided on."""
    registry = it.resolver.registry
    return {ref.artifact: head for ref in it.proof.key.sources if (head := registry.head(ref.artifact)) is not None}


def _speaking(it: Opened) -> list[str]:
    """Rules that made a side of a row Y, and those that apply now, new edition first."""
    outputs = {(row.lineage, output) for row in it.proof.output.rows for output in (row.old_output, row.new_output)}
    rows = {row.lineage: row for row in it.proof.output.rows}
    applicable = it.proof.output.sets.currently_applicable
    found = []
    for edition in reversed(it.situation.book.editions):
        for one in it.situation.book.rules[edition]:
            rule = one.rule
            row = rows.get(rule.lineage)
            is_open = row is not None and row.transition.value == "unresolved"
            if (rule.lineage, rule.output) in outputs or rule.id in applicable or is_open:
                found.append(rule.id)
    return list(dict.fromkeys(found))


def _rules(it: Opened) -> tuple[tuple[str, str, str], ...]:
    speaking = set(_speaking(it))
    return tuple((one.rule.id, one.rule.when, output_words(it.family, one.rule.output))
                 for edition in reversed(it.situation.book.editions)
                 for one in it.situation.book.rules[edition] if one.rule.id in speaking)


def _sources(it: Opened, versions: dict[str, RegisteredArtifact]) -> tuple[SourceText, ...]:
    speaking = set(_speaking(it))
    cites = {(cite.artifact, cite.span): cite for cite in it.proof.key.cites if cite.rule in speaking}
    found = []
    for (artifact, _), cite in cites.items():
        entry = versions.get(artifact)
        if entry is not None:
            end = entry.version.valid_to
            valid = f"from {entry.version.valid_from}" + (f" until before {end}" if end else ", no end stated")
            found.append(source_text(entry, cite, valid))
    return tuple(found)


def _atoms(it: Opened) -> tuple[AtomView, ...]:
    decisive = decisive_atoms(it.situation.book, it.proof)
    by_id = {atom.id: atom for atom in it.situation.book.atoms}
    sources = {derived.name: derived.source for derived in it.family.derived}
    found = []
    for name, code in zip(it.proof.signature.atoms, it.proof.signature.codes, strict=True):
        atom, value = by_id[name], AtomValue.from_code(code)
        fact = sources.get(atom.term, atom.term)
        found.append(AtomView(name, atom_words(it.family, atom), value.truth,
                              value.reason.value if value.reason else "", fact, _fact_words(it, fact),
                              name in decisive))
    return tuple(sorted(found, key=lambda one: (not one.decisive, one.truth is not Truth.U, one.id)))


def _observation(it: Opened, fact: str) -> Observation | None:
    return next((one for one in it.observations or () if one.name == fact), None)


def _fact_words(it: Opened, fact: str) -> str:
    if it.observations is None:
        return "facts erased"
    one = _observation(it, fact)
    if one is None:
        return "not declared"
    words = value_words(one.value)
    return words + (f", usable until before {one.until}" if one.until else "")


def _rows(it: Opened) -> tuple[RowView, ...]:
    certificates = it.work.memory.certificates(it.stored.episode.proof)
    passed = any(verdict(one.certificate.criteria).value == "pass" for one in certificates)
    why = "" if passed else "the gate has no passing report on this proof"
    return tuple(RowView(row.lineage, row.old, output_words(it.family, row.old_output), row.new,
                         output_words(it.family, row.new_output), row.transition, passed, why)
                 for row in it.proof.output.rows)


def _holds(holds: HoldsUntil | None) -> str:
    if holds is None:
        return "facts erased"
    return holds.day.isoformat() if holds.day else "no change foreseen"


def _replay(it: Opened, task: Task | None) -> str:
    if task is None:
        return "facts erased"
    end = replay_horizon(it.situation, task).end
    return end.isoformat() if end else "open"


def _uses(it: Opened) -> tuple[UseLine, ...]:
    return tuple(UseLine(one.where, one.why, one.who, known_words(one.known), "ended" if one.ended else "")
                 for one in uses_of(it.work.connection, it.row.id) if one.seq <= it.when.seq)


def _tool_observations(it: Opened) -> tuple[tuple[str, str, str], ...]:
    found = []
    for fact, ref in it.proof.signature.observations:
        one = _observation(it, fact)
        found.append((f"{ref.tool} {ref.version}", value_words(one.value) if one else "facts erased", ref.digest))
    return tuple(found)
