from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.errors import InputError
from cortex_core.interop.scenario_files import MOST, dump_scenario, parse_scenario, read_scenario
from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import Criterion, EvidenceRef, FailureClass
from cortex_core.runtime.goals import Obligation
from cortex_core.runtime.groups import Group, GroupKind
from cortex_core.runtime.scenario import Expected, Scenario, Stage
from cortex_core.runtime.verdicts import Outcome, Step

TEXT = """\
title: "A test"
story: "One paragraph."
goal: "a goal"
path: {goal: g, think: t, context: c, act: a, verify: v}
criteria:
  - {id: one, words: first, verdict: pass, check: read}
  - {id: two, words: second, verdict: unknown, check: read}
  - {id: three, words: third, verdict: fail, failure: wrong result, mandatory: false}
groups:
  - {id: both, words: both of them, kind: all, members: [one, two]}
authority: {verdict: valid, why: granted}
integrity: {verdict: valid, why: compared}
"""


def problems(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(InputError) as caught:
        parse_scenario(text, "own", "mine.yaml")
    assert all(one.file == "mine.yaml" and one.remedy for one in caught.value.issues)
    return [(one.line, one.cause) for one in caught.value.issues]


def test_a_scenario_is_read_with_its_groups() -> None:
    scenario = parse_scenario(TEXT)
    assert [one.id for one in scenario.step.named] == ["one", "two", "three", "both"]
    assert scenario.step.criteria[2].failure_class is FailureClass.WRONG_RESULT
    assert (scenario.expected, scenario.source) == ((), ())


@pytest.mark.parametrize(("old", "new", "line", "cause"), [
    ("verdict: pass", "verdict: passed", 6, "'passed' is not one of"),
    ("id: two", "id: one", 7, "the id 'one' is taken"),
    ("id: one", "id: authority", 6, "the id 'authority' is taken"),
    ("members: [one, two]", "members: [one, four]", 10, "nothing is called 'four'"),
    ("members: [one, two]", "members: [one, one]", 10, "'one' stands twice"),
    ("members: [one, two]", "members: [one, both]", 10, "the group 'both' contains itself"),
    ("members: [one, two]", "members: []", 10, "it is empty"),
    ("kind: all", "kind: at least, count: 3", 10, "at least 3 of 2 cannot be asked"),
    ("kind: all", "kind: at least, count: 0", 10, "at least 0 of 2 cannot be asked"),
    ("kind: all", "kind: all, count: 2", 10, "a count says nothing"),
    ("check: read}\n  - {id: two", "check: read, mandatory: true}\n  - {id: two", 6, "decides through its group"),
    (", failure: wrong result", "", 8, "it fails and does not say how"),
    ("verdict: pass", "verdict: pass, failure: not produced", 6, "it passes and names a failure"),
    ("check: read}\n  - {id: two", "evidence: [{name: log, holds: no}]}\n  - {id: two", 12, "does not hold"),
    ("check: read}\n  - {id: two", "evidence: [{name: log, holds: unknown}]}\n  - {id: two", 12, "may not hold"),
    ("goal: \"a goal\"\n", "", 1, "the key is missing"),
    ("story:", "storey:", 1, "the key is missing"),
    ("verify: v}", "verify: v, judge: j}", 4, "the key is not known"),
])
def test_a_problem_is_named_with_its_line(old: str, new: str, line: int, cause: str) -> None:
    assert old in TEXT
    found = problems(TEXT.replace(old, new, 1))
    assert any(at == line and cause in words for at, words in found), found


def test_an_optional_criterion_may_have_broken_evidence() -> None:
    text = TEXT.replace("mandatory: false}", "mandatory: false, evidence: [{name: log, holds: no}]}")
    assert parse_scenario(text).step.criteria[2].evidence[0].holds is Truth.N


def test_two_obligations_cannot_both_be_served_by_one_step() -> None:
    text = TEXT + "obligations:\n  - {id: a, words: a, this_step: true}\n  - {id: b, words: b, this_step: true}\n"
    assert "more than one obligation" in problems(text)[0][1]
    double = TEXT + "obligations:\n  - {id: a, words: a, this_step: true, verdict: pass}\n"
    assert "gets its verdict from the step" in problems(double)[0][1]


def test_too_many_criteria_are_refused() -> None:
    more = "".join(f"  - {{id: more{at}, words: more, verdict: pass}}\n" for at in range(MOST))
    assert len(problems(TEXT.replace("groups:", more + "groups:"))) == 1


@pytest.mark.parametrize("text", ["", "- a\n- b\n", "title: [", "x" * 70_000])
def test_what_is_no_scenario_is_one_clear_error(text: str) -> None:
    assert problems(text)


def test_a_file_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.yaml"):
        read_scenario(tmp_path / "none.yaml")


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12) | st.sampled_from(
    ["true", "tRue", "no", "null", "~", "1.5", "007", "2021-05-18", "a: b", "# not a comment", "- item", "'quoted'"])


@given(st.lists(st.tuples(WORDS, st.sampled_from(Verdict), st.booleans(), WORDS), min_size=1, max_size=4), WORDS,
       st.sampled_from(GroupKind), st.sampled_from(list(Truth)))
def test_any_scenario_written_and_read_again_is_the_same(
        rows: list[tuple[str, Verdict, bool, str]], words: str, kind: GroupKind, truth: Truth) -> None:
    criteria = tuple(Criterion(
        f"c{at}", said, verdict, mandatory, (EvidenceRef(name, name, Truth.Y),),
        FailureClass.WRONG_RESULT if verdict is Verdict.FAIL else FailureClass.NONE, at == 2, name)
        for at, (said, verdict, mandatory, name) in enumerate(rows))
    group = Group("g", words, kind, ("c0",), 1, mandatory=False)
    criteria = (Criterion("c0", words, Verdict.PASS, check=words), *criteria[1:])
    scenario = Scenario("own", words, words, words, tuple((stage, words) for stage in Stage),
                        Step(criteria, (group,), truth, truth), words, words,
                        (Obligation("a", words, Verdict.UNKNOWN, this_step=True), Obligation("b", words, Verdict.FAIL)),
                        (Expected(Outcome.INCOMPLETE, words),))
    assert parse_scenario(dump_scenario(scenario)) == scenario
