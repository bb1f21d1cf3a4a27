"""What would change an answer, and what would settle an open one (COUNTEREXAMPLES 33 and 36)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given

from cortex_core.experience.derivation import derive, output_on
from cortex_core.experience.neighbours import facts_read, representative_values, with_value
from cortex_core.experience.settle import settling, single_fact_flips
from cortex_core.experience.situation import default_pair
from cortex_core.ids import EditionKey
from cortex_core.model.experience import Task
from tests.counterexamples.made import Asked, edition, only, registry, rule
from tests.properties.expressions import SPARING
from tests.properties.questions import resolver, tasks


def settled(asked: Asked) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    found = settling(asked.situation, asked.task, asked.output)
    assert found.complete
    return found.may, found.must


@pytest.mark.parametrize(("when", "may", "must"), [
    ("a and b", ("a", "b"), (("a", "b"),)),                   # a no of one settles, a yes does not
    ("a or b", ("a", "b"), (("a", "b"),)),
    ("a", ("a",), (("a",),)),
    ("a or not a", ("a",), (("a",),)),
    ("age >= 50 and a", ("a", "born"), (("a", "born"),)),
])
def test_a_fact_that_may_settle_is_told_apart_from_the_sets_that_must(
        when: str, may: tuple[str, ...], must: tuple[tuple[str, ...], ...]) -> None:
    assert settled(only(when, {})) == (may, must)


def test_facts_that_no_rule_reads_settle_nothing() -> None:
    assert facts_read(only("a", {}).situation.family, only("a", {}).situation.book) == ("a",)
    assert settled(only("a", {"count": 3})) == (("a",), (("a",),))


def test_a_flip_is_one_fact_with_a_value_that_a_person_can_have() -> None:
    """Thresholds 45 and 50 of one age: no flip reaches 50 without having reached 45."""
    asked = only("age >= 45 and age < 50 and a", {"born": "1974-05-18", "a": True})
    flips = list(single_fact_flips(asked.situation, asked.task, asked.output))
    assert {flip.fact for flip in flips} == {"born", "a"}
    for flip in flips:
        if flip.fact == "born":
            assert isinstance(flip.value, date)
            assert flip.value <= asked.task.decided_on
    assert {flip.value for flip in flips if flip.fact == "a"} == {False}


def test_only_known_facts_are_flipped() -> None:
    asked = only("a and b", {"a": True})
    assert {flip.fact for flip in single_fact_flips(asked.situation, asked.task, asked.output)} == {"a"}


@SPARING
@given(tasks("crc_screening", "tls_lifetime", "cpap_osa"))
def test_every_flip_that_is_shown_really_gives_that_output(task: Task) -> None:
    situation = resolver().situation(task.family, task.decided_on)
    before = derive(situation, task).output
    for flip in single_fact_flips(situation, task, before):
        assert flip.then == derive(situation, with_value(task, flip.fact, flip.value)).output != before


@SPARING
@given(tasks("crc_screening", "tls_lifetime"))
def test_a_set_that_must_settle_leaves_nothing_open_for_any_values(task: Task) -> None:
    situation = resolver().situation(task.family, task.decided_on)
    output = derive(situation, task).output
    if not output.has_open_questions:
        return
    for chosen in settling(situation, task, output).must:
        told = task
        for name in chosen:
            spec = situation.family.fact(name)
            assert spec is not None
            values = representative_values(situation.family, situation.book, spec, task.decided_on)
            told = with_value(told, name, values[0])
        assert not output_on(situation, told, task.decided_on).has_open_questions


def test_the_default_pair_is_the_governing_edition_with_the_one_before_it() -> None:
    one, two, three = (edition(key, rule(key, "a"), start=date(year, 1, 1))
                       for key, year in (("one", 2000), ("two", 2010), ("three", 2020)))
    known = registry(one, two, three)
    assert default_pair(known, "made", EditionKey("two")) == ("one", "two")
    assert default_pair(known, "made", None) == ("two", "three")
    assert default_pair(known, "made", EditionKey("one")) is None
    assert default_pair(registry(), "made", None) is None


def test_editions_that_start_on_one_day_are_competitors_and_no_pair() -> None:
    one = edition("one", rule("one", "a"))
    other = replace(one, key=EditionKey("other"))
    assert default_pair(registry(one, other), "made", None) is None
