"""The working copy of proofs and conclusions while one event is folded, and the changes it comes to.

Reading goes through the view once a batch; standing, best supports and counters are settled once, at the end,
so that a batch gives what its parts would give one by one (I8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from cortex_core.experience.memory import Mark
from cortex_core.history.changes import Add, Change, Put, Set
from cortex_core.history.view import ConclusionRow, ProofRow, SupportRow, View
from cortex_core.ids import ConclusionId, ProofId
from cortex_core.lifecycle.standing import standing
from cortex_core.model.enums import Standing

__all__ = ["Draft"]


class Draft:
    """Proofs and conclusions touched by the event at ``seq``."""

    __slots__ = ("_added", "_asked", "_conclusions", "_marks", "_new_conclusions", "_new_proofs", "_proofs",
                 "_proofs_before", "_supports", "_view", "seq")

    def __init__(self, view: View, seq: int) -> None:
        self.seq = seq
        self._view = view
        self._proofs: dict[int, ProofRow] = {}
        self._proofs_before: dict[int, ProofRow] = {}
        self._new_proofs: dict[int, dict[str, object]] = {}
        self._marks: dict[int, list[Mark]] = {}
        self._added: list[tuple[int, Mark]] = []
        self._asked: set[ConclusionId] = set()
        self._conclusions: dict[ConclusionId, tuple[ConclusionRow | None, ConclusionRow]] = {}
        self._new_conclusions: dict[ConclusionId, dict[str, object]] = {}
        self._supports: dict[ConclusionId, dict[int, SupportRow]] = {}

    # --- proofs ---------------------------------------------------------------------------------------

    def load(self, ids: Iterable[ProofId]) -> dict[ProofId, ProofRow]:
        """Proofs by id, as the draft has them. Raises ValueError for an unknown one: nothing is written."""
        wanted = set(ids)
        found = {row.id: row for row in self._proofs.values() if row.id in wanted}
        for row in self._view.proofs(wanted - found.keys()).values():
            self._keep(row)
            found[row.id] = row
        if missing := wanted - found.keys():
            raise ValueError(f"proof {min(missing)} is not in the log: commit it before it is referred to")
        return found

    def number(self, n: int) -> ProofRow:
        if n not in self._proofs:
            self._keep(self._view.proofs_numbered((n,))[n])
        return self._proofs[n]

    def _keep(self, row: ProofRow) -> None:
        self._proofs[row.n] = self._proofs_before[row.n] = row

    def add_proof(self, row: ProofRow, columns: dict[str, object]) -> None:
        self._proofs[row.n] = row
        self._new_proofs[row.n] = columns

    # --- marks ----------------------------------------------------------------------------------------

    def marks(self, numbers: Iterable[int]) -> None:
        """Read the marks of these proofs in one go."""
        wanted = {n for n in numbers if n not in self._marks}
        stored = self._view.marks({n for n in wanted if n not in self._new_proofs})
        for n in wanted:
            self._marks[n] = list(stored.get(n, ()))

    def marks_of(self, n: int) -> tuple[Mark, ...]:
        self.marks((n,))
        return tuple(self._marks[n])

    def mark(self, n: int, mark: Mark) -> None:
        self.marks((n,))
        self._marks[n].append(mark)
        self._added.append((n, mark))

    # --- conclusions ----------------------------------------------------------------------------------

    def load_conclusions(self, ids: Iterable[ConclusionId]) -> None:
        """Read these in one go; one that is not stored is not asked for again."""
        wanted = {one for one in ids if one not in self._asked}
        self._asked |= wanted
        for one, row in self._view.conclusions(wanted).items():
            self._conclusions[one] = (row, row)
        several = [one for one in wanted if one in self._conclusions and self._conclusions[one][1].proofs > 1]
        for one, rows in self._view.supports(several).items():
            self._supports[one] = {row.proof: row for row in rows}

    def conclusion(self, one: ConclusionId) -> ConclusionRow | None:
        self.load_conclusions((one,))
        pair = self._conclusions.get(one)
        return None if pair is None else pair[1]

    def add_conclusion(self, row: ConclusionRow, columns: dict[str, object]) -> None:
        self._conclusions[row.id] = (None, row)
        self._new_conclusions[row.id] = columns

    def support(self, one: ConclusionId, support: SupportRow, title: str) -> None:
        """A further episode came to a conclusion that exists."""
        before, row = self._conclusions[one]
        known = self._supports.setdefault(one, {row.proof: SupportRow(row.proof, row.episode, row.mode)})
        known[support.proof] = support
        self._conclusions[one] = (before, replace(row, proofs=len(known), title=title or row.title))

    # --- settling -------------------------------------------------------------------------------------

    def changes(self) -> Iterator[Change]:
        """Everything the draft came to. Standing is taken over the whole of valid time known so far."""
        self._settle_standing()
        changed = [n for n, row in self._proofs.items()
                   if n in self._proofs_before and self._proofs_before[n].standing is not row.standing]
        self.load_conclusions(self._view.shared_by(changed))
        self._settle_supports()
        places: Counter[int] = Counter()
        for n, mark in self._added:
            yield Put("mark", {"n": n, "seq": self.seq, "place": places[n], "kind": mark.kind,
                               "challenge": mark.challenge, "cause": mark.cause,
                               "valid_from": mark.valid_from})
            places[n] += 1
        yield from self._proof_changes()
        yield from self._conclusion_changes()

    def _settle_standing(self) -> None:
        for n in {n for n, _ in self._added}:
            self._proofs[n] = replace(self.number(n), standing=standing(self._marks[n], date.max, None))

    def _settle_supports(self) -> None:
        for one, (before, row) in self._conclusions.items():
            supports = self._supports.get(one)
            best = SupportRow(row.proof, row.episode, row.mode) if supports is None else max(
                supports.values(),
                key=lambda support: (self.number(support.proof).standing.admits, support.episode))
            if before is None or before.proof != best.proof:
                self._count(best.proof, +1)
                if before is not None:
                    self._count(before.proof, -1)
            settled = replace(row, proof=best.proof, episode=best.episode, mode=best.mode)
            self._conclusions[one] = (before, settled)

    def _count(self, n: int, by: int) -> None:
        row = self.number(n)
        self._proofs[n] = replace(row, conclusions=row.conclusions + by)

    def _proof_changes(self) -> Iterator[Change]:
        tallies: Counter[str] = Counter()
        for n, row in self._proofs.items():
            before = self._proofs_before.get(n)
            if before == row:
                continue
            settled = {"standing": row.standing, "conclusions": row.conclusions}
            if before is None:
                yield Put("proof", {**self._new_proofs[n], **settled})
            else:
                yield Set("proof", {"n": n}, settled)
                _count_proof(tallies, before, -1)
            _count_proof(tallies, row, +1)
        yield from (Add(name, by) for name, by in sorted(tallies.items()) if by)

    def _conclusion_changes(self) -> Iterator[Change]:
        for one, (before, row) in self._conclusions.items():
            settled = {"title": row.title, "proof": row.proof, "proofs": row.proofs,
                       "episode": row.episode, "mode": row.mode}
            if before is None:
                yield Put("conclusion", {**self._new_conclusions[one], **settled})
            elif before != row:
                yield Set("conclusion", {"id": one}, settled)
            if row.proofs > 1:
                for support in self._supports[one].values():
                    yield Put("alternative", {"conclusion": one, "n": support.proof,
                                              "episode": support.episode, "mode": support.mode}, replace=True)


def _count_proof(tallies: Counter[str], row: ProofRow, sign: int) -> None:
    state: Standing = row.standing
    tallies["proofs"] += sign
    tallies[f"proofs/family/{row.family}"] += sign
    tallies[f"proofs/standing/{state.value}"] += sign
    tallies[f"proofs/family/{row.family}/{state.value}"] += sign
    held = sign * row.conclusions
    tallies["conclusions"] += held
    tallies[f"conclusions/family/{row.family}"] += held
    tallies[f"conclusions/standing/{state.value}"] += held
    tallies[f"conclusions/family/{row.family}/{state.value}"] += held
    if row.unresolved:
        tallies["conclusions/unresolved"] += held
