"""Growth through known time: μ after each event that could move it; a fall leads to the change that caused it."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.competence_shapes import CompetenceView, GrowthPoint
from cortex_core.service.views.competence_rows import GROWTH_HEADERS, growth_rows, points
from cortex_core.service.views.markup import Html, element
from cortex_core.service.views.tiles import percent
from pages.parts import link
from pages.parts.status import section, show, show_table, text

__all__ = ["growth"]

_GLYPHS = {"revision": "▼", "recheck": "◇", "re-reading": "□", "commit": "●", "registration": "▤"}


def _column(point: GrowthPoint, most: float) -> Html:
    def tall(part: float) -> str:
        return f"height:{88 * part / most:.2f}%"

    moved = f"μ {percent(point.mu)}, {points(point.change)} points"
    return element(
        "li",
        element(
            "div",
            element("span", percent(point.mu), cls="figure"),
            element("span", "", cls="challenged", style=tall(point.challenged)),
            element("span", "", cls="covered", style=tall(point.mu)),
            cls="stack",
        ),
        element("span", _GLYPHS.get(point.kind, "·"), cls="tick"),
        element("span", str(point.seq), cls="at"),
        cls="fell" if point.change < 0 else "",
        title=f"{point.known} (known), position {point.seq}: {point.words}. {moved}",
    )


def growth(view: CompetenceView) -> None:
    """Columns along the log, the falls with their causes, and the table of all of it."""
    section("Growth through known time", "μ after each event of the log that could move it, every draw on its own day.")
    if not view.growth:
        text("Nothing has been recorded that could move it.", "prose quiet")
        return
    most = max((point.mu + point.challenged for point in view.growth), default=0.0) or 1.0
    show(
        element("ol", *(_column(point, most) for point in view.growth), cls="growth", aria_label="μ along the log"),
        element(
            "p",
            "Solid: μ. Hatched: challenged, counted nowhere. Below, the event and its position in the log: ",
            " · ".join(f"{glyph} {kind}" for kind, glyph in _GLYPHS.items()),
            cls="small quiet",
        ),
    )
    _falls([point for point in view.growth if point.change < 0])
    with st.expander("Growth as a table", icon=":material/table:"):
        show_table(
            GROWTH_HEADERS,
            growth_rows(view),
            "One row an event, oldest first",
            file=f"growth-{view.distribution.name}",
            numeric=(3, 4, 5),
        )


def _falls(found: list[GrowthPoint]) -> None:
    show(element("h3", "What made it fall", cls="part"))
    if not found:
        text("No event made μ fall.", "prose quiet")
    for point in found:
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"fall-{point.seq}"):
            show(
                element(
                    "p",
                    element("b", f"▼ {points(point.change)} points", cls="number"),
                    f" at {point.known} (known): {point.words}",
                    cls="prose",
                )
            )
            if point.revision:
                link.page_link("challenges", f"See change {point.revision}", {"sel": str(point.revision)})
