"""Tools whose observations are premises. Each has a name and a version; a proof keeps both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from cortex_core.tools import cvd_calculator

__all__ = ["TOOLS", "versions"]

TOOLS: Mapping[str, tuple[str, Callable[[Mapping[str, object]], Decimal]]] = {
    cvd_calculator.NAME: (cvd_calculator.VERSION, cvd_calculator.observe),
}


def versions() -> dict[str, str]:
    """Tool name to the version in force."""
    return {name: version for name, (version, _) in TOOLS.items()}
