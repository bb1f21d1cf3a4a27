"""Takes the pictures of the README from a fresh server on a fresh sample graph: ``make screenshots``."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

PICTURES = Path(__file__).parent / "pictures"
CHANGE = ("Age 45 to 49", "Age 46 to 49")
# As root, in a container, Chromium starts only without its own sandbox; the product never passes these.
FLAGS = ["--no-sandbox", "--disable-gpu"]


def settled(page: Page) -> None:
    """Wait until Streamlit has drawn everything and the picture of the graph stands still."""
    page.wait_for_function("!document.querySelector('[data-testid=stStatusWidget]')")
    page.wait_for_timeout(1500)


def overview(page: Page, url: str) -> None:
    page.goto(url)
    page.get_by_role("link", name="Challenges").first.wait_for()


def provenance(page: Page, url: str) -> None:
    page.goto(f"{url}/provenance?text=Screening+at+47")
    page.get_by_role("button", name="Screening at 47").first.click()
    page.locator(".net canvas").first.wait_for()


def challenges(page: Page, url: str) -> None:
    """The change of the five-minute tour, looked at and not committed."""
    page.goto(f"{url}/challenges")
    page.get_by_role("combobox", name="Source").click()
    page.get_by_role("option", name=re.compile("^uspstf_crc_2021 ")).click()
    text = page.get_by_role("textbox", name="Its text")
    page.wait_for_function(f"[...document.querySelectorAll('textarea')].some(e => e.value.includes({CHANGE[0]!r}))")
    text.fill(text.input_value().replace(*CHANGE))
    text.press("Control+Enter")
    page.get_by_role("button", name="See what it touches").click()
    page.get_by_text("would be challenged").first.wait_for()
    page.locator(".steps").first.evaluate("e => e.scrollIntoView({block: 'start'})")


def competence(page: Page, url: str) -> None:
    """The first declared distribution on the sample graph."""
    page.goto(f"{url}/competence")
    page.locator(".tile").first.wait_for()


def verification(page: Page, url: str) -> None:
    """A prediction that was made and revealed, on a group that two of three must carry."""
    page.goto(f"{url}/verification?sel=06-instruments-disagree&tab=predict&s=pfup.mmmmm.yyk.0-1~i")
    page.locator(".outcome").wait_for()
    page.locator(".st-key-asked-integrity [role=radio]").first.wait_for()


def main() -> int:
    chromium = next((found for name in ("chromium", "chromium-browser", "google-chrome")
                     if (found := shutil.which(name))), None)
    if chromium is None:
        print("no Chromium on this machine: no picture was taken", file=sys.stderr)
        return 2
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "cortex_core.cli", "app", "--no-browser", "--port", str(port)],
            env={**os.environ, "CORTEX_DATA_DIR": folder},
        )
        try:
            for _ in range(300):
                try:
                    urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
                    break
                except OSError:
                    time.sleep(0.2)
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
                page = browser.new_page(viewport={"width": 1280, "height": 960})
                page.set_default_timeout(45_000)
                for take in (overview, provenance, challenges, competence, verification):
                    take(page, url)
                    settled(page)
                    page.screenshot(path=PICTURES / f"{take.__name__}.png")
                browser.close()
        finally:
            server.terminate()
            server.wait(20)
    return 0


if __name__ == "__main__":
    sys.exit(main())
