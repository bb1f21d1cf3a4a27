"""A cell opened: its region in words, its cases, the proofs with their conclusions, and what would cover it."""

from __future__ import annotations

import streamlit as st

from cortex_core.model.enums import Standing
from cortex_core.service.competence_shapes import CellPage, CellView, CompetenceView
from cortex_core.service.views.markup import element, identifier, mark, pairs, plural
from cortex_core.service.views.measured import Asked
from cortex_core.service.views.tiles import percent
from pages.parts import competence_run, link, session
from pages.parts.competence_map import cell_name
from pages.parts.frame import Here
from pages.parts.status import empty, row, section, show, show_table, text

__all__ = ["cell"]

_STANDINGS = {each.value: each for each in Standing}


def cell(here: Here, ask: Asked, view: CompetenceView) -> None:
    """The cell that the URL names, or how to choose one."""
    section("A cell", "One region with one status: its cases, and the proofs they would be answered by.")
    known = [each.id for each in sorted(view.cells, key=lambda each: -each.mass)]
    session.set_value("cell", here.view.sel if here.view.sel in known else None)
    st.selectbox(
        f"Open one of {plural(len(known), 'cell')} (type to search its words)",
        known,
        format_func=lambda each: cell_name(view, each),
        index=None,
        key="cell",
        placeholder="family, region or status",
        on_change=lambda: link.put(sel=session.value("cell") or ""),
    )
    found = next((each for each in view.cells if each.id == here.view.sel), None)
    if found is not None:
        _head(found)
        opened = competence_run.opened(here, ask, found.id)
        if opened is not None:
            _page(opened)
    elif here.view.sel:
        empty(
            "This map has no such cell.", "Another distribution, seed or known time has other cells: choose one here."
        )


def _head(found: CellView) -> None:
    show(
        element("p", found.family_title, cls="kicker"),
        element("h3", found.words, cls="cellwords"),
        row([mark(found.status, large=True), element("span", f"{percent(found.mass)} of all tasks", cls="number")]),
        element("p", found.why, cls="prose"),
        pairs(
            [
                ("decided by", found.decided_by or "open: nothing decides it"),
                ("editions compared", found.pair),
                ("governing", found.governing),
                ("would cover it", found.would_cover or "nothing is missing: it counts"),
                ("cell", identifier(found.id, 30)),
            ]
        ),
    )


def _page(found: CellPage) -> None:
    left, right = st.columns([1.3, 1], gap="large")
    with left:
        show_table(
            ("case", "decided on", "facts", "mass"),
            [
                (
                    each.label,
                    element("span", each.decided_on, cls="when"),
                    "; ".join(f"{name}: {value}" for name, value in each.facts),
                    percent(each.mass),
                )
                for each in found.cases
            ],
            f"Synthetic cases, {found.cases_shown}",
            numeric=(3,),
        )
    with right:
        show(
            element("p", "The first case, decided now", cls="kicker"),
            element("p", element("b", found.mode), f", checked: {found.gate}", cls="prose"),
            element("ul", *(element("li", each) for each in found.mode_reasons), cls="small"),
            element("p", element("b", "Would settle it: "), "; ".join(found.settle), cls="prose")
            if found.settle
            else "",
        )
        _proofs(found)


def _proofs(found: CellPage) -> None:
    if not found.proofs:
        text("No stored proof answers these cases.", "prose quiet")
        return
    show_table(
        ("proof", "standing", "because"),
        [
            (identifier(proof, 18), mark(_STANDINGS[standing]) if standing in _STANDINGS else standing, because)
            for proof, standing, because in found.proofs
        ],
        plural(len(found.proofs), "stored proof"),
    )
    for proof, standing, _ in found.proofs[:1]:
        if standing == Standing.CHALLENGED.value:
            link.page_link("challenges", "See what challenges it", {"sel": proof})
    show(element("p", f"Conclusions that rest on {'it' if len(found.proofs) == 1 else 'them'}", cls="kicker"))
    with st.container(gap=None):
        for cid, title in found.conclusions:
            link.page_link("provenance", title, {"sel": cid})
