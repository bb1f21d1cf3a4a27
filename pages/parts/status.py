"""Drawing of values: everything goes through the markup module, which escapes it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import streamlit as st

from cortex_core.service.views.download import csv_file
from cortex_core.service.views.markup import Html, element, identifier, join, table

__all__ = ["empty", "kicker", "path", "row", "section", "show", "show_table", "text"]


def show(*parts: object) -> None:
    """Markup or text, one after another; nothing where there is nothing."""
    body = join(parts)
    if body:
        st.html(body)


def text(words: object, cls: str = "prose") -> None:
    """A paragraph of text."""
    show(element("p", words, cls=cls))


def kicker(words: str) -> None:
    """The small line above a title."""
    show(element("p", words, cls="kicker"))


def section(words: str, about: str = "") -> None:
    """A heading inside a page, with one quiet sentence."""
    show(element("h2", words, cls="section"), element("p", about, cls="prose quiet") if about else "")


def row(parts: Iterable[object]) -> Html:
    """Marks and chips in one line that wraps."""
    return element("div", *parts, cls="row")


def path(stops: Sequence[str], of: int = 0) -> Html:
    """A path with its arrows; ``of`` says how many other paths there are."""
    arrow = element("span", "→", cls="arrow", aria_label="leads to")
    joined = [part for stop in stops for part in (identifier(stop, 36), arrow)][:-1]
    more = element("span", f"shortest of {of} paths", cls="quiet small") if of > 1 else ""
    return element("div", *joined, more, cls="path")


def show_table(
    headers: Sequence[str],
    rows: Sequence[Sequence[object]],
    caption: str,
    *,
    file: str = "",
    numeric: Sequence[int] = (),
    plain: Sequence[Sequence[object]] | None = None,
) -> None:
    """A table; with ``file`` also its download. ``plain`` holds the rows as text where the shown ones hold marks."""
    show(table(headers, rows, caption, numeric))
    if file:
        st.download_button(
            "Download this table",
            lambda: csv_file(headers, rows if plain is None else plain),
            file_name=f"{file}.csv",
            mime="text/csv",
            key=f"csv-{file}",
            on_click="ignore",
            type="tertiary",
            icon=":material/download:",
        )


def empty(what: str, brings: str) -> None:
    """Nothing here: what would be here, and the one thing that brings it."""
    show(element("div", element("p", what, cls="what"), element("p", brings), cls="banner"))
