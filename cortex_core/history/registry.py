"""What registrations and revisions change in the registry: versions, editions, rules, families, rebinds.

Sources, editions and rules are separate rows, so an audit can tell an altered source from an altered rule and
from a rule that is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from cortex_core.history.changes import Add, Change, Put, Set
from cortex_core.history.view import View
from cortex_core.model.events import GraphCreated, Rebind, Registered, Revised
from cortex_core.model.rules import Edition, Family
from cortex_core.model.sources import ArtifactVersion

__all__ = ["fold_created", "fold_registered", "fold_revised"]


def fold_created(event: GraphCreated) -> Iterator[Change]:
    """What the graph says of itself."""
    yield Put("meta", {"name": "graph", "value": event.name})
    yield Put("meta", {"name": "scripted", "value": "yes" if event.scripted else "no"})
    yield Put("meta", {"name": "digest_scheme", "value": event.digest_scheme})


def fold_registered(event: Registered, seq: int, known: str, view: View) -> Iterator[Change]:
    """Rows of everything that was registered; a version or encoding that is there already is refused."""
    yield from _generation(seq)
    yield from _families(event.families, seq, view)
    yield from _versions(event.artifacts, seq, known, event.claimed_acquired)
    yield from _editions(event.editions, seq, known)


def fold_revised(event: Revised, seq: int, known: str, view: View) -> Iterator[Change]:
    """The new version, a withdrawal, new encodings, and the bytes that rebinds hold equal."""
    yield from _generation(seq)
    if event.version is not None:
        yield from _versions((event.version,), seq, known, "")
    if event.withdrawn is not None:
        yield Set("artifact", {"version": event.withdrawn}, {"withdrawn": seq})
        yield Add("artifacts/withdrawn", 1)
    yield from _editions(event.editions, seq, known)
    yield from _rebinds(event.rebinds, seq, view)


def _generation(seq: int) -> Iterator[Change]:
    # A gate report is kept per registry generation: any event that could change it moves the generation.
    yield Put("meta", {"name": "registry_seq", "value": str(seq)}, replace=True)


def _families(families: Iterable[Family], seq: int, view: View) -> Iterator[Change]:
    known = view.families()
    for family in families:
        yield Put("family", {"key": family.key, "title": family.title, "domain": family.domain,
                             "record": family, "seq": seq}, replace=True)
        if family.key not in known:
            yield Add("families", 1)


def _versions(versions: Iterable[ArtifactVersion], seq: int, known: str, claimed: str) -> Iterator[Change]:
    for version in versions:
        yield Put("artifact", {"version": version.id, "key": version.key, "sequence": version.sequence,
                               "record": version, "seq": seq, "known": known, "claimed": claimed})
        yield Add("artifacts", 1)


def _editions(editions: Iterable[Edition], seq: int, known: str) -> Iterator[Change]:
    for edition in editions:
        yield Put("edition", {"id": edition.id, "key": edition.key, "family": edition.family,
                              "encoding": edition.encoding, "record": replace(edition, rules=()),
                              "rules": len(edition.rules), "seq": seq, "known": known})
        for position, rule in enumerate(edition.rules):
            yield Put("rule", {"id": rule.id, "edition_id": edition.id, "position": position, "record": rule})
        yield Add("editions", 1)
        yield Add("rules", len(edition.rules))


def _rebinds(rebinds: Iterable[Rebind], seq: int, view: View) -> Iterator[Change]:
    merged: dict[str, str] = {}
    for rebind in rebinds:
        yield Put("rebind", {"old_blob": rebind.old_blob, "new_blob": rebind.new_blob,
                             "edition": rebind.edition, "artifact": rebind.artifact, "seq": seq,
                             "record": rebind})
        first, members = view.bytes_held_equal(rebind.old_blob)
        _, joining = view.bytes_held_equal(rebind.new_blob)
        for blob in {rebind.old_blob, rebind.new_blob, *members, *joining}:
            merged[blob] = first
    for blob, first in sorted(merged.items()):
        yield Put("blob", {"blob": blob, "first": first}, replace=True)
