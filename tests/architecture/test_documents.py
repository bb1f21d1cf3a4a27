"""The documents keep up with the code: dependencies, paths, floors, commands, links."""

from __future__ import annotations

import argparse
import re
import tomllib
from pathlib import Path

import pytest

from cortex_core.cli.parser import build_parser
from tests.architecture import code_map
from tests.architecture.tree import ROOT, core_modules, name_of, tracked_files

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DOCUMENTS = [
    path for path in tracked_files() if path.suffix == ".md" and "sample_data/artifacts" not in name_of(path)
]
LINK = re.compile(r"\]\((?!https?:|mailto:|#)(?P<target>[^)#\s]+)")
CODE_PATH = re.compile(r"`(?P<path>(?:cortex_core|tests|pages|docs|sample_data|benchmarks)/[\w./-]+)`")


def _package(requirement: str) -> str:
    return re.split(r"[\s<>=!~\[;]", requirement, maxsplit=1)[0].lower()


def _constraints() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pairs = [line.split("==") for line in lines if line and not line.startswith("#")]
    return {name.lower(): version for name, version in pairs}


def test_every_dependency_has_its_reason_and_the_version_it_was_tested_with() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([^|]+?) \| ([^|]+?) \| .{20,} \|$", text, re.MULTILINE))
    told = {
        name: version
        for names, versions in rows.items()
        for name, version in zip(names.split(", "), versions.split(", "), strict=True)
    }
    pinned = _constraints()
    needed = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    packages = [_package(one) for one in needed]
    assert sorted(told.keys() - {"package"}) == sorted(packages)
    assert [name for name in packages if not pinned.get(name, "").startswith(told[name])] == []


def test_constraints_pin_versions_and_nothing_else() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    assert [one for one in lines if not re.fullmatch(r"#.*|[a-z0-9._-]+==[\w.+!]+", one)] == []
    assert not any(name.startswith("cortex") for name in _constraints())


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_and_paths_lead_somewhere(document: Path) -> None:
    text = document.read_text("utf-8")
    missing = [link for link in LINK.findall(text) if not (document.parent / link).exists()]
    missing += [path for path in CODE_PATH.findall(text) if not (ROOT / path).exists()]
    assert missing == []


def test_the_code_map_is_what_the_modules_say() -> None:
    told, true = set(code_map.written().splitlines()), set(code_map.render().splitlines())
    assert (true - told, told - true) == (set(), set()), "run: python -m tests.architecture.code_map"


@pytest.mark.parametrize("path", core_modules(), ids=name_of)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert len(code_map.first_sentence(path)) > 12


def _commands() -> dict[str, list[str]]:
    """Every command with its options, asked of the parser itself."""
    parser = build_parser()
    commands = next(one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    everywhere = {"--help", "--json", "--graph"}
    return {
        name: [
            option for action in made._actions for option in action.option_strings
            if option.startswith("--") and option not in everywhere
        ]
        for name, made in commands.choices.items()
    }


@pytest.mark.parametrize(("command", "options"), _commands().items(), ids=list(_commands()))
def test_every_command_is_told_with_all_its_options(command: str, options: list[str]) -> None:
    sections = (ROOT / "docs" / "commands.md").read_text("utf-8").split("\n## ")
    mine = [text for text in sections if text.splitlines()[0] == command]
    assert len(mine) == 1
    assert [option for option in options if f"{option}" not in mine[0]] == []
    assert f"| [{command}](#{command}) |" in sections[0]


def test_no_command_is_told_that_does_not_exist() -> None:
    told = re.findall(r"^## (\S+)$", (ROOT / "docs" / "commands.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(told) == sorted(_commands())
