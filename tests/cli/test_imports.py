"""What the everyday commands load: importing a data frame library costs more than the answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cortex_core.interop.sample import sample_folder

HEAVY = {"pandas", "numpy", "pydantic", "pyvis", "streamlit", "sqlite_utils", "yaml", "networkx", "plotly"}
REPORT = """
import json, sys
from cortex_core.cli import main
code = main(sys.argv[1:])
print(json.dumps([code, sorted({name.partition(".")[0] for name in sys.modules})]), file=sys.stderr)
"""
FACTS = '{"birth_date": "1976-03-02", "asymptomatic": true, "average_risk": true}'


def loaded(*words: object, code: int = 0) -> set[str]:
    """Top-level packages in memory when the command has run in a fresh interpreter."""
    ran = subprocess.run([sys.executable, "-c", REPORT, *map(str, words)], env=dict(os.environ), capture_output=True,
                         text=True, check=True)
    left, names = json.loads(ran.stderr.splitlines()[-1])
    assert left == code
    return set(names)


def test_version_loads_nothing_but_the_standard_library() -> None:
    names = loaded("--version")
    assert not names & (HEAVY | {"sqlite3", "argparse"})


@pytest.mark.parametrize("words", [
    ("check",), ("decide", "--family", "crc_screening", "--facts", FACTS, "--on", "2022-06-01"),
    ("resolve", "--scope", "crc_screening", "--valid", "2022-06-01"),
], ids=lambda words: words[0])
def test_a_command_on_a_built_graph_loads_no_heavy_package(shared: Path, words: tuple[str, ...]) -> None:
    names = loaded(*words, "--json", "--graph", shared)
    assert "sqlite3" in names
    assert not names & HEAVY


def test_recording_a_decision_loads_no_heavy_package_either(graph: Path) -> None:
    assert not loaded("decide", "--family", "crc_screening", "--facts", FACTS, "--on", "2022-06-01", "--commit",
                      "--graph", graph) & HEAVY


def test_check_reads_yaml_only_when_a_file_of_uses_is_given(shared: Path, tmp_path: Path) -> None:
    file = tmp_path / "cortex-uses.yaml"
    file.write_text("uses: []\n", "utf-8")
    assert loaded("check", "--uses", file, "--graph", shared) & HEAVY == {"yaml"}


def test_cases_loads_pydantic_and_the_reader_of_rule_files_and_nothing_else_that_is_heavy() -> None:
    names = loaded("cases", sample_folder() / "cases" / "corpus_cases.json", "--json")
    assert names & HEAVY == {"pydantic", "yaml"}
