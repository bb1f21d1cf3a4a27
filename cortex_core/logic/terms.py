"""Terms that expressions speak of: declared facts and the quantities derived from them, with their type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

__all__ = ["Kind", "Term", "Vocabulary"]


class Kind(Enum):
    """Type of a term. Integers are exact; numbers are decimals; dates are civil dates."""

    BOOL = "bool"
    INTEGER = "integer"
    NUMBER = "number"
    DATE = "date"
    ENUM = "enum"

    @property
    def is_ordered(self) -> bool:
        return self in (Kind.INTEGER, Kind.NUMBER, Kind.DATE)


@dataclass(frozen=True, slots=True)
class Term:
    """A named quantity. ``names`` are the options of an enum, or named values beside the type's own
    (a start date may be ``not_started``: a value, never a number in disguise)."""

    name: str
    kind: Kind
    names: tuple[str, ...] = ()


Vocabulary = Mapping[str, Term]
