"""Placed draws gathered into cells, each in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from cortex_core.digest import digest
from cortex_core.lifecycle.competence import Draw, Place, Reading, Status
from cortex_core.lifecycle.competence_regions import TermRegion, cell_id, decisive_terms, regions
from cortex_core.logic.values import Known
from cortex_core.model.rules import Family
from cortex_core.service.competence_shapes import CellView
from cortex_core.service.explain.words import term_label

__all__ = ["cells_of"]

Placed = tuple[Draw, Place]


def cells_of(families: Mapping[str, Family], placed: Iterable[Placed]) -> list[tuple[CellView, list[Placed]]]:
    """Cells with their draws, by family and then by mass, the largest first; ties by id."""
    found: dict[tuple[str, Status], list[Placed]] = {}
    names: dict[tuple[int, str], str] = {}
    for draw, place in placed:
        found.setdefault((_id(draw, place, names), place.status), []).append((draw, place))
    parts = Counter(region for region, _ in found)
    made = [(_view(families, region if parts[region] == 1 else f"{region}-{status.value}", members), members)
            for (region, status), members in found.items()]
    return sorted(made, key=lambda one: (one[0].family, -one[0].fraction, one[0].id))


def _id(draw: Draw, place: Place, names: dict[tuple[int, str], str]) -> str:
    reading = place.reading
    if reading is None:
        return "cell-" + digest("cell outside", (draw.family, place.why)).split(":", 1)[1][:12]
    name = (id(reading.situation), reading.digest)
    if name not in names:
        key = reading.situation.key
        names[name] = cell_id(key.family, key.pair, key.governing, reading.signature)
    return names[name]


def _view(families: Mapping[str, Family], identity: str, members: Sequence[Placed]) -> CellView:
    draw, place = members[0]
    family, reading = families.get(draw.family), place.reading
    mass = sum((one.mass for one, _ in members), Fraction(0))
    proofs = tuple(dict.fromkeys(one.proof for _, one in members if one.proof is not None))
    whole = regions(reading.situation.book, reading.signature) if reading is not None else ()
    decided_by = ""
    if reading is not None and family is not None and not place.is_open:
        decisive = decisive_terms(reading.situation, reading.signature)
        decided_by = _words(family, [one for one in whole if one.term in decisive]) or "the rules alone"
    pair = reading.situation.pair if reading is not None else None
    governing = reading.situation.key.governing if reading is not None else None
    return CellView(
        identity, draw.family, family.title if family is not None else draw.family,
        (_words(family, whole) if family is not None else "") or place.why, decided_by,
        f"{pair[0]} → {pair[1]}" if pair else "no pair", governing or "none governs", place.status, float(mass), mass,
        len(members), proofs, place.why, _would_cover(draw, place, reading, family))


def _words(family: Family, told: Iterable[TermRegion]) -> str:
    return " · ".join(f"{term_label(family, one.term)} {one.words}" for one in told)


def _would_cover(draw: Draw, place: Place, reading: Reading | None, family: Family | None) -> str:
    """The one thing that would bring the cell into μ."""
    match place.status:
        case Status.CHALLENGED:
            return "a recheck of its proof, after new rules or a re-reading where the challenge asks for one"
        case Status.SYNTHESIZABLE:
            return "one recorded decision of such a task: its proof then answers all of them"
        case Status.UNRESOLVED:
            if reading is not None and reading.situation.key.governing is None:
                return "a registered edition that governs on the decision date"
            open_facts = [] if draw.task is None or family is None else [
                term_label(family, one.name) for one in draw.task.observations if not isinstance(one.value, Known)]
            return f"nothing recorded here; ask for {', '.join(open_facts)}" if open_facts \
                else "an edition whose sources stand: one side of the pair did not resolve"
        case Status.UNCOVERED:
            return f"what is missing: {place.why}"
        case _:
            return ""
