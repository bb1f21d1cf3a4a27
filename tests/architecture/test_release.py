"""A row is released in one place: the constructor is called by the gate, which asks for a report first."""

from __future__ import annotations

from tests.architecture.tree import CORE, calls, core_modules, name_of, page_scripts

GATE = CORE / "lifecycle" / "gate.py"


def test_only_the_gate_constructs_a_released_row() -> None:
    callers = {
        name_of(path)
        for path in [*core_modules(), *page_scripts()]
        for called, _ in calls(path)
        if called.split(".")[-1] == "ReleasedRow"
    }
    assert callers == {name_of(GATE)}
