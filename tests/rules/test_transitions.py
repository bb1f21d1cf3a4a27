"""The table of transitions (contract 3.3), on every pair of truth values and with either side absent."""

from __future__ import annotations

from datetime import date

import pytest

from cortex_core.model.enums import Transition, Truth
from cortex_core.model.experience import Output, Row
from tests.counterexamples.made import ask, edition, registry, rule

RAW = {"Y": True, "N": False, "U": None}


def pair(old: str, new: str, *, same: bool = True, changed: bool = False) -> Output:
    """One lineage that reads `a` in the old and `b` in the new edition; "-" for an edition without it."""
    rules = {
        "old": () if old == "-" else (rule("old", "a"),),
        "new": () if new == "-" else (rule("new", "b and (a or not a or count == 1)" if changed else "b",
                                           "do" if same else "leave"),)}
    other = {key: rule(key, "a and not a and b", lineage="never") for key in rules}
    known = registry(edition("old", *rules["old"], other["old"], start=date(2010, 1, 1)),
                     edition("new", *rules["new"], other["new"], start=date(2020, 1, 1), supersedes="old"))
    return ask(known, {"a": RAW.get(old), "b": RAW.get(new), "count": 1}, pair=("old", "new")).output


def row(output: Output) -> Row | None:
    return next((one for one in output.rows if one.lineage == "line"), None)


@pytest.mark.parametrize(("old", "new", "transition"), [
    ("N", "Y", Transition.ADD), ("-", "Y", Transition.ADD),
    ("Y", "N", Transition.RETIRE), ("Y", "-", Transition.RETIRE),
    ("Y", "Y", Transition.UNCHANGED),
    ("U", "Y", Transition.UNRESOLVED), ("Y", "U", Transition.UNRESOLVED), ("U", "U", Transition.UNRESOLVED),
    ("U", "N", Transition.UNRESOLVED), ("N", "U", Transition.UNRESOLVED), ("-", "U", Transition.UNRESOLVED),
    ("U", "-", Transition.UNRESOLVED),
])
def test_two_sides_make_one_transition(old: str, new: str, transition: Transition) -> None:
    found = row(pair(old, new))
    assert found is not None
    assert found.transition is transition
    assert (found.old, found.new) == tuple(Truth("N" if one == "-" else one) for one in (old, new))
    assert (found.old_output, found.new_output) == tuple("do" if one == "Y" else "" for one in (old, new))


@pytest.mark.parametrize(("old", "new"), [("N", "N"), ("-", "N"), ("N", "-")])
def test_what_applies_on_neither_side_has_no_row(old: str, new: str) -> None:
    assert row(pair(old, new)) is None


def test_other_content_is_a_modification_and_a_changed_rule_only_a_material_one() -> None:
    other, read_anew = row(pair("Y", "Y", same=False)), row(pair("Y", "Y", changed=True))
    assert other is not None
    assert read_anew is not None
    assert (other.transition, other.transition_material) == (Transition.MODIFY, Transition.MODIFY)
    assert (read_anew.transition, read_anew.transition_material) == (Transition.UNCHANGED, Transition.MODIFY)


@pytest.mark.parametrize(("old", "new", "changed"), [("Y", "Y", True), ("-", "Y", None), ("Y", "-", None)])
def test_whether_the_rule_changed_is_not_said_of_a_lineage_that_one_edition_lacks(
        old: str, new: str, changed: bool | None) -> None:
    found = row(pair(old, new))
    assert found is not None
    assert found.rule_changed is changed                  # `a` and `b` are two predicates


def test_contents_are_those_of_the_outputs_that_are_spoken_of_and_no_others() -> None:
    assert dict(pair("Y", "N").contents).keys() == {"do"}
    assert dict(pair("Y", "Y", same=False).contents).keys() == {"do", "leave"}
    assert pair("N", "N").contents == ()


def test_without_a_governing_edition_nothing_is_currently_applicable() -> None:
    ended = edition("old", rule("old", "a"), start=date(2010, 1, 1), end=date(2015, 1, 1))
    output = ask(registry(ended), {"a": True}).output
    assert output.sets.currently_applicable == output.sets.currently_unknown == ()
