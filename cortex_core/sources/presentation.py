"""What counts as the same text: digests after presentation normalisation (contract 3.6).

White space inside a block, empty lines, line ends, Unicode composition, comments and the order of
front-matter keys are presentation. Everything else is text: a word, a digit, a heading, the order of blocks,
a statement under another heading, the quotes around a value. In doubt a difference counts, because a missed
one would leave a conclusion standing on a sentence nobody read again.
"""

from __future__ import annotations

import re

from cortex_core.digest import digest
from cortex_core.sources.statements import cut, folded

__all__ = ["body_digest", "front_matter_digest", "presentation_digest"]

_KEY = re.compile(r"([A-Za-z_][\w-]*|\"[^\"]*\"|'[^']*')[ \t]*:(?:[ \t]|$)")
_BLOCK_SCALAR = re.compile(r"(?:^|[ \t])[|>][-+0-9]{0,2}\Z")
_STRUCTURE = re.compile(r"-(?:[ \t]|$)|[\w-]+[ \t]*:(?:[ \t]|$)")


def presentation_digest(content: str) -> str:
    """Digest of an artifact's whole text: equal iff two files differ in presentation only.

    Raises:
        ValueError: the front matter is not made of ``key: value`` entries; says on which line of the file.
    """
    return digest("presentation", (front_matter_digest(content), body_digest(content)))


def body_digest(content: str) -> str:
    """Digest of the text below the front matter, block by block."""
    return digest("presentation body", tuple(folded(block.text) for block in cut(content).blocks))


def front_matter_digest(content: str) -> str:
    """Digest of the front matter: its entries by key, without comments.

    Raises:
        ValueError: an entry cannot be told apart; says on which line of the file.
    """
    return digest("presentation front matter", tuple(sorted(_entries(cut(content).front))))


class _Entry:
    """One top-level key with its lines, as (indent, text)."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.lines: list[tuple[int, str]] = []

    def text(self) -> str:
        """Re-wrapped lines are one; a list item or a nested key stays a line with its depth, because
        there the indentation is meaning."""
        deep = sorted({indent for indent, text in self.lines if _STRUCTURE.match(text)})
        parts = [f"\n{deep.index(indent)} {folded(text)}" if _STRUCTURE.match(text) else folded(text)
                 for indent, text in self.lines]
        return " ".join(part for part in parts if part)


def _entries(front: str) -> list[tuple[str, str]]:
    entries: list[_Entry] = []
    quote, literal = "", -1
    opened = 0
    for number, line in enumerate(front.split("\n"), 2):   # the fence is line 1
        indent = len(line) - len(line.lstrip())
        if literal >= 0 and not quote and (not line.strip() or indent > literal):
            # inside a block scalar a # is text, and its lines are kept
            entries[-1].lines.append((indent, line.strip()))
            continue
        literal = -1
        inside = bool(quote)
        text, quote = _without_comment(line, quote)
        if quote and not inside:
            opened = number
        if not text.strip():
            continue
        if not inside and indent == 0 and not line.startswith(("- ", "]", "}")):
            key = _KEY.match(text)
            if key is None:
                raise ValueError(f"line {number}: {folded(text)!r} is not an entry 'key: value'")
            entries.append(_Entry(key[1]))
            text = text[key.end():]
            indent = -1
        if not entries:
            raise ValueError(f"line {number}: {folded(text)!r} belongs to no key")
        entries[-1].lines.append((indent, text.strip()))
        if not quote and _BLOCK_SCALAR.search(text.rstrip()):
            literal = max(indent, 0)
    if quote:
        raise ValueError(f"line {opened}: the quote {quote} is never closed")
    return [(entry.key, entry.text()) for entry in entries]


def _without_comment(line: str, quote: str) -> tuple[str, str]:
    """The line up to its comment, and the quote that is open at its end."""
    index = 0
    while index < len(line):
        char = line[index]
        if quote:
            if quote == '"' and char == "\\":
                index += 1
            elif char == quote:
                quote = ""
        elif char == "#" and (index == 0 or line[index - 1] in " \t"):
            return line[:index], ""
        elif char in "\"'" and _starts_value(line[:index]):
            quote = char
        index += 1
    return line, quote


def _starts_value(before: str) -> bool:
    """Whether a quote here opens a quoted value: an apostrophe inside plain text does not."""
    bare = before.rstrip()
    if not bare or bare[-1] in "[{,":
        return True
    return bare != before and (bare[-1] == ":" or not bare.strip("- \t"))
