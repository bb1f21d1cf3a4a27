"""``revise`` and ``recheck``."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from cortex_core.cli.result import FINE, Result
from cortex_core.errors import InputError, Issue, Refused
from cortex_core.service import changing
from cortex_core.service.graphs import default_path, graph_path

__all__ = ["recheck", "revise"]


def _text(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except OSError as error:
        raise InputError(Issue(str(file), f"it cannot be read ({error.strerror})", "Check the path")) from None
    except UnicodeDecodeError as error:
        raise InputError(Issue(str(file), f"it is not UTF-8 (byte {error.start})", "Save it as UTF-8")) from None


def revise(args: Namespace) -> Result:
    """Register a change. Exit 0; what it challenged is `cortex check`'s finding, not this command's."""
    graph = graph_path(args.graph or default_path())
    report = changing.revise(
        graph.path, args.artifact, text=_text(args.file) if args.file else None,
        rules={str(file): _text(file) for file in args.rules}, withdraw=args.withdraw, dry_run=args.dry_run,
        file=str(args.file or args.artifact))
    document = {
        "lane": report.lane.value, "lane_rule": report.lane_rule, "version": report.version, "event": report.event,
        "challenged": report.challenged, "spared": report.spared, "visited": report.visited,
        "by_kind": {kind: {"challenged": count, "of": of} for kind, count, of in report.by_kind},
        "paths": [list(path) for path in report.paths],
        "spared_because": [{"what": what, "count": count, "because": why}
                           for what, count, why in report.spared_because],
        "passages": [{"section": one.section, "span": one.span, "before": one.before, "after": one.after}
                     for one in report.passages],
        "dry_run": args.dry_run,
    }
    lines = [f"lane: {report.lane.value}", report.words,
             *(f"  {kind}: {count} of {of}" for kind, count, of in report.by_kind),
             *(f"  spared: {count} {what}, because {why}" for what, count, why in report.spared_because)]
    lines += [f"  path: {' → '.join(path)}" for path in report.paths[:5]]
    if len(report.paths) > 5:
        lines.append(f"  … and {len(report.paths) - 5} more paths (all under --json)")
    if args.dry_run:
        lines.append("dry run: nothing was registered")
    return Result(FINE, document, lines)


def recheck(args: Namespace) -> Result:
    """Recheck challenged proofs; progress on stderr."""
    if bool(args.targets) == args.all:
        raise Refused("name the proofs to recheck, or say --all")
    graph = graph_path(args.graph or default_path())

    def progress(done: int, of: int) -> None:
        print(f"rechecked {done} of {of} proofs", file=sys.stderr)

    targets = changing.proofs_named(graph.path, args.targets) if args.targets else None
    report = changing.recheck(graph.path, targets, progress=progress)
    document = {"rechecked": report.rechecked, "outcomes": dict(report.outcomes),
                "lines": [{"proof": one.proof, "conclusion": one.conclusion, "title": one.title, "more": one.more,
                           "standing": one.standing, "before": one.before, "after": one.after, "reason": one.reason}
                          for one in report.lines]}
    lines = [f"{report.rechecked} proofs rechecked",
             *(f"  {count} {standing}" for standing, count in report.outcomes)]
    groups: dict[tuple[str, str, str], list[str]] = {}
    for one in report.lines:
        change = "" if one.before == one.after else f" [{one.before} → {one.after}]"
        groups.setdefault((one.standing, one.reason, change), []).append(one.title)
    for (standing, reason, change), titles in sorted(groups.items()):
        first = f"“{titles[0]}”" + (f" and {len(titles) - 1} more proofs" if len(titles) > 1 else "")
        lines.append(f"  {standing} ({first}): {reason}{change}")
    return Result(FINE, document, lines)
