"""What every test shares: fixed randomness, a private home, the folders of this repository."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REPOSITORY = Path(__file__).resolve().parent.parent

# Fixed seeds and no example database: a red run is red again on any machine.
settings.register_profile(
    "fixed", derandomize=True, deadline=None, database=None, print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("soak", settings.get_profile("fixed"), max_examples=10_000)
settings.load_profile(os.environ.get("CORTEX_HYPOTHESIS", "fixed"))


def pytest_configure(config: pytest.Config) -> None:
    """Keep the tests out of the user's own graphs: set before any worker imports the core."""
    home = tempfile.TemporaryDirectory(prefix="cortex-tests-", ignore_cleanup_errors=True)
    config.add_cleanup(home.cleanup)
    os.environ["CORTEX_DATA_DIR"] = home.name
    for name in ("CORTEX_GRAPH", "CORTEX_REVIEWER"):
        os.environ.pop(name, None)


@pytest.fixture(scope="session")
def repository() -> Path:
    """Root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def conformance() -> Path:
    """Folder of the conformance suites; without CORTEX_CONFORMANCE the suites that need it skip."""
    folder = os.environ.get("CORTEX_CONFORMANCE", "")
    if not folder:
        pytest.skip("CORTEX_CONFORMANCE is not set: the conformance suites were not run")
    path = Path(folder)
    if not path.is_dir():
        pytest.fail(f"CORTEX_CONFORMANCE names {path}, which is not a folder")
    return path
