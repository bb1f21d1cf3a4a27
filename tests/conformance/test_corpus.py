"""The worked cases of the corpus: every field that a case states, one test a case."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cortex_core.experience.situation import Resolver
from cortex_core.interop.case_files import Case, read_cases
from cortex_core.service.cases import answer, check_cases, shipped_registry

FOLDER = os.environ.get("CORTEX_CONFORMANCE", "")
if not FOLDER:
    pytest.skip("CORTEX_CONFORMANCE is not set: the worked cases were not run", allow_module_level=True)

FILE = Path(FOLDER) / "corpus" / "corpus_cases.json"
CASES = [pytest.param(case, id=case.id) for case in read_cases(FILE)]
STATED = {"governing_edition", "lineages", "sets"}


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    return Resolver(shipped_registry())


def in_any_order(value: Any) -> Any:
    """Lists of the case file are sets: their order says nothing."""
    if isinstance(value, Mapping):
        return {key: in_any_order(item) for key, item in value.items()}
    return sorted((in_any_order(item) for item in value), key=repr) if isinstance(value, list) else value


def turned_round(case: Case) -> Case:
    """The same person, told in the opposite order, with two things nobody asked about."""
    backwards = dict(reversed(case.facts.items()))
    return replace(case, facts={"shoe_size": 43, **backwards, "favourite_colour": {"unknown": "missing"}})


@pytest.mark.parametrize("case", CASES)
def test_a_worked_case_is_answered_as_stated_on_every_field(case: Case, resolver: Resolver) -> None:
    assert set(case.expected) == STATED
    assert in_any_order(answer(resolver, case)) == in_any_order(case.expected)


@pytest.mark.parametrize("case", CASES)
def test_neither_the_order_of_facts_nor_two_irrelevant_ones_change_an_answer(
        case: Case, resolver: Resolver) -> None:
    told = turned_round(case)
    assert len(told.facts) == len(case.facts) + 2
    assert in_any_order(answer(resolver, told)) == in_any_order(case.expected)


def test_the_command_counts_every_case_as_matched() -> None:
    report = check_cases(FILE)
    assert (report.matched, report.mismatches) == (report.total, ())
    assert report.total == len(CASES) == 92


def test_a_wrong_expectation_is_reported_with_its_field(tmp_path: Path) -> None:
    """The comparison itself can fail: one set and one value are altered in a copy."""
    text = FILE.read_text(encoding="utf-8")
    broken = text.replace('"governing_edition": "who_art_2016"', '"governing_edition": "who_art_2013"', 1)
    at = broken.index('"unresolved": []')
    broken = broken[:at] + '"unresolved": ["art.adult"]' + broken[at + len('"unresolved": []'):]
    copy = tmp_path / "cases.json"
    copy.write_text(broken, encoding="utf-8")
    report = check_cases(copy)
    assert report.matched == report.total - 1
    assert {(one.id, one.field) for one in report.mismatches} == {
        ("hiv_art-01", "governing_edition"), ("hiv_art-01", "sets.unresolved")}
