"""``app`` and ``build``."""

from __future__ import annotations

import sys
from argparse import Namespace

from cortex_core.cli.result import FINE, Result
from cortex_core.errors import Refused
from cortex_core.service.graphs import default_path

__all__ = ["app", "build"]


def app(args: Namespace) -> Result:
    """Serve the app on the loopback address until it is stopped."""
    from cortex_core.cli.serving import serve

    serve(args.graph, port=args.port, desktop=args.desktop, browser=not args.no_browser)
    return Result(FINE, {"served": True})


def build(args: Namespace) -> Result:
    """Build a graph; without --force an existing one is left alone."""
    from cortex_core.service.build import build_sample, summary_of

    path = args.graph or default_path()

    def say(words: str) -> None:
        print(words, file=sys.stderr)

    if args.scale:
        from cortex_core.service.experiments.scale import build_synthetic

        if args.scale < 1 or args.proofs < 0:
            raise Refused("--scale and --proofs are positive numbers")
        build_synthetic(path, episodes=args.scale, proofs=args.proofs or max(1, args.scale // 50), seed=args.seed,
                        force=args.force, say=say)
    else:
        build_sample(path, force=args.force, say=say)
    made = summary_of(path)
    document = {"graph": str(path), "episodes": made.episodes, "proofs": made.proofs, "artifacts": made.artifacts,
                "conclusions": made.conclusions}
    line = (f"{path}: {made.episodes} episodes on {made.proofs} proofs from {made.artifacts} artifacts, "
            f"{made.conclusions} conclusions")
    return Result(FINE, document, [line])
