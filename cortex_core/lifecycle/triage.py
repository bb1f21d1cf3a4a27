"""Triage of a changed source into a lane, and the rebind that keeps a change of presentation harmless."""

from __future__ import annotations

from collections.abc import Iterable

from cortex_core.model.enums import Lane
from cortex_core.model.events import Rebind
from cortex_core.model.rules import Edition
from cortex_core.model.sources import ArtifactVersion
from cortex_core.rules.checker import VERIFIER, VERIFIER_VERSION
from cortex_core.sources.passages import relocate
from cortex_core.sources.presentation import body_digest

__all__ = ["LANE_RULES", "lane_of", "rebinds"]

LANE_RULES: dict[Lane, str] = {
    Lane.IDENTICAL: "The whole record equals the current head of the artifact: nothing is registered.",
    Lane.BYTES_ONLY: "The text is equal after presentation normalisation (white space, line ends, comments, order "
                     "of front-matter keys), and every cited span was found once in the same section.",
    Lane.TEXT_CHANGED: "The text differs in more than presentation and the rules were not re-read: every encoding "
                       "that rests on the artifact is challenged.",
    Lane.RE_ENCODED: "New rules were given: every proof that reads the edition is challenged until it is rechecked "
                     "against them.",
    Lane.METADATA_CORRECTED: "Scope, dates or authority in the front matter differ, the statements do not: every "
                             "proof that rests on the artifact is challenged.",
    Lane.WITHDRAWN: "The source was withdrawn: its editions govern no longer and revive nothing.",
}


def lane_of(old: ArtifactVersion, new: ArtifactVersion | None, editions: Iterable[Edition]) -> Lane:
    """The lane of a change of one artifact, with or without new rules."""
    if any(True for _ in editions):
        return Lane.RE_ENCODED
    if new is None or new.blob == old.blob:
        return Lane.IDENTICAL
    if new.presentation == old.presentation:
        return Lane.BYTES_ONLY
    if body_digest(new.content) == body_digest(old.content):
        return Lane.METADATA_CORRECTED
    return Lane.TEXT_CHANGED


def rebinds(old: ArtifactVersion, new: ArtifactVersion,
            editions: Iterable[Edition]) -> tuple[tuple[Rebind, ...], tuple[str, ...]]:
    """One certificate a rule edition on the artifact, or the problems that forbid them.

    The check runs before the version can be selected; any problem means that the change is not bytes only.
    """
    found, problems = relocate(old, new)
    if problems:
        return (), tuple(problems)
    spans = tuple(span.id for span in found)
    by = f"{VERIFIER} {VERIFIER_VERSION}"
    return tuple(Rebind(old.key, old.blob, new.blob, edition.id, spans, by) for edition in editions), ()
