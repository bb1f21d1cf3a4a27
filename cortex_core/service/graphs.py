"""Graphs by name: where they lie, and opening one (the sample is built on first use)."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from cortex_core.errors import InputError, Issue
from cortex_core.store.database import connect, graph_name, is_scripted

__all__ = ["SAMPLE", "Graph", "data_folder", "default_path", "graph_names", "graph_path", "open_graph"]

SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph that is open for use: every unit of work makes a connection of its own."""

    name: str
    path: Path
    scripted: bool


def data_folder() -> Path:
    """The per-user data folder; ``CORTEX_DATA_DIR`` overrides it."""
    if chosen := os.environ.get("CORTEX_DATA_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "cortex"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "cortex"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "cortex"


def default_path() -> Path:
    """``CORTEX_GRAPH``, else ``graph.db`` in the data folder."""
    return Path(os.environ["CORTEX_GRAPH"]) if os.environ.get("CORTEX_GRAPH") else data_folder() / "graph.db"


def graph_names() -> dict[str, Path]:
    """Registered names: the default graph as ``sample``, and every other graph in the data folder."""
    found = {SAMPLE: default_path()}
    if data_folder().is_dir():
        found |= {path.stem: path for path in sorted(data_folder().glob("*.db"))
                  if path != found[SAMPLE] and path.stem != SAMPLE and re.fullmatch(r"[\w-]+", path.stem)}
    return found


def graph_path(path: Path) -> Graph:
    """Open a graph file, building the sample first where the default graph does not exist yet.

    Raises:
        InputError: not a Cortex graph, or no such file. Nothing was changed.
    """
    if not path.exists():
        if path != default_path():
            raise InputError(Issue(str(path), "there is no graph here",
                                   "Build one with `cortex build --graph PATH`, or name an existing file"))
        from cortex_core.service.build import (
            build_sample,  # the builder reads YAML; an existing graph needs none
        )
        build_sample(path)
    with connect(path) as connection:
        return Graph(graph_name(connection), path, is_scripted(connection))


def open_graph(name: str | None = None) -> Graph:
    """Open a graph by its registered name (None: the default one); a name is never taken as a path.

    Raises:
        InputError: no graph of that name.
    """
    names = graph_names()
    wanted = name or SAMPLE
    if wanted not in names:
        raise InputError(Issue("graph", f"no graph is registered as {wanted!r}",
                               f"Registered are: {', '.join(sorted(names))}"))
    return graph_path(names[wanted])
