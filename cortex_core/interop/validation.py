"""From a pydantic error to issues in the user's words, with the line of the key."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from cortex_core.errors import Issue
from cortex_core.interop.yaml_text import Document, Path
from cortex_core.temporal.civil import parse_date

__all__ = ["Day", "Name", "Strict", "Text", "day", "validated"]

_REMEDIES: Mapping[str, str] = {
    "missing": "Add the key",
    "extra_forbidden": "Remove it or correct its spelling",
    "string_type": "Write text, in quotes where it looks like a number",
    "list_type": "Write a list such as [a, b]",
    "dict_type": "Write keys and values",
    "model_type": "Write keys and values",
    "int_type": "Write a whole number",
    "bool_type": "Write true or false",
    "too_short": "Give at least one entry",
}
_CAUSES: Mapping[str, str] = {
    "missing": "the key is missing",
    "extra_forbidden": "the key is not known",
    "string_type": "text was expected",
    "list_type": "a list was expected",
    "dict_type": "keys and values were expected",
    "model_type": "keys and values were expected",
    "int_type": "a whole number was expected",
    "too_short": "it is empty",
}


def _is_day(text: str) -> str:
    parse_date(text)
    return text


def _is_text(text: str) -> str:
    if not text.strip():
        raise ValueError("the text is empty")
    return text.strip()


def _is_name(text: str) -> str:
    # @, ~, : and # part the pieces of version, edition and rule ids
    if not text or not all(char.isascii() and (char.isalnum() or char in "_.-") for char in text):
        raise ValueError(f"{text!r} is not a name: letters, digits, '_', '.' and '-' were expected")
    return text


Text = Annotated[str, AfterValidator(_is_text)]
Name = Annotated[str, AfterValidator(_is_name)]
Day = Annotated[str, AfterValidator(_is_day)]


class Strict(BaseModel):
    """Base of every shape read from a file: unknown keys are refused, nothing is converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Shape = TypeVar("Shape", bound=BaseModel)


def validated(shape: type[Shape], value: object, document: Document, path: Path,
              issues: list[Issue]) -> Shape | None:
    """The value in its shape, or None after its problems were added to ``issues``."""
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        issues.extend(_issue(problem, document, path) for problem in _distinct(error.errors()))
        return None


def day(text: str | None) -> date | None:
    """The date of a text that was validated as `Day`."""
    return None if text is None else parse_date(text)


def _distinct(problems: list[Any]) -> list[Any]:
    """One problem a key: a union reports each of its members."""
    return list({tuple(step for step in problem["loc"] if not _is_union_tag(step)): problem
                 for problem in reversed(problems)}.values())[::-1]


def _is_union_tag(step: str | int) -> bool:
    return isinstance(step, str) and (step in {"str", "int", "decimal"} or "[" in step)


def _issue(problem: Any, document: Document, path: Path) -> Issue:
    steps = tuple(step for step in problem["loc"] if not _is_union_tag(step))
    kind = problem["type"]
    cause = _CAUSES.get(kind) or str(problem["msg"]).removeprefix("Value error, ")
    if kind.endswith("_type") and problem["input"] is not None:
        cause += f", not {problem['input']!r}"
    elif kind == "literal_error":
        cause = f"{problem['input']!r} is not one of {problem['ctx']['expected']}"
    return document.issue((*path, *steps), cause[:400], _REMEDIES.get(kind, "Correct the value"))
