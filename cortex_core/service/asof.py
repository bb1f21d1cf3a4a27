"""From a view's two clocks to a civil date and a log position."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from cortex_core.service.shapes import AsOf
from cortex_core.service.unit import Unit
from cortex_core.store.log import seq_at

__all__ = ["Instant", "instant"]


@dataclass(frozen=True, slots=True)
class Instant:
    """A civil date (valid time) and a log position (known time)."""

    valid: date
    seq: int
    is_head: bool


def instant(work: Unit, at: AsOf) -> Instant:
    """Absent clocks mean today and the head of the log."""
    seq = work.head.seq if at.known is None else min(seq_at(work.connection, at.known), work.head.seq)
    return Instant(at.valid or datetime.now(UTC).date(), seq, seq == work.head.seq)
