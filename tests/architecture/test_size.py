"""A module that outgrows its bound holds more than one concept; the failure names it."""

from __future__ import annotations

from pathlib import Path

from tests.architecture.tree import core_modules, name_of, page_scripts

CORE_LINES = 400
PAGE_LINES = 160
NAMES_THAT_SAY_NOTHING = {
    "common", "data", "handler", "helper", "helpers", "info", "manager", "misc", "process", "util", "utils",
}


def _lines(path: Path) -> int:
    return len(path.read_text("utf-8").splitlines())


def test_core_modules_hold_one_concept() -> None:
    assert {name_of(path): _lines(path) for path in core_modules() if _lines(path) > CORE_LINES} == {}


def test_pages_hold_no_logic_worth_more_lines() -> None:
    assert {name_of(path): _lines(path) for path in page_scripts() if _lines(path) > PAGE_LINES} == {}


def test_module_names_say_what_is_inside() -> None:
    assert [name_of(path) for path in core_modules() if path.stem.strip("_") in NAMES_THAT_SAY_NOTHING] == []
