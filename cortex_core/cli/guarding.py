"""``check`` and ``verify-log``: what CI runs."""

from __future__ import annotations

from argparse import Namespace

from cortex_core.cli.result import FINDINGS, FINE, Result
from cortex_core.service.graphs import default_path, graph_path

__all__ = ["check", "verify_log"]


def check(args: Namespace) -> Result:
    """Exit 1 when a conclusion in use lost its ground."""
    from cortex_core.service.checking import check_uses

    found = check_uses(graph_path(args.graph or default_path()).path, args.uses)
    document = {"findings": [{
        "conclusion": one.conclusion, "title": one.title, "where": one.where, "who": one.who,
        "standing": one.standing.value, "reason": one.reason, "path": list(one.path), "remedy": one.remedy,
    } for one in found.findings], "uses": found.uses, "position": found.position}
    lines = []
    for one in found.findings:
        lines.append(f"{one.conclusion} “{one.title}” used at {one.where}: {one.reason}")
        if one.path:
            lines.append(f"  path: {' → '.join(one.path)}")
        lines.append(f"  {one.remedy}")
    lines.append(f"{len(found.findings)} of {found.uses} uses lost their ground (log position {found.position})")
    return Result(FINDINGS if found.findings else FINE, document, lines)


def verify_log(args: Namespace) -> Result:
    """Exit 1 when the chain is broken, a known head is missing, or the projections do not follow from it."""
    from cortex_core.service.unit import unit
    from cortex_core.store.log import verify

    path = graph_path(args.graph or default_path()).path
    with unit(path) as work:
        report = verify(work.connection, args.head, path.with_name(path.name + ".head"))
        head = f"{work.head.seq}:{work.head.digest}"
    document = {"events": report.events, "intact": report.intact, "first_bad": report.first_bad,
                "anchored": report.anchored, "projections": report.projections.value, "words": report.words,
                "head": head}
    good = report.intact and report.projections_equal
    return Result(FINE if good else FINDINGS, document, [report.words, f"head: {head}"])
