"""Time of a page's whole script, as Streamlit's own test runner executes it: no browser, no network."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from streamlit.testing.v1 import AppTest

from benchmarks.harness import measure, milliseconds, times

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"Overview": "pages/graph/overview.py", "Provenance": "pages/audit/provenance.py",
         "Challenges": "pages/explore/challenges.py"}
ROUNDS = 5


def _runner(graph: Path, page: str) -> Callable[[], object]:
    os.environ["CORTEX_GRAPH"] = str(graph)
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    test.run()
    test.switch_page(page).run()

    def rerun() -> object:
        os.environ["CORTEX_GRAPH"] = str(graph)
        test.run()
        if test.exception:
            raise RuntimeError(f"{page}: {test.exception[0].value}")
        return test

    return rerun


def table(small: Path, large: Path, sizes: tuple[int, int]) -> Iterator[str]:
    """One row a page: a rerun of its script at each size."""
    runs = {f"{size} {name}": _runner(path, page) for size, path in (("small", small), ("large", large))
            for name, page in PAGES.items()}
    found = measure(runs, ROUNDS)
    yield f"| page | {sizes[0]:,} episodes | {sizes[1]:,} episodes | growth |"
    yield "| --- | --- | --- | --- |"
    for name in PAGES:
        one, other = found[f"small {name}"], found[f"large {name}"]
        yield f"| {name} | {milliseconds(one)} | {milliseconds(other)} | {times(other.ratio_to(one))} |"
