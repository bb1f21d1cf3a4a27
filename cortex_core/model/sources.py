"""Records of the source registry: artifact versions and the spans of their text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from cortex_core.digest import digest
from cortex_core.ids import ArtifactKey, VersionId

__all__ = ["ArtifactVersion", "Span", "version_id"]


def version_id(key: ArtifactKey, sequence: int) -> VersionId:
    """``KEY`` for the first version of an artifact, ``KEY@2``, ``KEY@3`` … for its revisions."""
    return VersionId(key if sequence == 1 else f"{key}@{sequence}")


@dataclass(frozen=True, slots=True)
class Span:
    """One statement of an artifact: a paragraph that starts ``[s3]``.

    ``text`` is the paragraph after its label and without its verification mark, NFC, LF. The digest is
    taken over the section, the label and the text with runs of white space folded: equal sentences under
    two headings are two spans, re-wrapped lines are one.
    """

    id: str
    section: str
    text: str
    mark: str                      # V seen on a public page, S secondary page, M from memory

    @property
    def digest(self) -> str:
        return digest("span", (self.section, self.id, " ".join(self.text.split()), self.mark))


@dataclass(frozen=True, slots=True)
class ArtifactVersion:
    """One immutable version of a source. Valid time is civil dates, half-open; ``valid_to`` is there only
    where the source's own text states an end."""

    key: ArtifactKey
    sequence: int
    lineage: str
    title: str
    issuer: str
    authority: str
    scope: tuple[str, ...]         # families
    published: str                 # as stated: a day, a month or a year
    published_assumed: str         # why a day was chosen, or ""
    valid_from: date
    valid_to: date | None
    urls: tuple[str, ...]
    licence: str
    known_gaps: tuple[str, ...]
    content: str                   # the whole file, LF line ends
    blob: str                      # digest of the file's bytes
    presentation: str              # digest of the text after presentation normalisation
    spans: tuple[Span, ...]

    @property
    def id(self) -> VersionId:
        return version_id(self.key, self.sequence)

    def span(self, span_id: str) -> Span | None:
        """The span with that label, or None."""
        return next((span for span in self.spans if span.id == span_id), None)
