"""Whether two variants of one lineage can both hold (contract 3.3): then the lineage would have two outputs.

The question is about *effective* predicates, own and not any that comes before. It is decided by looking for
facts that make both Y. Complete facts suffice: strong Kleene logic is monotone, so what is Y with a fact
unknown stays Y with it known. Per term a few values stand for all: one for each way its atoms can answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import combinations, pairwise

from cortex_core.logic.atoms import Atom, atom_value
from cortex_core.logic.expr import And, Expr, Not, parse
from cortex_core.logic.normal import All, Any, Literal, Normal, atoms_of, normal_form
from cortex_core.logic.terms import Kind, Term, Vocabulary
from cortex_core.logic.truth import Truth, at_least, conjunction, disjunction, negation
from cortex_core.logic.values import Known, Scalar
from cortex_core.model.rules import RuleEdition

__all__ = ["Assignment", "NotDecided", "overlapping_variants"]

Assignment = tuple[tuple[str, Scalar], ...]
"""Facts by name, sorted: only those that the answer needs."""

_MOST_STEPS = 20_000


class NotDecided(ValueError):
    """Two variants are too entangled to be told apart in bounded work; neither answer was given."""


def overlapping_variants(rules: Sequence[RuleEdition], vocabulary: Vocabulary,
                         ) -> tuple[str, str, Assignment] | None:
    """The first two variants whose effective predicates can both be Y, with facts that make them so.

    ``rules`` are those of one lineage in one edition. Terms are taken as independent (an age of
    a birth date as well), so an answer may name facts that no person has; a None is certain.

    Raises:
        ExpressionError: a predicate is not an expression over the vocabulary.
        NotDecided: the search was given up after a bounded number of steps.
    """
    own = {rule.variant: parse(rule.when, vocabulary) for rule in rules}
    before = {rule.variant: rule.after for rule in rules}
    for one, other in combinations(own, 2):
        if one in before[other] or other in before[one]:
            continue                       # exclusive by construction: one contains "not the other"
        parts = (*_effective(own, one, before[one]), *_effective(own, other, before[other]))
        found = _Search(normal_form(And(parts), vocabulary), vocabulary).run()
        if found is not None:
            return one, other, found
    return None


def _effective(own: dict[str, Expr], variant: str, before: Iterable[str]) -> tuple[Expr, ...]:
    return own[variant], *(Not(own[earlier]) for earlier in before if earlier in own)


class _Search:
    """Backtracking over one term at a time; a branch ends where the formula is already N."""

    def __init__(self, form: Normal, vocabulary: Vocabulary) -> None:
        self._form = form
        atoms: dict[str, dict[str, Atom]] = {}
        for atom in atoms_of(form):
            atoms.setdefault(atom.term, {})[atom.id] = atom
        self._values = {term: _representatives(vocabulary[term], list(group.values()))
                        for term, group in atoms.items()}
        self._atoms = atoms
        self._answers: dict[str, Truth] = {}
        self._chosen: dict[str, Scalar] = {}
        self._steps = 0
        # Terms that stand alone in the conjunction decide most, so they are tried first.
        alone = {part.atom.term for part in form.parts if isinstance(part, Literal)} \
            if isinstance(form, All) else set()
        self._order = sorted(atoms, key=lambda term: (term not in alone, len(self._values[term]), term))

    def run(self) -> Assignment | None:
        if not self._extend(0):
            return None
        for term in self._order:           # what can be left unknown is no part of the explanation
            answers = {atom: truth for atom, truth in self._answers.items() if atom in self._atoms[term]}
            for atom in answers:
                del self._answers[atom]
            if self._truth(self._form) is Truth.Y:
                self._chosen.pop(term, None)
            else:
                self._answers.update(answers)
        return tuple(sorted(self._chosen.items()))

    def _extend(self, depth: int) -> bool:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise NotDecided(f"no answer within {_MOST_STEPS} steps")
        truth = self._truth(self._form)
        if truth is not Truth.U or depth == len(self._order):
            return truth is Truth.Y
        term = self._order[depth]
        for value, answers in self._values[term]:
            self._answers.update(answers)
            self._chosen[term] = value
            if self._extend(depth + 1):
                return True
            for atom in answers:
                del self._answers[atom]
        self._chosen.pop(term, None)
        return False

    def _truth(self, form: Normal) -> Truth:
        match form:
            case Literal(atom, positive):
                truth = self._answers.get(atom.id, Truth.U)
                return truth if positive else negation(truth)
            case All(parts):
                return conjunction(self._until(parts, Truth.N))
            case Any(parts):
                return disjunction(self._until(parts, Truth.Y))
            case _:
                return at_least(form.count, (self._truth(part) for part in form.parts))

    def _until(self, parts: tuple[Normal, ...], last: Truth) -> Iterable[Truth]:
        for part in parts:
            truth = self._truth(part)
            yield truth
            if truth is last:
                return


def _representatives(term: Term, atoms: list[Atom]) -> list[tuple[Scalar, dict[str, Truth]]]:
    """One value for each way in which the atoms of a term can answer, with the answers."""
    found: dict[tuple[Truth, ...], tuple[Scalar, dict[str, Truth]]] = {}
    for value in _candidates(term, atoms):
        answers = {atom.id: atom_value(atom, Known(value)).truth for atom in atoms}
        found.setdefault(tuple(answers.values()), (value, answers))
    return list(found.values())


def _candidates(term: Term, atoms: list[Atom]) -> list[Scalar]:
    operands = {operand for atom in atoms for operand in atom.operands}
    names: list[Scalar] = list(term.names)
    match term.kind:
        case Kind.BOOL:
            return [True, False]
        case Kind.ENUM:
            return names
        case Kind.INTEGER:
            whole = {operand for operand in operands if isinstance(operand, int)}
            near = {0, *(edge + step for edge in whole for step in (-1, 0, 1))}
            return [*sorted(near, key=_plain_first), *names]
        case Kind.NUMBER:
            edges = sorted({operand for operand in operands if isinstance(operand, Decimal)} | {Decimal(0)})
            between = {(low + high) / 2 for low, high in pairwise(edges)}
            near_or_between = {*edges, *between, edges[0] - 1, edges[-1] + 1}
            return [*sorted(near_or_between, key=_plain_first), *names]
        case Kind.DATE:
            return [*_days({operand for operand in operands if isinstance(operand, date)}), *names]


def _plain_first(number: int | Decimal) -> tuple[bool, int | Decimal]:
    """Negative numbers last: where another answers the same, a reader believes it sooner."""
    return number < 0, number


def _days(edges: set[date]) -> list[date]:
    one = timedelta(days=1)
    near = set(edges) or {date(2000, 1, 1)}
    near |= {edge - one for edge in edges if edge > date.min}
    near |= {edge + one for edge in edges if edge < date.max}
    return sorted(near)
