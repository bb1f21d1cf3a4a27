"""CASES 1, 13, 15, 16 and 20 to 22: what users of neighbouring tools reported."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from cortex_core.ids import ArtifactKey
from cortex_core.interop.sample import sample_folder
from cortex_core.logic.expr import parse
from cortex_core.logic.normal import normal_form
from cortex_core.logic.truth import Truth, conjunction, disjunction, negation
from cortex_core.model.enums import Lane
from cortex_core.rules.evaluator import compiled
from cortex_core.rules.plain import effective_value
from cortex_core.service.changing import revise
from cortex_core.service.unit import unit
from cortex_core.sources.registry import Registry
from tests.counterexamples.made import ask, edition, only, registry, rule, value
from tests.properties.questions import shipped

ONE = timedelta(days=1)
CRC = "uspstf_crc_2021"
RULES = sample_folder() / "rules" / "crc_screening" / f"{CRC}.yaml"


# --- 1: only the presentation of a rule file -------------------------------------------------------------


def with_comments(text: str) -> str:
    return "# read again in May\n" + text.replace("rules:\n", "rules:   # as before\n\n")


def with_wider_space(text: str) -> str:
    return text.replace(" and ", "  and   ").replace("sources: [", "sources: [ ")


def with_keys_turned(text: str) -> str:
    """The order of top-level keys, and of the keys of a rule."""
    edition_line, family_line, rest = text.split("\n", 2)
    text = f"{family_line}\n{edition_line}\n{rest}"
    return text.replace('    output: crc.screen.A\n    cites:\n', '    cites:\n', 1).replace(
        '    mark: V\n', '    mark: V\n    output: crc.screen.A\n', 1)


@pytest.mark.parametrize("edit", [with_comments, with_wider_space, with_keys_turned])
def test_comments_white_space_and_key_order_of_a_rule_file_challenge_nothing(edit: object, graph: Path) -> None:
    """CASES 1, for rules. For the text of a source: tests/cli/test_revision_journey."""
    text = RULES.read_text(encoding="utf-8")
    changed = edit(text)  # type: ignore[operator]  # one of the three above
    assert changed != text
    report = revise(graph, CRC, rules={"rules.yaml": changed})
    assert (report.lane, report.challenged) == (Lane.IDENTICAL, 0)
    with unit(graph) as work:
        assert work.memory.challenged() == []


def test_a_changed_threshold_of_the_same_file_does_challenge(graph: Path) -> None:
    """CASES 1: the comparison can tell the two apart."""
    text = RULES.read_text(encoding="utf-8").replace("45 <= age_years", "46 <= age_years")
    report = revise(graph, CRC, rules={"rules.yaml": text})
    assert report.lane is Lane.RE_ENCODED
    assert report.challenged >= 1


# --- 13, 15, 16: time ------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", sorted(shipped().families))
def test_on_the_day_one_edition_ends_and_the_next_begins_exactly_one_is_in_force(family: str) -> None:
    """CASES 13."""
    candidates = shipped().candidates(family)
    handovers = [one.interval.end for one in candidates if one.closed_by is not None]
    assert handovers
    for day in handovers:
        assert day is not None
        for around in (day - ONE, day, day + ONE):
            assert sum(1 for one in candidates if one.interval.covers(around)) == 1
        before, after = (shipped().resolve(family, one).selected for one in (day - ONE, day))
        assert (before, after) == (next(one.edition for one in candidates if one.interval.end == day),
                                   next(one.edition for one in candidates if one.interval.start == day))


def test_an_older_edition_that_arrives_late_closes_intervals_in_order_of_valid_time() -> None:
    """CASES 15. 2010, 2020, and then the one of 2015 becomes known."""
    first = edition("first", rule("first", "a"), start=date(2010, 1, 1))
    last = edition("last", rule("last", "a"), start=date(2020, 1, 1), supersedes="late")
    late = edition("late", rule("late", "a"), start=date(2015, 1, 1), supersedes="first")
    known = registry(first, last, late)
    assert known.at(2).resolve("made", date(2016, 1, 1)).selected == "first"
    spans = {one.edition: (one.interval.start, one.interval.end) for one in known.candidates("made")}
    assert spans == {"first": (date(2010, 1, 1), date(2015, 1, 1)), "late": (date(2015, 1, 1), date(2020, 1, 1)),
                     "last": (date(2020, 1, 1), None)}
    assert known.candidates("made") == registry(first, late, last).candidates("made")


@pytest.mark.parametrize("seed", range(5))
def test_no_order_of_arrival_changes_which_edition_governs(seed: int) -> None:
    """CASES 15, over all shipped editions."""
    known = shipped()
    turned = Registry(known.families, known.artifacts,
                      tuple(random.Random(seed).sample(known.editions, len(known.editions))))
    for family in known.families:
        for day in (entry.edition.valid_from for entry in known.editions_of(family)):
            assert turned.resolve(family, day).selected == known.resolve(family, day).selected


def test_an_old_proof_keeps_the_premises_it_was_recorded_with(graph: Path) -> None:
    """CASES 16. Sources, statements and rules of the record, not the latest ones."""
    with unit(graph) as work:
        resting = list(work.memory.proofs_resting_on(ArtifactKey(CRC)))
        before = {name: work.memory.proof(name) for name in resting}
    assert before
    text = (sample_folder() / "artifacts" / f"{CRC}.md").read_text(encoding="utf-8").replace("45", "46", 1)
    assert revise(graph, CRC, text=text).lane is Lane.TEXT_CHANGED
    with unit(graph) as work:
        head = next(entry.version for entry in work.registry.artifacts
                    if entry.version.key == CRC and entry.version.sequence == 2)
        for name, proof in before.items():
            assert proof is not None
            assert work.memory.proof(name) == proof
            assert proof.id == name
            recorded = {ref.artifact: ref.blob for ref in proof.key.sources}
            assert recorded[head.key] != head.blob


# --- 20 to 22: logic -------------------------------------------------------------------------------------


def test_unknown_with_no_or_yes_is_decided_only_where_the_other_side_decides() -> None:
    """CASES 20."""
    assert conjunction([Truth.U, Truth.N]) is Truth.N
    assert disjunction([Truth.U, Truth.N]) is Truth.U
    assert disjunction([Truth.Y, Truth.U]) is Truth.Y
    assert negation(conjunction([Truth.U, Truth.Y])) is Truth.U


@pytest.mark.parametrize(("when", "answer"), [
    ("a and b", "N"), ("a or b", "U"), ("count > 0 or b or a", "Y"), ("not (a and count > 0)", "U")])
def test_used_as_a_filter_yes_is_kept_and_unknown_is_neither_kept_nor_dropped_silently(
        when: str, answer: str) -> None:
    """CASES 20. `a` is not known, `b` is false, `count` is 1."""
    asked = only(when, {"b": False, "count": 1})
    assert value(asked) == answer
    assert bool(asked.output.sets.currently_applicable) is (answer == "Y")
    assert bool(asked.output.sets.currently_unknown) is (answer == "U")


def test_not_in_a_set_of_one_is_unknown_for_an_unknown_number_in_both_evaluators() -> None:
    """CASES 21."""
    asked = only("not (count in {10})", {})
    book = asked.situation.book
    one, = book.rules[book.editions[0]]
    codes = asked.proof.signature.codes
    assert compiled(book).values(codes)[one.rule.id] is Truth.U
    assert effective_value(one, [one], {atom.id: Truth.U for atom in book.atoms}) is Truth.U
    assert value(only("not (count in {10})", {"count": 11})) == "Y"


@pytest.mark.parametrize(("weight", "answer"), [(100, "N"), (6000, "U")])
def test_of_a_row_with_an_unknown_place_the_place_that_differs_decides(weight: int, answer: str) -> None:
    """CASES 22. (U, 100) in {(10, 6000)} is N: the second place differs whatever the first one is."""
    assert value(only("(count, weight) in {(10, 6000)}", {"weight": weight})) == answer
    assert value(only("(count, weight) not in {(10, 6000)}", {"weight": weight})) == {"N": "Y", "U": "U"}[answer]


def test_a_tuple_is_read_place_by_place() -> None:
    """CASES 22, in the normal form."""
    known = only("a", {}).situation.family.vocabulary()
    by_place = normal_form(parse("(count, weight) in {(10, 6000), (1, 2)}", known), known)
    spelled = normal_form(parse("(count == 10 and weight == 6000) or (weight == 2 and count == 1)", known), known)
    assert by_place.text == spelled.text


def test_the_last_edition_that_ended_leaves_nothing_in_force_and_no_crash() -> None:
    """CASES 13 at the other end: after a stated end nothing governs, and a question says so."""
    ended = edition("one", rule("one", "a"), start=date(2010, 1, 1), end=date(2020, 1, 1))
    asked = ask(registry(ended), {"a": True}, on=date(2020, 1, 1))
    assert asked.situation.resolution.selected is None
    assert "no registered edition is in force on 2020-01-01" in asked.situation.resolution.why
    assert asked.output.sets.currently_applicable == ()
