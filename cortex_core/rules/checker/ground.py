"""What is registered, as read from the store: rows may be absent (deleted) or altered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.model.rules import Edition, Family
from cortex_core.model.sources import ArtifactVersion

__all__ = ["Ground"]


@dataclass(frozen=True, slots=True)
class Ground:
    """The registered rows at one position of the log, untrusted.

    ``artifacts`` holds the head version of each artifact, ``withdrawn`` those whose head is withdrawn;
    ``editions`` the latest encoding of each edition (a deleted rule is a shorter ``rules``);
    ``representatives`` maps bytes to the first bytes of their certified rebind class (absent: themselves);
    ``tools`` gives the version in force. An edition is looked up by its record's own family and key, since
    two families may use one key; so the mapping's keys only have to be different.
    """

    families: Mapping[str, Family]
    artifacts: Mapping[ArtifactKey, ArtifactVersion]
    withdrawn: frozenset[ArtifactKey]
    editions: Mapping[EditionKey, Edition]
    representatives: Mapping[str, str]
    tools: Mapping[str, str]

    def editions_of(self, family: str) -> dict[EditionKey, Edition]:
        """The registered editions of a family by key, the latest encoding of each."""
        found: dict[EditionKey, Edition] = {}
        for edition in self.editions.values():
            held = found.get(edition.key)
            if edition.family == family and (held is None or held.encoding < edition.encoding):
                found[edition.key] = edition
        return found

    def same_bytes(self, one: str, other: str) -> bool:
        """Two blobs are equal, or certified rebinds hold them equal."""
        return self.representatives.get(one, one) == self.representatives.get(other, other)

    def can_be_read(self, key: ArtifactKey) -> bool:
        """The artifact is registered and not withdrawn."""
        return key in self.artifacts and key not in self.withdrawn
