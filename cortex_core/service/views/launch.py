"""Where the app stands and with which settings it starts: from a checkout and from a wheel alike.

Streamlit reads ``.streamlit/config.toml`` from the working folder only, so an installed command must hand the same
settings over: ``st.App(str(app_path())).run(config=app_config(port))``.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

__all__ = ["app_config", "app_path"]

_CORE = Path(__file__).resolve().parents[2]


def app_path() -> Path:
    """The app's entry script: inside the installed package first, then beside it in a checkout.

    Raises:
        FileNotFoundError: the installation is incomplete; nothing was started.
    """
    for place in (_CORE / "_app" / "app.py", _CORE.parent / "app.py"):
        if place.is_file():
            return place
    raise FileNotFoundError("app.py is missing from this installation: install Cortex again")


def _flat(settings: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in settings.items():
        found |= _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


def app_config(port: int) -> dict[str, Any]:
    """Settings for Streamlit: those of the config file, the port, and the ones that must hold whatever it says."""
    text = (app_path().parent / ".streamlit" / "config.toml").read_text("utf-8")
    return _flat(tomllib.loads(text)) | {
        "server.port": port,
        "server.address": "127.0.0.1",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": False,
        "runner.postScriptGC": False,
    }
