"""``competence``: which part of a declared distribution of tasks stands on proofs today."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from cortex_core.cli.result import FINE, Result

if TYPE_CHECKING:
    from cortex_core.service.competence_shapes import CompetenceView, Share

__all__ = ["competence"]

SHOWN_CELLS = 12


def competence(args: Namespace) -> Result:
    """The map of one graph under one distribution. Exit 0 whatever μ is: it is a measure, not a finding."""
    from cortex_core.service.competence import map_of
    from cortex_core.service.graphs import default_path, graph_path
    from cortex_core.service.shapes import AsOf

    graph = graph_path(args.graph or default_path())
    found = map_of(graph, args.distribution, AsOf(known=args.known), args.seed, args.draws)
    return Result(FINE, _document(found), _lines(found))


def _share(share: Share) -> dict[str, Any]:
    return {"mu": share.value, "low": share.low, "high": share.high}


def _document(found: CompetenceView) -> dict[str, Any]:
    declared = found.distribution
    return {
        **_share(found.mu), "exact": str(found.mu.fraction) if found.exact else None,
        "distribution": {
            "name": declared.name, "version": declared.version, "digest": declared.digest, "words": declared.words,
            "families": [{"family": one.family, "mass": one.mass, "generator": one.generator, "words": one.words}
                         for one in declared.families]},
        "seed": found.seed, "draws": found.draws, "position": found.position,
        "of_definite_answers": _share(found.mu_of_resolved), "unresolved": found.unresolved, "reach": found.reach,
        "by_status": {status.value: mass for status, mass in found.by_status},
        "waterfall": [{"name": step.name, "mass": step.mass} for step in found.waterfall],
        "growth": [{"seq": one.seq, "known": one.known, "kind": one.kind, "words": one.words, "mu": one.mu,
                    "change": one.change, "challenged": one.challenged, "revision": one.revision}
                   for one in found.growth],
        "cells": [{"id": one.id, "family": one.family, "words": one.words, "decided_by": one.decided_by,
                   "pair": one.pair, "governing": one.governing, "status": one.status.value, "mass": one.mass,
                   "cases": one.cases, "proofs": list(one.proofs), "why": one.why, "would_cover": one.would_cover}
                  for one in found.cells],
    }


def _lines(found: CompetenceView) -> list[str]:
    largest = sorted(found.cells, key=lambda one: (-one.mass, one.id))[:SHOWN_CELLS]
    return [
        found.sentence, found.distribution.words, "",
        *(f"{mass:7.1%}  {status.value}" for status, mass in found.by_status if mass),
        f"{found.unresolved:7.1%}  have no definite answer, so they are in no numerator", "",
        *(f"{step.mass:7.1%}  {step.name}: {step.meaning}" for step in found.waterfall), "",
        f"the {len(largest)} largest of {len(found.cells)} cells:",
        *(f"{one.mass:7.1%}  {one.status.value:13} {one.family}: {one.words}" for one in largest),
    ]
