"""A fresh graph a test, and a connection to it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from cortex_core.store.database import connect
from tests.store.made import graph


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return graph(tmp_path)


@pytest.fixture
def conn(path: Path) -> Iterator[sqlite3.Connection]:
    with connect(path) as opened:
        yield opened
