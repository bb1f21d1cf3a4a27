"""Imports only point down; the exact rules stand in pyproject.toml under [tool.importlinter]."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from tests.architecture.tree import CORE, ROOT, imports, name_of, page_scripts

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]


@pytest.mark.parametrize("contract", [one["id"] for one in CONTRACTS])
def test_import_contract_holds(contract: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()",
         "--no-cache", "--contract", contract],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )
    told = run.stdout + run.stderr
    assert run.returncode == 0, told[told.find("Contracts"):] if "Contracts" in told else told


def test_every_folder_of_the_core_is_a_package() -> None:
    # A folder without __init__.py is invisible to the import contracts, so it would escape them.
    folders = {path.parent for path in CORE.rglob("*.py")}
    assert [name_of(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_the_checker_takes_only_records_and_logic_from_the_rest() -> None:
    # Stronger than the contract on named modules: what a rule *says* is in `model`, and everything else in
    # `rules` computes with it, so a new evaluator module is excluded on the day it is written.
    found = [
        f"{name_of(path)}:{line} imports {module}"
        for path in sorted((CORE / "rules" / "checker").rglob("*.py"))
        for module, line in imports(path)
        if module.startswith("cortex_core.rules.") and not module.startswith("cortex_core.rules.checker")
    ]
    assert found == []


PAGES_MAY_USE = ("cortex_core.service", "cortex_core.model.enums", "cortex_core.errors", "cortex_core.digest")


def test_pages_ask_the_service_and_nothing_below_it() -> None:
    found = [
        f"{name_of(path)}:{line} imports {module}"
        for path in page_scripts()
        for module, line in imports(path)
        if module.split(".")[0] in {"sqlite3", "sqlite_utils"}
        or (module.startswith("cortex_core.") and not module.startswith(PAGES_MAY_USE))
    ]
    assert found == []


def test_one_part_alone_touches_session_state() -> None:
    found = [
        name_of(path)
        for path in page_scripts()
        if "session_state" in path.read_text("utf-8") and name_of(path) != "pages/parts/session.py"
    ]
    assert found == []
