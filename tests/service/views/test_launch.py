from __future__ import annotations

from pathlib import Path

from cortex_core.service.views.graph_script import component_script
from cortex_core.service.views.launch import app_config, app_path


def test_an_installed_command_starts_with_the_settings_of_the_checkout(repository: Path) -> None:
    assert app_path() == repository / "app.py"
    config = app_config(8600)
    assert config["server.port"] == 8600
    assert config["server.address"] == "127.0.0.1"
    assert config["browser.gatherUsageStats"] is False
    assert config["runner.postScriptGC"] is False
    assert config["theme.light.primaryColor"].startswith("#")
    assert config["theme.dark.primaryColor"].startswith("#")


def test_the_component_runs_vis_in_a_private_namespace() -> None:
    script = component_script()
    assert script.startswith("const vis = {};\n(function (exports, module, define)")
    assert "export default function" in script
    assert ".innerHTML" not in script[script.index("const LIVE") :]


def test_no_script_of_others_is_committed(repository: Path) -> None:
    assert "cortex_core/assets/vis_graph.js" in (repository / ".gitignore").read_text("utf-8").splitlines()
    ours = {path.name for path in (repository / "cortex_core/assets").glob("*.js")} - {"vis_graph.js"}
    assert ours == {"competence_map.js", "copy_link.js", "graph.js", "legend_key.js", "verification_keys.js"}
