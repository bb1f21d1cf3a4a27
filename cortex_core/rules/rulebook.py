"""A rule book: the rules of the editions that one task selects, in normal form, compiled once.

It answers three ways from a signature: the value of every rule and lineage, a packed trace (one byte a
node of the shared graph of sub-expressions), and, from trace and book, the steps in words (``trace``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cortex_core.digest import digest
from cortex_core.ids import EditionKey, RuleId
from cortex_core.logic.atoms import Atom
from cortex_core.logic.expr import parse
from cortex_core.logic.normal import Normal, atoms_of, normal_form
from cortex_core.model.experience import RuleList
from cortex_core.model.rules import Edition, Family, RuleEdition

__all__ = ["BookRule", "RuleBook", "rule_book"]


@dataclass(frozen=True, slots=True)
class BookRule:
    """A rule with its normal form and the digests that identify it."""

    rule: RuleEdition
    form: Normal
    content: str                   # digest of the output's typed content
    digest: str

    @property
    def material(self) -> tuple[str, str, tuple[str, ...]]:
        """What a lineage's change is judged by: predicate, output content, precedence; no edition."""
        return self.form.text, self.content, tuple(sorted(self.rule.after))


@dataclass(frozen=True, slots=True)
class RuleBook:
    """Rules of some editions of one family. ``atoms`` is the order of the signature."""

    family: Family
    editions: tuple[EditionKey, ...]
    rules: Mapping[EditionKey, tuple[BookRule, ...]]
    atoms: tuple[Atom, ...]
    memo: dict[str, object] = field(default_factory=dict, compare=False)
    """Compiled functions, made on first use."""

    def lineages(self, edition: EditionKey) -> dict[str, list[BookRule]]:
        """Variants of each lineage of an edition, in the order written."""
        found: dict[str, list[BookRule]] = {}
        for one in self.rules[edition]:
            found.setdefault(one.rule.lineage, []).append(one)
        return found

    def rule_lists(self) -> tuple[RuleList, ...]:
        """Ids in order with digests, an edition each: what a proof's key records."""
        return tuple(RuleList(edition, tuple((RuleId(one.rule.id), one.digest) for one in self.rules[edition]))
                     for edition in self.editions)


def material_digest(rules: Sequence[BookRule]) -> str:
    """Material signature of a lineage: normalised predicates and output contents, no edition, no provenance."""
    return digest("material", tuple(sorted(one.material for one in rules)))


def _book_rule(rule: RuleEdition, family: Family) -> BookRule:
    form = normal_form(parse(rule.when, family.vocabulary()), family.vocabulary())
    content = family.output(rule.output).digest
    cites = tuple((cite.artifact, cite.span) for cite in rule.cites)
    return BookRule(rule, form, content,
                    digest("rule", (rule.id, form.text, rule.output, content, rule.after, cites)))


def rule_book(family: Family, editions: Sequence[Edition]) -> RuleBook:
    """The book of the given editions, in the given order. Costs a parse a rule: keep it for a batch."""
    rules = {edition.key: tuple(_book_rule(rule, family) for rule in edition.rules) for edition in editions}
    atoms = {atom.id: atom for book in rules.values() for one in book for atom in atoms_of(one.form)}
    return RuleBook(family, tuple(rules), rules, tuple(atoms[name] for name in sorted(atoms)))
