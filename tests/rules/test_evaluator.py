"""The compiled program: what it shares, what it evaluates, and that no text of a rule reaches the compiler."""

from __future__ import annotations

from itertools import product

from cortex_core.logic.atoms import AtomValue
from cortex_core.logic.truth import Reason, Truth
from cortex_core.logic.values import Known, Missing
from cortex_core.rules.evaluator import compiled, signature_codes
from cortex_core.rules.plain import effective_value
from cortex_core.rules.rulebook import rule_book
from tests.counterexamples.made import edition, family, rule

TWO = rule_book(family(), [
    edition("old", rule("old", "a and b and count >= 3")),
    edition("new", rule("new", "(a and b and count >= 3) or ahi > 5", variant="x"),
            rule("new", "b", variant="y", after=("x",)))])


def test_a_sub_expression_that_two_editions_share_is_one_node() -> None:
    program = compiled(TWO)
    assert [node.kind for node in program.nodes].count("and") == 2        # the shared one, and y without x
    assert len(program.nodes) == len(set(program.nodes)) == 4 + 4


def test_a_book_is_compiled_once() -> None:
    assert compiled(TWO) is compiled(TWO)


def test_a_signature_has_one_code_for_each_atom_in_the_books_order() -> None:
    codes = signature_codes(TWO, {"a": Known(True), "b": Missing(), "count": Known(2), "ahi": Missing()})
    assert [atom.id for atom in TWO.atoms] == ["a", "ahi > 5", "b", "count >= 3"]
    assert [AtomValue.from_code(code) for code in codes] == [
        AtomValue(Truth.Y), AtomValue(Truth.U, Reason.MISSING), AtomValue(Truth.U, Reason.MISSING),
        AtomValue(Truth.N)]


def test_a_variant_that_comes_after_another_is_and_not_that_one() -> None:
    codes = signature_codes(TWO, {name: Missing() for name in ("a", "ahi", "count")} | {"b": Known(True)})
    assert compiled(TWO).values(codes) == {
        "old:line": Truth.U, "new:line#x": Truth.U, "new:line#y": Truth.U}
    own = compiled(TWO).own["new:line#y"]  # type: ignore[index]  # an id of this book
    assert compiled(TWO).trace(codes)[own] == Truth.Y.rank


def test_the_last_of_three_variants_gives_way_to_both_before_it() -> None:
    """On all values of three atoms, against the plain reading."""
    three = rule_book(family(), [edition(
        "one", rule("one", "a", variant="x"), rule("one", "b", variant="y", after=("x",)),
        rule("one", "count >= 3", variant="z", after=("x", "y")))])
    variants = three.lineages(three.editions[0])["line"]
    for truths in product((AtomValue(Truth.Y), AtomValue(Truth.N), AtomValue(Truth.U, Reason.STALE)), repeat=3):
        values = compiled(three).values(bytes(one.code for one in truths))
        atoms = {atom.id: one.truth for atom, one in zip(three.atoms, truths, strict=True)}
        for one in variants:
            assert values[one.rule.id] is effective_value(one, variants, atoms)
        assert [one.value for one in values.values()].count("Y") <= 1


def test_names_that_look_like_code_stay_data() -> None:
    odd = rule_book(family(), [edition("__import__('os')", rule("__import__('os')", "a", lineage="x); y("))])
    codes = signature_codes(odd, {"a": Known(True)})
    assert list(compiled(odd).values(codes).values()) == [Truth.Y]
