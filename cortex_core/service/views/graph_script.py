"""The graph component's script: pyvis' own vis-network file in a private namespace, and our drawing of it.

No file of others is committed: ``hatch_build.py`` writes the result into ``cortex_core/assets/vis_graph.js`` when a
wheel is built; a checkout composes it in memory. Standard library only, so that the build needs nothing else.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

__all__ = ["ASSETS", "PACKAGED", "component_script", "style"]

ASSETS = Path(__file__).resolve().parents[2] / "assets"
PACKAGED = ASSETS / "vis_graph.js"


def _vis_source() -> str:
    spec = find_spec("pyvis")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("pyvis is not installed, and its wheel carries the file that draws pictures")
    return Path(spec.submodule_search_locations[0], "lib", "vis-9.1.2", "vis-network.min.js").read_text("utf-8")


@cache
def component_script() -> str:
    """An ES module. The UMD file gets its own ``exports`` object: nothing global, nothing fetched.

    Raises:
        FileNotFoundError: pyvis is missing; pictures cannot be drawn, their tables can.
    """
    drawing = (ASSETS / "graph.js").read_text("utf-8")
    return (
        "const vis = {};\n(function (exports, module, define) {\n"
        + _vis_source()
        + "\n})(vis, {}, undefined);\n"
        + drawing
    )


@cache
def style() -> str:
    """Style sheet of the graph component."""
    return (ASSETS / "graph.css").read_text("utf-8")
