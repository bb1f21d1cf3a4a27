"""Artifact files: YAML front matter and Markdown become one immutable version of a source."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import BeforeValidator, Field

from cortex_core.digest import blob_digest
from cortex_core.errors import InputError, Issue
from cortex_core.ids import ArtifactKey
from cortex_core.interop.validation import Day, Name, Strict, Text, day, validated
from cortex_core.interop.yaml_text import Document, read_yaml
from cortex_core.model.sources import ArtifactVersion
from cortex_core.sources.presentation import presentation_digest
from cortex_core.sources.statements import CutText, cut
from cortex_core.temporal.civil import civil_date_of, parse_partial

__all__ = ["read_artifact", "read_artifact_file", "read_text"]

_CLOCK_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]")


def _bare_year(stated: object) -> object:
    """``published: 2016`` needs no quotes."""
    return f"{stated:04d}" if type(stated) is int and 0 <= stated <= 9999 else stated


class _FrontMatter(Strict):
    key: Name
    lineage: Name
    title: Text
    issuer: Text
    authority: Name
    scope: list[Name]
    published: Annotated[str | None, BeforeValidator(_bare_year)] = None
    published_assumed: str = ""
    zone: str | None = None
    valid_from: Day | None = None
    valid_to: Day | None = None
    urls: list[Text] = Field(default_factory=list)
    licence: Text
    known_gaps: list[Text] = Field(default_factory=list)


def read_text(path: Path) -> str:
    """Text of a file exactly as it is: line ends are kept, because the blob digest covers the bytes.

    Raises:
        InputError: the file cannot be read or is not UTF-8.
    """
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise InputError(Issue(str(path), f"the file cannot be read ({error.strerror})",
                               "Check the path and its permissions")) from error
    except UnicodeDecodeError as error:
        line = error.object[:error.start].count(b"\n") + 1
        raise InputError(Issue(str(path), "the file is not UTF-8", "Save it as UTF-8", line)) from error


def read_artifact_file(path: Path, sequence: int = 1) -> ArtifactVersion:
    """`read_artifact` of a file on disk."""
    return read_artifact(read_text(path), str(path), sequence)


def read_artifact(text: str, file: str, sequence: int = 1) -> ArtifactVersion:
    """The version that a file states. ``content`` is the text as given, ``blob`` the digest of its bytes.

    A source without ``valid_from`` counts from the first day that ``published`` leaves possible, and
    ``published_assumed`` says so; no date is ever taken from today.

    Raises:
        InputError: every problem of the file, with line and field. Nothing was registered.
    """
    parts = cut(text)
    if parts.problems and not parts.front:
        raise InputError.of(_text_issues(parts, file))
    document = read_yaml(parts.front, file, first_line=2)
    issues = [*document.issues]
    front = validated(_FrontMatter, document.root if document.root is not None else {}, document, (), issues)
    issues += _text_issues(parts, file)
    dates = _dates(front, document, issues) if front is not None else None
    presentation = ""
    if not issues:
        try:
            presentation = presentation_digest(text)
        except ValueError as error:
            issues.append(Issue(file, str(error), "Write the front matter as 'key: value' entries"))
    if issues or front is None or dates is None:
        raise InputError.of(sorted(issues, key=lambda issue: issue.line or 0))
    published, assumed, start, end = dates
    return ArtifactVersion(
        key=ArtifactKey(front.key), sequence=sequence, lineage=front.lineage, title=front.title,
        issuer=front.issuer, authority=front.authority, scope=tuple(front.scope), published=published,
        published_assumed=assumed, valid_from=start, valid_to=end, urls=tuple(front.urls),
        licence=front.licence, known_gaps=tuple(front.known_gaps), content=text,
        blob=blob_digest(text.encode("utf-8")), presentation=presentation, spans=parts.spans)


def _text_issues(parts: CutText, file: str) -> list[Issue]:
    return [Issue(file, problem.cause, problem.remedy, problem.line) for problem in parts.problems]


def _dates(front: _FrontMatter, document: Document, issues: list[Issue],
           ) -> tuple[str, str, date, date | None] | None:
    """Published as stated, what was assumed, and the interval; None after a problem was added."""
    start, end = day(front.valid_from), day(front.valid_to)
    assumed = [front.published_assumed] if front.published_assumed else []
    published, first = "", None
    if front.published is not None:
        try:
            published, first = _published(front.published, front.zone, assumed)
        except ValueError as error:
            issues.append(document.issue(("published",), str(error),
                                         "Write what the source states: YYYY, YYYY-MM or YYYY-MM-DD"))
            return None
    if start is None:
        start = first
        assumed.append(f"valid_from is not stated: the first day of published ({published}) is used")
    if start is None:
        issues.append(document.issue(("valid_from",), "the source has no date at all",
                                     "State published, or valid_from with published_assumed saying why"))
        return None
    if first is None:
        assumed.append("published is not stated")
    if end is not None and start >= end:
        issues.append(document.issue(("valid_to",), f"valid_from {start} is not before valid_to {end}",
                                     "The end is the first day on which it no longer applies"))
        return None
    return published, "; ".join(assumed), start, end


def _published(text: str, zone: str | None, assumed: list[str]) -> tuple[str, date]:
    if not _CLOCK_TIME.match(text):
        return text, parse_partial(text).first
    moment = datetime.fromisoformat(text)
    where: tzinfo = UTC
    if zone is not None:
        try:
            where = ZoneInfo(zone)
        except (OSError, ValueError, KeyError) as error:
            raise ValueError(f"{zone!r} is not a time zone") from error
    civil = civil_date_of(moment, where)
    if civil.assumed or zone is None:
        assumed.append(f"the day of {text} is taken in {zone or 'UTC'}, an assumed zone")
    return civil.day.isoformat(), civil.day
