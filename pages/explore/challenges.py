"""Challenges: change a source and see what it touches; then the root causes that are open, and their recheck."""

from __future__ import annotations

import streamlit as st

from cortex_core.service import queries
from cortex_core.service.shapes import ChallengeCard
from cortex_core.service.views.markup import element
from pages.parts import frame
from pages.parts.cause_list import card
from pages.parts.frame import Here
from pages.parts.recheck import recheck
from pages.parts.revise import workbench
from pages.parts.status import empty, section, show


def _is_meant(found: ChallengeCard, sel: str) -> bool:
    if not sel:
        return False
    named = {str(found.event), found.version, found.artifact}
    named |= {
        name for item in found.items for name in (item.proof, item.challenge, *(cid for cid, _ in item.conclusions))
    }
    return sel in named


def _cards(here: Here) -> None:
    cards = queries.cards(here.graph, here.view.at)
    still_open = sum(each.open for each in cards)
    section("Root causes", "One card a change, newest first: what changed, what it reached, what was spared and why.")
    if not cards:
        empty(
            "Nothing has been challenged.",
            "When a source is revised, what leaned on it appears here, grouped by the change.",
        )
        return
    startable = still_open and here.view.at.is_now
    recheck(here.graph, None, f"Recheck all {still_open} open challenges" if startable else "")
    meant = next((each.event for each in cards if _is_meant(each, here.view.sel)), cards[0].event)
    for each in cards:
        card(each, opened=each.event == meant)


def _body(here: Here) -> None:
    show(
        element("p", "Explore", cls="kicker"),
        element("h1", "Challenges", cls="title"),
        element("p", "Change a source and see what leans on it. Nothing is written until you commit.", cls="sentence"),
    )
    # Who comes with a selection wants its cause first; who comes without wants to try a change.
    if here.view.sel:
        _cards(here)
        section("Change a source")
    with st.container(key="halves"):
        workbench(here)
    if not here.view.sel:
        _cards(here)


frame.page("challenges", _body)
