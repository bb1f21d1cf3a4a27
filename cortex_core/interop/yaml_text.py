"""YAML read as text with places: every value knows its line, and nothing is guessed.

Plain scalars become booleans (``true``, ``false``), whole numbers, exact decimals or text. Dates stay text
for whoever knows what they date, so a month 31 is refused with its key and not by the parser. ``no`` and
``on`` are words. Tags, anchors, merges and repeated keys are refused: each would let a file say something
that a reader of it does not see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal

import yaml

from cortex_core.errors import InputError, Issue

__all__ = ["Document", "Node", "Path", "read_yaml"]

Node = str | bool | int | Decimal | None | list["Node"] | dict[str, "Node"]
Path = tuple[str | int, ...]

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\Z")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{1,18}\Z")
_PLAIN_TAGS = {f"tag:yaml.org,2002:{name}" for name in
               ("str", "null", "bool", "int", "float", "timestamp", "seq", "map", "merge", "value")}
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 30


@dataclass(slots=True)
class Document:
    """A file's value and the line (from 1) of each key or list item, by its path."""

    file: str
    root: Node
    lines: dict[Path, int] = field(default_factory=dict)
    issues: list[Issue] = field(default_factory=list)

    def line(self, path: Path) -> int | None:
        """Line of the path, or of the nearest thing around it that has one."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def issue(self, path: Path, cause: str, remedy: str) -> Issue:
        """An issue at a path of this document."""
        known = max((path[:length] for length in range(len(path) + 1) if path[:length] in self.lines),
                    key=len, default=())
        named = path if len(path) - len(known) <= 1 else known
        return Issue(self.file, cause, remedy, self.line(path), spelled(named))


def spelled(path: Path) -> str:
    """``rules[2].when``."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def read_yaml(text: str, file: str, first_line: int = 1) -> Document:
    """The one document of a YAML text; what is wrong inside it is collected in ``issues``.

    Raises:
        InputError: the text is no YAML at all; nothing of it was read.
    """
    try:
        root = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = first_line + mark.line if mark is not None else None
        raise InputError(Issue(file, f"this is not YAML: {error.problem or error.context}",
                               "Mend the line, or put text with : or # in quotes", line)) from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0] if str(error) else "it is nested too deeply"
        raise InputError(Issue(file, f"this is not YAML: {reason}",
                               "Save the file as plain UTF-8 text")) from error
    document = Document(file, None, {(): first_line})
    if root is not None:
        document.root = _Reader(document, first_line).value(root, ())
    return document


class _Reader:
    def __init__(self, document: Document, first_line: int) -> None:
        self._document, self._first = document, first_line
        self._seen: set[int] = set()

    def value(self, node: yaml.Node, path: Path) -> Node:
        self._document.lines.setdefault(path, self._first + node.start_mark.line)
        if id(node) in self._seen:
            self._refused(path, "an alias (*name) repeats something from elsewhere", "Write it out")
            return None
        self._seen.add(id(node))
        if node.tag not in _PLAIN_TAGS:
            self._refused(path, f"the tag {node.tag} is not read", "Remove the tag")
            return None
        if len(path) > _DEEPEST:
            self._refused(path, "it is nested too deeply", "Flatten it")
            return None
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        return _scalar(node)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for key_node, value_node in node.value:
            line = self._first + key_node.start_mark.line
            if not isinstance(key_node, yaml.ScalarNode):
                self._refused(path, "a key is a list or a mapping", "Use a plain name as key", line)
                continue
            key = str(key_node.value)
            if key in found:
                first = self._document.lines[(*path, key)]
                self._refused((*path, key), f"{key!r} stands twice (first on line {first})",
                              "Keep one of the two", line)
                continue
            self._document.lines[(*path, key)] = line
            found[key] = self.value(value_node, (*path, key))
        return found

    def _refused(self, path: Path, cause: str, remedy: str, line: int | None = None) -> None:
        at = line if line is not None else self._document.line(path)
        self._document.issues.append(Issue(self._document.file, cause, remedy, at, spelled(path)))


def _scalar(node: yaml.Node) -> Node:
    text = str(node.value)
    if getattr(node, "style", None) in ("'", '"', "|", ">"):      # quoted or a block: text as written
        return text
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if text in ("", "~", "null"):
        return None
    if _WHOLE.match(text):
        return int(text)
    return Decimal(text) if _DECIMAL.match(text) else text
