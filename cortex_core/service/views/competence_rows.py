"""The competence map as tables: same order and same numbers as the pictures beside them."""

from __future__ import annotations

from cortex_core.service.competence_shapes import CompetenceView
from cortex_core.service.views.marks import mark_of
from cortex_core.service.views.tiles import percent

__all__ = [
    "CELL_HEADERS",
    "GROWTH_HEADERS",
    "WATERFALL_HEADERS",
    "cell_rows",
    "growth_rows",
    "points",
    "waterfall_rows",
]

CELL_HEADERS = ("family", "region", "governing", "status", "mass", "cases", "proofs", "would cover it", "cell")
WATERFALL_HEADERS = ("step", "mass", "exactly", "meaning")
GROWTH_HEADERS = ("position", "known", "event", "μ after it", "change", "challenged after it")


def points(change: float) -> str:
    """A change of a share in percentage points, with its sign.

    >>> points(-0.0612), points(0.0), points(0.1)
    ('−6.1', '0', '+10.0')
    """
    return "0" if change == 0 else f"{'−' if change < 0 else '+'}{abs(change) * 100:.1f}"


def cell_rows(view: CompetenceView) -> list[tuple[str, ...]]:
    """One row a cell, by family and then by mass."""
    return [
        (
            cell.family_title,
            cell.words,
            cell.governing,
            mark_of(cell.status).text,
            percent(cell.mass),
            str(cell.cases),
            str(len(cell.proofs)),
            cell.would_cover,
            cell.id,
        )
        for cell in view.cells
    ]


def waterfall_rows(view: CompetenceView) -> list[tuple[str, ...]]:
    """From all mass down to what was signed off."""
    return [(step.name, percent(step.mass), str(step.fraction), step.meaning) for step in view.waterfall]


def growth_rows(view: CompetenceView) -> list[tuple[str, ...]]:
    """One row an event, oldest first; changes in percentage points."""
    return [
        (
            str(point.seq),
            point.known,
            f"{point.kind}: {point.words}",
            percent(point.mu),
            points(point.change),
            percent(point.challenged),
        )
        for point in view.growth
    ]
