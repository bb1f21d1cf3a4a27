"""The list of conclusions: search and facets above, one row a conclusion, all of it in the URL."""

from __future__ import annotations

import streamlit as st

from cortex_core.model.enums import Standing
from cortex_core.service import queries
from cortex_core.service.shapes import ConclusionLine, ConclusionPage
from cortex_core.service.views.marks import MODES, mark_of
from cortex_core.service.views.markup import label as plain
from pages.parts import link, session
from pages.parts.frame import Here
from pages.parts.status import empty, text

__all__ = ["conclusions"]

_FACETS = ("text", "family", "standing", "mode", "show")
_SHOWN = {"": "everything", "in use": "in use", "unresolved": "unresolved", "abstained": "abstained"}
_STANDINGS = {
    "": "any standing",
    "current": "current: active or reaffirmed",
    **{each.value: mark_of(each).text for each in Standing},
}
_MODES = {"": "any mode", **{mode: mode for mode in MODES}}


def _follow(facet: str, here: Here) -> str:
    # The URL owns the facet: the widget is told what it says, and a change is written back to it.
    key = f"facet-{facet}"
    session.set_value(key, here.view.facets.get(facet, ""))
    return key


def _changed(facet: str) -> None:
    link.put(**{facet: str(session.value(f"facet-{facet}") or ""), "page": ""})


def _choice(facet: str, title: str, options: dict[str, str], here: Here) -> None:
    held = here.view.facets.get(facet, "")
    shown = options if held in options else {**options, held: held}
    st.selectbox(
        title,
        list(shown),
        format_func=lambda each: shown[each],
        key=_follow(facet, here),
        on_change=_changed,
        args=(facet,),
        label_visibility="collapsed",
    )


def _facets(here: Here, found: ConclusionPage) -> None:
    st.text_input(
        "Search conclusions",
        key=_follow("text", here),
        on_change=_changed,
        args=("text",),
        type="search",
        placeholder="Search conclusions",
        icon=":material/search:",
        label_visibility="collapsed",
    )
    first, second = st.columns(2, gap="small", wrap=False)
    with first:
        _choice("standing", "Standing", _STANDINGS, here)
        _choice("family", "Family", {"": "any family", **dict(found.families)}, here)
    with second:
        _choice("mode", "Mode", _MODES, here)
        _choice("show", "Show", _SHOWN, here)


def _label(line: ConclusionLine) -> str:
    tags = [
        mark_of(line.standing).text,
        *(["◷ expired"] if line.expired else []),
        *(["◉ in use"] if line.in_use else []),
        *(["✎ signed"] if line.signed.startswith("claimed") else []),
    ]
    about = f"{plain(line.family_title)} · {plain(line.decided_on)}"
    return f"**{plain(line.title)}**  \n:small[{plain(' · '.join(tags))}]  \n:small[:gray[{about}]]"


def conclusions(here: Here) -> None:
    """Draw the list; choosing a row writes ``sel`` to the URL."""
    facets = here.view.facets
    page = max(0, int(facets.get("page", "0"))) if facets.get("page", "0").isdigit() else 0
    found = queries.conclusions(
        here.graph,
        here.view.at,
        text=facets.get("text", ""),
        family=facets.get("family", ""),
        standing=facets.get("standing", ""),
        mode=facets.get("mode", ""),
        show=facets.get("show", ""),
        page=page,
    )
    _facets(here, found)
    narrowed = any(facets.get(key) for key in _FACETS)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        text(f"{found.matched} of {found.of} conclusions", "quiet small number")
        if narrowed:
            st.button(
                "Show all", key="all", type="tertiary", on_click=link.put, kwargs=dict.fromkeys((*_FACETS, "page"), "")
            )
    if not found.lines:
        empty(
            "No conclusion matches.",
            "Take a facet away, or show all." if narrowed else "This graph holds none at this instant.",
        )
    with st.container(key="list", gap=None):
        for line in found.lines:
            with st.container(key="chosen" if line.id == here.view.sel else f"row-{line.id}"):
                st.button(
                    _label(line),
                    key=f"pick-{line.id}",
                    on_click=link.put,
                    kwargs={"sel": line.id, "tab": here.view.tab},
                    width="stretch",
                    type="tertiary",
                    help=None,
                )
    if found.pages > 1:
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.button(
                "← earlier",
                key="before",
                disabled=found.page <= 0,
                on_click=link.put,
                kwargs={"page": str(found.page - 1)},
                type="tertiary",
            )
            text(f"page {found.page + 1} of {found.pages}", "quiet small")
            st.button(
                "later →",
                key="after",
                disabled=found.page + 1 >= found.pages,
                on_click=link.put,
                kwargs={"page": str(found.page + 1)},
                type="tertiary",
            )
