"""``use`` and ``review``."""

from __future__ import annotations

from argparse import Namespace

from cortex_core.cli.result import FINE, Result
from cortex_core.errors import Refused
from cortex_core.service import reviewing as people
from cortex_core.service.graphs import Graph, default_path, graph_path
from cortex_core.service.shapes import AsOf

__all__ = ["review", "use"]


def use(args: Namespace) -> Result:
    """Declare or end a use."""
    graph = graph_path(args.graph or default_path())
    who = people.claimed_name(args.by)
    act = people.end_use if args.end else people.declare_use
    conclusion = act(graph.path, args.target, who=who, where=args.where, why=args.why)
    verb = "no longer in use" if args.end else "in use"
    return Result(FINE, {"conclusion": conclusion, "where": args.where, "ended": args.end},
                  [f"{conclusion} is {verb} at {args.where}"])


def review(args: Namespace) -> Result:
    """List changes that wait, sign off a conclusion, or record a re-reading."""
    graph = graph_path(args.graph or default_path())
    if args.action == "list":
        return _list(graph)
    if not args.target:
        raise Refused(f"say what to {args.action}: cortex review {args.action} ID")
    by = people.claimed_name(args.by)
    if args.action == "sign":
        made = people.sign(graph.path, args.target, by=by, adjudicated=args.adjudicated, note=args.note)
    else:
        made = people.reread(graph.path, args.target, by=by, note=args.note)
    about = made.conclusion or f"event {args.target}"
    return Result(FINE, {"review": made.review, "by": made.by, "claimed": True, "conclusion": made.conclusion or None,
                         "head": {"events": made.head_seq, "digest": made.head_digest}},
                  [f"{args.action}: {about} by {made.by} (claimed)",
                   f"head: {made.head_seq}:{made.head_digest}"])


def _list(graph: Graph) -> Result:
    from cortex_core.service.cards import cards

    waiting = [card for card in cards(graph, AsOf()) if card.open]
    document = {"findings": [{"event": card.event, "lane": card.lane, "artifact": card.artifact,
                              "open": card.open, "words": card.sentence} for card in waiting]}
    lines = [f"event {card.event} [{card.lane}] {card.open} open: {card.sentence}" for card in waiting]
    return Result(FINE, document, lines or ["nothing waits for review"])
