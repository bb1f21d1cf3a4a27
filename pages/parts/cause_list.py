"""Root causes: the banner over a challenged conclusion, and the cards of the page Challenges."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from cortex_core.service.shapes import ChallengeCard, ChallengedItem
from cortex_core.service.views.markup import Html, chip, element, identifier, join
from cortex_core.service.views.markup import label as plain
from cortex_core.service.views.wording import passage
from pages.parts import link
from pages.parts.status import path, show, show_table

__all__ = ["banner", "card", "reach", "spared"]


def banner(found: Sequence[ChallengedItem]) -> None:
    """Why a conclusion is challenged, by which path, and what would close it."""
    open_ones = [item for item in found if item.open]
    if not open_ones:
        return
    with st.container(key="challenged"):
        show(
            element(
                "div",
                *(
                    join(
                        [
                            element("p", f"Challenged: {item.cause}", cls="what"),
                            path(item.path, item.paths),
                            element("p", f"Closed by: {item.closes_by}", cls="small"),
                        ]
                    )
                    for item in open_ones
                ),
                cls="banner challenged",
                role="status",
            )
        )
        link.page_link("challenges", f"See the change and recheck ({len(open_ones)} open)", {"sel": open_ones[0].proof})


def reach(by_kind: Sequence[tuple[str, int, int]]) -> Html:
    """Counts by kind with their denominators; the hatched bar only repeats the number."""
    return element(
        "div",
        *(
            element(
                "div",
                element("span", kind),
                element(
                    "span",
                    element("span", "", cls="fill", style=f"width:{100 * hit / of if of else 0:.1f}%"),
                    cls="track",
                ),
                element("span", f"{hit} of {of}", cls="number"),
                cls="bar",
            )
            for kind, hit, of in by_kind
        ),
    )


def spared(found: Sequence[tuple[str, int, str]]) -> None:
    """What was not touched: what, how many, and why."""
    if found:
        show_table(("spared", "count", "because"), found, "Spared, because", numeric=(1,))


def _item(item: ChallengedItem) -> Html:
    titles = ", ".join(title for _, title in item.conclusions)
    more = item.conclusion_count - len(item.conclusions)
    return element(
        "div",
        element("b", titles or "no conclusion reads it"),
        element("span", f" and {more} more" if more > 0 else "", cls="quiet"),
        " ",
        chip("open" if item.open else f"closed: {item.closed_by}"),
        chip(f"{item.in_use} in use") if item.in_use else "",
        path(item.path, item.paths),
        element("p", f"{item.family} · {item.cause}", cls="small quiet"),
    )


def card(found: ChallengeCard, *, opened: bool) -> None:
    """One root cause: what changed, what it reached, what was spared."""
    of = found.open + found.closed
    glyph = "!" if found.open else "✓"
    head = (
        f"{glyph} **{plain(found.version)}** · {plain(found.lane)} · {found.open} of {of} open · {plain(found.known)}"
    )
    with st.expander(head, expanded=opened, key=f"card-{found.event}"):
        show(
            element("p", found.sentence, cls="sentence"),
            element("p", f"Lane “{found.lane}”: {found.lane_rule}", cls="small quiet"),
        )
        left, right = st.columns(2, gap="medium")
        with left:
            show(
                element("p", "What changed", cls="kicker"),
                *(
                    map(passage, found.passages)
                    if found.passages
                    else [element("p", "No passage of the text changed.", cls="quiet")]
                ),
            )
        with right:
            show(
                element("p", "What it reached", cls="kicker"),
                reach(found.by_kind),
                element("p", f"{found.visited} nodes visited · event {found.event}", cls="small quiet"),
            )
            if found.outcomes:
                show(
                    element("p", "Rechecked so far", cls="kicker"),
                    element("div", *(chip(f"{word}: {count}") for word, count in found.outcomes), cls="row"),
                )
        spared([(item.what, item.count, item.because) for item in found.spared])
        _items(found)
        if found.changes:
            show_table(
                ("conclusion", "id", "before", "after"),
                [(title, identifier(cid), before, after) for cid, title, before, after in found.changes],
                "What changed for whom",
                file=f"changes-{found.event}",
                plain=[(title, cid, before, after) for cid, title, before, after in found.changes],
            )


def _items(found: ChallengeCard) -> None:
    if not found.items:
        return
    with st.expander(f"{len(found.items)} of {found.open + found.closed} challenges, with their paths"):
        show(*(element("div", _item(item), cls="diff", style="padding:.5rem .8rem") for item in found.items))
        links = [(cid, title) for item in found.items for cid, title in item.conclusions][:12]
        with st.container(horizontal=True, gap="small"):
            for at, (cid, title) in enumerate(dict(links).items()):
                if at < 8:
                    link.page_link("provenance", title, {"sel": cid})
