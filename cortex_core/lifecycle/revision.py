"""Registering a change and everything it challenges, as one event (contract 3.6, 3.7).

Challenges travel along *justifies* edges only: artifact → rule → proof. Cost follows the distinct proofs
reached, never the episodes: an episode reads its standing through its proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from cortex_core.errors import Refused
from cortex_core.experience.memory import Memory
from cortex_core.ids import ArtifactKey, ProofId
from cortex_core.lifecycle.triage import lane_of, rebinds
from cortex_core.model.enums import Cause, Lane
from cortex_core.model.events import OpenedChallenge, Passage, Rebind, Revised, Spared
from cortex_core.model.experience import Proof
from cortex_core.model.rules import Edition
from cortex_core.model.sources import ArtifactVersion
from cortex_core.sources.passages import changed_passages
from cortex_core.sources.registry import RegisteredArtifact, Registry

__all__ = ["revise", "withdraw"]

_CAUSE = {Lane.TEXT_CHANGED: Cause.TEXT_CHANGED, Lane.METADATA_CORRECTED: Cause.METADATA_CORRECTED,
          Lane.RE_ENCODED: Cause.RE_ENCODED, Lane.WITHDRAWN: Cause.WITHDRAWN}


@dataclass(frozen=True, slots=True)
class _Change:
    """A change on its way: what it is, where it starts, and which passages moved."""

    lane: Lane
    artifact: ArtifactKey
    version: str
    passages: tuple[Passage, ...]
    valid_from: date | None

    def cause(self, proof: Proof, re_encoded: Iterable[Edition], resting: Iterable[Edition]) -> Cause:
        """New rules challenge what reads them. Where text came with them, every edition that the proof reads
        of those ``resting`` on the artifact has to be among them: one that is not was not re-read."""
        if self.lane is not Lane.RE_ENCODED:
            return _CAUSE[self.lane]
        read = {(proof.key.family, rules.edition) for rules in proof.key.rules}
        fresh = {(edition.family, edition.key) for edition in re_encoded}
        moved = {(edition.family, edition.key) for edition in resting}
        return Cause.RE_ENCODED if read & fresh and not (read & moved) - fresh else Cause.TEXT_CHANGED


def _head(registry: Registry, key: ArtifactKey) -> RegisteredArtifact:
    head = registry.head(key)
    if head is None:
        known = ", ".join(sorted({entry.version.key for entry in registry.artifacts})) or "none"
        raise Refused(f"the artifact {key!r} is not registered; registered are: {known}")
    return head


def revise(registry: Registry, memory: Memory, key: ArtifactKey, new: ArtifactVersion | None,
           editions: Sequence[Edition] = ()) -> Revised | None:
    """The event of a revision, or None when the whole record equals the current head and no other rules came.

    ``new`` is the new text (None: unchanged), ``editions`` are new encodings of editions already registered.

    Raises:
        Refused: the artifact is not registered, the text belongs to another key, or an edition is not on it.
    """
    head = _head(registry, key)
    old = head.version
    if new is not None and new.key != key:
        raise Refused(f"the file's key is {new.key}, not {key}; other bytes under a taken id are not registered")
    fresh = tuple(_next_encoding(registry, edition, key) for edition in editions)
    version = None if new is None or new.blob == old.blob else replace(new, sequence=old.sequence + 1)
    if version is None or version.presentation == old.presentation:
        # Comments, white space and key order of a rule file say nothing; under a new text, equal rules do.
        fresh = tuple(edition for edition in fresh if not _says_the_same(registry, edition))
    lane = lane_of(old, version, fresh)
    if lane is Lane.IDENTICAL:
        return None
    certificates: tuple[Rebind, ...] = ()
    problems: tuple[str, ...] = ()
    if version is not None and version.presentation == old.presentation:
        certificates, problems = rebinds(old, version, _editions_on(registry, key))
        if problems and lane is Lane.BYTES_ONLY:
            lane = Lane.TEXT_CHANGED
    later = version.valid_from if version is not None and version.valid_from > old.valid_from else None
    change = _Change(lane, key, version.id if version else old.id,
                     changed_passages(old, version) if version else (), later)
    challenges: tuple[OpenedChallenge, ...] = ()
    if lane is Lane.BYTES_ONLY:
        visited = 1 + len(certificates)
        spared = _spared_all(memory, key, "only the presentation of the text changed; the rebound "
                                                    "certificates hold the two digests equal")
    else:
        challenges, visited, spared = _propagate(registry, memory, change, fresh,
                                                  version is not None and not certificates)
    words = _words(change, fresh, problems, len(challenges))
    return Revised(lane, key, version, None, fresh, certificates, change.passages, challenges, spared, visited,
                   words)


def withdraw(registry: Registry, memory: Memory, key: ArtifactKey) -> Revised:
    """The event of a withdrawal: the head version governs no longer, and revives nothing.

    Raises:
        Refused: the artifact is not registered or is withdrawn already.
    """
    head = _head(registry, key)
    if head.withdrawn is not None:
        raise Refused(f"{head.version.id} is withdrawn already")
    change = _Change(Lane.WITHDRAWN, key, head.version.id, (), None)
    challenges, visited, spared = _propagate(registry, memory, change, (), True)
    return Revised(Lane.WITHDRAWN, key, None, head.version.id, (), (), (), challenges, spared, visited,
                   _words(change, (), (), len(challenges)))


def _editions_on(registry: Registry, key: ArtifactKey) -> list[Edition]:
    return [entry.edition for entry in registry.editions_on(key)]


def _next_encoding(registry: Registry, edition: Edition, key: ArtifactKey) -> Edition:
    current = registry.edition(edition.family, edition.key)
    if current is None:
        on = ", ".join(edition.id for edition in _editions_on(registry, key)) or "none"
        raise Refused(f"the edition {edition.key} is not registered; editions on {key} are: {on}")
    if key not in edition.sources and key not in current.edition.sources:
        raise Refused(f"the edition {edition.key} does not rest on {key}")
    return replace(edition, encoding=current.edition.encoding + 1)


def _says_the_same(registry: Registry, edition: Edition) -> bool:
    current = registry.edition(edition.family, edition.key)
    return current is not None and _folded(edition) == _folded(current.edition)


def _folded(edition: Edition) -> Edition:
    """The edition as one encoding, with runs of white space folded inside its predicates."""
    return replace(edition, encoding=1, rules=tuple(
        replace(rule, when=" ".join(rule.when.split())) for rule in edition.rules))


def _propagate(registry: Registry, memory: Memory, change: _Change, fresh: Sequence[Edition], moved: bool,
               ) -> tuple[tuple[OpenedChallenge, ...], int, tuple[Spared, ...]]:
    """Proofs reached from the artifact (if its text moved) and from the re-encoded editions, each once."""
    reached: dict[ProofId, None] = {}
    if moved:
        reached.update(dict.fromkeys(memory.proofs_resting_on(change.artifact)))
    for edition in fresh:
        reached.update(dict.fromkeys(memory.proofs_reading(edition.family, edition.key)))
    resting = _editions_on(registry, change.artifact)
    challenges, visited = [], 1 + len(resting)
    touched: dict[str, int] = {}
    for proof_id in reached:
        visited += 1
        proof = memory.proof(proof_id)
        if proof is None:
            continue
        touched[proof.key.family] = touched.get(proof.key.family, 0) + 1
        path, paths = _path(change, proof)
        cause = change.cause(proof, fresh, resting if moved else ())
        challenges.append(OpenedChallenge(proof_id, cause, change.valid_from, path, paths))
    return tuple(challenges), visited, _spared(registry, memory, change.artifact, touched)


def _path(change: _Change, proof: Proof) -> tuple[tuple[str, ...], int]:
    """The shortest path (cause, rule, proof), through a changed span where one is cited, and how many
    there are."""
    moved = {passage.span for passage in change.passages if passage.span}
    cites = [cite for cite in proof.key.cites if cite.artifact == change.artifact]
    through = [cite for cite in cites if cite.span in moved] or cites
    if not through:
        edition = proof.key.rules[0].edition if proof.key.rules else proof.key.family
        return (change.version, edition, proof.id), 1
    first = through[0]
    return (f"{change.version} {first.span}", first.rule, proof.id), len(through)


def _spared(registry: Registry, memory: Memory, key: ArtifactKey, touched: dict[str, int]) -> tuple[Spared, ...]:
    """Neighbours that were looked past, and why: the rest of the touched families, then the other families."""
    on = ", ".join(edition.key for edition in _editions_on(registry, key)) or "no edition"
    spared = []
    for family in sorted(touched):
        rest = memory.proof_count_of(family) - touched[family]
        if rest:
            spared.append(Spared(f"proofs of {family}", rest,
                                 f"they read none of the editions that rest on {key} ({on})"))
    others = memory.proof_count() - sum(memory.proof_count_of(family) for family in touched)
    if others:
        spared.append(Spared("proofs of other families", others, f"no rule of theirs cites {key}"))
    return tuple(spared)


def _spared_all(memory: Memory, key: ArtifactKey, because: str) -> tuple[Spared, ...]:
    resting = len(memory.proofs_resting_on(key))
    rest = memory.proof_count() - resting
    spared = [Spared(f"proofs that rest on {key}", resting, because)] if resting else []
    if rest:
        spared.append(Spared("other proofs", rest, f"they do not rest on {key}"))
    return tuple(spared)


def _words(change: _Change, fresh: Sequence[Edition], problems: Sequence[str], challenged: int) -> str:
    moved = sorted({passage.span for passage in change.passages if passage.span}) or ["outside the statements"]
    count = f"{challenged} proof{'' if challenged == 1 else 's'} challenged"
    match change.lane:
        case Lane.BYTES_ONLY:
            return f"{change.version}: only presentation changed; digests rebound, nothing challenged."
        case Lane.RE_ENCODED:
            names = ", ".join(edition.id for edition in fresh)
            return f"New rules for {names} on {change.version}: {count} until rechecked against them."
        case Lane.WITHDRAWN:
            return f"{change.version} was withdrawn: {count}."
        case Lane.METADATA_CORRECTED:
            return f"{change.version}: dates, scope or authority corrected: {count}."
        case _:
            extra = f" ({'; '.join(problems)})" if problems else ""
            return (f"{change.version}: text changed in {', '.join(moved)}{extra}; rules were not re-read: {count}. "
                    "Compare the passages, or give new rules.")
