"""Serving the app on the loopback address: the same app from a checkout and from an installed package."""

from __future__ import annotations

import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path

from cortex_core.errors import CortexError, Refused
from cortex_core.service.graphs import default_path, graph_path
from cortex_core.service.views.launch import app_config, app_path

__all__ = ["serve"]

HOST = "127.0.0.1"
WAIT_SECONDS = 60
_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "microsoft-edge", "msedge", "brave-browser")


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def _is_up(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1) as answer:  # noqa: S310 - our own loopback address
            return bool(answer.status == 200)
    except OSError:
        return False


def _wait(url: str) -> bool:
    ends = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < ends:
        if _is_up(url):
            return True
        time.sleep(0.2)
    return False


def serve(graph: Path | None, *, port: int, desktop: bool = False, browser: bool = True) -> None:
    """Serve until stopped. The graph is opened (the sample built) before the first page asks for it.

    Raises:
        Refused: the port is taken. InputError: the graph cannot be opened. Nothing was started.
    """
    path = graph or default_path()
    if not path.exists():
        print(f"building the sample graph at {path} (once, some seconds)", file=sys.stderr)
    graph_path(path)
    os.environ["CORTEX_GRAPH"] = str(path)
    if not _free(port):
        raise Refused(f"port {port} is taken: choose another with --port")
    url = f"http://{HOST}:{port}"
    if desktop:
        _window(url, port)
        return
    if browser:
        threading.Thread(target=lambda: _wait(url) and webbrowser.open(url), daemon=True).start()
    print(f"Cortex is at {url} (this machine only); stop it with Ctrl+C", file=sys.stderr)
    _run(port)


def _run(port: int) -> None:
    import streamlit

    # A folder named pages/ makes a server that has run nothing yet take a first deep link for an old-style page
    # and greet its reader with "page not found". Declaring pages once, outside a run, settles how they are found.
    bare = logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context")
    bare.disabled = True                   # it would warn that no page is being run, which is meant here
    streamlit.navigation([streamlit.Page(lambda: None, title="Cortex")], position="hidden")
    bare.disabled = False
    streamlit.App(str(app_path())).run(config=app_config(port))


def _window(url: str, port: int) -> None:
    """A browser window without tabs where one can be opened; the server ends with it."""
    server = subprocess.Popen([sys.executable, "-m", "cortex_core.cli", "app", "--no-browser", "--port", str(port)])
    try:
        if not _wait(url):
            raise CortexError("the server did not start; run `cortex app --no-browser` to see why")
        found = next((place for name in _BROWSERS if (place := shutil.which(name))), None)
        if found is None:
            webbrowser.open(url)
            server.wait()
            return
        with tempfile.TemporaryDirectory(prefix="cortex-window-") as profile:
            subprocess.run([found, f"--app={url}", f"--user-data-dir={profile}", "--no-first-run"], check=False)
    finally:
        server.terminate()
        server.wait(10)
