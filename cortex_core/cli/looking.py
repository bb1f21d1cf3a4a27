"""``resolve``, ``search``, ``audit`` and ``export``."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from cortex_core.cli.result import FINDINGS, FINE, Result
from cortex_core.errors import InputError, Issue, Refused
from cortex_core.model.enums import Verdict
from cortex_core.service.graphs import default_path, graph_path

__all__ = ["audit", "export", "resolve", "search"]


def resolve(args: Namespace) -> Result:
    """Which edition governs a family at (valid, known); exit 0 also when none does."""
    from cortex_core.service.unit import unit
    from cortex_core.store.log import seq_at

    graph = graph_path(args.graph or default_path())
    with unit(graph.path) as work:
        seq = work.head.seq if args.known is None else seq_at(work.connection, args.known)
        registry = work.registry.at(seq)
        if args.scope not in registry.families:
            known = ", ".join(sorted(registry.families)) or "none"
            raise Refused(f"the family {args.scope!r} is not registered; registered are: {known}")
        found = registry.resolve(args.scope, args.valid)
    candidates = [{"edition": one.edition, "from": one.interval.start, "to": one.interval.end,
                   "authority": one.authority, "closed_by": one.closed_by} for one in found.candidates]
    document = {"selected": [found.selected] if found.selected else [], "unresolved": list(found.unresolved),
                "candidates": candidates, "why": found.why}
    lines = [f"{found.selected or ('unresolved' if found.unresolved else 'none')}: {found.why}",
             *(f"  {one.edition} {one.interval} by {one.authority}" for one in found.candidates)]
    return Result(FINE, document, lines)


def search(args: Namespace) -> Result:
    """Conclusions whose title, family or outputs hold the words; exit 0 also for no hit."""
    from cortex_core.service.listing import search as find

    hits = find(graph_path(args.graph or default_path()), args.text)
    document = {"hits": [{"conclusion": one.id, "title": one.title, "family": one.family,
                          "standing": one.standing.value, "in_use": one.in_use} for one in hits]}
    lines = [f"{one.id}  {one.standing.value:10} {one.title} ({one.family_title})" for one in hits]
    return Result(FINE, document, lines or [f"nothing found for {args.text!r}"])


def audit(args: Namespace) -> Result:
    """Every check again. Exit 1 on a failed one, with --strict also on an unknown one."""
    from cortex_core.service.auditing import audit as audit_graph
    from cortex_core.service.evidence import audit_file

    file = Path(args.target)
    if file.is_file():
        found = audit_file(file)
    else:
        found = audit_graph(graph_path(args.graph or default_path()).path, args.target)
    bad = found.verdict is Verdict.FAIL or (args.strict and found.verdict is not Verdict.PASS)
    document = {"verdict": found.verdict.value, "verifier": found.verifier, "position": found.position,
                "criteria": [{"name": one.name, "verdict": one.verdict.value, "reason": one.reason}
                             for one in found.criteria]}
    lines = [f"{one.verdict.value:13} {one.name}: {one.reason}" for one in found.criteria]
    return Result(FINDINGS if bad else FINE, document, [*lines, f"verdict: {found.verdict.value} ({found.verifier})"])


def export(args: Namespace) -> Result:
    """Write an evidence file; the head of the log is printed with it."""
    from cortex_core.service.evidence import evidence

    graph = graph_path(args.graph or default_path())
    content = evidence(graph.path, args.target)
    file: Path = args.to or Path(f"{args.target}.evidence.json")
    try:
        file.write_bytes(content)
    except OSError as error:
        raise InputError(Issue(str(file), f"it cannot be written ({error.strerror})", "Choose another --to")) from None
    document = {"file": str(file), "bytes": len(content), "format": args.format}
    return Result(FINE, document, [f"{file}: {len(content)} bytes; check it with `cortex audit {file}`"])
