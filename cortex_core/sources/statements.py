"""The text of an artifact, cut into front matter, blocks and statements.

A *block* is a paragraph, heading, list item or table row; a *statement* is a paragraph that starts with a
label such as ``[s3]`` and ends with its verification mark. Comments are no text: they are taken out before
anything is cut, so that a label inside one is no statement.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from cortex_core.model.sources import Span

__all__ = ["Block", "CutText", "TextProblem", "cut", "folded", "plain_lines"]

_LABEL = re.compile(r"[ \t]*\[(s[0-9]+)\][ \t]*")
_MARK = re.compile(r"\s*\{([VSM])\}\Z")
_HEADING = re.compile(r"[ \t]*(#{1,6})(?:[ \t]+(.*?))?[ \t]*\Z")
# Lines that start something new although no blank line precedes them: joined to the line before, a heading
# or list item would read like running text, and a real difference would look like a re-wrapped line.
_OPENS = re.compile(r"[ \t]*(?:#{1,6}(?:[ \t]|$)|[-*+][ \t]|[0-9]{1,9}[.)][ \t]|\||>|```|~~~"
                    r"|=+[ \t]*$|-+[ \t]*$)")
_COMMENT = r"<!--(?:(?!-->).)*-->"
# Code is tried first: a comment inside code is shown to the reader, so it is text.
_CODE_OR_COMMENT = re.compile(
    rf"(?P<code>^[ \t]*(?P<fence>```+|~~~+).*?^[ \t]*(?P=fence)[^\n]*$|`[^`\n]+`)"
    rf"|^[ \t]*(?:{_COMMENT}[ \t]*)+(?:\n|\Z)|{_COMMENT}", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class TextProblem:
    """Something in the text that cannot be read, with the line of the file it stands on (from 1)."""

    line: int
    cause: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of running text. ``section`` is the nearest preceding ``##`` heading ("" before the first),
    ``text`` has LF line ends and no trailing blanks, ``span`` is the statement it is, if it is one."""

    line: int
    section: str
    text: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class CutText:
    """An artifact's text in parts. ``front`` is the raw YAML between the ``---`` lines, which starts on line
    2 of the file. With problems the parts are what could be read, fit for reporting only."""

    front: str
    blocks: tuple[Block, ...]
    problems: tuple[TextProblem, ...]

    @property
    def spans(self) -> tuple[Span, ...]:
        return tuple(block.span for block in self.blocks if block.span is not None)


def folded(text: str) -> str:
    """The text with every run of white space as one blank.

    >>> folded(" 45 to\\n 49  years ")
    '45 to 49 years'
    """
    return " ".join(text.split())


def plain_lines(content: str) -> str:
    """NFC with LF line ends and without a byte order mark."""
    text = content.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", text)


def _without_comments(body: str, first_line: int) -> Iterator[tuple[int, str]]:
    """Numbered lines of a text after its comments are taken out. A comment that fills its lines goes with
    them, so that it does not part the paragraph it stands in."""
    kept: list[str] = []
    numbers = [first_line]
    line, position = first_line, 0
    fresh = True                   # the output line has no character yet, so it may still move down

    def keep(piece: str) -> None:
        nonlocal line, fresh
        kept.append(piece)
        fresh = piece.endswith("\n") if piece else fresh
        for _ in range(piece.count("\n")):
            line += 1
            numbers.append(line)

    for match in _CODE_OR_COMMENT.finditer(body):
        keep(body[position:match.start()])
        if match["code"] is not None:
            keep(match[0])
        else:
            line += match[0].count("\n")
            if fresh:
                numbers[-1] = line
        position = match.end()
    keep(body[position:])
    yield from zip(numbers, "".join(kept).split("\n"), strict=True)


def _groups(body: str, first_line: int) -> Iterator[tuple[int, str]]:
    start, lines = 0, list[str]()
    for number, line in _without_comments(body, first_line):
        blank = not line.strip()
        if lines and (blank or _OPENS.match(line) or _HEADING.match(lines[0])):
            yield start, "\n".join(lines)
            lines = []
        if not blank:
            start = start if lines else number
            lines.append(line.rstrip())
    if lines:
        yield start, "\n".join(lines)


def _front_end(lines: list[str]) -> int:
    """Index of the line that closes the front matter; 0 if there is none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((index for index, line in enumerate(lines[1:], 1) if line.rstrip() == "---"), 0)


def cut(content: str) -> CutText:
    """Front matter, blocks and statements of an artifact file; problems are values, nothing is raised."""
    lines = plain_lines(content).split("\n")
    problems: list[TextProblem] = []
    end = _front_end(lines)
    if end == 0:
        problems.append(TextProblem(1, "the file has no front matter",
                                    "Start it with YAML between two lines ---"))
    front = "\n".join(lines[1:end])
    blocks: list[Block] = []
    places: dict[str, int] = {}
    section = ""
    for number, text in _groups("\n".join(lines[end + 1 if end else 0:]), end + 2 if end else 1):
        if heading := _HEADING.match(text):
            if len(heading[1]) == 2:
                section = folded(heading[2] or "")
            blocks.append(Block(number, section, text, None))
            continue
        span = _statement(number, section, text, problems)
        if span is not None and span.id in places:
            problems.append(TextProblem(
                number, f"[{span.id}] is used again (first on line {places[span.id]})",
                "Give every statement a label of its own"))
        elif span is not None:
            places[span.id] = number
        blocks.append(Block(number, section, text, span))
    return CutText(front, tuple(blocks), tuple(problems))


def _statement(number: int, section: str, text: str, problems: list[TextProblem]) -> Span | None:
    label = _LABEL.match(text)
    for offset, line in enumerate(text.split("\n")):
        if offset and (inner := _LABEL.match(line)):
            problems.append(TextProblem(number + offset, f"[{inner[1]}] starts inside another paragraph",
                                        "Put an empty line before it"))
    if label is None:
        return None
    rest = text[label.end():]
    mark = _MARK.search(rest)
    if mark is None:
        problems.append(TextProblem(number, f"[{label[1]}] does not end with its mark",
                                    "End it with {V} (seen), {S} (secondary) or {M} (from memory)"))
        return None
    said = rest[:mark.start()].strip()
    if not said:
        problems.append(TextProblem(number, f"[{label[1]}] says nothing",
                                    "Write the statement after its label"))
    return Span(label[1], section, said, mark[1])
