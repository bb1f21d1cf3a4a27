"""Canonical bytes and tagged digests: the one place where a value becomes bytes that are relied on.

Every item is length-prefixed and carries its type, so that no two different values share bytes. Floats,
NaN and integers beyond 64 bits are refused: numbers are ``int`` or ``Decimal``. The digest text names its
algorithm (``b2`` = BLAKE2b, 256 bits), so a later algorithm can live beside it.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import Enum

__all__ = ["blob_digest", "canonical_bytes", "decimal_text", "digest", "keyed_digest", "short"]

_LIMIT = 2**63


def decimal_text(number: Decimal) -> str:
    """Shortest exact spelling without exponent; equal numbers have equal texts whatever their digits.

    Raises ValueError for NaN and the infinities.
    """
    if not number.is_finite():
        raise ValueError(f"{number} has no canonical bytes: only finite numbers are recorded")
    if number == 0:
        return "0"
    text = format(number, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _put(value: object, out: list[bytes]) -> None:
    if value is None:
        out.append(b"z")
    elif value is True:
        out.append(b"t")
    elif value is False:
        out.append(b"f")
    elif isinstance(value, Enum):
        _put(value.value, out)
    elif isinstance(value, int):
        if not -_LIMIT <= value < _LIMIT:
            raise ValueError("an integer beyond 64 bits has no canonical bytes")
        text = str(value).encode()
        out.append(b"i%d:%s" % (len(text), text))
    elif isinstance(value, Decimal):
        text = decimal_text(value).encode()
        out.append(b"d%d:%s" % (len(text), text))
    elif isinstance(value, str):
        text = unicodedata.normalize("NFC", value).encode()
        out.append(b"s%d:%s" % (len(text), text))
    elif isinstance(value, bytes):
        out.append(b"b%d:%s" % (len(value), value))
    elif isinstance(value, datetime):
        raise ValueError("a date-time is not part of anything that is digested; use its text")
    elif isinstance(value, date):
        text = value.isoformat().encode()
        out.append(b"c%d:%s" % (len(text), text))
    elif isinstance(value, tuple | list):
        out.append(b"l%d:" % len(value))
        for item in value:
            _put(item, out)
    elif isinstance(value, Mapping):
        out.append(b"m%d:" % len(value))
        for key in sorted(value):
            _put(key, out)
            _put(value[key], out)
    else:
        raise ValueError(f"{type(value).__name__} has no canonical bytes")


def canonical_bytes(value: object) -> bytes:
    """Bytes of a value built from None, bool, int, Decimal, str, bytes, date, sequences and mappings.

    Equal values give equal bytes and unequal ones unequal bytes; strings are compared in NFC.

    Raises:
        ValueError: a float, NaN, big integer or unknown type is inside; nothing is returned.
    """
    out: list[bytes] = []
    _put(value, out)
    return b"".join(out)


def digest(kind: str, value: object) -> str:
    """Digest of a typed value: ``b2:`` and 64 hex digits. ``kind`` keeps equal contents of two types apart."""
    body = canonical_bytes((kind, value))
    return "b2:" + hashlib.blake2b(body, digest_size=32).hexdigest()


def blob_digest(content: bytes) -> str:
    """Digest of a file's bytes as they are."""
    return "b2:" + hashlib.blake2b(b"blob:%d:" % len(content) + content, digest_size=32).hexdigest()


def keyed_digest(secret: bytes, kind: str, value: object) -> str:
    """HMAC digest of a personal value: without the graph's secret it cannot be searched through."""
    return "hb2:" + hmac.new(secret, canonical_bytes((kind, value)), "blake2b").hexdigest()[:64]


def short(text: str) -> str:
    """First twelve hex digits of a digest: enough to tell things apart on screen, never an identity."""
    return text.split(":", 1)[-1][:12]
