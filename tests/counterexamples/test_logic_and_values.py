"""counterexamples 1 to 14: logic, values and transitions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import product

import pytest

from cortex_core.errors import InputError
from cortex_core.logic.atoms import Atom, AtomValue, atom_value
from cortex_core.logic.expr import ExpressionError, parse
from cortex_core.logic.normal import normal_form
from cortex_core.logic.terms import Kind, Term
from cortex_core.logic.truth import Reason, Truth
from cortex_core.logic.values import Between, Conflicting, Known, OneOf
from cortex_core.model.enums import Transition
from cortex_core.model.experience import Signature, signature_digest
from cortex_core.model.rules import Lifetime, LifetimeKind
from cortex_core.rules.exclusive import overlapping_variants
from tests.counterexamples.made import (
    ask,
    atoms,
    edition,
    fact,
    family,
    only,
    registry,
    rule,
    value,
)
from tests.properties.questions import decided, shipped, task_of

MISSING = {"unknown": "missing"}


def conflict(*candidates: object) -> dict[str, object]:
    return {"unknown": "conflict", "candidates": list(candidates)}


def text_of(when: str) -> str:
    vocabulary = family().vocabulary()
    return normal_form(parse(when, vocabulary), vocabulary).text


def test_two_reasons_of_one_compound_do_not_depend_on_the_order_of_its_parts() -> None:
    """counterexamples 1."""
    facts = {"a": MISSING, "b": conflict(True, False)}
    one, other = only("a and b", facts), only("b and a", facts)
    assert one.output == other.output
    assert one.proof.signature == other.proof.signature
    assert atoms(one) == {"a": "U(missing)", "b": "U(conflicting)"}
    swapped = only("a and b", {"a": conflict(True, False), "b": MISSING})
    assert swapped.output == one.output                  # reasons are in the signature, not in the output
    assert swapped.proof.id != one.proof.id


def test_yes_no_and_five_reasons_of_unknown_are_seven_codes() -> None:
    """counterexamples 2."""
    values = [AtomValue(Truth.Y), AtomValue(Truth.N), *(AtomValue(Truth.U, reason) for reason in Reason)]
    assert len({one.code for one in values}) == 7
    assert [AtomValue.from_code(one.code) for one in values] == values
    digests = {signature_digest(Signature(("a",), bytes([one.code]), (), ())) for one in values}
    assert len(digests) == 7


def test_an_age_in_a_range_across_the_threshold_is_imprecise_and_neither_missing_nor_unscoped() -> None:
    """counterexamples 3. Known to [44, 51), asked `>= 45`."""
    asked = {"count": {"unknown": "partial", "from": 44, "to": 50}}
    assert atoms(only("count >= 45", asked)) == {"count >= 45": "U(imprecise)"}
    assert atoms(only("count >= 44", asked)) == {"count >= 44": "Y"}
    other_subject = {"count": {"value": 47, "subject": "partner"}}
    assert atoms(only("count >= 45", other_subject)) == {"count >= 45": "U(unscoped)"}
    old = family(fact("count", Kind.INTEGER, lifetime=Lifetime(LifetimeKind.DAYS, 90)))
    aged = {"count": {"value": 47, "observed": "2021-01-01"}}
    assert atoms(only("count >= 45", aged, of=old)) == {"count >= 45": "U(stale)"}


def test_two_weights_above_the_threshold_stay_a_conflict_unless_a_declared_policy_ranks_their_sources() -> None:
    """counterexamples 4. Weights 148 and 152, asked `>= 140`: a third reading might be 120."""
    weights = conflict({"value": 148, "source": "scale"}, {"value": 152, "source": "chart"})
    assert atoms(only("weight >= 140", {"weight": weights})) == {"weight >= 140": "U(conflicting)"}
    assert atom_value(Atom.of("w", ">=", 140), Conflicting(((148, ""), (152, "")))).reason is Reason.CONFLICTING
    ranked = family(fact("weight", Kind.INTEGER, ranked=("scale", "chart")))
    assert value(only("weight >= 150", {"weight": weights}, of=ranked)) == "N"


def test_a_second_observation_makes_another_signature_and_no_refinement_of_the_first() -> None:
    """counterexamples 5."""
    first, second = only("a", {"a": True}), only("a", {"a": conflict(True, False)})
    assert (value(first), value(second)) == ("Y", "U")
    assert first.proof.signature_digest != second.proof.signature_digest


def test_atoms_are_the_grain_so_a_cautious_unknown_stays_unknown() -> None:
    """counterexamples 6. Age 44 to 51: `>= 45 or < 50` holds for every age, and is U."""
    aged = {"count": {"unknown": "partial", "from": 44, "to": 51}}
    assert value(only("count >= 45 or count < 50", aged)) == "U"
    assert {value(only("count >= 45 or count < 50", {"count": age})) for age in range(44, 52)} == {"Y"}
    either = OneOf(("negative", "positive"))
    assert atom_value(Atom.of("x", "in", "positive", "negative"), either).truth is Truth.Y
    listed = {"chlamydia": {"unknown": "partial", "options": ["positive", "negative"]}}
    assert value(only("chlamydia in {positive, negative}", listed)) == "Y"
    assert value(only("chlamydia == positive or chlamydia == negative", listed)) == "U"


def test_fourteen_and_a_half_lies_between_at_most_fourteen_and_below_fifteen() -> None:
    """counterexamples 7. Only facts declared whole numbers shift."""
    assert text_of("ahi <= 14") != text_of("ahi < 15")
    assert value(only("ahi <= 14", {"ahi": Decimal("14.5")})) == "N"
    assert value(only("ahi < 15", {"ahi": Decimal("14.5")})) == "Y"
    assert text_of("count <= 14") == text_of("count < 15")


@pytest.mark.parametrize(("long", "short"), [("(a and b) or (a and not b)", "a"), ("a or not a", "b or not b")])
def test_what_is_no_kleene_law_is_not_simplified_away(long: str, short: str) -> None:
    """counterexamples 7."""
    assert text_of(long) != text_of(short)
    assert value(only("a or not a", {"a": MISSING})) == "U"
    assert value(only("(a and b) or (a and not b)", {"a": True, "b": MISSING})) == "U"


@pytest.mark.parametrize("when", [
    "is_missing(count)", "count is None", "count == None", "coalesce(count, 0) < 5", "a if b else False",
    "known(a)", "not_tested"])
def test_no_presence_test_and_no_default_is_part_of_the_language(when: str) -> None:
    """counterexamples 8."""
    with pytest.raises(ExpressionError):
        parse(when, family().vocabulary())


def test_not_tested_is_an_observed_value_that_a_later_result_replaces() -> None:
    """counterexamples 8."""
    when = "chlamydia == not_tested"
    assert value(only(when, {"chlamydia": "not_tested"})) == "Y"
    assert value(only(when, {})) == "U"
    assert value(only(when, {"chlamydia": "negative"})) == "N"


def test_a_later_variant_is_yes_only_where_the_earlier_one_is_no() -> None:
    """counterexamples 9. Variant 1 is U, variant 2 by itself Y: the lineage is U."""
    ordered = registry(edition("one", rule("one", "a", variant="first"),
                               rule("one", "b", "leave", variant="second", after=("first",))))
    assert value(ask(ordered, {"a": MISSING, "b": True})) == "U"
    assert ask(ordered, {"a": False, "b": True}).output.sets.currently_applicable == ("one:line#second",)
    assert ask(ordered, {"a": True, "b": True}).output.sets.currently_applicable == ("one:line#first",)


def test_two_variants_that_can_both_be_yes_are_found_with_the_facts_that_show_it() -> None:
    """counterexamples 9. Refused at load: tests/interop/test_rule_files."""
    rules = (rule("one", "count >= 45", variant="first"), rule("one", "count <= 45", "leave", variant="second"))
    assert overlapping_variants(rules, family().vocabulary()) == ("first", "second", (("count", 45),))


def test_a_child_of_seven_without_a_stage_is_unresolved_although_every_stage_would_modify() -> None:
    """counterexamples 10. The row is cautious: pure Kleene leaves it open, completions agree."""
    facts = {"hiv_confirmed": True, "birth_date": "2010-01-15", "cd4_count": 400, "who_stage": MISSING,
             "pregnant_or_breastfeeding": False, "active_tb": False, "meningitis_signs": False,
             "hbv_coinfection": False, "severe_chronic_liver_disease": False, "serodiscordant_partner": False}
    hiv, day = shipped().families["hiv_art"], date(2017, 2, 1)

    def row(stage: object) -> tuple[str, Transition]:
        made = decided(task_of(hiv, facts | {"who_stage": stage}, day)).proof
        assert made.key.pair == ("who_art_2013", "who_art_2016")
        only_row, = made.output.rows
        return only_row.old_output, only_row.transition

    assert row(MISSING) == ("", Transition.UNRESOLVED)
    completed = {row(stage) for stage in (1, 2, 3, 4)}
    assert {transition for _, transition in completed} == {Transition.MODIFY}
    assert len(completed) == 2


def test_an_edition_that_is_not_registered_leaves_rows_unresolved_and_announces_no_addition() -> None:
    """counterexamples 11."""
    new = edition("new", rule("new", "a"), rule("new", "b", "leave", lineage="other"), start=date(2020, 1, 1))
    gap = ask(registry(new), {"a": True, "b": True}, pair=("old", "new")).output
    assert (gap.sets.added, gap.sets.unresolved) == ((), ("line", "other"))
    old = edition("old", rule("old", "a"), start=date(2010, 1, 1))
    whole = ask(registry(old, replace(new, supersedes=old.key)), {"a": True, "b": True}, pair=("old", "new"))
    assert (whole.output.sets.added, whole.output.sets.unchanged) == (("other",), ("line",))


@pytest.mark.parametrize(("name", "word"), [("born", "birth"), ("start", "start")])
def test_a_birth_or_start_after_the_decision_is_refused_so_nobody_has_age_minus_five(
        name: str, word: str) -> None:
    """counterexamples 12. Born 2020, decided 2015."""
    with pytest.raises(InputError, match=f"the {word} date 2020-01-01 lies after the decision date 2015-01-01"):
        only("age < 1", {name: "2020-01-01"}, on=date(2015, 1, 1))


def test_not_started_is_a_value_that_a_rule_names_and_no_number() -> None:
    """counterexamples 12."""
    facts = {"start": "not_started"}
    assert value(only("start == not_started", facts)) == "Y"
    assert atoms(only("days < 84", facts)) == {"days >= 84": "U(unscoped)"}


def test_five_sets_name_lineages_and_the_two_current_ones_rules() -> None:
    """counterexamples 13."""
    old = edition("old", rule("old", "a", lineage="goes"), rule("old", "a", lineage="stays"),
                  rule("old", "a", "leave", lineage="turns"), start=date(2010, 1, 1))
    new = edition("new", rule("new", "a", lineage="stays"), rule("new", "a", lineage="turns"),
                  rule("new", "a", lineage="comes"), rule("new", "b", lineage="open"), start=date(2020, 1, 1),
                  supersedes="old")
    sets = ask(registry(old, new), {"a": True}).output.sets
    assert (sets.added, sets.removed, sets.modified, sets.unchanged, sets.unresolved) == (
        ("comes",), ("goes",), ("turns",), ("stays",), ("open",))
    assert sets.currently_applicable == ("new:comes", "new:stays", "new:turns")
    assert sets.currently_unknown == ("new:open",)


def test_outputs_are_compared_by_their_content_and_not_by_their_name() -> None:
    """counterexamples 14. `do` and `also` have one content under two names."""
    def transitions(old_output: str, new_output: str, new_when: str = "a") -> tuple[Transition, Transition]:
        old = edition("old", rule("old", "a", old_output), start=date(2010, 1, 1))
        new = edition("new", rule("new", new_when, new_output), start=date(2020, 1, 1), supersedes="old")
        row, = ask(registry(old, new), {"a": True, "b": True}).output.rows
        return row.transition, row.transition_material

    assert transitions("do", "also") == (Transition.UNCHANGED, Transition.UNCHANGED)
    assert transitions("do", "leave") == (Transition.MODIFY, Transition.MODIFY)
    assert transitions("do", "do", "a or b") == (Transition.UNCHANGED, Transition.MODIFY)


def test_one_atom_answers_for_all_values_left_open() -> None:
    """counterexamples 3 and 6, on the atom itself: what a range leaves open is all of it."""
    for low, high in product((43, 44, 45), (46, 47)):
        inside = {atom_value(Atom.of("age", ">=", 45), Known(age)).truth for age in range(low, high + 1)}
        partial = atom_value(Atom.of("age", ">=", 45), Between(low, high)).truth
        assert partial is (inside.pop() if len(inside) == 1 else Truth.U)


def test_the_vocabulary_refuses_names_that_no_fact_has() -> None:
    """counterexamples 8: what nobody observes cannot be asked."""
    with pytest.raises(ExpressionError, match="not a declared fact"):
        parse("c", {"a": Term("a", Kind.BOOL)})
