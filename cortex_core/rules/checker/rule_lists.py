"""The rules a proof read: list, order and content of each edition, against the registered rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cortex_core.ids import EditionKey, RuleId
from cortex_core.model.experience import ProofKey, RuleList
from cortex_core.model.rules import Edition, Family
from cortex_core.rules.checker.criteria import Findings
from cortex_core.rules.checker.ground import Ground
from cortex_core.rules.checker.reading import ReadRule, read_rule

__all__ = ["RulesRead", "examine_rules"]


@dataclass(frozen=True, slots=True)
class RulesRead:
    """What became of the rules: findings, those whose registered row is the recorded one, and all that could
    be read, by edition."""

    findings: Findings
    confirmed: frozenset[RuleId]
    read: Mapping[EditionKey, Sequence[ReadRule]]


def examine_rules(key: ProofKey, ground: Ground, family: Family | None) -> RulesRead:
    """Each edition's rules are the recorded ones, in order, and there are no others."""
    found, confirmed = Findings("rules"), set[RuleId]()
    read: dict[EditionKey, list[ReadRule]] = {}
    if family is None:
        found.skip(f"family {key.family} is not registered, and its facts type the predicates")
        return RulesRead(found, frozenset(), read)
    editions = ground.editions_of(key.family)
    for listed in key.rules:
        edition = editions.get(listed.edition)
        if edition is None:
            found.skip(f"edition {listed.edition} is not registered")
            continue
        read[edition.key] = list(_read(edition, family, found))
        _examine_list(listed, edition, read[edition.key], found, confirmed)
    return RulesRead(found, frozenset(confirmed), read)


def _read(edition: Edition, family: Family, found: Findings) -> Iterator[ReadRule]:
    for rule in edition.rules:
        try:
            yield read_rule(rule, family)
        except (ValueError, KeyError) as error:
            found.fail(f"rule {rule.id} cannot be read: {error}")


def _examine_list(
    listed: RuleList, edition: Edition, read: Sequence[ReadRule], found: Findings, confirmed: set[RuleId],
) -> None:
    registered, recorded = [rule.id for rule in edition.rules], dict(listed.rules)
    for one in read:
        if one.rule.id not in recorded:
            continue
        if one.digest == recorded[one.rule.id]:
            confirmed.add(one.rule.id)
        else:
            found.fail(f"rule {one.rule.id} is not the recorded one")
    for rule_id in recorded.keys() - set(registered):
        found.unknown(f"rule {rule_id} has no row")
    for rule_id in set(registered) - recorded.keys():
        found.fail(f"rule {rule_id} is registered and not recorded")
    in_both = [rule_id for rule_id, _ in listed.rules if rule_id in registered]
    if [rule_id for rule_id in registered if rule_id in recorded] != in_both:
        found.fail(f"the rules of {listed.edition} stand in another order, or one stands twice")
