"""Build the graphs, measure, and write docs/performance.md. Some minutes."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from benchmarks import deciding, pages, reach, scripts
from benchmarks.harness import machine
from cortex_core.service.changing import revise
from cortex_core.service.experiments.scale import build_synthetic

SIZES = (1_000, 100_000)
PROOFS = (1_000, 2_000)
INTRODUCTION = ("Measured by `make bench` in one run, on a shared machine: read differences below a third as a tie. "
                "Tests assert counted work only; these figures are for scale.")
REACH = ("Ours reads the proofs from the store and gives each a path; networkx walks a graph that is in memory "
         "already, episodes included, and gives a set.")
DECIDING = ("Every decision passes the independent checker, replayed or not, and that check is most of the cost: a "
            "replay saves the derivation, not the gate. Evaluation alone is far ahead of both.")
OUTPUT = Path(__file__).resolve().parent.parent / "docs" / "performance.md"


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def _built(folder: Path, size: int, proofs: int) -> tuple[Path, float]:
    path = folder / f"{size}.db"
    started = time.perf_counter()
    build_synthetic(path, episodes=size, proofs=proofs, seed=4001, say=_say)
    seconds = time.perf_counter() - started
    revise(path, "cms_ncd_240_4_v3", withdraw=True)
    return path, seconds


def _section(title: str, words: str, rows: Iterable[str]) -> list[str]:
    _say(title)
    return [f"## {title}", "", words, "", *rows, ""]


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="cortex-bench-") as name:
        folder = Path(name)
        (small, _), (large, seconds) = (_built(folder, *each) for each in zip(SIZES, PROOFS, strict=True))
        sizes = (f"synthetic graphs: {SIZES[0]:,} episodes over at most {PROOFS[0]:,} proofs, {SIZES[1]:,} over "
                 f"{PROOFS[1]:,}; the large one took {seconds:.0f} s to build, {large.stat().st_size / 1e6:.0f} MB")
        lines = ["# Performance", "", INTRODUCTION, "", *(f"- {line}" for line in [*machine(), sizes]), ""]
        lines += _section("Page queries", "Server time of the query behind each page, connection included.",
                          pages.table(small, large, SIZES))
        lines += _section("Page scripts", "A rerun of the whole page script in Streamlit's test runner.",
                          scripts.table(small, large, SIZES))
        lines += _section("Reach of a changed source", f"At {SIZES[1]:,} episodes. {REACH}", reach.table(large))
        lines += _section("Deciding one task", DECIDING, deciding.table(large))
    OUTPUT.write_text("\n".join(lines), "utf-8")
    _say(f"written: {OUTPUT}")


main()
