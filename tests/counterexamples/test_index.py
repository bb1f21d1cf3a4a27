"""The table of numbered cases names tests that exist, and leaves out no number that is promised."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
TABLE = (TESTS / "counterexamples" / "README.md").read_text(encoding="utf-8")
COUNTEREXAMPLES, CASES = TABLE.split("## Cases from the field")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(test_\w+)`", TABLE)))


def numbers(part: str) -> list[int]:
    return [int(found) for found in re.findall(r"^\| (\d+) \|", part, re.MULTILINE)]


def test_every_promised_number_has_a_row() -> None:
    assert numbers(COUNTEREXAMPLES) == [*range(1, 25), 30, 34, 46, 47, 49, 50, 51, 53, 56, 57]
    assert numbers(CASES) == [1, *range(13, 17), *range(20, 24)]


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_a_named_test_exists(file: str, name: str) -> None:
    assert f"def {name}(" in (TESTS / file).read_text(encoding="utf-8")
