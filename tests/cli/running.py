"""Running the command in this process, and looking at a graph from outside it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cortex_core.interop.sample import sample_folder
from cortex_core.store.database import connect
from cortex_core.store.log import head
from cortex_core.store.rebuild import table_digests

__all__ = ["CRC", "Cortex", "Ran", "contents", "file_bytes", "read_only", "revised_text", "rules_of"]

CRC = "uspstf_crc_2021"


@dataclass(frozen=True)
class Ran:
    """What one run of the command left: its exit code and the two streams."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """The one JSON document on stdout: anything before or after it fails here."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


Cortex = Callable[..., Ran]


def contents(path: Path) -> tuple[int, str, dict[str, str], int]:
    """Head of the log, digests over the ordered rows of every table, and the count of sets of facts."""
    with connect(path) as conn:
        last = head(conn)
        (facts,) = conn.execute("select count(*) from facts").fetchone()
        return last.seq, last.digest, table_digests(conn), int(facts)


def file_bytes(path: Path) -> dict[str, bytes]:
    """Every byte of a graph: the file, what waits in its write-ahead log, and the anchor beside it."""
    found = {name: path.with_name(path.name + name) for name in ("", "-wal", ".head")}
    return {name: file.read_bytes() if file.exists() else b"" for name, file in found.items()}


def read_only(path: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Rows read past the library, so that a test does not ask the code that it checks."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as conn:
        return conn.execute(sql, values).fetchall()


def revised_text(folder: Path, old: str, new: str, key: str = CRC) -> Path:
    """The shipped text of an artifact with one passage replaced, as a file."""
    text = (sample_folder() / "artifacts" / f"{key}.md").read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {key}"
    made = folder / f"{key}.md"
    made.write_text(text.replace(old, new), "utf-8")
    return made


def rules_of(folder: Path, family: str, edition: str, old: str = "", new: str = "") -> Path:
    """A shipped rule file, with every occurrence of one text replaced, as a file."""
    text = (sample_folder() / "rules" / family / f"{edition}.yaml").read_text("utf-8")
    assert old in text
    made = folder / f"{edition}.yaml"
    made.write_text(text.replace(old, new) if old else text, "utf-8")
    return made
