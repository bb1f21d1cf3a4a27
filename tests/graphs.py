"""The sample graph for tests: built once a process, copied wherever a test writes."""

from __future__ import annotations

import functools
import os
import shutil
import tempfile
from pathlib import Path

from cortex_core.service.build import build_sample

__all__ = ["sample", "sample_copy"]


@functools.cache
def sample() -> Path:
    """The built sample, to be read only. It lies in the data folder that the session removes at its end."""
    folder = Path(tempfile.mkdtemp(prefix="built-", dir=os.environ.get("CORTEX_DATA_DIR")))
    path = folder / "graph.db"
    build_sample(path)
    return path


def sample_copy(folder: Path) -> Path:
    """The sample with its side file as a graph of a test's own, in an existing folder."""
    built, made = sample(), folder / "graph.db"
    shutil.copyfile(built, made)
    shutil.copyfile(f"{built}.head", f"{made}.head")
    return made
