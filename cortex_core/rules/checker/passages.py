"""Spans cut again from an artifact's text. A span is a paragraph ``[s3] … {V}`` under a ``##`` heading."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from cortex_core.digest import digest

__all__ = ["passages"]

# What stands in code is text, so code is passed over before a comment is looked for; a comment that fills
# whole lines goes with its line end, or it would part the paragraph around it.
_CODE_THEN_COMMENT = re.compile(
    r"(?P<code>^[ \t]*```.*?^[ \t]*```|^[ \t]*~~~.*?^[ \t]*~~~|`[^`\n]+`)"
    r"|^[ \t]*(?:<!--(?:(?!-->).)*-->[ \t]*)+(?:\n|\Z)|<!--(?:(?!-->).)*-->", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*))?")
_STARTS_A_BLOCK = re.compile(r"\s*(#{1,6}(\s|$)|[-*+]\s|[0-9]{1,9}[.)]\s|\||>|```|~~~|=+\s*$|-+\s*$)")
_STATEMENT = re.compile(r"\[(s[0-9]+)\](.*)", re.DOTALL)
_MARK = re.compile(r"\{([VSM])\}$")


def _lines(content: str) -> list[str]:
    """Lines below the front matter, comments taken out."""
    text = unicodedata.normalize("NFC", content.removeprefix("\ufeff"))
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    if lines[0] == "---" and "---" in lines[1:]:
        lines = lines[lines.index("---", 1) + 1:]
    return _CODE_THEN_COMMENT.sub(lambda piece: piece["code"] or "", "\n".join(lines)).split("\n")


def _paragraphs(content: str) -> Iterator[tuple[str, str]]:
    """(section, paragraph) in order; the section is the nearest ``##`` heading above, "" for none."""
    section, held = "", list[str]()
    for line in [*_lines(content), ""]:
        heading = _HEADING.fullmatch(line.rstrip())
        if held and (heading or not line.strip() or _STARTS_A_BLOCK.match(line)):
            yield section, "\n".join(held)
            held = []
        if heading is None:
            held += [line] if line.strip() else []
        elif heading[1] == "##":
            section = " ".join((heading[2] or "").split())


def passages(content: str) -> list[tuple[str, str]]:
    """(label, digest) of every statement of a text, in order, repeated labels included.

    >>> passages("[s1] From 45 years. {V}") == passages("[s1] From 45\\nyears. {V}\\n")
    True
    """
    found = []
    for section, paragraph in _paragraphs(content):
        statement = _STATEMENT.fullmatch(paragraph)
        if statement is None:
            continue
        said = statement[2].rstrip()
        mark = _MARK.search(said)
        words = said[:mark.start()] if mark else said
        span = (section, statement[1], " ".join(words.split()), mark[1] if mark else "")
        found.append((statement[1], digest("span", span)))
    return found
