"""Build hook: composes the graph component's script from the installed pyvis before a wheel is packed.

No JavaScript of others is committed. The script's module needs the standard library only, so it is loaded by path:
the build environment holds pyvis, not Cortex.
"""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SCRIPT = "cortex_core/service/views/graph_script.py"
PACKAGED = "cortex_core/assets/vis_graph.js"


class GraphScript(BuildHookInterface[Any]):
    """Writes ``vis_graph.js`` into the wheel's assets; an editable install composes it in memory instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        spec = spec_from_file_location("graph_script", Path(self.root, SCRIPT))
        if spec is None or spec.loader is None:
            raise FileNotFoundError(f"{SCRIPT} is missing: the wheel would draw no pictures")
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        Path(self.root, PACKAGED).write_text(module.component_script(), "utf-8")
        build_data["artifacts"].append(PACKAGED)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        # The checkout goes on composing it in memory, so that an edit of graph.js is seen at once.
        Path(self.root, PACKAGED).unlink(missing_ok=True)
