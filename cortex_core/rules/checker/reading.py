"""Rules read a second time: each predicate walked as parsed, with what can be true and what can be false.

Source: contract 3.3. A part is a pair (can be true, can be false); Kleene's tables are what such pairs do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cortex_core.digest import digest
from cortex_core.logic.expr import And, AtLeast, Compare, Expr, In, Not, Or, parse
from cortex_core.logic.terms import Kind, Vocabulary
from cortex_core.logic.values import Scalar
from cortex_core.model.enums import Truth
from cortex_core.model.rules import Family, RuleEdition
from cortex_core.rules.checker.spelling import asks, asks_among, canonical, questions
from cortex_core.temporal.possible import Possible

__all__ = ["Answer", "Lineage", "ReadRule", "lineages_of", "possible", "read_rule"]

Answer = Callable[[str], Possible]
"""The answer to a question by its atom id. Raises KeyError for a question that nothing answers."""

_TRUTH = {Possible.ALWAYS: Truth.Y, Possible.NEVER: Truth.N, Possible.SOMETIMES: Truth.U}


def possible(expr: Expr, vocabulary: Vocabulary, answer: Answer) -> Possible:
    """Whether a predicate can be true and can be false, its parts taken as independent (strong Kleene)."""
    match expr:
        case Compare(term, op, constant):
            question, holds = asks(vocabulary[term], op, constant)
            return answer(question) if holds else answer(question).opposite()
        case In(term, constants, negated):
            inside = _inside(term, constants, vocabulary, answer)
            return inside.opposite() if negated else inside
        case Not(arg):
            return possible(arg, vocabulary, answer).opposite()
        case And(args):
            needed = len(args)
        case Or(args):
            needed = 1
        case AtLeast(needed, args):
            pass
    parts = [possible(arg, vocabulary, answer) for arg in args]
    return Possible.of(can_be_true=sum(part.can_be_true for part in parts) >= needed,
                       can_be_false=sum(not part.can_be_false for part in parts) < needed)


def _inside(term: str, constants: Iterable[Scalar], vocabulary: Vocabulary, answer: Answer) -> Possible:
    named = vocabulary[term]
    if named.kind is not Kind.BOOL:
        return answer(asks_among(named, constants))
    either = Possible.NEVER
    for constant in constants:
        yes = answer(named.name)
        either = either.either(yes if constant is True else yes.opposite())
    return either


@dataclass(frozen=True, slots=True)
class ReadRule:
    """A registered rule, parsed, with what identifies it. ``content`` is the digest of its output's typed
    content, ``spelled`` the canonical text of its predicate, ``asked`` the atom ids it consumes."""

    rule: RuleEdition
    expr: Expr
    spelled: str
    content: str
    asked: frozenset[str]

    @property
    def digest(self) -> str:
        rule = self.rule
        cited = tuple((cite.artifact, cite.span) for cite in rule.cites)
        return digest("rule", (rule.id, self.spelled, rule.output, self.content, rule.after, cited))

    @property
    def matter(self) -> tuple[str, str, tuple[str, ...]]:
        """What has to differ for the rule to have changed: neither edition nor provenance."""
        return self.spelled, self.content, tuple(sorted(self.rule.after))


def read_rule(rule: RuleEdition, family: Family) -> ReadRule:
    """Raises ValueError for a predicate that is not of the language (ExpressionError) and KeyError for an
    output that the family does not declare: the registered row is then not one that was ever loaded."""
    vocabulary = family.vocabulary()
    expr = parse(rule.when, vocabulary)
    return ReadRule(rule, expr, canonical(expr, vocabulary), family.output(rule.output).digest,
                    frozenset(questions(expr, vocabulary)))


@dataclass(frozen=True, slots=True)
class Lineage:
    """A lineage's value under one edition: ``holding`` are the rules whose effective predicate is Y."""

    value: Truth
    variants: tuple[ReadRule, ...]
    holding: tuple[ReadRule, ...]

    @property
    def output(self) -> str:
        """Id of the output when the value is Y, else ""."""
        return self.holding[0].rule.output if self.holding else ""

    @property
    def content(self) -> str:
        return self.holding[0].content if self.holding else ""

    @property
    def matter(self) -> list[tuple[str, str, tuple[str, ...]]]:
        return sorted(one.matter for one in self.variants)


def lineages_of(rules: Sequence[ReadRule], vocabulary: Vocabulary, answer: Answer) -> dict[str, Lineage]:
    """Every lineage of an edition's rules with its value. A variant holds where its own predicate does and
    none of those it names in ``after`` does.

    Raises KeyError for a question without an answer or an unknown name in ``after``, ValueError if two
    variants hold at once: their order would decide, and no order is declared.
    """
    by_lineage: dict[str, list[ReadRule]] = {}
    for one in rules:
        by_lineage.setdefault(one.rule.lineage, []).append(one)
    return {name: _lineage(variants, vocabulary, answer) for name, variants in by_lineage.items()}


def _lineage(variants: list[ReadRule], vocabulary: Vocabulary, answer: Answer) -> Lineage:
    own = {one.rule.variant: possible(one.expr, vocabulary, answer) for one in variants}
    holding, open_ones = [], False
    for one in variants:
        effective = own[one.rule.variant]
        for earlier in one.rule.after:
            effective = effective.both(own[earlier].opposite())
        if effective is Possible.ALWAYS:
            holding.append(one)
        open_ones = open_ones or effective is Possible.SOMETIMES
    if len(holding) > 1:
        raise ValueError(f"{' and '.join(one.rule.id for one in holding)} hold at once")
    value = Truth.Y if holding else _TRUTH[Possible.SOMETIMES if open_ones else Possible.NEVER]
    return Lineage(value, tuple(variants), tuple(holding))
