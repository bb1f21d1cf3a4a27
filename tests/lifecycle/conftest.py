"""A copy of the sample graph for each test that writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.graphs import sample_copy


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    return sample_copy(tmp_path)
