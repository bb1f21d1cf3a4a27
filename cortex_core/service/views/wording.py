"""Two versions of a passage, word by word: what was taken out and what was put in."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from cortex_core.service.shapes import PassageDiff
from cortex_core.service.views.markup import Html, element, escape, join

__all__ = ["near", "passage", "words_changed"]

_PIECE = re.compile(r"\w+|\s+|[^\w\s]")


def words_changed(before: str, after: str) -> tuple[Html, Html]:
    """Both texts as markup, with the words that differ marked.

    >>> words_changed("Age 45 to 49", "Age 46 to 49")
    ('Age <del>45</del> to 49', 'Age <ins>46</ins> to 49')
    """
    old, new = _PIECE.findall(before), _PIECE.findall(after)
    was, becomes = [], []
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone, come = "".join(old[a:b]), "".join(new[c:d])
        was.append(escape(gone) if kind == "equal" or not gone else element("del", gone))
        becomes.append(escape(come) if kind == "equal" or not come else element("ins", come))
    return join(was), join(becomes)


def near(text: str, *, last: bool, paragraphs: int = 2) -> tuple[str, str]:
    """A text cut in two at a paragraph: ``last`` keeps its last paragraphs apart, else its first ones.

    >>> near("a\\n\\nb\\n\\nc\\n\\n", last=True, paragraphs=1)
    ('a\\n\\nb\\n\\n', 'c\\n\\n')
    """
    pieces = re.findall(r".+?(?:\n\n|\Z)", text, re.DOTALL)
    at = max(0, len(pieces) - paragraphs) if last else paragraphs
    return "".join(pieces[:at]), "".join(pieces[at:])


def passage(diff: PassageDiff) -> Html:
    """One changed passage, before above after."""
    was, becomes = words_changed(diff.before, diff.after)
    return element(
        "div",
        element("div", f"section “{diff.section}” · span {diff.span}", cls="where"),
        element("div", element("span", was), cls="side was") if diff.before else "",
        element("div", element("span", becomes), cls="side becomes") if diff.after else "",
        cls="diff",
    )
