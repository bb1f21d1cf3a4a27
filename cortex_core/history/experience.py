"""What commits change: proofs, their reverse indices, certificates, episodes, conclusions, abstentions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from cortex_core.digest import digest
from cortex_core.history.changes import Add, Change, Put, Set
from cortex_core.history.draft import Draft
from cortex_core.history.view import ConclusionRow, ProofRow, SupportRow, View, conclusion_id
from cortex_core.ids import ProofId
from cortex_core.model.enums import Standing
from cortex_core.model.events import Abstention, Committed, Rechecked
from cortex_core.model.experience import Certificate, Episode, Proof
from cortex_core.model.rules import Family

__all__ = ["commit"]


def commit(event: Committed | Rechecked, draft: Draft, view: View) -> Iterator[Change]:
    """Rows of the proofs and episodes of an event. Conclusions go through the draft, which picks their best
    support once standing is settled. Raises ValueError for a proof neither stored nor in the event."""
    families = view.families()
    yield from _proofs(event.proofs, families, draft, view)
    rows = draft.load({*(one.proof for one in event.episodes), *(one.proof for one in event.certificates)})
    yield from _certificates(event.certificates, rows, draft.seq)
    yield from _episodes(event.episodes, rows, families, draft, view)
    yield from _abstentions(event.abstentions, event.episodes, rows, draft.seq, view)


def _words(proof: Proof, family: Family | None) -> str:
    """Labels of the proof's outputs, for search."""
    labels = {spec.id: spec.label for spec in family.outputs} if family else {}
    return " · ".join(labels.get(output, output) for output, _ in proof.output.contents)


def _proofs(proofs: Sequence[Proof], families: Mapping[str, Family], draft: Draft,
            view: View) -> Iterator[Change]:
    first = view.next_number("proof")
    for n, proof in enumerate(proofs, first):
        key, identity = proof.key, proof.id
        row = ProofRow(n, identity, key.family, proof.output.digest, proof.output.has_open_questions,
                       _words(proof, families.get(key.family)), Standing.ACTIVE, 0)
        draft.add_proof(row, {
            "n": n, "id": identity, "family": key.family, "governing": key.governing,
            "key_digest": proof.key_digest, "signature_digest": proof.signature_digest, "output": row.output,
            "unresolved": row.unresolved, "words": row.words, "record": proof, "seq": draft.seq})
        for artifact in sorted({source.artifact for source in key.sources}):
            yield Put("proof_source", {"artifact": artifact, "n": n})
        for edition in sorted({rules.edition for rules in key.rules}):
            yield Put("proof_edition", {"edition": edition, "n": n})


def _certificates(certificates: Sequence[Certificate], rows: Mapping[ProofId, ProofRow],
                  seq: int) -> Iterator[Change]:
    for place, certificate in enumerate(certificates):
        yield Put("certificate", {"n": rows[certificate.proof].n, "seq": seq, "place": place,
                                  "verifier": certificate.verifier, "record": certificate})
    if certificates:
        yield Add("certificates", len(certificates))


def _episodes(episodes: Sequence[Episode], rows: Mapping[ProofId, ProofRow], families: Mapping[str, Family],
              draft: Draft, view: View) -> Iterator[Change]:
    tallies: Counter[str] = Counter()
    ids = [conclusion_id(one.task, rows[one.proof].output) for one in episodes]
    draft.load_conclusions(ids)
    wording = yield from _wordings(episodes, view)
    number, next_conclusion = view.next_number("episode"), view.next_number("conclusion")
    for n, (episode, conclusion) in enumerate(zip(episodes, ids, strict=True), number):
        proof = rows[episode.proof]
        yield Put("episode", {
            "n": n, "id": episode.id, "task": episode.task, "proof": proof.n, "conclusion": conclusion,
            "decided_on": episode.decided_on, "mode": episode.mode, "title": episode.title,
            "wording": wording[_wording_key(episode)], "record": replace(episode, mode_reasons=(), roles=()),
            "seq": draft.seq})
        tallies["episodes"] += 1
        tallies[f"episodes/mode/{episode.mode.value}"] += 1
        tallies[f"episodes/family/{proof.family}"] += 1
        if draft.conclusion(conclusion) is not None:
            draft.support(conclusion, SupportRow(proof.n, n, episode.mode), episode.title)
            continue
        family = families.get(proof.family)
        draft.add_conclusion(
            ConclusionRow(next_conclusion, conclusion, episode.title, proof.n, 1, n, episode.mode, 0),
            {"n": next_conclusion, "id": conclusion, "task": episode.task,
             "family": proof.family, "subject": family.title if family else proof.family,
             "words": proof.words, "decided_on": episode.decided_on, "uses": 0, "seq": draft.seq})
        next_conclusion += 1
    yield from (Add(name, by) for name, by in sorted(tallies.items()))


def _wording_key(episode: Episode) -> str:
    return digest("wording", (episode.mode_reasons, episode.roles))


def _wordings(episodes: Sequence[Episode], view: View) -> Generator[Change, None, dict[str, int]]:
    """Number of each episode's reasons and role trace: most episodes say what others say, so they are kept once."""
    said = {_wording_key(one): one for one in episodes}
    numbers = dict(view.wordings(said))
    for n, key in enumerate((key for key in said if key not in numbers), view.next_number("wording")):
        numbers[key] = n
        yield Put("wording", {"n": n, "key": key, "reasons": said[key].mode_reasons, "roles": said[key].roles})
    return numbers


def _abstentions(abstentions: Sequence[Abstention], episodes: Sequence[Episode],
                 rows: Mapping[ProofId, ProofRow], seq: int, view: View) -> Iterator[Change]:
    # A question that was escalated is closed once the same task is decided again: by an answer, or by a
    # later abstention that says what is missing now. So at most one is open for a task.
    decided = {one.task for one in episodes}
    settled = [one for found in view.open_abstentions(decided).values() for one in found]
    for episode in settled:
        yield Set("abstention", {"episode": episode}, {"closed_seq": seq})
    by_id = {one.id: one for one in episodes}
    for abstention in abstentions:
        owner = by_id.get(abstention.episode)
        if owner is None:
            raise ValueError(f"the abstention of {abstention.episode} comes without its episode")
        proof = rows[owner.proof]
        yield Put("abstention", {"episode": owner.id, "task": owner.task, "family": proof.family,
                                 "conclusion": conclusion_id(owner.task, proof.output), "record": abstention,
                                 "seq": seq})
    if abstentions:
        yield Add("abstentions", len(abstentions))
    if len(abstentions) != len(settled):
        yield Add("abstentions/open", len(abstentions) - len(settled))
