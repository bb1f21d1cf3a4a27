"""The commands and their options, declared in one place (names are stable: docs/commands.md)."""

from __future__ import annotations

import argparse
from datetime import date, datetime
from pathlib import Path

from cortex_core import __version__
from cortex_core.temporal.civil import parse_date
from cortex_core.temporal.known import parse_known

__all__ = ["COMMANDS", "build_parser"]

COMMANDS = ("app", "build", "decide", "cases", "audit", "resolve", "search", "use", "review", "revise", "recheck",
            "check", "verify-log", "export", "verify", "competence")


def _date(text: str) -> date:
    try:
        return parse_date(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _known(text: str) -> datetime:
    try:
        return parse_known(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="cortex",
        description="Experience graphs: conclusions bound to the sources and rules that made them right.")
    parser.add_argument("--version", action="version", version=f"cortex {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, function: str, module: str, words: str, *, graph: bool = True) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=words, description=words)
        made.set_defaults(module=module, function=function)
        made.add_argument("--json", action="store_true", help="one JSON document on stdout")
        if graph:
            made.add_argument("--graph", type=Path, metavar="PATH",
                              help="graph file (default: CORTEX_GRAPH, else the sample in the user's data folder)")
        return made

    app = command("app", "app", "starting", "serve the inspection app on this machine")
    app.add_argument("--port", type=int, default=8501)
    app.add_argument("--desktop", action="store_true", help="open a window of its own where a browser allows it")
    app.add_argument("--no-browser", action="store_true", help="serve only")
    build = command("build", "build", "starting", "build the sample graph, or a large synthetic one")
    build.add_argument("--force", action="store_true", help="replace an existing graph")
    build.add_argument("--scale", type=int, default=0, metavar="EPISODES", help="a synthetic graph of that size")
    build.add_argument("--proofs", type=int, default=0, metavar="N", help="distinct proofs of a synthetic graph")
    build.add_argument("--seed", type=int, default=4001)

    decide = command("decide", "decide", "asking", "decide one task; writes nothing without --commit")
    decide.add_argument("--family", required=True)
    decide.add_argument("--facts", required=True, metavar="JSON", help="an object, or @FILE")
    decide.add_argument("--on", required=True, type=_date, metavar="DATE", help="decision date (valid time)")
    decide.add_argument("--known", type=_known, metavar="DATE", help="as known then (default: now)")
    decide.add_argument("--old", metavar="EDITION")
    decide.add_argument("--new", metavar="EDITION")
    decide.add_argument("--commit", action="store_true", help="record the decision as an episode")
    decide.add_argument("--title", default="", help="a name for the recorded conclusion")
    cases = command("cases", "cases", "asking", "compare a file of worked cases with the shipped rules", graph=False)
    cases.add_argument("file", type=Path)
    resolve = command("resolve", "resolve", "looking", "which edition governs a family")
    resolve.add_argument("--scope", required=True, metavar="FAMILY")
    resolve.add_argument("--valid", required=True, type=_date, metavar="DATE")
    resolve.add_argument("--known", type=_known, metavar="DATE")
    search = command("search", "search", "looking", "find conclusions by words")
    search.add_argument("text")

    audit = command("audit", "audit", "looking", "run every check of a conclusion, or of an evidence file, again")
    audit.add_argument("target", help="episode, conclusion or proof id, or an evidence file")
    audit.add_argument("--strict", action="store_true", help="unknown is a finding too")
    export = command("export", "export", "looking", "write a conclusion with all its grounds to a file")
    export.add_argument("target", help="episode or conclusion id")
    export.add_argument("--format", choices=["evidence"], default="evidence")
    export.add_argument("--to", type=Path, metavar="FILE", help="default: <id>.evidence.json here")

    use = command("use", "use", "reviewing", "say that a conclusion is relied on, or no longer is")
    use.add_argument("target", help="conclusion or episode id")
    use.add_argument("--where", required=True, metavar="TEXT")
    use.add_argument("--why", default="")
    use.add_argument("--by", default=None, metavar="NAME", help="name claimed (default: CORTEX_REVIEWER)")
    use.add_argument("--end", action="store_true")
    review = command("review", "review", "reviewing", "list what waits, sign off, record a re-reading")
    review.add_argument("action", choices=["list", "sign", "reread"])
    review.add_argument("target", nargs="?", default="",
                        help="conclusion, episode or proof id; for reread also the event of a change")
    review.add_argument("--by", default=None, metavar="NAME", help="name claimed (default: CORTEX_REVIEWER)")
    review.add_argument("--adjudicated", default="output", choices=["encoding", "applicability", "output"])
    review.add_argument("--note", default="")

    revise = command("revise", "revise", "changing", "register a changed source, new rules for it, or its withdrawal")
    revise.add_argument("artifact")
    revise.add_argument("--from", dest="file", type=Path, metavar="FILE", help="the new text")
    revise.add_argument("--rules", type=Path, nargs="+", default=[], metavar="FILE", help="new rule files")
    revise.add_argument("--withdraw", action="store_true")
    revise.add_argument("--dry-run", action="store_true", help="say what would happen, register nothing")
    recheck = command("recheck", "recheck", "changing", "recheck challenged proofs")
    recheck.add_argument("targets", nargs="*", metavar="ID")
    recheck.add_argument("--all", action="store_true")
    scenario = command("verify", "verify", "verifying", "the outcome of a scenario, why, and what would change it",
                       graph=False)
    scenario.add_argument("scenario", help="name of a shipped scenario, or a file (.yaml)")
    check = command("check", "check", "guarding", "does every conclusion in use still have its ground? (for CI)")
    check.add_argument("--uses", type=Path, metavar="FILE", help="a cortex-uses.yaml beside the declared uses")
    verify = command("verify-log", "verify_log", "guarding", "verify the hash chain and the projections")
    verify.add_argument("--head", metavar="DIGEST", help="a head printed earlier, to find a cut end")
    competence = command("competence", "competence", "mapping",
                         "which part of a declared distribution of tasks stands on proofs")
    competence.add_argument("--distribution", default="cohort_v1", metavar="NAME")
    competence.add_argument("--seed", type=int, default=4001)
    competence.add_argument("--draws", type=int, metavar="N",
                            help="independent draws (default: every row of a table, else 1000)")
    competence.add_argument("--known", type=_known, metavar="DATE", help="as known then (default: now)")
    return parser
