"""The registry of sources and rule editions, and which edition governs at (valid, known).

*Known time* is the place in the log at which something was registered; *valid time* is civil dates. The
registry is a frozen value: loading it reads a few dozen rows, never the experience.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.model.rules import Edition, Family
from cortex_core.model.sources import ArtifactVersion
from cortex_core.sources.policy import closed_order, maximal
from cortex_core.temporal.interval import Interval, stretch_around

__all__ = ["Candidate", "RegisteredArtifact", "RegisteredEdition", "Registry", "Resolution"]


@dataclass(frozen=True, slots=True)
class RegisteredArtifact:
    """A version with the log position and time (text, UTC) at which it became known, and the position at
    which it was withdrawn, if it was."""

    version: ArtifactVersion
    seq: int
    known: str
    withdrawn: int | None = None


@dataclass(frozen=True, slots=True)
class RegisteredEdition:
    """An encoding of an edition with the log position and time at which it became known."""

    edition: Edition
    seq: int
    known: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """An edition that may govern a scope, with the stretch of valid time it is in force for."""

    edition: EditionKey
    interval: Interval
    authority: str
    closed_by: EditionKey | None   # the successor that ended it, if one did


@dataclass(frozen=True, slots=True)
class Resolution:
    """What governs a scope at one (valid, known). ``selected`` is None when none does or when the
    candidates in force are unranked (then ``unresolved`` names them)."""

    selected: EditionKey | None
    unresolved: tuple[EditionKey, ...]
    candidates: tuple[Candidate, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Registry:
    """All registered versions, editions and families, each with its place in the log."""

    families: Mapping[str, Family]
    artifacts: tuple[RegisteredArtifact, ...]
    editions: tuple[RegisteredEdition, ...]

    def at(self, seq: int) -> Registry:
        """The registry as it was known at a log position."""
        return Registry(
            self.families,
            tuple(entry if entry.withdrawn is None or entry.withdrawn <= seq
                  else RegisteredArtifact(entry.version, entry.seq, entry.known)
                  for entry in self.artifacts if entry.seq <= seq),
            tuple(entry for entry in self.editions if entry.seq <= seq))

    def head(self, key: ArtifactKey) -> RegisteredArtifact | None:
        """The latest known version of an artifact, withdrawn or not."""
        entries = [entry for entry in self.artifacts if entry.version.key == key]
        return max(entries, key=lambda entry: entry.version.sequence, default=None)

    def edition(self, family: str, key: EditionKey) -> RegisteredEdition | None:
        """The latest known encoding of a family's edition."""
        entries = [entry for entry in self.editions if (entry.edition.family, entry.edition.key) == (family, key)]
        return max(entries, key=lambda entry: entry.edition.encoding, default=None)

    def editions_on(self, key: ArtifactKey) -> tuple[RegisteredEdition, ...]:
        """The latest encoding of each edition, of any family, that rests on an artifact."""
        names = dict.fromkeys((entry.edition.family, entry.edition.key) for entry in self.editions)
        latest = [entry for name in names if (entry := self.edition(*name)) is not None]
        return tuple(entry for entry in latest if key in entry.edition.sources)

    def editions_of(self, family: str) -> tuple[RegisteredEdition, ...]:
        """The latest encoding of each edition of a family, by start of validity."""
        keys = dict.fromkeys(entry.edition.key for entry in self.editions if entry.edition.family == family)
        latest = [entry for key in keys if (entry := self.edition(family, key)) is not None]
        return tuple(sorted(latest, key=lambda entry: (entry.edition.valid_from, entry.edition.key)))

    def is_usable(self, edition: Edition) -> bool:
        """Every source of the edition is registered and not withdrawn."""
        heads = [self.head(key) for key in edition.sources]
        return all(head is not None and head.withdrawn is None for head in heads)

    def _authority(self, edition: Edition) -> str:
        head = self.head(edition.sources[0]) if edition.sources else None
        return head.version.authority if head else ""

    def candidates(self, family: str) -> tuple[Candidate, ...]:
        """Every edition that governs some stretch. A successor closes what it supersedes from its own
        start on, and still does after it was withdrawn: withdrawing never revives."""
        known = [entry.edition for entry in self.editions_of(family)]
        found = []
        for edition in known:
            successors = [other for other in known if other.supersedes == edition.key]
            ends: list[tuple[date, EditionKey | None]] = [(other.valid_from, other.key) for other in successors]
            if edition.valid_to is not None:
                ends.append((edition.valid_to, None))
            end, closed_by = min(ends, key=lambda pair: pair[0], default=(None, None))
            if not self.is_usable(edition) or (end is not None and end <= edition.valid_from):
                continue
            found.append(Candidate(edition.key, Interval(edition.valid_from, end), self._authority(edition),
                                   closed_by))
        return tuple(found)

    def resolve(self, family: str, valid: date) -> Resolution:
        """What governs at a civil date. Raises KeyError for a family that is not registered."""
        candidates = self.candidates(family)
        in_force = [candidate for candidate in candidates if candidate.interval.covers(valid)]
        if not in_force:
            return Resolution(None, (), candidates, f"no registered edition is in force on {valid}")
        if len(in_force) == 1:
            only = in_force[0]
            return Resolution(only.edition, (), candidates, f"{only.edition} alone is in force on {valid}")
        order = closed_order(self.families[family].prefers)
        if order is None:
            why = "the declared policy is cyclic, so it ranks nothing"
            top = in_force
        else:
            top = maximal(in_force, lambda one, other: (one.authority, other.authority) in order)
            why = "the declared policy does not rank the editions in force"
        if len(top) == 1:
            return Resolution(top[0].edition, (), candidates,
                              f"{top[0].edition} outranks the others in force on {valid}")
        return Resolution(None, tuple(sorted(one.edition for one in top)), candidates, why)

    def source_interval(self, family: str, valid: date) -> Interval:
        """The stretch around a day in which `resolve` gives the same, cut at the ends of every candidate."""
        return stretch_around(valid, cut_points(self.candidates(family)))


def cut_points(candidates: Iterable[Candidate]) -> list[date]:
    """Starts and ends of all candidates: the only days on which the selection can change."""
    ends = [day for one in candidates for day in (one.interval.start, one.interval.end)]
    return sorted({day for day in ends if day is not None})
