"""The map: tiles whose area is mass and whose pattern is the status; its table says the same."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.competence_shapes import CompetenceView
from cortex_core.service.views.competence_rows import CELL_HEADERS, cell_rows
from cortex_core.service.views.download import csv_file
from cortex_core.service.views.graph_script import ASSETS
from cortex_core.service.views.marks import mark_of
from cortex_core.service.views.markup import element, plural, table
from cortex_core.service.views.tiles import percent, tiles
from pages.parts import link, session
from pages.parts.frame import Here
from pages.parts.status import show

__all__ = ["picture", "twin"]

_SHOWN = 40
_DRAW = st.components.v2.component(
    "cortex_competence_map",
    html='<div class="map" role="group"></div><output class="said" aria-live="polite">Choose a tile.</output>',
    css=(ASSETS / "competence_map.css").read_text("utf-8"),
    js=(ASSETS / "competence_map.js").read_text("utf-8"),
)


def picture(here: Here, view: CompetenceView) -> None:
    """Every cell is a tile; a click or Enter puts its id into the URL."""
    known = {each.id for each in view.cells}

    def chosen() -> None:
        found = session.picked("map")
        link.put(sel=found if found in known else "")

    _DRAW(
        key="map",
        data={"families": tiles(view), "selected": here.view.sel},
        on_picked_change=chosen,
        height="content",
    )


def twin(view: CompetenceView) -> None:
    """The same map as a table, with a search by eye and a download of all of it."""
    rows = cell_rows(view)
    with st.expander(f"The same map as a table: {plural(len(rows), 'cell')}", icon=":material/table:"):
        largest = sorted(zip(view.cells, rows, strict=True), key=lambda each: -each[0].mass)[:_SHOWN]
        show(
            table(
                CELL_HEADERS, [row for _, row in largest], f"The largest {len(largest)} of {len(rows)} cells", (4, 5, 6)
            )
        )
        if len(rows) > len(largest):
            show(element("p", "The download holds all of them.", cls="small quiet"))
        st.download_button(
            "Download the whole table",
            lambda: csv_file(CELL_HEADERS, rows),
            file_name=f"competence-{view.distribution.name}.csv",
            mime="text/csv",
            key="csv-cells",
            on_click="ignore",
            type="tertiary",
            icon=":material/download:",
        )


def cell_name(view: CompetenceView, cell_id: str) -> str:
    """A cell as one line of a list."""
    found = next(each for each in view.cells if each.id == cell_id)
    return f"{mark_of(found.status).text} · {percent(found.mass)} · {found.family_title} · {found.words}"
