"""The tabs below a chain: each answers one question, asked only when its tab is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from cortex_core.model.enums import Verdict
from cortex_core.service import queries
from cortex_core.service.shapes import Chain, FlipView
from cortex_core.service.views.marks import mark_of
from cortex_core.service.views.markup import chip, element, mark, plural, status
from pages.parts import link, session
from pages.parts.frame import Here
from pages.parts.proof_tree import tree
from pages.parts.status import empty, row, show, show_table, text

__all__ = ["tabs"]

_TABS = {
    "proof": "proof tree",
    "admissible": "admissible?",
    "flip": "what would flip it",
    "settle": "what would settle it",
    "near": "near misses",
    "history": "history",
}


_ADMITTED = replace(mark_of(Verdict.PASS), word="exact replay is admitted")
_REFUSED = replace(mark_of(Verdict.FAIL), word="exact replay is refused")


def _chosen() -> None:
    name = session.value("tabs")
    link.put(tab=next((key for key, words in _TABS.items() if words == name), ""))


def tabs(here: Here, chain: Chain) -> None:
    """Draw the tabs; which one is open stands in the URL."""
    session.set_value("tabs", _TABS.get(here.view.tab, _TABS["proof"]))
    for key, tab in zip(_TABS, st.tabs(list(_TABS.values()), key="tabs", on_change=_chosen), strict=True):
        if tab.open:
            with tab:
                _DRAW[key](here, chain)


def _proof(_: Here, chain: Chain) -> None:
    tree(chain.steps)


def _admissible(here: Here, chain: Chain) -> None:
    found = queries.admissibility(here.graph, chain.line.id, here.view.at)
    held = sum(1 for each in found.conditions if each.verdict is Verdict.PASS)
    show(
        row(
            [
                status(_ADMITTED if found.admissible else _REFUSED, large=True),
                element("span", f"{held} of {len(found.conditions)} conditions hold", cls="number"),
            ]
        )
    )
    show_table(
        ("condition", "verdict", "recorded", "now"),
        [(each.name, mark(each.verdict), each.recorded, each.current) for each in found.conditions],
        "All must hold; the two values compared stand side by side",
        file=f"admissible-{chain.line.id}",
        plain=[(each.name, each.verdict.value, each.recorded, each.current) for each in found.conditions],
    )
    if chain.mode_reasons:
        show(
            element("p", f"Obtained by {chain.mode}. Against each cheaper mode:", cls="prose"),
            element("ul", *(element("li", each) for each in chain.mode_reasons)),
        )


def _changes(found: Sequence[FlipView], caption: str) -> None:
    show_table(
        ("fact", "now", "would be", "effect", "kind"),
        [(each.fact, each.now, each.would_be, each.effect, chip(each.kind)) for each in found],
        caption,
    )


def _flip(here: Here, chain: Chain) -> None:
    found = [each for each in queries.flips(here.graph, chain.line.id, here.view.at) if each.kind in ("flip", "time")]
    if found:
        _changes(found, f"{plural(len(found), 'single change')} that would change the output")
    else:
        empty("No single change of a fact changes this output.", "See what would settle it, if something is open.")


def _settle(here: Here, chain: Chain) -> None:
    found = [
        each for each in queries.flips(here.graph, chain.line.id, here.view.at) if each.kind not in ("flip", "time")
    ]
    if found:
        _changes(found, "Facts that may settle an open row, and the smallest sets that must")
    else:
        empty("Nothing is open.", "Every row of this conclusion is decided by the facts as they are.")


def _near(here: Here, chain: Chain) -> None:
    found = queries.near_misses(here.graph, chain.line.id, here.view.at)
    if not found:
        empty(
            "No similar precedent.",
            "Precedents appear once another conclusion of this family shares most of its atoms.",
        )
        return
    text("Similar, and still not admissible: likeness may suggest a precedent, never admit one.", "prose quiet")
    for at, each in enumerate(found):
        with st.container(key=f"near-{at}", gap=None):
            link.page_link("provenance", each.title, {"sel": each.conclusion})
            show(row([chip(each.similarity), element("span", element("b", "forbidden by: "), each.forbidden_by)]))


def _history(_: Here, chain: Chain) -> None:
    show_table(
        ("position", "known", "what happened"),
        [(each.seq, element("span", each.known, cls="number"), each.words) for each in chain.history],
        f"{plural(len(chain.history), 'event')}, as the log holds them",
        file=f"history-{chain.line.id}",
        numeric=(0,),
        plain=[(each.seq, each.known, each.words) for each in chain.history],
    )


_DRAW = {
    "proof": _proof,
    "admissible": _admissible,
    "flip": _flip,
    "settle": _settle,
    "near": _near,
    "history": _history,
}
