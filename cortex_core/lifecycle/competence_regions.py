"""Cells of the competence map: consistent regions between the cut-offs that the rules read.

A region is told by what the signature says of each term: the stretch between two thresholds, a category, or
unknown with its reason. It is always made from facts, so *50 reached, 45 not* is never a region (counterexampleS 33).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from cortex_core.digest import digest
from cortex_core.experience.situation import Situation
from cortex_core.ids import EditionKey
from cortex_core.logic.atoms import Atom, AtomValue, scalar_text
from cortex_core.logic.terms import Kind, Term
from cortex_core.logic.truth import Reason, Truth
from cortex_core.logic.values import Scalar
from cortex_core.model.experience import Signature
from cortex_core.rules.rulebook import RuleBook
from cortex_core.rules.transitions import evaluate

__all__ = ["TermRegion", "cell_id", "decisive_terms", "regions"]

_LISTED = 3
_REASON_WORDS = {Reason.MISSING: "not recorded", Reason.CONFLICTING: "recorded differently",
                 Reason.IMPRECISE: "known only in part", Reason.UNSCOPED: "does not apply",
                 Reason.STALE: "too old to use"}


@dataclass(frozen=True, slots=True)
class TermRegion:
    """What a region says of one term, in words without the term's label: ``45 to 49``, ``yes``, ``not recorded``."""

    term: str
    words: str


def cell_id(family: str, pair: tuple[EditionKey, EditionKey] | None, governing: EditionKey | None,
            signature: Signature) -> str:
    """One id a region: family, edition pair, governing edition and the value of every atom they read."""
    made = digest("cell", (family, pair, governing, signature.atoms, signature.codes))
    return "cell-" + made.split(":", 1)[1][:12]


def regions(book: RuleBook, signature: Signature) -> tuple[TermRegion, ...]:
    """One entry a term that an atom reads, facts in declared order and then what is derived from them."""
    values = dict(zip(signature.atoms, (AtomValue.from_code(code) for code in signature.codes), strict=True))
    by_term: dict[str, list[Atom]] = {}
    for atom in book.atoms:
        by_term.setdefault(atom.term, []).append(atom)
    return tuple(TermRegion(name, _words(term, [(atom, values[atom.id]) for atom in by_term[name]]))
                 for name, term in book.family.vocabulary().items() if name in by_term)


def decisive_terms(situation: Situation, signature: Signature) -> tuple[str, ...]:
    """Terms that alone give the output: with every other one unknown it stays the same.

    Terms are let go one by one, the last declared first; by monotony of Kleene's tables what is left suffices,
    and no term of it can be spared alone. Of several such sets one is named.
    """
    book, key = situation.book, situation.key
    output = evaluate(book, signature.codes, key.governing, situation.pair)
    unknown = AtomValue(Truth.U, Reason.MISSING).code
    codes = bytearray(signature.codes)
    kept = [name for name in book.family.vocabulary() if any(atom.term == name for atom in book.atoms)]
    for name in list(reversed(kept)):
        tried = bytearray(unknown if atom.term == name else code
                          for atom, code in zip(book.atoms, codes, strict=True))
        if evaluate(book, bytes(tried), key.governing, situation.pair) == output:
            codes = tried
            kept.remove(name)
    return tuple(kept)


def _words(term: Term, found: Sequence[tuple[Atom, AtomValue]]) -> str:
    reasons = {value.reason for _, value in found if value.reason is not None}
    known = [(atom, value.truth) for atom, value in found if value.truth is not Truth.U]
    if not known:
        return " and ".join(_REASON_WORDS[reason] for reason in Reason if reason in reasons)
    if term.kind is Kind.BOOL:
        return "yes" if known[0][1] is Truth.Y else "no"
    told = _ordered(term, known) if term.kind.is_ordered else _category(term, known)
    return f"{told}, not exact" if reasons else told


def _category(term: Term, known: Iterable[tuple[Atom, Truth]]) -> str:
    left = list(term.names)
    for atom, truth in known:
        left = [name for name in left if (name in atom.operands) == (truth is Truth.Y)]
    shown = left if len(left) <= _LISTED else [*left[:_LISTED - 1], f"{len(left) - _LISTED + 1} others"]
    return " or ".join(name.replace("_", " ") for name in shown)


@dataclass(slots=True)
class _Stretch:
    """Bounds of an ordered term as its atoms give them; whole numbers and days are brought to closed ends."""

    whole: bool
    low: Scalar | None = None
    low_open: bool = False
    high: Scalar | None = None
    high_open: bool = False
    exact: Scalar | None = None
    names: list[str] = field(default_factory=list)
    but: list[str] = field(default_factory=list)

    def at_least(self, bound: Scalar, is_open: bool) -> None:
        bound, is_open = self._closed(bound, is_open, 1)
        if self.low is None or (bound, is_open) > (self.low, self.low_open):
            self.low, self.low_open = bound, is_open

    def at_most(self, bound: Scalar, is_open: bool) -> None:
        bound, is_open = self._closed(bound, is_open, -1)
        if self.high is None or (bound, not is_open) < (self.high, not self.high_open):
            self.high, self.high_open = bound, is_open

    def _closed(self, bound: Scalar, is_open: bool, step: int) -> tuple[Scalar, bool]:
        if not (is_open and self.whole):
            return bound, is_open
        return (bound + timedelta(days=step) if isinstance(bound, date)
                else int(bound) + step), False

    def _from(self, low: str) -> str:
        if isinstance(self.low, date):
            return f"from {low} on"
        return f"above {low}" if self.low_open else f"{low} or more"

    def _to(self, high: str) -> str:
        if isinstance(self.high, date):
            return f"up to {high}"
        return f"below {high}" if self.high_open else f"{high} or less"

    @property
    def words(self) -> str:
        if self.exact is not None:
            return scalar_text(self.exact)
        low = "" if self.low is None else scalar_text(self.low)
        high = "" if self.high is None else scalar_text(self.high)
        if low and low == high:
            told = low
        elif low and high and not self.low_open and not self.high_open:
            told = f"{low} to {high}"
        else:
            told = " and ".join(part for part in (low and self._from(low), high and self._to(high)) if part)
        told = told or "any value" * (not self.names)
        but = f" other than {', '.join(self.but)}" if self.but else ""
        return " ".join(part for part in (told, *self.names) if part) + but


def _ordered(term: Term, known: Iterable[tuple[Atom, Truth]]) -> str:
    found = _Stretch(term.kind is not Kind.NUMBER)
    for atom, truth in known:
        operand = atom.operands[0]
        match atom.op, truth:
            case ">=", Truth.Y:
                found.at_least(operand, False)
            case ">=", _:
                found.at_most(operand, True)
            case ">", Truth.Y:
                found.at_least(operand, True)
            case ">", _:
                found.at_most(operand, False)
            case "=", Truth.Y:
                found.exact = operand
            case _, Truth.Y:
                found.names.append("one of " + ", ".join(scalar_text(one) for one in atom.operands))
            case _:
                found.but += [scalar_text(one).replace("_", " ") for one in atom.operands]
    return found.words
