"""A fresh server on a fresh sample graph, and a Chromium that notes every request."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = next(
    (place for name in ("chromium", "chromium-browser", "google-chrome") if (place := shutil.which(name))), ""
)
# A container without a kernel sandbox and without a graphics card is where this runs; the product passes none of these.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@dataclass
class Server:
    url: str
    guard: Path
    process: subprocess.Popen[bytes]

    def left(self) -> str:
        return self.guard.read_text("utf-8") if self.guard.is_file() else ""


@dataclass
class Reader:
    """A page in a browser with what it asked the network for and what went wrong in it."""

    page: Any
    requests: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def outside(self) -> list[str]:
        return [
            url
            for url in self.requests
            if not url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:"))
        ]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[Server]:
    yield from _served(
        tmp_path_factory.mktemp("served"), repository, ["-m", "cortex_core.cli", "app", "--no-browser", "--port"]
    )


@pytest.fixture(scope="module")
def hostile_picture(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Iterator[Server]:
    script = str(Path(__file__).parent / "hostile_picture.py")
    yield from _served(
        tmp_path_factory.mktemp("hostile"),
        repository,
        [
            "-m",
            "streamlit",
            "run",
            script,
            "--server.headless=true",
            "--server.address=127.0.0.1",
            "--browser.gatherUsageStats=false",
            "--server.fileWatcherType=none",
            "--server.port",
        ],
    )


def _served(folder: Path, repository: Path, command: list[str]) -> Iterator[Server]:
    port, guard = _free_port(), folder / "left.txt"
    environment = {
        **os.environ,
        "CORTEX_DATA_DIR": str(folder / "data"),
        "CORTEX_GUARD_LOG": str(guard),
        "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent / "guard"), str(repository)]),
    }
    with (folder / "server.log").open("wb") as log:
        # Started from another folder than the checkout, as an installed command would be.
        process = subprocess.Popen(
            [sys.executable, *command, str(port)], cwd=folder, env=environment, stdout=log, stderr=log
        )
        try:
            _wait(f"http://127.0.0.1:{port}", process, folder / "server.log")
            yield Server(f"http://127.0.0.1:{port}", guard, process)
        finally:
            process.terminate()
            process.wait(20)


def _wait(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    ends = time.monotonic() + 120
    while time.monotonic() < ends and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(f"the server did not start:\n{log.read_text('utf-8', 'replace')[-3000:]}")


@pytest.fixture
def reader() -> Iterator[Reader]:
    if not CHROMIUM:
        said = "no Chromium on this machine: nothing was shown in a browser"
        if os.environ.get("CORTEX_REQUIRE_BROWSER") == "1":
            pytest.fail(said)
        pytest.skip(said)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, headless=True, args=FLAGS)
        page = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True).new_page()
        page.set_default_timeout(45_000)
        found = Reader(page)
        page.on("request", lambda request: found.requests.append(request.url))
        page.on("websocket", lambda opened: found.requests.append(opened.url))
        page.on("pageerror", lambda problem: found.errors.append(str(problem)))
        page.on("dialog", lambda dialog: (found.errors.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        yield found
        browser.close()
