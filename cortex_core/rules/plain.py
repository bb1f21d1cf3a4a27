"""The plain evaluator: recursion over the normal form, one rule at a time. The reference that the
compiled evaluator is compared with; nothing else uses it."""

from __future__ import annotations

from collections.abc import Mapping

from cortex_core.ids import EditionKey
from cortex_core.logic.normal import All, Any, Count, Literal, Normal
from cortex_core.logic.truth import Truth, at_least, conjunction, disjunction, negation
from cortex_core.rules.rulebook import BookRule, RuleBook

__all__ = ["effective_value", "form_value", "lineage_value"]


def form_value(form: Normal, atoms: Mapping[str, Truth]) -> Truth:
    """Strong Kleene value of a normal form under a valuation of its atoms."""
    match form:
        case Literal(atom, positive):
            return atoms[atom.id] if positive else negation(atoms[atom.id])
        case All(parts):
            return conjunction(form_value(part, atoms) for part in parts)
        case Any(parts):
            return disjunction(form_value(part, atoms) for part in parts)
        case Count(count, parts):
            return at_least(count, [form_value(part, atoms) for part in parts])


def effective_value(one: BookRule, siblings: list[BookRule], atoms: Mapping[str, Truth]) -> Truth:
    """Own predicate and not any variant that precedes it."""
    earlier = [other for other in siblings if other.rule.variant in one.rule.after]
    return conjunction([form_value(one.form, atoms),
                        *(negation(form_value(other.form, atoms)) for other in earlier)])


def lineage_value(book: RuleBook, edition: EditionKey, lineage: str, atoms: Mapping[str, Truth]) -> Truth:
    """Y if one effective variant is Y, else U if one is U, else N. An edition without the lineage is N."""
    siblings = book.lineages(edition).get(lineage, [])
    return disjunction(effective_value(one, siblings, atoms) for one in siblings)
