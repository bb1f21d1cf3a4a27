"""``decide`` and ``cases``."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from cortex_core.cli.result import FINDINGS, FINE, Result
from cortex_core.errors import InputError, Issue

__all__ = ["cases", "decide"]


def cases(args: Namespace) -> Result:
    """Every field of every case's ``expected``; exit 1 when one differs."""
    from cortex_core.service.cases import check_cases

    report = check_cases(args.file)
    mismatches = [{"id": one.id, "field": one.field, "expected": one.expected, "got": one.got}
                  for one in report.mismatches]
    lines = [f"{one.id}: {one.field}: expected {one.expected!r}, got {one.got!r}" for one in report.mismatches]
    return Result(FINDINGS if mismatches else FINE,
                  {"total": report.total, "matched": report.matched, "mismatches": mismatches},
                  [*lines, f"{report.matched} of {report.total} cases match on every field"])


def _facts(text: str) -> dict[str, Any]:
    source = "--facts"
    if text.startswith("@"):
        source = text[1:]
        try:
            text = Path(source).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(Issue(source, f"it cannot be read ({error})", "Give a JSON file of facts")) from None
    try:
        found = json.loads(text, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise InputError(Issue(source, f"not JSON: {error.msg} at column {error.colno}",
                               "Give an object such as {\"asymptomatic\": true}", line=error.lineno)) from None
    if not isinstance(found, dict):
        raise InputError(Issue(source, "not an object", "Give fact names with their values"))
    return found


def decide(args: Namespace) -> Result:
    """Decide one task. Exit 0 in every mode: an escalation is an answer."""
    from cortex_core.service.deciding import Asked, answer, commit
    from cortex_core.service.graphs import default_path, graph_path

    if (args.old is None) != (args.new is None):
        raise InputError(Issue("--old, --new", "an edition pair has two sides", "Give both, or neither"))
    if args.commit and args.known:
        raise InputError(Issue("--commit", "a decision as known earlier cannot be recorded now", "Leave --known away"))
    graph = graph_path(args.graph or default_path())
    asked = Asked(args.family, _facts(args.facts), args.on, (args.old, args.new) if args.old else None, args.title)
    made = commit(graph.path, [asked])[0] if args.commit else answer(graph.path, asked, args.known)
    document = _document(made)
    return Result(FINE, document, _lines(document))


def _document(made: Any) -> dict[str, Any]:
    from cortex_core.service.explain.document import shown

    decision = made.decision
    output = shown(decision.proof.output, decision.situation.key.governing)
    settling = decision.settling
    return {
        "mode": decision.mode.value, "reasons": list(decision.reasons),
        "governing_edition": output["governing_edition"],
        "pair": list(decision.situation.pair) if decision.situation.pair else None,
        "sets": output["sets"], "lineages": output["lineages"],
        "withheld": [{"lineage": one.row.lineage, "verdict": one.verdict.value, "reason": one.reason}
                     for one in decision.released.withheld],
        "holds_until": decision.holds.day.isoformat() if decision.holds.day else None,
        "holds_until_why": decision.holds.why,
        "horizon": {"source_interval": _interval(decision.situation.key.interval),
                    "fact_horizon": _interval(decision.fact_horizon),
                    "replay": _interval(decision.replay_horizon)},
        "proof": decision.proof_id, "precedent": decision.precedent,
        "gate": {"verdict": decision.report.verdict.value,
                 "criteria": [{"name": one.name, "verdict": one.verdict.value, "reason": one.reason}
                              for one in decision.report.criteria]},
        "settle": {"may": list(settling.may), "must": [list(one) for one in settling.must],
                   "complete": settling.complete} if settling else None,
        "episode": made.episode, "ignored": list(made.ignored), "position": made.position,
    }


def _interval(interval: Any) -> dict[str, str | None]:
    return {"from": interval.start.isoformat() if interval.start else None,
            "to": interval.end.isoformat() if interval.end else None}


def _lines(document: Mapping[str, Any]) -> list[str]:
    lines = [f"mode: {document['mode']}", *(f"  not {reason}" for reason in document["reasons"]),
             f"governing edition: {document['governing_edition'] or 'none'}"]
    for row in document["lineages"]:
        lines.append(f"  {row['transition']:10} {row['lineage']}: {row['old']} {row['old_output'] or '-'} → "
                     f"{row['new']} {row['new_output'] or '-'}")
    lines += [f"  withheld   {one['lineage']}: {one['reason']}" for one in document["withheld"]]
    until = document["holds_until"]
    lines.append(f"holds until {until} ({document['holds_until_why']})" if until
                 else f"holds: {document['holds_until_why']}")
    lines += [f"gate: {document['gate']['verdict']}", f"proof: {document['proof']}"]
    if document["episode"]:
        lines.append(f"recorded as {document['episode']}")
    if document["ignored"]:
        lines.append("ignored (no such fact in this family): " + ", ".join(document["ignored"]))
    return lines
