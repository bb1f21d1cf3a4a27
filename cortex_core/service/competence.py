"""The competence map of a graph: which part of a declared distribution stands on proofs, and what would cover more.

Equal graph position, distribution, seed and number of draws give the equal map. The viewed valid time plays no
part: every draw is judged on its own decision date.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from cortex_core.errors import Refused
from cortex_core.experience.memory import Mark, StoredCertificate
from cortex_core.ids import ConclusionId, ProofId
from cortex_core.interop.distribution_files import read_distributions
from cortex_core.interop.sample import sample_folder
from cortex_core.lifecycle.competence import Atlas, Draw, Measure, Place, Status, Stored, measure
from cortex_core.lifecycle.competence_bounds import clopper_pearson
from cortex_core.lifecycle.competence_declared import Distribution, FamilyShare, Generator
from cortex_core.lifecycle.controller import decide, is_trusted
from cortex_core.lifecycle.standing import explain, standing
from cortex_core.model.events import ReviewKind
from cortex_core.model.experience import Task
from cortex_core.model.rules import Family
from cortex_core.service.asof import Instant, instant
from cortex_core.service.competence_cells import cells_of
from cortex_core.service.competence_draws import Drawn, drawn
from cortex_core.service.competence_growth import growth
from cortex_core.service.competence_shapes import (
    CaseLine,
    CellPage,
    CellView,
    CompetenceView,
    DistributionView,
    Share,
    ShareLine,
    WaterfallStep,
)
from cortex_core.service.deciding import Asked, make_task
from cortex_core.service.explain.words import term_label, value_words
from cortex_core.service.graphs import Graph
from cortex_core.service.listing import best_support, review_lines
from cortex_core.service.shapes import AsOf
from cortex_core.service.unit import Unit, unit
from cortex_core.store.conclusion_lists import conclusions_on
from cortex_core.store.memory import StoredMemory
from cortex_core.store.reading import committed_at, reviews_of

__all__ = ["DEFAULT_SEED", "cell", "declared", "distribution_view", "distributions", "map_of"]

DEFAULT_SEED = 4001
SHOWN_CASES = 20
SHOWN_CONCLUSIONS = 20
_MOST_REVIEWS = 1_000


def declared(folder: Path | None = None) -> tuple[Distribution, ...]:
    """The distributions of a folder (None: those that ship), by name.

    Raises:
        InputError: a file is malformed. Nothing was drawn.
    """
    return read_distributions((sample_folder() / "distributions") if folder is None else folder)


def distributions() -> tuple[DistributionView, ...]:
    """Every shipped distribution as it stands on the screen; family titles are their keys until a graph is open."""
    return tuple(distribution_view(one, {}) for one in declared())


def distribution_view(distribution: Distribution, families: dict[str, Family]) -> DistributionView:
    """A distribution in words."""
    lines = tuple(ShareLine(
        share.family, families[share.family].title if share.family in families else share.family,
        float(distribution.mass(share)), share.generator.value, _share_words(share)) for share in distribution.shares)
    return DistributionView(distribution.name, distribution.version, distribution.words, distribution.digest,
                            distribution.is_enumerable, lines)


def _share_words(share: FamilyShare) -> str:
    if share.generator is Generator.TABLE:
        days = share.decisions
        when = f"decided on {days[0][0]}" if len(days) == 1 else f"{len(days)} decision dates"
        pair = f", {share.pair[0]} → {share.pair[1]}" if share.pair else ""
        return f"{share.rows} combinations of {len(share.columns)} facts, {when}{pair}"
    rates = ", ".join(f"{name} {value}" for name, value in share.rates)
    window = f", decided {share.window.first} to {share.window.last}" if share.window else ""
    return f"persons of the cohort specification, {rates or 'its default rates'}{window}"


def map_of(graph: Graph, distribution: str | Distribution, at: AsOf, seed: int = DEFAULT_SEED,
           draws: int | None = None) -> CompetenceView:
    """The map at a known time. Without ``draws`` an enumerable distribution is summed exactly and any other is
    drawn 1,000 times.

    Raises:
        Refused: no distribution of that name, or a number of draws that is not possible.
        InputError: a table holds a value that its fact does not take.
    """
    with unit(graph.path) as work:
        return _survey(work, distribution, at, seed, draws).view()


def cell(graph: Graph, distribution: str | Distribution, cell_id: str, at: AsOf, seed: int = DEFAULT_SEED,
         draws: int | None = None) -> CellPage:
    """One cell of that map with its cases and proofs, and its first case decided now, gate included.

    Raises:
        Refused: no such cell under this distribution, seed, number of draws and known time.
    """
    with unit(graph.path) as work:
        return _survey(work, distribution, at, seed, draws).page(cell_id)


def _named(distribution: str | Distribution) -> Distribution:
    if isinstance(distribution, Distribution):
        return distribution
    known = declared()
    for one in known:
        if one.name == distribution:
            return one
    raise Refused(f"there is no distribution {distribution!r}; declared are: {', '.join(one.name for one in known)}")


def _survey(work: Unit, distribution: str | Distribution, at: AsOf, seed: int, draws: int | None) -> _Survey:
    chosen, when = _named(distribution), instant(work, at)

    def task_of(asked: Asked) -> Task | None:
        return make_task(work.resolver, asked, work.secret)[0] if asked.family in work.registry.families else None

    return _Survey(work, when, chosen, seed, drawn(chosen, seed, draws, task_of))


@dataclass
class _Shelf:
    """Proofs, marks and certificates up to a log position, each read once for all draws and positions."""

    work: Unit
    memory: StoredMemory
    _proofs: dict[tuple[str, str], tuple[Stored, ...]] = field(default_factory=dict)
    _marks: dict[ProofId, Sequence[Mark]] = field(default_factory=dict)
    _certificates: dict[ProofId, Sequence[StoredCertificate]] = field(default_factory=dict)

    def proofs_with(self, family: str, signature_digest: str) -> Sequence[Stored]:
        name = (family, signature_digest)
        if name not in self._proofs:
            found = [(proof.id, proof) for proof in self.memory.proofs_with(family, signature_digest)]
            self._proofs[name] = tuple(Stored(committed_at(self.work.connection, identity), identity, proof)
                                       for identity, proof in found)
        return self._proofs[name]

    def marks(self, proof: ProofId) -> Sequence[Mark]:
        if proof not in self._marks:
            self._marks[proof] = self.memory.marks(proof)
        return self._marks[proof]

    def certificates(self, proof: ProofId) -> Sequence[StoredCertificate]:
        if proof not in self._certificates:
            self._certificates[proof] = self.memory.certificates(proof)
        return self._certificates[proof]

    def representative(self, blob: str) -> str:
        return self.memory.representative(blob)


class _Survey:
    """Draws placed on one graph at one view."""

    def __init__(self, work: Unit, when: Instant, distribution: Distribution, seed: int, made: Drawn) -> None:
        self.work, self.when, self.distribution, self.seed, self.made = work, when, distribution, seed, made
        self.shelf = _Shelf(work, StoredMemory(work.connection, when.seq))
        self.atlas = Atlas(work.registry, self.shelf, is_trusted)
        self.placed = self._placed(when.seq)
        self._measures: dict[int, Measure] = {when.seq: measure(self.placed)}

    def _placed(self, position: int) -> list[tuple[Draw, Place]]:
        return [(draw, self.atlas.place(draw, position)) for draw in self.made.draws]

    def measured(self, position: int) -> Measure:
        """Masses by status at an earlier position."""
        if position not in self._measures:
            self._measures[position] = measure(self._placed(position))
        return self._measures[position]

    def view(self) -> CompetenceView:
        """Everything the page shows of the map."""
        now = self.measured(self.when.seq)
        resolved = [draw for draw, place in self.placed if not place.is_open]
        families = dict(self.work.registry.families)
        return CompetenceView(
            distribution_view(self.distribution, families), self.when.seq, self.made.exact, self.seed,
            len(self.made.draws), self._share(now.mu, len(self.made.draws)),
            self._share(now.mu_of_resolved, len(resolved)), float(now.open),
            float(now.by_status[Status.SYNTHESIZABLE]),
            tuple((status, float(mass)) for status, mass in now.by_status.items()), self.cells(),
            self._waterfall(now), growth(self.work, self.when.seq, self.measured))

    def cells(self) -> tuple[CellView, ...]:
        """The cells at the viewed position."""
        return tuple(one for one, _ in cells_of(self.work.registry.families, self.placed))

    def _share(self, part: Fraction, of: int) -> Share:
        value = float(part)
        if self.made.exact:
            return Share(value, value, value, part, f"{value:.1%} (exact)")
        low, high = clopper_pearson(round(part * of), of)
        return Share(value, low, high, part, f"{value:.1%} (95 % interval {low:.1%} to {high:.1%})")

    def _waterfall(self, now: Measure) -> tuple[WaterfallStep, ...]:
        signed = self._signed()
        kept = sum((draw.mass for draw, place in self.placed if place.status.counts and place.proof in signed),
                   Fraction(0))
        steps = (
            ("mass", now.drawn, "All tasks of the distribution."),
            ("has a proof", now.covered + now.by_status[Status.CHALLENGED],
             "A stored proof answers the task, or did until its ground moved."),
            ("unchallenged", now.covered, "No challenge is open on it: this is μ."),
            ("signed off", kept, "Somebody signed a conclusion that rests on that proof, and the sign-off is valid."))
        return tuple(WaterfallStep(name, float(mass), mass, meaning) for name, mass, meaning in steps)

    def _signed(self) -> frozenset[ProofId]:
        """Proofs that support a conclusion with a sign-off that is valid at the view."""
        rows = reviews_of(self.work.connection, None, _MOST_REVIEWS)
        found = set()
        for name in {row.conclusion for row in rows
                     if row.kind == ReviewKind.SIGN_OFF.value and row.seq <= self.when.seq}:
            conclusion = ConclusionId(name)
            if any(line.kind == ReviewKind.SIGN_OFF.value and not line.void
                   for line in review_lines(self.work, conclusion, self.when)):
                found.add(best_support(self.work, conclusion, self.when)[0].episode.proof)
        return frozenset(found)

    def page(self, cell_id: str) -> CellPage:
        """One cell opened."""
        for view, members in cells_of(self.work.registry.families, self.placed):
            if view.id == cell_id:
                return self._page(view, members)
        raise Refused(f"there is no cell {cell_id!r} on this map: another distribution, seed or known time has others")

    def _page(self, view: CellView, members: Sequence[tuple[Draw, Place]]) -> CellPage:
        proofs = [ProofId(one) for one in view.proofs]
        cases = tuple(self._case(draw) for draw, _ in members[:SHOWN_CASES])
        task = members[0][0].task
        mode, reasons, gate, settle = self._decided(task) if task is not None and view.status is not Status.UNCOVERED \
            else ("none", (view.why,), "not evaluated", ())
        day = task.decided_on if task is not None else self.when.valid
        return CellPage(
            view, cases, f"showing {len(cases)} of {len(members)} cases",
            tuple((one, standing(self.shelf.marks(one), day, self.when.seq).value,
                   explain(self.shelf.marks(one), day, self.when.seq)) for one in proofs),
            tuple(self._conclusions(proofs)), mode, reasons, gate, settle)

    def _conclusions(self, proofs: Iterable[ProofId]) -> Iterable[tuple[str, str]]:
        found: dict[str, str] = {}
        for proof in proofs:
            found |= {row.id: row.name for row in conclusions_on(self.work.connection, proof, SHOWN_CONCLUSIONS)
                      if row.seq <= self.when.seq}
        return list(found.items())[:SHOWN_CONCLUSIONS]

    def _case(self, draw: Draw) -> CaseLine:
        family = self.work.registry.families.get(draw.family)
        if draw.task is None or family is None:
            return CaseLine(draw.label, "", (), float(draw.mass))
        facts = tuple((term_label(family, one.name), value_words(one.value)) for one in draw.task.observations)
        return CaseLine(draw.label, draw.task.decided_on.isoformat(), facts, float(draw.mass))

    def _decided(self, task: Task) -> tuple[str, tuple[str, ...], str, tuple[str, ...]]:
        """What the controller does with a task at the viewed position, and what would settle it."""
        made = decide(task, self.work.resolver_at(self.when.seq), self.shelf.memory, tools=self.work.tools,
                      position=self.when.seq)
        settling = made.settling
        family = made.situation.family
        settle = () if settling is None else (
            *(" and ".join(term_label(family, name) for name in names) for names in settling.must),
            *(f"perhaps {term_label(family, name)}" for name in settling.may))
        return made.mode.value, made.reasons, made.report.verdict.value, settle
