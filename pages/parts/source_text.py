"""A source's text with the cited span highlighted. It is shown as text: nothing in it is followed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from cortex_core.model.enums import Verdict
from cortex_core.service.shapes import SourceText
from cortex_core.service.views.markup import Html, chip, element, identifier, mark, pairs, plural
from cortex_core.service.views.wording import near
from pages.parts.status import row, show

__all__ = ["sources"]


def _folded(text: str, words: str) -> Html | str:
    return element("details", element("summary", words), element("span", text, cls="around")) if text.strip() else ""


def _text(source: SourceText) -> Html:
    holds = mark(Verdict.PASS if source.holds else Verdict.FAIL)
    far_before, before = near(source.before, last=True)
    after, far_after = near(source.after, last=False)
    said = "the span is what the proof recorded" if source.holds else "the span is no longer what the proof recorded"
    return element(
        "article",
        element("div", source.title, cls="head"),
        element("p", f"{source.issuer} · section “{source.section}” · span {source.span}", cls="small quiet"),
        element(
            "div",
            _folded(far_before, "the text before"),
            element("span", before, cls="around"),
            element("mark", source.text),
            element("span", after, cls="around"),
            _folded(far_after, "the text after"),
            cls="text",
        ),
        row([holds, element("span", said, cls="small")]),
        row(
            [
                chip(f"{source.mark}: {source.mark_words}", "how far this text was verified"),
                identifier(source.version),
                identifier(source.blob, 18),
            ]
        ),
        pairs([("published", source.published), ("valid", source.valid), ("known", source.known)]),
        cls="source",
    )


def sources(found: Sequence[SourceText]) -> None:
    """The first span in full; the others fold behind their names."""
    if not found:
        show(
            element(
                "div",
                element("p", "No source span is cited.", cls="what"),
                element("p", "A rule of this conclusion names no text, so nobody can check it against one."),
                cls="banner",
            )
        )
        return
    show(_text(found[0]))
    if len(found) > 1:
        with st.expander(f"{plural(len(found) - 1, 'more cited span')}"):
            show(
                *(
                    element(
                        "details",
                        element("summary", f"{source.version}, {source.span} — {source.section}"),
                        _text(source),
                        cls="more",
                    )
                    for source in found[1:]
                )
            )
