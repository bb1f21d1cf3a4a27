"""Rule books: what makes two rules the same rule, and in which order atoms come."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cortex_core.ids import ArtifactKey
from cortex_core.logic.expr import ExpressionError
from cortex_core.model.rules import Citation
from cortex_core.rules.rulebook import RuleBook, material_digest, rule_book
from tests.counterexamples.made import edition, family, rule


def book(*whens: str, key: str = "one") -> RuleBook:
    return rule_book(family(), [edition(key, *(rule(key, when, lineage=f"l{place}")
                                              for place, when in enumerate(whens)))])


def test_atoms_are_sorted_by_id_each_once_over_all_rules() -> None:
    found = book("b and a", "not (a or count < 3)")
    assert [atom.id for atom in found.atoms] == ["a", "b", "count >= 3"]


def test_a_predicate_in_other_words_is_the_same_rule_and_the_same_list() -> None:
    one, other = book("not (a or b)"), book("not b and not a")
    assert one.rule_lists() == other.rule_lists()


@pytest.mark.parametrize("change", [
    {"when": "a or b"}, {"output": "leave"}, {"after": ("x",)}, {"cites": (Citation(ArtifactKey("k"), "s1"),)}])
def test_predicate_output_precedence_and_citation_each_make_another_rule(change: dict[str, object]) -> None:
    plain = rule("one", "a")
    one, other = (rule_book(family(), [edition("one", made)]).rule_lists()[0].rules[0]
                  for made in (plain, replace(plain, **change)))  # type: ignore[arg-type]  # fields of a rule
    assert one[0] == other[0]
    assert one[1] != other[1]


def test_the_material_signature_leaves_out_edition_citation_mark_and_name_of_the_output() -> None:
    one = rule_book(family(), [edition("one", rule("one", "a and b", "do"))])
    other = rule_book(family(), [edition("two", replace(
        rule("two", "b and a", "also", cites=(Citation(ArtifactKey("k"), "s1"),)), mark="M", note="remark"))])
    third = rule_book(family(), [edition("two", rule("two", "b or a", "do"))])
    digests = [material_digest(one.rules[key]) for one, key in (
        (one, one.editions[0]), (other, other.editions[0]), (third, third.editions[0]))]
    assert digests[0] == digests[1] != digests[2]


def test_the_order_of_rules_is_part_of_the_list() -> None:
    first, second = rule("one", "a", lineage="x"), rule("one", "b", lineage="y")
    one = rule_book(family(), [edition("one", first, second)]).rule_lists()[0]
    other = rule_book(family(), [edition("one", second, first)]).rule_lists()[0]
    assert sorted(one.rules) == sorted(other.rules)
    assert one.digest != other.digest


def test_a_predicate_that_cannot_be_read_makes_no_book() -> None:
    with pytest.raises(ExpressionError):
        book("a and unheard_of")
