"""Every record one step away from a given one, walked along its declared fields: nothing is listed by hand, so a
field that is added later is altered too."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from enum import Enum

from cortex_core.model.enums import Transition, Truth
from cortex_core.model.experience import CitedSpan, Row, RuleList, SourceRef, ToolRef

__all__ = ["altered"]

_MADE_UP = "b2:" + "0" * 64
_OF_SET = ("made_up",)
_STAND_INS: Mapping[str, object] = {
    # what stands where a record has nothing
    "governing": "made_up", "pair": ("made_up", "made_up_too"), "start": date(1971, 1, 1), "end": date(2971, 1, 1),
    "rule_changed": True, "contested": ("made_up", "made_up_too"), "rules": (RuleList("made_up", ()),),  # type: ignore[arg-type]  # plain text stands for an id
    "sources": (SourceRef("made_up", _MADE_UP),),  # type: ignore[arg-type]  # plain text stands for an id
    "cites": (CitedSpan("made_up", "made_up", "s1", _MADE_UP),),  # type: ignore[arg-type]  # plain text stands for an id
    "tools": (("made_up", "1"),), "observations": (("made_up", ToolRef("made_up", "1", _MADE_UP)),),
    "context": (("made_up", "1"),), "contents": (("made_up", _MADE_UP),),
    "rows": (Row("made_up", Truth.N, "", Truth.U, "", Transition.UNRESOLVED, None, Transition.UNRESOLVED),),
    **dict.fromkeys(("added", "removed", "modified", "unchanged", "unresolved", "currently_applicable",
                     "currently_unknown"), _OF_SET),
}
_MAY_BE_NONE = frozenset({"governing", "pair", "start", "end", "rule_changed"})
_WHOLE = 4
"""Of longer lists three elements are altered (first, middle, last), of shorter ones each; of rows, sets and
contents always each."""
_EACH = frozenset({"rows", "contents", "contested", "pair"})
_OF_TWO = frozenset({"pair", ""})
"""The edition pair, and the pairs that lists are made of: always two, by type."""


def altered(record: object, path: str = "") -> Iterator[tuple[str, object]]:
    """(path, record that differs in that one place), over all declared fields of a frozen record."""
    assert dataclasses.is_dataclass(record)
    assert not isinstance(record, type)
    for field in dataclasses.fields(record):
        here = f"{path}.{field.name}" if path else field.name
        for place, value in _values(field.name, getattr(record, field.name), here):
            try:
                yield place, dataclasses.replace(record, **{field.name: value})
            except ValueError:
                continue               # an interval that would hold no day cannot be written down at all


def _values(name: str, value: object, path: str) -> Iterator[tuple[str, object]]:
    if value in (None, ()):
        yield f"{path} (made up)", _STAND_INS[name]
        return
    if name in _MAY_BE_NONE:
        yield f"{path} (none)", None
    match value:
        case bool():
            yield path, not value
        case Enum():
            yield from ((f"{path} ({other.value})", other) for other in type(value) if other is not value)
        case int():
            yield path, value + 1
        case date():
            yield from ((f"{path} ({days:+} day)", value + timedelta(days=days)) for days in (-1, 1))
        case bytes():
            yield from _codes(value, path)
        case str():
            yield from _texts(name, value, path)
        case tuple():
            yield from _lists(name, value, path)
        case _:
            yield from altered(value, path)


def _texts(name: str, value: str, path: str) -> Iterator[tuple[str, str]]:
    if not value:
        yield f"{path} (made up)", "made_up"
        return
    if name.endswith("_output"):       # of a row: empty says that the side is not Y
        yield f"{path} (emptied)", ""
    yield path, value[:-1] + ("0" if value[-1] != "0" else "1")


def _codes(value: bytes, path: str) -> Iterator[tuple[str, bytes]]:
    """Each atom with the opposite truth, and an unknown one with another reason only; one too few, too many."""
    for place, code in enumerate(value):
        truth, reason = code & 3, code >> 2
        # the two low bits are the truth (N, U, Y), those above count the five reasons
        others = (0, 2, 1 | ((reason + 1) % 5) << 2) if truth == 1 else (2 - truth, 1)
        for other in others:
            yield f"{path}[{place}] ({code} to {other})", value[:place] + bytes([other]) + value[place + 1:]
    yield f"{path} (one less)", value[:-1]
    yield f"{path} (one more)", value + value[-1:]


def _lists(name: str, value: tuple[object, ...], path: str) -> Iterator[tuple[str, tuple[object, ...]]]:
    chosen = range(len(value)) if len(value) <= _WHOLE or name in _EACH else (0, len(value) // 2, len(value) - 1)
    if name not in _OF_TWO:
        yield f"{path} (one twice)", (*value, value[-1])
    for place in chosen:
        before, one, after = value[:place], value[place], value[place + 1:]
        if name not in _OF_TWO:
            yield f"{path}[{place}] (left out)", (*before, *after)
        if after and after[0] != one and type(after[0]) is type(one):
            yield f"{path}[{place}] (exchanged with the next)", (*before, after[0], one, *after[1:])
        for inner, other in _values("", one, f"{path}[{place}]"):
            yield inner, (*before, other, *after)
