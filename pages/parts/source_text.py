"""A source's text with the cited span highlighted. It is shown as text: nothing in it is followed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from cortex_core.model.enums import Verdict
from cortex_core.service.shapes import SourceText
from cortex_core.service.views.markup import Html, chip, element, escape, identifier, label, mark, pairs
from pages.parts.status import row, show

__all__ = ["sources"]


def _text(source: SourceText) -> Html:
    holds = mark(Verdict.PASS if source.holds else Verdict.FAIL)
    said = "the span is what the proof recorded" if source.holds else "the span is no longer what the proof recorded"
    return element(
        "article",
        element("div", source.title, cls="head"),
        element("p", f"{source.issuer} · section “{source.section}” · span {source.span}", cls="small quiet"),
        element("p", element("span", source.before, cls="around"), escape(" " * bool(source.before)), element("mark", source.text),
                escape(" " * bool(source.after)), element("span", source.after, cls="around"), cls="text"),
        row([holds, element("span", said, cls="small")]),
        row([chip(f"{source.mark}: {source.mark_words}", "how far this text was verified"), identifier(source.version),
             identifier(source.blob, 18)]),
        pairs([("published", source.published), ("valid", source.valid), ("known", source.known)]), cls="source")


def sources(found: Sequence[SourceText]) -> None:
    """The first span in full; the others fold behind their names."""
    if not found:
        show(element("div", element("p", "No source span is cited.", cls="what"),
                     element("p", "A rule of this conclusion names no text, so nobody can check it against one."), cls="banner"))
        return
    show(_text(found[0]))
    for source in found[1:]:
        with st.expander(f"also cited: {label(source.version)}, {label(source.span)} — {label(source.section)}"):
            show(_text(source))
