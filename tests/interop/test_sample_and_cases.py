"""The shipped sample is read whole; case files are exact and refused with their place."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from cortex_core.errors import InputError
from cortex_core.interop.case_files import read_cases
from cortex_core.interop.sample import read_sample, sample_folder

CASES = sample_folder() / "cases" / "corpus_cases.json"


def test_the_sample_is_read_without_a_problem() -> None:
    families, artifacts, editions = read_sample(sample_folder())
    assert (len(families), len(artifacts), len(editions)) == (10, 18, 22)
    coverage = next(edition for edition in editions if edition.key == "crc_cov_faq51")
    screening = next(edition for edition in editions if edition.key == "uspstf_crc_2021")
    shared = {cite for rule in coverage.rules if rule.lineage == "cov.screen_45_49" for cite in rule.cites}
    assert shared & {
        cite for rule in screening.rules if rule.lineage == "crc.screen_45_49" for cite in rule.cites
    }


def test_editions_come_by_family_and_start() -> None:
    families, _, editions = read_sample(sample_folder())
    order = [family.key for family in families]
    places = [(order.index(edition.family), edition.valid_from) for edition in editions]
    assert places == sorted(places)


def test_problems_of_all_files_of_a_folder_come_together(tmp_path: Path) -> None:
    folder = shutil.copytree(sample_folder(), tmp_path / "sample")
    changed = folder / "rules" / "crc_screening" / "uspstf_crc_2021.yaml"
    changed.write_text(
        changed.read_text("utf-8").replace("supersedes: uspstf_crc_2016", "supersedes: crc_2008"), "utf-8"
    )
    broken = folder / "rules" / "tls_lifetime" / "br_398.yaml"
    broken.write_text("edition: [", "utf-8")
    twice = folder / "artifacts" / "copy.md"
    shutil.copy(folder / "artifacts" / "uspstf_crc_2021.md", twice)
    with pytest.raises(InputError) as caught:
        read_sample(folder)
    assert {Path(issue.file).name: issue.cause for issue in caught.value.issues} == {
        "uspstf_crc_2021.md": "the artifact 'uspstf_crc_2021' stands in another file too",
        "uspstf_crc_2021.yaml": "it supersedes 'crc_2008', which crc_screening does not have",
        "br_398.yaml": "this is not YAML: did not find expected node content",
    }


def test_a_folder_that_is_no_sample_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no family in rules/"):
        read_sample(tmp_path)


# --- cases ------------------------------------------------------------------------------------------------


def test_the_worked_cases_are_read_exactly() -> None:
    cases = read_cases(CASES)
    assert len(cases) == 92
    first = cases[0]
    assert (first.id, first.family, first.decision_date) == ("hiv_art-01", "hiv_art", date(2017, 2, 1))
    numbers = [value for case in cases for value in case.facts.values() if isinstance(value, Decimal)]
    assert Decimal("149.9") in numbers
    assert not any(isinstance(value, float) for case in cases for value in case.facts.values())


def _case(**changes: Any) -> dict[str, Any]:
    return {
        "id": "c-01",
        "family": "crc",
        "title": "t",
        "old_edition": "a",
        "new_edition": "b",
        "decision_date": "2021-05-18",
        "facts": {"x": 1},
        "expected": {},
        **changes,
    }


def _file(*cases: dict[str, Any], **changes: Any) -> str:
    return json.dumps({"schema": "corpus_cases/1", "cases": list(cases), **changes}, indent=1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            _file(_case(decision_date="2021-31-05")),
            (
                "cases.json:5: cases[0].decision_date: month 31 in '2021-31-05': "
                "a month is 1 to 12. Correct the value"
            ),
        ),
        (
            _file(_case(), _case(id="c-02", facts=[])),
            "cases.json:17: cases[1].facts: keys and values were expected, not []. Write keys and values",
        ),
        (
            _file(_case(), _case()),
            "cases.json:17: cases[1]: the case 'c-01' stands twice. Rename one of them",
        ),
        (
            _file(_case(fact={})),
            "cases.json:5: cases[0].fact: the key is not known. Remove it or correct its spelling",
        ),
        (_file(_case(), count=2), "cases.json: count: count says 2, the file has 1 cases. Correct the count"),
        (
            _file(_case(facts={"x": float("nan")})),
            "cases.json: this is not JSON: NaN is not a number. Mend the value",
        ),
        (
            '{"schema": "corpus_cases/1",\n "cases": [,]}',
            "cases.json:2: this is not JSON: Expecting value. Mend the line",
        ),
        (
            '{"cases": [], "cases": []}',
            "cases.json: this is not JSON: the key 'cases' stands twice in one object. Mend the value",
        ),
        ("[]", "cases.json:1: keys and values were expected, not []. Write keys and values"),
        ('{"cases": []}', "cases.json:1: schema: the key is missing. Add the key"),
        ("[" * 100_000, "cases.json: this is not JSON: it is nested too deeply. Flatten it"),
    ],
)
def test_a_malformed_case_file_is_refused_in_one_error(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "cases.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        read_cases(path)
    assert said in [str(issue).removeprefix(f"{tmp_path}/") for issue in caught.value.issues]


@pytest.mark.parametrize("module", ["case_files", "sample"])
def test_readers_import_nothing_heavy(module: str, imported_by: Callable[[str], set[str]]) -> None:
    heavy = {"pandas", "numpy", "pyvis", "streamlit", "networkx", "plotly", "typer", "sqlite_utils"}
    assert imported_by(f"cortex_core.interop.{module}") & heavy == set()


@pytest.fixture
def imported_by() -> Callable[[str], set[str]]:
    """Top-level modules that importing a module brings in, in a fresh interpreter."""

    def imported(module: str) -> set[str]:
        program = f"import sys, {module}; print(*{{name.split('.')[0] for name in sys.modules}})"
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        return set(run.stdout.split())

    return imported
