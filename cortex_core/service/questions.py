"""What a reviewer asks of one conclusion: is it admissible now, what would flip it, what would settle it, what
came near."""

from __future__ import annotations

from cortex_core.experience.admissibility import admissibility as conditions_of
from cortex_core.experience.admissibility import is_admissible
from cortex_core.experience.derivation import key_of
from cortex_core.experience.horizon import holds_until
from cortex_core.experience.settle import settling, single_fact_flips
from cortex_core.experience.situation import signature_of
from cortex_core.ids import ProofId
from cortex_core.lifecycle.controller import is_trusted
from cortex_core.lifecycle.standing import standing
from cortex_core.logic.atoms import scalar_text
from cortex_core.model.enums import Transition, Verdict
from cortex_core.model.experience import Output, Row
from cortex_core.service.asof import instant
from cortex_core.service.chain import Opened, opened
from cortex_core.service.explain.words import output_words, term_label, value_words
from cortex_core.service.graphs import Graph
from cortex_core.service.shapes import AdmissibilityView, AsOf, ConditionView, FlipView, NearMiss
from cortex_core.service.unit import Unit, unit
from cortex_core.store.conclusion_lists import conclusions_on

__all__ = ["admissibility", "flips", "near_misses"]

MOST_COMPARED = 200
SHOWN = 8
NAMED = 3


def admissibility(graph: Graph, conclusion: str, at: AsOf) -> AdmissibilityView:
    """Whether the proof may be replayed for the same task today, condition by condition.

    The task is the recorded one at its own decision date, resolved in the registry as known at the view.
    """
    with unit(graph.path) as work:
        it = opened(work, conclusion, at)
        when = instant(work, at)
        task = it.task()
        if task is None:
            erased = ConditionView("facts", Verdict.UNKNOWN, "recorded", "erased")
            return AdmissibilityView(False, (erased,))
        situation = work.resolver_at(when.seq).any_pair(task.family, task.decided_on, task.pair)
        signature = signature_of(situation, task)
        found = conditions_of(
            it.proof, key_of(situation, signature), signature,
            standing=standing(work.memory.marks(it.stored.episode.proof), task.decided_on, when.seq),
            decided_on=task.decided_on, certificates=work.memory.certificates(it.stored.episode.proof),
            trusted=is_trusted, representative=work.memory.representative)
        return AdmissibilityView(is_admissible(found), tuple(
            ConditionView(one.name, one.verdict, one.recorded, one.current) for one in found))


def flips(graph: Graph, conclusion: str, at: AsOf) -> tuple[FlipView, ...]:
    """Single changes of a fact that change the output, the day on which time alone does, and what would
    settle open questions. One line a fact and effect: the value nearest in order."""
    with unit(graph.path) as work:
        it = opened(work, conclusion, at)
        task = it.task()
        if task is None:
            return ()
        now = {one.name: value_words(one.value) for one in task.observations}
        found: dict[tuple[str, str], FlipView] = {}
        for flip in single_fact_flips(it.situation, task, it.proof.output):
            effect = _effect(it, flip.then)
            found.setdefault((flip.fact, effect), FlipView(
                term_label(it.family, flip.fact), now[flip.fact], scalar_text(flip.value).replace("_", " "),
                effect, "flip"))
        holds = holds_until(it.resolver, it.situation, task, it.proof.output)
        later = [FlipView("time", task.decided_on.isoformat(), holds.day.isoformat(),
                          f"{holds.why}: {_effect(it, holds.then)}", "time")] if holds.day and holds.then else []
        return (*later, *found.values(), *_settling(it))


def _settling(it: Opened) -> tuple[FlipView, ...]:
    task = it.task()
    if task is None or not it.proof.output.has_open_questions:
        return ()
    now = {one.name: value_words(one.value) for one in task.observations}
    found = settling(it.situation, task, it.proof.output)
    may = [FlipView(term_label(it.family, name), now[name], "some values", "would leave fewer questions open",
                    "may settle") for name in found.may]
    must = [FlipView(" and ".join(term_label(it.family, name) for name in names),
                     "; ".join(now[name] for name in names), "whatever they are", "settles every open question",
                     "must settle") for names in found.must]
    if not may and not must:
        what = "no governing edition" if it.proof.key.governing is None else "no single set of up to three facts"
        return (FlipView(what, "", "", "a source has to be registered: no fact settles it"
                         if it.proof.key.governing is None else "several facts would be needed", "may settle"),)
    return (*must, *may)


def _effect(it: Opened, then: Output | None) -> str:
    """Rows whose transition or output differs, before → after; else what applies."""
    if then is None:
        return ""
    before = {row.lineage: row for row in it.proof.output.rows}
    after = {row.lineage: row for row in then.rows}
    words = []
    for lineage in sorted(before.keys() | after.keys()):
        old, new = before.get(lineage), after.get(lineage)
        if old == new:
            continue
        words.append(f"{lineage}: {_row_words(it, old)} → {_row_words(it, new)}")
    if not words:
        applies = [rule.split(":", 1)[1] for rule in then.sets.currently_applicable]
        words.append("applies then: " + (", ".join(applies) or "nothing"))
    return "; ".join(words)


def _row_words(it: Opened, row: Row | None) -> str:
    if row is None:
        return "no row"
    if row.transition is Transition.UNRESOLVED:
        return "unresolved"
    output = output_words(it.family, row.new_output or row.old_output)
    return f"{row.transition.value} ({output})" if output else row.transition.value


def near_misses(graph: Graph, conclusion: str, at: AsOf) -> tuple[NearMiss, ...]:
    """Stored proofs of the family with the most equal atoms, and the condition that forbids replaying each.

    Similarity may suggest a precedent; it never admits one. At most 200 proofs are compared.
    """
    with unit(graph.path) as work:
        it = opened(work, conclusion, at)
        mine = dict(zip(it.proof.signature.atoms, it.proof.signature.codes, strict=True))
        scored = []
        for proof_id in list(work.memory.proofs_of_family(it.proof.key.family))[-MOST_COMPARED:]:
            if proof_id == it.stored.episode.proof:
                continue
            other = work.memory.proof(proof_id)
            if other is None:
                continue
            same = sum(1 for name, code in zip(other.signature.atoms, other.signature.codes, strict=True)
                       if mine.get(name) == code)
            total = len(mine.keys() | set(other.signature.atoms))
            scored.append((same / max(1, total), same, total, proof_id))
        scored.sort(key=lambda one: (-one[0], one[3]))
        return tuple(miss for _, same, total, proof in scored[:SHOWN]
                     if (miss := _near_miss(work, it, proof, same, total)) is not None)


def _near_miss(work: Unit, it: Opened, proof_id: ProofId, same: int, total: int) -> NearMiss | None:
    proof = work.memory.proof(proof_id)
    rows = conclusions_on(work.connection, proof_id, 1)
    if proof is None or not rows:
        return None
    found = conditions_of(
        proof, it.proof.key, it.proof.signature,
        standing=standing(work.memory.marks(proof_id), it.stored.episode.decided_on, it.when.seq),
        decided_on=it.stored.episode.decided_on, certificates=work.memory.certificates(proof_id),
        trusted=is_trusted, representative=work.memory.representative)
    failed = [one for one in found if one.verdict is not Verdict.PASS]
    if not failed:
        return None
    mine = dict(zip(it.proof.signature.atoms, it.proof.signature.codes, strict=True))
    differing = [name for name, code in zip(proof.signature.atoms, proof.signature.codes, strict=True)
                 if mine.get(name) != code]
    more = " …" if len(differing) > NAMED else ""
    why = (f"{failed[0].name} ({', '.join(differing[:NAMED])}{more})" if failed[0].name.startswith("signature")
           else f"{failed[0].name}: {failed[0].recorded} / {failed[0].current}")
    return NearMiss(rows[0].id, rows[0].name, f"{same} of {total} atoms equal", why)
