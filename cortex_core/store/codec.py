"""The one codec: records to canonical JSON text and back, directed by their declared types.

Keys are sorted, there are no floats, unknown is never ``null`` (that is only the absence a type declares).
Only members of a union carry a tag: ``{"is": "Known", …}`` for records, ``{"decimal": "10.5"}`` and
``{"date": "2021-05-18"}`` for scalars beside text. Malformed text is refused with the place in it; a key that
a record does not have is refused too, a key with a declared default may be absent (older logs).
"""

from __future__ import annotations

import dataclasses
import functools
import json
import types
import typing
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Any, TypeVar

from cortex_core.logic.values import Value
from cortex_core.model.events import Event

__all__ = ["UnreadableRecord", "decode", "decode_as", "encode"]

T = TypeVar("T")
_Encoder = Callable[[Any], Any]
_Decoder = Callable[[Any, str], Any]

# Members of these unions carry their tag wherever they stand, so that a text says what it is.
_TAGGED = frozenset({*typing.get_args(Event), *typing.get_args(Value)})


class UnreadableRecord(ValueError):
    """A text is not what `encode` writes for the type that was asked for."""


def encode(value: object, kind: Any = None) -> str:
    """Canonical JSON text. ``kind`` is the declared type where the value's own does not say it (a tuple of
    records). Raises ValueError or TypeError for what has no encoding; equal records give equal text."""
    chosen: Any = type(value) if kind is None else kind
    encoder = _encoder(chosen)
    return json.dumps(encoder(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False,
                      allow_nan=False)


def decode(kind: type[T], text: str) -> T:
    """The record that `encode` wrote. Raises UnreadableRecord naming the place that does not fit the type."""
    return typing.cast(T, decode_as(kind, text))


def decode_as(kind: Any, text: str) -> Any:
    """As `decode`, for types that are no class: unions and tuples."""
    try:
        raw = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
        return _decoder(kind)(raw, "$")
    except json.JSONDecodeError as problem:
        raise UnreadableRecord(f"not JSON: {problem}") from None
    except RecursionError:
        raise UnreadableRecord("nested too deeply") from None
    except ValueError as problem:
        raise UnreadableRecord(str(problem)) from None


def _no_float(text: str) -> Any:
    raise ValueError(f"{text} is no exact number: decimals are written as text")


def _decimal_text(number: Decimal) -> str:
    if not number.is_finite():
        raise ValueError(f"{number} has no encoding: only finite numbers are recorded")
    if number == 0:
        return "0"
    # `normalize` would round to the precision of the context, so the zeros are cut from the text.
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _members(kind: Any) -> tuple[Any, ...]:
    """Members of a union, else ()."""
    is_union = isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union
    return typing.get_args(kind) if is_union else ()


def _optional(kind: Any) -> Any:
    """The one type beside None, where a type is that or nothing; else None."""
    others = [member for member in _members(kind) if member is not type(None)]
    return others[0] if len(others) == 1 and len(_members(kind)) == 2 else None


def _plain(kind: Any) -> Any:
    """The type behind a named id."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    return kind


@functools.cache
def _fields(kind: Any) -> tuple[tuple[str, Any, bool], ...]:
    """(name, type, has a default) of each field."""
    hints = typing.get_type_hints(kind)
    return tuple((one.name, hints[one.name], one.default is not dataclasses.MISSING)
                 for one in dataclasses.fields(kind))


# --- encoding -------------------------------------------------------------------------------------------

@functools.cache
def _encoder(kind: Any) -> _Encoder:
    kind = _plain(kind)
    if kind in (str, int, bool):
        return functools.partial(_same, kind)
    if kind is type(None):
        return functools.partial(_same, type(None))
    if kind is Decimal:
        return _decimal_text
    if kind is date:
        return _day_text
    if kind is bytes:
        return bytes.hex
    if only := _optional(kind):
        present = _encoder(only)
        return lambda value: None if value is None else present(value)
    if _members(kind):
        return _encode_member
    if typing.get_origin(kind) is tuple:
        return _tuple_encoder(typing.get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum_value
    if dataclasses.is_dataclass(kind):
        return _record_encoder(kind)
    raise TypeError(f"{kind} has no encoding")


def _same(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is not {kind.__name__}")
    return value


def _day_text(value: date) -> str:
    if isinstance(value, datetime):
        raise TypeError(f"{value!r} has a time of day where a civil date was expected")
    return value.isoformat()


def _enum_value(value: Enum) -> Any:
    return value.value


def _encode_member(value: Any) -> Any:
    """A value whose type is one of several: natives as they are, everything else with its tag."""
    if value is None or type(value) in (bool, int, str):
        return value
    if isinstance(value, Decimal):
        return {"decimal": _decimal_text(value)}
    if isinstance(value, date):
        return {"date": _day_text(value)}
    if isinstance(value, tuple):
        return [_encode_member(item) for item in value]
    kind: Any = type(value)
    if not hasattr(kind, "__dataclass_fields__"):
        raise TypeError(f"{value!r} has no encoding as one of several types")
    return _encoder(kind)(value)


def _tuple_encoder(arguments: tuple[Any, ...]) -> _Encoder:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        each = _encoder(arguments[0])
        return lambda value: [each(item) for item in value]
    parts = [_encoder(argument) for argument in arguments]
    return lambda value: [part(item) for part, item in zip(parts, value, strict=True)]


def _record_encoder(kind: Any) -> _Encoder:
    parts = [(name, _encoder(hint)) for name, hint, _ in _fields(kind)]

    def encoder(value: Any) -> dict[str, Any]:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not {kind.__name__}")
        record = {name: part(getattr(value, name)) for name, part in parts}
        if kind in _TAGGED:
            record["is"] = kind.__name__
        return record
    return encoder


# --- decoding -------------------------------------------------------------------------------------------

@functools.cache
def _decoder(kind: Any) -> _Decoder:
    kind = _plain(kind)
    if kind in (str, int, bool):
        return functools.partial(_decode_same, kind)
    if kind is type(None):
        return functools.partial(_decode_same, type(None))
    if kind is Decimal:
        return _decode_decimal
    if kind is date:
        return _decode_date
    if kind is bytes:
        return _decode_bytes
    if only := _optional(kind):
        present = _decoder(only)
        return lambda raw, place: None if raw is None else present(raw, place)
    if _members(kind):
        return _union_decoder(_members(kind))
    if typing.get_origin(kind) is tuple:
        return _tuple_decoder(typing.get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return functools.partial(_decode_enum, kind)
    if dataclasses.is_dataclass(kind):
        return _record_decoder(kind)
    raise TypeError(f"{kind} has no decoding")


def _refuse(place: str, raw: Any, expected: str) -> ValueError:
    shown = json.dumps(raw, ensure_ascii=True)
    return ValueError(f"{place}: {shown[:60]} where {expected} was expected")


def _decode_same(kind: type, raw: Any, place: str) -> Any:
    if type(raw) is not kind:
        raise _refuse(place, raw, "nothing" if kind is type(None) else kind.__name__)
    return raw


def _decode_decimal(raw: Any, place: str) -> Decimal:
    try:
        number = Decimal(_decode_same(str, raw, place))
    except InvalidOperation:
        raise _refuse(place, raw, "a decimal number as text") from None
    if not number.is_finite():
        raise _refuse(place, raw, "a finite number")
    return number


def _decode_date(raw: Any, place: str) -> date:
    try:
        return date.fromisoformat(_decode_same(str, raw, place))
    except ValueError:
        raise _refuse(place, raw, "a civil date") from None


def _decode_bytes(raw: Any, place: str) -> bytes:
    try:
        return bytes.fromhex(_decode_same(str, raw, place))
    except ValueError:
        raise _refuse(place, raw, "bytes in hex digits") from None


def _decode_enum(kind: type[Enum], raw: Any, place: str) -> Enum:
    try:
        return kind(raw)
    except ValueError:
        raise _refuse(place, raw, f"one of {kind.__name__}") from None


def _tuple_decoder(arguments: tuple[Any, ...]) -> _Decoder:
    open_ended = len(arguments) == 2 and arguments[1] is Ellipsis
    parts = [_decoder(argument) for argument in (arguments[:1] if open_ended else arguments)]

    def decoder(raw: Any, place: str) -> tuple[Any, ...]:
        if not isinstance(raw, list):
            raise _refuse(place, raw, "a list")
        if open_ended:
            part = parts[0]
            return tuple([part(item, f"{place}[{index}]") for index, item in enumerate(raw)])
        if len(raw) != len(parts):
            raise _refuse(place, raw, f"a list of {len(parts)}")
        return tuple([part(item, f"{place}[{index}]")
                      for index, (part, item) in enumerate(zip(parts, raw, strict=True))])
    return decoder


def _union_decoder(members: tuple[Any, ...]) -> _Decoder:
    plain: list[Any] = [_plain(member) for member in members]
    natives = {member: _decoder(member) for member in plain if member in (str, int, bool, type(None))}
    lists = [_decoder(member) for member in plain if typing.get_origin(member) is tuple]
    records = {one.__name__: _decoder(one) for one in plain if hasattr(one, "__dataclass_fields__")}
    words = " or ".join(getattr(member, "__name__", "list") for member in plain)

    def decoder(raw: Any, place: str) -> Any:
        if native := natives.get(type(raw)):
            return native(raw, place)
        if isinstance(raw, list) and lists:
            return lists[0](raw, place)
        if isinstance(raw, dict):
            if raw.keys() == {"decimal"} and Decimal in plain:
                return _decode_decimal(raw["decimal"], place)
            if raw.keys() == {"date"} and date in plain:
                return _decode_date(raw["date"], place)
            part = records.get(str(raw.get("is")))
            if part is not None:
                return part(raw, place)
        raise _refuse(place, raw, words)
    return decoder


def _record_decoder(kind: Any) -> _Decoder:
    parts = {name: _decoder(hint) for name, hint, _ in _fields(kind)}
    needed = {name for name, _, has_default in _fields(kind) if not has_default}

    def decoder(raw: Any, place: str) -> Any:
        if not isinstance(raw, dict):
            raise _refuse(place, raw, kind.__name__)
        found = {}
        for name, value in raw.items():
            if part := parts.get(name):
                found[name] = part(value, f"{place}.{name}")
            elif name != "is" or value != kind.__name__:
                raise ValueError(f"{place}: {kind.__name__} has no field {name!r}")
        if not needed <= found.keys():
            raise ValueError(f"{place}: {kind.__name__} lacks {min(needed - found.keys())!r}")
        try:
            return kind(**found)
        except (ValueError, TypeError) as refusal:
            raise ValueError(f"{place}: {refusal}") from None
    return decoder
