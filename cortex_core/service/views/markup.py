"""Markup from values: the only place where a value becomes HTML or Markdown, and it is always escaped.

``element`` builds every tag and passes each child through ``escape``; nothing else in the project writes
angle brackets around a value. Text from a source, a file name or a person is therefore shown, never followed.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

from cortex_core.service.views.marks import Mark, StatusValue, mark_of

__all__ = [
    "Html",
    "chip",
    "element",
    "escape",
    "identifier",
    "join",
    "label",
    "mark",
    "pairs",
    "plural",
    "status",
    "table",
]


class Html(str):
    """Markup that ``element`` built; everything else is text and is escaped."""

    __slots__ = ()


def escape(value: object) -> Html:
    """Text as markup: the one way in. Markup that was built here passes unchanged.

    >>> escape("<img src=x onerror=alert(1)>")
    '&lt;img src=x onerror=alert(1)&gt;'
    """
    return value if isinstance(value, Html) else Html(html.escape(str(value), quote=True))


def element(tag: str, *children: object, cls: str = "", **attributes: str) -> Html:
    """One element; children and attribute values are escaped, ``aria_label`` becomes ``aria-label``."""
    named = {"class": cls, **{name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}}
    written = "".join(f' {name}="{html.escape(value, quote=True)}"' for name, value in named.items() if value)
    return Html(f"<{tag}{written}>{join(children)}</{tag}>")


def join(children: Iterable[object], between: str = "") -> Html:
    """Children one after another; each is escaped unless it is markup already."""
    return Html(escape(between).join(escape(child) for child in children))


_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>$:~&@=/])")


def label(value: object) -> str:
    """Text for a widget's label, which Streamlit reads as Markdown: every sign of the syntax is disarmed."""
    return _MARKDOWN.sub(r"\\\1", " ".join(str(value).split()))


def status(value: Mark, detail: str = "", large: bool = False) -> Html:
    """A mark as shape, glyph and word; ``detail`` (a reason) follows in parentheses."""
    word = f"{value.word} ({detail})" if detail else value.word
    sign = element("span", element("span", value.glyph), cls="sign", aria_hidden="true")
    return element(
        "span",
        sign,
        element("span", word, cls="word"),
        cls=f"mark {value.shape}{' large' if large else ''}",
        title=value.meaning,
    )


def mark(value: StatusValue, detail: str = "", large: bool = False) -> Html:
    """The mark of a status value."""
    return status(mark_of(value), detail, large)


def chip(text: object, title: str = "", cls: str = "") -> Html:
    """A quiet tag."""
    return element("span", text, cls=f"chip {cls}".strip(), title=title)


def plural(count: int, one: str, many: str = "") -> str:
    """A count with its noun.

    >>> plural(1, "rule"), plural(0, "rule"), plural(2, "entry", "entries")
    ('1 rule', '0 rules', '2 entries')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"


def identifier(value: str, keep: int = 22) -> Html:
    """An identifier in the mono face, shortened in its middle; the full value on hover and when copied.

    >>> identifier("b2:0123456789abcdef", keep=12)
    '<code class="identifier" title="b2:0123456789abcdef">b2:012…bcdef</code>'
    """
    if len(value) <= keep:
        return element("code", value, cls="identifier")
    head = keep // 2
    return element("code", value[:head] + "…" + value[-(keep - head - 1) :], cls="identifier", title=value)


def pairs(rows: Iterable[tuple[object, object]], cls: str = "pairs") -> Html:
    """Terms and what they hold, as a definition list."""
    return element("dl", *(element("div", element("dt", term), element("dd", held)) for term, held in rows), cls=cls)


def table(headers: Sequence[str], rows: Sequence[Sequence[object]], caption: str, numeric: Sequence[int] = ()) -> Html:
    """A table with a caption for readers who cannot see the picture beside it; ``numeric`` columns align right."""

    def row(tag: str, cells: Sequence[object]) -> Html:
        return element(
            "tr",
            *(
                element(tag, cell, cls="number" if at in numeric else "", **({"scope": "col"} if tag == "th" else {}))
                for at, cell in enumerate(cells)
            ),
        )

    body = element(
        "table",
        element("caption", caption),
        element("thead", row("th", headers)),
        element("tbody", *(row("td", cells) for cells in rows)),
    )
    return element("div", body, cls="table", tabindex="0", role="region", aria_label=caption)
