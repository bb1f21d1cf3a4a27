"""The competence map as tiles: families as blocks, their regions as tiles, area = mass, mark = status.

Places are computed here, in percent of the block around them, so that the same map is the same picture; the browser
only draws. Layout: M. Bruls, K. Huizing and J. van Wijk, "Squarified treemaps" (2000).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cortex_core.lifecycle.competence import Status
from cortex_core.service.competence_shapes import CellView, CompetenceView
from cortex_core.service.views.marks import mark_of

__all__ = ["Box", "percent", "squarified", "tiles"]

_WIDE = 1.7
"""Width over height of the whole map, about as it stands beside the waterfall."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; units are those of the rectangle it was cut from."""

    x: float
    y: float
    w: float
    h: float


def squarified(masses: Sequence[float], box: Box) -> tuple[Box, ...]:
    """One rectangle a mass, areas in proportion, as square as a greedy row allows. Masses come largest first.

    >>> [round(each.w * each.h) for each in squarified([2, 1, 1], Box(0, 0, 4, 4))]
    [8, 4, 4]
    """
    total = sum(masses)
    if total <= 0:
        return tuple(Box(box.x, box.y, 0, 0) for _ in masses)
    scale = box.w * box.h / total
    return tuple(_rows([mass * scale for mass in masses], box))


def _rows(areas: list[float], box: Box) -> Iterator[Box]:
    at = 0
    while at < len(areas):
        side = min(box.w, box.h)
        count = 1
        while at + count < len(areas) and _worst(areas[at : at + count + 1], side) <= _worst(
            areas[at : at + count], side
        ):
            count += 1
        row = areas[at : at + count]
        thick = sum(row) / side if side else 0.0
        along = 0.0
        for area in row:
            length = area / thick if thick else 0.0
            if box.w >= box.h:
                yield Box(box.x, box.y + along, thick, length)
            else:
                yield Box(box.x + along, box.y, length, thick)
            along += length
        if box.w >= box.h:
            box = Box(box.x + thick, box.y, max(0.0, box.w - thick), box.h)
        else:
            box = Box(box.x, box.y + thick, box.w, max(0.0, box.h - thick))
        at += count


def _worst(row: list[float], side: float) -> float:
    total, largest, least = sum(row), max(row), min(row)
    if not total or not least or not side:
        return float("inf")
    return max(side * side * largest / (total * total), total * total / (side * side * least))


def percent(mass: float) -> str:
    """A part of the whole in percent, with what is small not rounded to nothing.

    >>> percent(0.3124), percent(0.0), percent(0.0004), percent(1.0)
    ('31.2 %', '0 %', '0.04 %', '100 %')
    """
    if mass in (0, 1):
        return f"{mass * 100:.0f} %"
    return f"{mass * 100:.1f} %" if mass >= 0.001 else f"{mass * 100:.2g} %"


def tiles(view: CompetenceView) -> list[dict[str, Any]]:
    """Blocks of families, largest first, each with the tiles of its cells; plain values for the browser."""
    by_family: dict[str, list[CellView]] = {}
    for cell in view.cells:
        if cell.mass > 0:
            by_family.setdefault(cell.family_title, []).append(cell)
    families = sorted(by_family.items(), key=lambda each: (-sum(cell.mass for cell in each[1]), each[0]))
    masses = [sum(cell.mass for cell in cells) for _, cells in families]
    blocks = squarified(masses, Box(0, 0, 100 * _WIDE, 100))
    return [
        {
            "title": title,
            "share": percent(mass),
            **_place(block, _WIDE),
            "cells": _cells(sorted(cells, key=lambda cell: (-cell.mass, cell.id)), block.w / block.h),
        }
        for (title, cells), mass, block in zip(families, masses, blocks, strict=True)
    ]


def _cells(cells: Sequence[CellView], wide: float) -> list[dict[str, Any]]:
    """Tiles of one block: what has one status lies together, in first-match order."""
    groups = [group for status in Status if (group := [cell for cell in cells if cell.status is status])]
    groups.sort(key=lambda group: -sum(cell.mass for cell in group))
    boxes = squarified([sum(cell.mass for cell in group) for group in groups], Box(0, 0, 100 * wide, 100))
    return [
        {
            "id": cell.id,
            "shape": mark_of(cell.status).shape,
            "glyph": mark_of(cell.status).glyph,
            "words": cell.decided_by or cell.words,
            "label": f"{mark_of(cell.status).word}, {percent(cell.mass)}: {cell.words}",
            **_place(place, wide),
        }
        for group, box in zip(groups, boxes, strict=True)
        for cell, place in zip(group, squarified([cell.mass for cell in group], box), strict=True)
    ]


def _place(box: Box, wide: float) -> dict[str, float]:
    found = {"x": box.x / wide, "y": box.y, "w": box.w / wide, "h": box.h}
    return {name: round(value, 3) for name, value in found.items()}
