"""The address of a view: what the URL says, read once and without trusting it.

Keys: ``graph`` (a registered name, never a path), ``valid`` and ``known`` (the two clocks; absent = now), ``sel``
(what is selected; ``conclusion~node`` selects a node of a conclusion's picture), ``tab``, ``depth``, ``s`` (the log
position seen last; on a page that holds a state of its own, that state), and the facets of the list. A value that
cannot be read is dropped, and said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from cortex_core.service.shapes import AsOf
from cortex_core.temporal.known import parse_known

__all__ = ["FACETS", "Address", "known_words", "read", "valid_words"]

STATEFUL = frozenset({"competence", "verification"})
"""Pages that read ``s`` as a state of their own."""

FACETS = ("text", "family", "standing", "mode", "show", "page", "source")
_KNOWN = "%Y-%m-%dT%H:%MZ"


@dataclass(frozen=True, slots=True)
class Address:
    """A view as its URL names it. ``problems`` are sentences about values that could not be read."""

    graph: str = ""
    at: AsOf = field(default_factory=AsOf)
    sel: str = ""
    node: str = ""
    tab: str = ""
    depth: int = 1
    seen: int | None = None
    state: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    @property
    def base(self) -> dict[str, str]:
        """What every link carries on: the graph and the two clocks."""
        carried = {"graph": self.graph}
        if self.at.valid is not None:
            carried["valid"] = self.at.valid.isoformat()
        if self.at.known is not None:
            carried["known"] = self.at.known.astimezone(UTC).strftime(_KNOWN)
        return {key: value for key, value in carried.items() if value}

    def query(self, **changes: str) -> dict[str, str]:
        """Query of a link from here: the base plus ``changes``; an empty value leaves a key out."""
        return {key: value for key, value in {**self.base, **changes}.items() if value}


def valid_words(at: AsOf) -> str:
    """The valid instant of a view in words."""
    return "now" if at.valid is None else at.valid.isoformat()


def known_words(at: AsOf) -> str:
    """The known instant of a view in words, with its zone."""
    return "now" if at.known is None else at.known.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def _day(text: str, problems: list[str]) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        problems.append(f"The link's valid date “{text}” is not a date like 2021-05-18. Shown: now.")
        return None


def _instant(text: str, problems: list[str]) -> datetime | None:
    """A known time; a bare date stands for the end of that UTC day, so that what became known on it counts."""
    try:
        return parse_known(text) if text else None
    except ValueError:
        problems.append(f"The link's known time “{text}” is not a UTC time like 2026-03-02T14:05Z. Shown: now.")
        return None


def _number(text: str, name: str, otherwise: int | None, problems: list[str]) -> int | None:
    if not text:
        return otherwise
    if text.isascii() and text.isdigit() and len(text) < 12:
        return int(text)
    problems.append(f"The link's {name} “{text}” is not a whole number and was left out.")
    return otherwise


def read(query: Mapping[str, str], page: str = "") -> Address:
    """Read a URL's query as ``page`` reads it.

    >>> view = read({"valid": "2021-05-18", "sel": "conclusion-1~rule-2", "standing": "challenged"})
    >>> view.at.valid, view.sel, view.node, dict(view.facets)
    (datetime.date(2021, 5, 18), 'conclusion-1', 'rule-2', {'standing': 'challenged'})
    """
    problems: list[str] = []
    at = AsOf(_day(query.get("valid", ""), problems), _instant(query.get("known", ""), problems))
    sel, _, node = query.get("sel", "").partition("~")
    held = query.get("s", "")
    stateful = page in STATEFUL
    depth = _number(query.get("depth", ""), "depth", 1, problems) or 1
    return Address(
        graph=query.get("graph", ""),
        at=at,
        sel=sel,
        node=node,
        tab=query.get("tab", ""),
        depth=depth,
        seen=_number("" if stateful else held, "last position seen", None, problems),
        state=held if stateful else "",
        facets={key: query[key] for key in FACETS if query.get(key)},
        problems=tuple(problems),
    )
