"""Timing that can be believed on a shared machine: interleaved, shuffled rounds; medians and ranges of ratios."""

from __future__ import annotations

import gc
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

ROUNDS = 9
LEAST_SECONDS = 0.02


@dataclass(frozen=True)
class Timing:
    """Seconds a call, one a round, in the order of the rounds."""

    name: str
    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    def ratio_to(self, base: Timing) -> tuple[float, float, float]:
        """Median, lowest and highest ratio of the same round."""
        ratios = [mine / theirs for mine, theirs in zip(self.seconds, base.seconds, strict=True)]
        return statistics.median(ratios), min(ratios), max(ratios)


def measure(candidates: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, Timing]:
    """Time every candidate in every round, in a new order each; short ones are repeated to 20 ms."""
    loops = {name: _loops(run) for name, run in candidates.items()}
    found: dict[str, list[float]] = {name: [] for name in candidates}
    order, shuffle = list(candidates), random.Random(4001).shuffle
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        shuffle(order)
        for name in order:
            started = time.perf_counter()
            for _ in range(loops[name]):
                candidates[name]()
            found[name].append((time.perf_counter() - started) / loops[name])
    gc.unfreeze()
    return {name: Timing(name, tuple(seconds)) for name, seconds in found.items()}


def _loops(run: Callable[[], object]) -> int:
    run()
    started = time.perf_counter()
    run()
    return max(1, int(LEAST_SECONDS / max(1e-9, time.perf_counter() - started)))


def machine() -> list[str]:
    """What the figures were measured on."""
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False,
                            cwd=Path(__file__).parent).stdout.strip()
    packages = ", ".join(f"{name} {version(name)}" for name in ("streamlit", "networkx", "sqlite-utils"))
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    return [f"commit {commit or 'unknown'}; {platform.machine()}, {os.cpu_count()} cores, load average {load}",
            f"CPython {sys.version.split()[0]}, {packages}",
            f"medians of {ROUNDS} interleaved rounds, in brackets the lowest and highest round"]


def milliseconds(timing: Timing) -> str:
    low, high = min(timing.seconds), max(timing.seconds)
    return f"{timing.median * 1e3:.3g} ms ({low * 1e3:.3g}–{high * 1e3:.3g})"


def times(ratio: tuple[float, float, float]) -> str:
    return f"x{ratio[0]:.3g} ({ratio[1]:.3g}–{ratio[2]:.3g})"
