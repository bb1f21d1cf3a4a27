"""A graph with every shipped source and a few decisions, made once; each test that writes gets a copy."""

from __future__ import annotations

import shutil
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from cortex_core.service.build import register_all
from cortex_core.service.deciding import Asked, commit
from cortex_core.store.database import create

KNOWN = datetime(2024, 1, 1, tzinfo=UTC)
QUESTIONS = (
    Asked("crc_screening", {"birth_date": "1974-05-18", "asymptomatic": True, "average_risk": True,
                            "chosen_test": "fit"}, date(2021, 6, 1)),
    Asked("crc_coverage", {"birth_date": "1974-05-18"}, date(2022, 6, 1)),
    Asked("nist_password", {}, date(2025, 9, 1)))


@pytest.fixture(scope="session")
def shipped_graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("counterexamples") / "graph.db"
    create(path, name="counterexamples", scripted=True, now=KNOWN)
    register_all(path, KNOWN)
    commit(path, list(QUESTIONS), scripted=KNOWN)
    return path


@pytest.fixture
def graph(shipped_graph: Path, tmp_path: Path) -> Path:
    path = tmp_path / "graph.db"
    for end in ("", ".head"):
        shutil.copyfile(f"{shipped_graph}{end}", f"{path}{end}")
    return path
