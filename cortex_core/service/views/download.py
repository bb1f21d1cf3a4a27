"""Files a reader takes away from a page: tables as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

__all__ = ["csv_file"]

# A spreadsheet runs a cell that starts with one of these; a leading apostrophe keeps it text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_file(headers: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """UTF-8 with a byte order mark, as spreadsheets expect.

    >>> csv_file(("a", "b"), [("=1+1", "é")]).decode("utf-8-sig").splitlines()
    ['a,b', "'=1+1,é"]
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(headers)
    for row in rows:
        writer.writerow([f"'{cell}" if str(cell).startswith(_FORMULA) else str(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")
