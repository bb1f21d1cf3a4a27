"""A situation: what one task meets in the registry at its two clocks, ready to be evaluated.

It is resolved once a task shape (family, decision date, pair) and shared by a batch: no source or rule is
hashed per decision.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from cortex_core.errors import Refused
from cortex_core.ids import EditionKey
from cortex_core.model.experience import (
    SEMANTICS,
    CitedSpan,
    ProofKey,
    Signature,
    SourceRef,
    Task,
)
from cortex_core.model.rules import Edition, Family
from cortex_core.rules.evaluator import signature_codes
from cortex_core.rules.rulebook import RuleBook, rule_book
from cortex_core.rules.terms_on import terms_on
from cortex_core.sources.registry import Registry, Resolution

__all__ = ["Resolver", "Situation", "default_pair", "signature_of"]

Pair = tuple[EditionKey, EditionKey]


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that a proof's key records, and the compiled book of the selected rules."""

    family: Family
    decided_on: date
    resolution: Resolution
    pair: Pair | None
    book: RuleBook
    key: ProofKey
    spans_missing: tuple[str, ...]         # citations whose span is not in the registered text


def default_pair(registry: Registry, family: str, governing: EditionKey | None) -> Pair | None:
    """(predecessor, governing); without a governing edition the last two registered; None without one."""
    known = [entry.edition for entry in registry.editions_of(family)]
    new = next((one for one in known if one.key == governing), known[-1] if known else None)
    if new is None:
        return None
    # An edition that starts on the same day is a competitor, not a predecessor.
    earlier = [one for one in known if one.valid_from < new.valid_from]
    return (earlier[-1].key, new.key) if earlier else None


def _checked_pair(registry: Registry, family: str, governing: EditionKey | None,
                  pair: Pair | None, chosen: bool) -> Pair | None:
    """The pair, if the contract allows it. An edition that is not registered stays in the pair: it leaves
    the rows unresolved."""
    if pair is None:
        return None
    old, new = (registry.edition(family, key) for key in pair)
    if old is not None and new is not None and old.edition.valid_from >= new.edition.valid_from:
        raise Refused(f"the pair is swapped: {pair[0]} starts on {old.edition.valid_from}, {pair[1]} on "
                      f"{new.edition.valid_from}. Give the earlier edition as --old")
    if chosen and governing is not None and governing not in pair:
        raise Refused(f"{governing} governs on the decision date and is not in the pair {pair[0]}, {pair[1]}. "
                      "A pair contains the governing edition, or none governs")
    return pair


@dataclass
class Resolver:
    """Situations over one registry, each made once. Books are shared by situations of the same editions."""

    registry: Registry
    _situations: dict[tuple[str, date, Pair | None, bool], Situation] = field(default_factory=dict)
    _books: dict[tuple[str, ...], RuleBook] = field(default_factory=dict)

    def situation(self, family: str, decided_on: date, pair: Pair | None = None) -> Situation:
        """Resolve at a decision date; without a pair the default one is taken.

        Raises:
            Refused: the family is unknown, or the pair is swapped, foreign, or lacks the governing edition.
        """
        asked = (family, decided_on, pair, pair is None)
        if asked not in self._situations:
            self._situations[asked] = self._resolve(family, decided_on, pair)
        return self._situations[asked]

    def any_pair(self, family: str, decided_on: date, pair: Pair | None) -> Situation:
        """Like `situation`, but the pair may lack the governing edition: for walking a task forward in time
        past the end of its pair."""
        asked = (family, decided_on, pair, False)
        if asked not in self._situations:
            self._situations[asked] = self._resolve(family, decided_on, pair, chosen=False, given=True)
        return self._situations[asked]

    def _resolve(self, family_key: str, decided_on: date, pair: Pair | None, *,
                 chosen: bool = True, given: bool = False) -> Situation:
        family = self.registry.families.get(family_key)
        if family is None:
            known = ", ".join(sorted(self.registry.families)) or "none"
            raise Refused(f"the family {family_key!r} is not registered; registered are: {known}")
        resolution = self.registry.resolve(family_key, decided_on)
        governing = resolution.selected
        if pair is None and not given:
            pair = default_pair(self.registry, family_key, governing)
        pair = _checked_pair(self.registry, family_key, governing, pair, chosen)
        wanted = dict.fromkeys([*(pair or ()), *([governing] if governing else ())])
        found = [entry.edition for key in wanted if (entry := self.registry.edition(family_key, key)) is not None]
        # an edition whose source was withdrawn did not resolve: its side of the pair stays open
        editions = [edition for edition in found if self.registry.is_usable(edition)]
        book = self._book(family, editions)
        cites, missing = self._cites(editions)
        key = ProofKey(
            family.key, family.task_type, family.output_type, governing, resolution.unresolved, pair,
            book.rule_lists(), self._sources(editions), cites, (), SEMANTICS,
            self.registry.source_interval(family_key, decided_on))
        return Situation(family, decided_on, resolution, pair, book, key, missing)

    def _book(self, family: Family, editions: list[Edition]) -> RuleBook:
        name = (family.key, *(edition.id for edition in editions))
        if name not in self._books:
            self._books[name] = rule_book(family, editions)
        return self._books[name]

    def _sources(self, editions: list[Edition]) -> tuple[SourceRef, ...]:
        heads = {key: self.registry.head(key) for edition in editions for key in edition.sources}
        return tuple(SourceRef(key, head.version.blob) for key, head in sorted(heads.items()) if head)

    def _cites(self, editions: list[Edition]) -> tuple[tuple[CitedSpan, ...], tuple[str, ...]]:
        found, missing = [], []
        for rule in (rule for edition in editions for rule in edition.rules):
            for cite in rule.cites:
                head = self.registry.head(cite.artifact)
                span = head.version.span(cite.span) if head else None
                if span is None:
                    missing.append(f"{rule.id} cites {cite.artifact} {cite.span}, which is not there")
                else:
                    found.append(CitedSpan(rule.id, cite.artifact, cite.span, span.digest))
        return tuple(found), tuple(missing)


def signature_of(situation: Situation, task: Task, day: date | None = None) -> Signature:
    """The ordered vector of every atom that the selected rules consume, on the decision date (or another
    civil date), with the tool observations that those rules read."""
    book = situation.book
    terms = terms_on(situation.family, task.observations, day or task.decided_on)
    read = {atom.term for atom in book.atoms}
    read |= {derived.source for derived in situation.family.derived if derived.name in read}
    observed = tuple((one.name, one.tool) for one in task.observations
                     if one.tool is not None and one.name in read)
    return Signature(tuple(atom.id for atom in book.atoms), signature_codes(book, terms), observed, task.context)

