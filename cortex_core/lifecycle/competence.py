"""Competence: which part of a declared distribution of tasks stands on proofs (contract 3.9).

Each draw has one status, the first that matches. A draw is *challenged* when the only stored proofs that would
answer it (under the registry as it is, or as it once was) are under an open challenge, and *replayable* when
the controller would replay one; challenged mass is therefore in no numerator. *Replayable* is judged by the
conditions of exact replay and *synthesizable* by fresh evaluation: the gate, which derives a proof a second time,
runs when a cell is opened and not for each draw. Only μ counts as competence; synthesizable mass is *reach*.

Known time is a log position. Valid time is each draw's own decision date, as in a decision.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Protocol

from cortex_core.errors import Refused
from cortex_core.experience.admissibility import admissibility, is_admissible
from cortex_core.experience.derivation import key_of
from cortex_core.experience.memory import Mark, StoredCertificate
from cortex_core.experience.situation import Resolver, Situation, signature_of
from cortex_core.ids import EditionKey, ProofId
from cortex_core.lifecycle.standing import explain, standing
from cortex_core.model.enums import Standing
from cortex_core.model.experience import Proof, ProofKey, RuleList, Signature, Task, signature_digest
from cortex_core.rules.rulebook import RuleBook
from cortex_core.rules.transitions import evaluate
from cortex_core.sources.registry import Registry, cut_points

__all__ = ["Atlas", "Draw", "Measure", "Place", "Reading", "Shelf", "Status", "Stored", "measure"]


class Status(Enum):
    """Status of a draw, in first-match order. Pattern-covered and adaptable wait for patterns and strategies."""

    CHALLENGED = "challenged"
    REPLAYABLE = "replayable"
    PATTERN_COVERED = "pattern-covered"
    ADAPTABLE = "adaptable"
    SYNTHESIZABLE = "synthesizable"
    UNRESOLVED = "unresolved"
    UNCOVERED = "uncovered"

    @property
    def counts(self) -> bool:
        """In the numerator of μ."""
        return self in (Status.REPLAYABLE, Status.PATTERN_COVERED)


@dataclass(frozen=True, slots=True)
class Draw:
    """One task of the distribution with its mass. ``task`` is None where the family is not registered, so that
    its facts have no types yet."""

    family: str
    task: Task | None
    mass: Fraction
    label: str


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored proof with the log position of its first commit."""

    seq: int
    id: ProofId
    proof: Proof


class Shelf(Protocol):
    """What the map asks of the stored experience; every answer holds for the whole log that is viewed."""

    def proofs_with(self, family: str, signature_digest: str) -> Sequence[Stored]: ...

    def marks(self, proof: ProofId) -> Sequence[Mark]: ...

    def certificates(self, proof: ProofId) -> Sequence[StoredCertificate]: ...

    def representative(self, blob: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Reading:
    """A draw read in one state of the registry: what it meets there, its signature, and whether fresh
    evaluation leaves a question open."""

    situation: Situation
    signature: Signature
    digest: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Place:
    """Where a draw falls, with the reason. ``is_open``: its right answer is *unresolved*, whatever its status.
    ``proof`` is the stored proof that answers it, or the challenged one that would."""

    status: Status
    why: str
    is_open: bool
    proof: ProofId | None
    reading: Reading | None


@dataclass
class _Vintage:
    """The registry as one family knew it from a log position on, with situations by stretch of valid time."""

    seq: int
    resolver: Resolver
    _cuts: dict[str, list[date]] = field(default_factory=dict)
    _met: dict[tuple[str, int, tuple[EditionKey, EditionKey] | None], Situation | str] = field(default_factory=dict)

    def situation(self, task: Task) -> Situation | str:
        """The situation of a task, or why the task cannot be asked. Between two cut points the selection is
        one, so it is resolved once a stretch and not once a day."""
        registry = self.resolver.registry
        if task.family not in self._cuts:
            self._cuts[task.family] = cut_points(registry.candidates(task.family))
        name = (task.family, bisect_right(self._cuts[task.family], task.decided_on), task.pair)
        if name not in self._met:
            self._met[name] = self._resolved(task)
        return self._met[name]

    def _resolved(self, task: Task) -> Situation | str:
        registry = self.resolver.registry
        for key in task.pair or ():
            if registry.edition(task.family, key) is None:
                return f"the edition {key} is not registered"
        if not registry.editions_of(task.family):
            return f"no edition of {task.family} is registered"
        try:
            return self.resolver.situation(task.family, task.decided_on, task.pair)
        except Refused as refusal:
            return str(refusal)


@dataclass
class Atlas:
    """Draws placed at any log position of one registry; what does not depend on the position is found once."""

    registry: Registry
    shelf: Shelf
    trusted: Callable[[StoredCertificate], bool]
    _books: dict[tuple[str, ...], RuleBook] = field(default_factory=dict)
    _vintages: dict[str, tuple[_Vintage, ...]] = field(default_factory=dict)
    _signatures: dict[tuple[Task, tuple[RuleList, ...]], tuple[Signature, str]] = field(default_factory=dict)
    _open: dict[tuple[ProofKey, str], bool] = field(default_factory=dict)
    _fits: dict[tuple[ProofId, ProofKey, bool, int], bool] = field(default_factory=dict)

    def place(self, draw: Draw, position: int) -> Place:
        """The status of a draw as known at a log position."""
        if draw.task is None:
            return Place(Status.UNCOVERED, f"the family {draw.family} is not registered", False, None, None)
        vintages = [one for one in self._seen_by(draw.family) if one.seq <= position]
        if not vintages:
            return Place(Status.UNCOVERED, f"no edition of {draw.family} is registered", False, None, None)
        reading = self._reading(draw.task, vintages[-1])
        if isinstance(reading, str):
            return Place(Status.UNCOVERED, reading, False, None, None)
        own = self._stored(draw.task, reading, position)
        admitted = next((one for one, how in own if how.admits), None)
        if admitted is None:
            fallen = self._fallen(draw.task, own, vintages, position)
            if fallen is not None:
                why = explain(self.shelf.marks(fallen.id), draw.task.decided_on, position)
                return Place(Status.CHALLENGED, why, reading.is_open, fallen.id, reading)
        return self._standing_on(admitted, reading)

    @staticmethod
    def _standing_on(admitted: Stored | None, reading: Reading) -> Place:
        proof = admitted.id if admitted is not None else None
        if reading.is_open:
            selected = reading.situation.resolution
            why = ("the facts leave a row open" if selected.selected is not None else selected.why)
            return Place(Status.UNRESOLVED, why, True, proof, reading)
        if proof is not None:
            return Place(Status.REPLAYABLE, "a stored proof meets every condition of exact replay", False, proof,
                         reading)
        missing = reading.situation.spans_missing
        if missing:
            return Place(Status.UNCOVERED, f"the gate would withhold it: {missing[0]}", False, None, reading)
        return Place(Status.SYNTHESIZABLE, "no stored proof has this key and signature; fresh evaluation is definite",
                     False, None, reading)

    def _fallen(self, task: Task, own: Sequence[tuple[Stored, Standing]], vintages: Sequence[_Vintage],
                position: int) -> Stored | None:
        """The challenged proof that would answer the task, now or by the registry of an earlier day: a change
        of the rules moves key and signature, and the draw still stood on that proof before."""
        for one, how in own:
            if how is Standing.CHALLENGED:
                return one
        for vintage in reversed(vintages[:-1]):
            reading = self._reading(task, vintage)
            if isinstance(reading, str):
                continue
            for one, how in self._stored(task, reading, position):
                if how is Standing.CHALLENGED:
                    return one
        return None

    def _stored(self, task: Task, reading: Reading, position: int) -> list[tuple[Stored, Standing]]:
        """Stored proofs that meet every condition of replay but standing, with their standing."""
        return [(one, standing(self.shelf.marks(one.id), task.decided_on, position))
                for one in self.shelf.proofs_with(task.family, reading.digest)
                if one.seq <= position and self._is_fit(one, task, reading, position)]

    def _is_fit(self, stored: Stored, task: Task, reading: Reading, position: int) -> bool:
        certificates = [one for one in self.shelf.certificates(stored.id) if one.seq <= position]
        inside = stored.proof.key.interval.covers(task.decided_on)
        name = (stored.id, reading.situation.key, inside, len(certificates))
        if name not in self._fits:
            # Standing is asked apart, because it moves with the position and the rest does not.
            self._fits[name] = is_admissible(admissibility(
                stored.proof, key_of(reading.situation, reading.signature), reading.signature,
                standing=Standing.ACTIVE, decided_on=task.decided_on, certificates=certificates,
                trusted=self.trusted, representative=self.shelf.representative))
        return self._fits[name]

    def _reading(self, task: Task, vintage: _Vintage) -> Reading | str:
        situation = vintage.situation(task)
        if isinstance(situation, str):
            return situation
        name = (task, situation.key.rules)
        if name not in self._signatures:
            signature = signature_of(situation, task)
            self._signatures[name] = signature, signature_digest(signature)
        signature, mark = self._signatures[name]
        asked = (situation.key, mark)
        if asked not in self._open:
            output = evaluate(situation.book, signature.codes, situation.key.governing, situation.pair)
            self._open[asked] = output.has_open_questions or situation.key.governing is None
        return Reading(situation, signature, mark, self._open[asked])

    def _seen_by(self, family: str) -> tuple[_Vintage, ...]:
        """The states of the registry that differ for a family, oldest first. Books are shared among them."""
        if family not in self._vintages:
            editions = [one for one in self.registry.editions if one.edition.family == family]
            sources = {key for one in editions for key in one.edition.sources}
            moves = {one.seq for one in editions}
            for entry in self.registry.artifacts:
                if entry.version.key in sources:
                    moves |= {entry.seq} if entry.withdrawn is None else {entry.seq, entry.withdrawn}
            first = min((one.seq for one in editions), default=0)
            self._vintages[family] = tuple(
                _Vintage(seq, Resolver(self.registry.at(seq), _books=self._books))
                for seq in sorted(moves) if seq >= first)
        return self._vintages[family]


@dataclass(frozen=True, slots=True)
class Measure:
    """Masses of placed draws, exact as given. ``drawn`` is their sum; ``open`` the part whose right answer is
    unresolved, challenged ones included."""

    by_status: dict[Status, Fraction]
    drawn: Fraction
    open: Fraction

    @property
    def covered(self) -> Fraction:
        """Numerator of μ."""
        return sum((mass for status, mass in self.by_status.items() if status.counts), Fraction(0))

    @property
    def mu(self) -> Fraction:
        """Covered part of everything drawn; 0 of nothing."""
        return self.covered / self.drawn if self.drawn else Fraction(0)

    @property
    def mu_of_resolved(self) -> Fraction:
        """Covered part of the draws whose right answer is definite."""
        left = self.drawn - self.open
        return self.covered / left if left else Fraction(0)


def measure(placed: Iterable[tuple[Draw, Place]]) -> Measure:
    """Masses by status. Order does not matter."""
    by_status = dict.fromkeys(Status, Fraction(0))
    drawn = left_open = Fraction(0)
    for draw, place in placed:
        by_status[place.status] += draw.mass
        drawn += draw.mass
        left_open += draw.mass if place.is_open else 0
    return Measure(by_status, drawn, left_open)
