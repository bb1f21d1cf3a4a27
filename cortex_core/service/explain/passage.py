"""A source's text cut around the cited span, for highlighting. Text only: nothing here is markup."""

from __future__ import annotations

from cortex_core.model.experience import CitedSpan
from cortex_core.service.explain.words import known_words
from cortex_core.service.shapes import SourceText
from cortex_core.sources.registry import RegisteredArtifact

__all__ = ["MARK_WORDS", "source_text"]

MARK_WORDS = {"V": "seen on a public page", "S": "seen on a secondary page only", "M": "from memory, not verified"}


def source_text(entry: RegisteredArtifact, cite: CitedSpan, valid: str) -> SourceText:
    """The span with what stands around it in its section's file, and whether it is as the proof read it."""
    version = entry.version
    span = version.span(cite.span)
    content = version.content.replace("\r\n", "\n")
    body = content.split("\n---\n", 1)[-1].strip("\n")
    label = f"[{cite.span}]"
    at = body.find(label)
    before, text, after = body, "", ""
    if span is not None and at >= 0:
        rest = body[at:]
        end = rest.find("\n\n")
        text, after = (rest, "") if end < 0 else (rest[:end], rest[end:])
        before = body[:at]
    return SourceText(
        version.id, version.title, version.issuer, version.published, valid, known_words(entry.known),
        span.section if span else "", cite.span, before, text, after, span.mark if span else "",
        MARK_WORDS.get(span.mark, "") if span else "the span is not in this version", bool(
            span is not None and span.digest == cite.digest), version.blob)
