"""Below the store there is no clock, no randomness, no print and no input or output: time, ids and policy are
arguments, so the same call gives the same answer on any day and machine."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.tree import FLOORS_BELOW_THE_STORE, calls, imports, modules_of, name_of, tree_of

WORLD = {
    "asyncio", "ftplib", "getpass", "glob", "http", "io", "locale", "logging", "multiprocessing", "os",
    "pathlib", "pickle", "platform", "random", "secrets", "select", "shelve", "shutil", "signal", "socket",
    "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "warnings",
    "webbrowser",
}
WORLD_CALLS = {"print", "input", "open", "breakpoint", "eval", "globals", "__import__", "id"}
CLOCK_METHODS = {"now", "utcnow", "today", "fromtimestamp"}


@pytest.mark.parametrize("floor", FLOORS_BELOW_THE_STORE)
def test_floor_does_not_reach_the_world(floor: str) -> None:
    found = [
        f"{name_of(path)}:{line} imports {module}"
        for path in modules_of(floor)
        for module, line in imports(path)
        if module.split(".")[0] in WORLD
    ]
    for path in modules_of(floor):
        for called, line in calls(path):
            first, _, last = called.rpartition(".")
            reads_the_clock = last in CLOCK_METHODS and first.split(".")[-1] in {"date", "datetime"}
            if called in WORLD_CALLS or reads_the_clock:
                found.append(f"{name_of(path)}:{line} calls {called}")
    assert found == []


@pytest.mark.parametrize("floor", FLOORS_BELOW_THE_STORE)
def test_floor_keeps_no_mutable_default(floor: str) -> None:
    # A mutable default is a hidden input: it remembers earlier calls.
    found = []
    for path in modules_of(floor):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                defaults = [*node.args.defaults, *(value for value in node.args.kw_defaults if value)]
                found += [
                    f"{name_of(path)}:{value.lineno}"
                    for value in defaults
                    if isinstance(value, ast.List | ast.Dict | ast.Set)
                ]
    assert found == []
