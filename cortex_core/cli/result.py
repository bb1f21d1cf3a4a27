"""What a command hands back: an exit code, one JSON document, and the same in lines for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["FINDINGS", "FINE", "Result"]

FINE, FINDINGS = 0, 1


@dataclass(frozen=True)
class Result:
    code: int
    document: dict[str, Any]
    lines: Sequence[str] = ()
    notes: Sequence[str] = field(default_factory=tuple)
