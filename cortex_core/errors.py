"""Errors that a user can act on: what, where, what to do. Raised only where nothing has been changed yet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["CortexError", "HeadMoved", "InputError", "Issue", "Refused"]


@dataclass(frozen=True, slots=True)
class Issue:
    """One problem in something that came from outside: place, cause and remedy."""

    file: str
    cause: str
    remedy: str
    line: int | None = None
    field: str = ""

    def __str__(self) -> str:
        place = self.file + (f":{self.line}" if self.line is not None else "")
        return f"{place}: {self.field + ': ' if self.field else ''}{self.cause}. {self.remedy}"


class CortexError(Exception):
    """Base of every error Cortex raises on purpose; the command turns it into exit code 2."""


class InputError(CortexError):
    """Something from outside is malformed. Nothing was registered or written."""

    def __init__(self, *issues: Issue) -> None:
        self.issues: tuple[Issue, ...] = issues
        super().__init__("; ".join(str(issue) for issue in issues))

    @classmethod
    def of(cls, issues: Iterable[Issue]) -> InputError:
        return cls(*issues)


class Refused(CortexError):
    """A well-formed request that the contract does not allow (a swapped pair, say). Nothing was written."""


class HeadMoved(CortexError):
    """Another writer appended first: the decision was made on an older head and must run again."""
