"""The command in this process, and a graph of a test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from cortex_core.cli import main
from tests.cli.running import Cortex, Ran
from tests.graphs import sample, sample_copy


@pytest.fixture
def cortex(capsys: pytest.CaptureFixture[str]) -> Cortex:
    """Run ``cortex WORDS…`` in this process."""

    def run(*words: object) -> Ran:
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """A copy of the sample that the test may change."""
    return sample_copy(tmp_path)


@pytest.fixture
def shared() -> Path:
    """The sample itself, for tests that only read."""
    return sample()
