"""What a fold asks of the projections: put a row, set columns of a row, add to a counter.

Values are records, enums, dates, tuples and plain scalars; how they become columns is the store's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Add", "Change", "Put", "Set"]


@dataclass(frozen=True, slots=True)
class Put:
    """A new row. Columns left out are empty. ``replace``: the row may exist and is replaced then; otherwise
    a row under the same key makes the whole append fail, and nothing is written."""

    table: str
    row: Mapping[str, object]
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Set:
    """Columns of the rows with that key."""

    table: str
    key: Mapping[str, object]
    columns: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Add:
    """A counter moves by ``by``; a page reads counters instead of counting rows."""

    tally: str
    by: int


Change = Put | Set | Add
