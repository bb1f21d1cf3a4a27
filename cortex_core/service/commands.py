"""Every command a page sends, in one place. Each is one transaction, or a run of batches for a recheck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cortex_core.service import auditing, changing, reviewing
from cortex_core.service import evidence as evidence_files
from cortex_core.service.changing import RecheckReport, RevisionReport
from cortex_core.service.explain.words import known_words
from cortex_core.service.graphs import Graph
from cortex_core.service.shapes import AsOf, CheckReport, CriterionView, ReviewLine
from cortex_core.service.unit import unit

__all__ = ["RecheckReport", "RevisionReport", "evidence", "recheck", "reread", "revise", "run_checks", "sign_off"]


def run_checks(graph: Graph, conclusion: str, strict: bool = True) -> CheckReport:
    """Run every check again, now, on what is stored."""
    with unit(graph.path) as work:
        found = auditing.audit_in(work, auditing.find_episode(work, conclusion), strict=strict)
        return CheckReport(found.verdict, tuple(CriterionView(one.name, one.verdict, one.reason)
                                                for one in found.criteria),
                           found.verifier, known_words(work.head.known), found.position)


def sign_off(graph: Graph, conclusion: str, by: str, adjudicated: str, note: str, at: AsOf) -> ReviewLine:
    """Sign off a conclusion as viewed. Raises Refused for no name or a conclusion that does not stand."""
    made = reviewing.sign(graph.path, conclusion, by=reviewing.claimed_name(by), adjudicated=adjudicated, note=note,
                          valid=at.valid)
    with unit(graph.path) as work:
        return ReviewLine(made.review, made.by, known_words(work.head.known), "sign-off", adjudicated, note, "")


def reread(graph: Graph, conclusion: str, by: str, note: str) -> None:
    """Record a re-reading of the changed passages; closes that fidelity challenge only."""
    reviewing.reread(graph.path, conclusion, by=reviewing.claimed_name(by), note=note)


def evidence(graph: Graph, conclusion: str) -> bytes:
    """The evidence file of a conclusion (JSON, UTF-8)."""
    return evidence_files.evidence(graph.path, conclusion)


def revise(graph: Graph, key: str, text: str | None, rules: Mapping[str, str], dry_run: bool) -> RevisionReport:
    """Register a changed text, new rules, or both; or say what that would do."""
    return changing.revise(graph.path, key, text=text, rules=rules, dry_run=dry_run, file=f"{key}.md")


def recheck(graph: Graph, proof_ids: Sequence[str] | None,
            progress: Callable[[int, int], None] | None = None) -> RecheckReport:
    """Recheck the given challenged proofs, or all."""
    return changing.recheck(graph.path, proof_ids, progress=progress)
