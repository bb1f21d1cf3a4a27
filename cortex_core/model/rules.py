"""Records of rules: families with their facts and outputs, editions, and single rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum

from cortex_core.digest import digest
from cortex_core.ids import ArtifactKey, EditionKey, RuleId
from cortex_core.logic.terms import Kind, Term

__all__ = [
    "Citation", "Content", "DerivedTerm", "Edition", "FactSpec", "Family", "Function", "Lifetime",
    "LifetimeKind", "OutputSpec", "Role", "RuleEdition",
]

Content = tuple[tuple[str, str | int | Decimal | tuple[str, ...]], ...]


class Role(Enum):
    """What a date fact dates. A birth or start after the decision date is refused at intake."""

    NONE = "none"
    BIRTH = "birth"
    START = "start"


class LifetimeKind(Enum):
    PERMANENT = "permanent"
    DAYS = "days"                  # shelf-life counted from the day it was observed
    YEAR_END = "year_end"          # holds until the end of the calendar year it was observed in


@dataclass(frozen=True, slots=True)
class Lifetime:
    """How long an observation may be used; afterwards it is U(stale)."""

    kind: LifetimeKind
    days: int = 0

    def until(self, observed: date) -> date | None:
        """First civil day on which the observation is stale; None for never."""
        match self.kind:
            case LifetimeKind.PERMANENT:
                return None
            case LifetimeKind.DAYS:
                return date.fromordinal(min(observed.toordinal() + self.days, date.max.toordinal()))
            case LifetimeKind.YEAR_END:
                return date(min(observed.year + 1, date.max.year), 1, 1)


@dataclass(frozen=True, slots=True)
class FactSpec:
    """A declared fact: its type, unit, role and lifetime."""

    name: str
    kind: Kind
    names: tuple[str, ...]         # options of an enum, or named values beside the type's own
    unit: str
    role: Role
    lifetime: Lifetime
    label: str
    ranked_sources: tuple[str, ...] = ()   # a declared policy that ranks disagreeing observations, best first

    @property
    def term(self) -> Term:
        return Term(self.name, self.kind, self.names)


class Function(Enum):
    COMPLETED_YEARS = "completed_years"
    DAYS_SINCE = "days_since"


@dataclass(frozen=True, slots=True)
class DerivedTerm:
    """An integer derived from a date and the day it is asked for."""

    name: str
    source: str
    function: Function
    label: str

    @property
    def term(self) -> Term:
        return Term(self.name, Kind.INTEGER)


@dataclass(frozen=True, slots=True)
class OutputSpec:
    """Typed content of an output; two outputs are the same iff their content digests are."""

    id: str
    label: str
    content: Content

    @property
    def digest(self) -> str:
        return digest("output", self.content)


@dataclass(frozen=True, slots=True)
class Family:
    """Everything that the rules of one family share."""

    key: str
    title: str
    domain: str                    # clinical | policy | cross
    task_type: str
    output_type: str
    zone: str                      # civil dates of valid time are days in this zone
    facts: tuple[FactSpec, ...]
    derived: tuple[DerivedTerm, ...]
    outputs: tuple[OutputSpec, ...]
    prefers: tuple[tuple[str, str], ...]   # policy over authorities: (winner, loser)

    def vocabulary(self) -> dict[str, Term]:
        """Every term that a rule of the family may name."""
        terms = [*(fact.term for fact in self.facts), *(derived.term for derived in self.derived)]
        return {term.name: term for term in terms}

    def fact(self, name: str) -> FactSpec | None:
        return next((spec for spec in self.facts if spec.name == name), None)

    def output(self, output_id: str) -> OutputSpec:
        """The declared output. Raises KeyError for an undeclared one (refused when rules are loaded)."""
        for spec in self.outputs:
            if spec.id == output_id:
                return spec
        raise KeyError(output_id)


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """Where a rule is stated: a span of an artifact."""

    artifact: ArtifactKey
    span: str


@dataclass(frozen=True, slots=True)
class RuleEdition:
    """One rule of one edition: predicate as written, output, and the spans it was read from.

    ``after`` names the variants of the same lineage that precede this one: its effective predicate is its
    own and not any of theirs.
    """

    edition: EditionKey
    lineage: str
    variant: str                   # "" for the only one
    when: str
    output: str
    cites: tuple[Citation, ...]
    after: tuple[str, ...]
    mark: str
    note: str

    @property
    def id(self) -> RuleId:
        return RuleId(f"{self.edition}:{self.lineage}" + (f"#{self.variant}" if self.variant else ""))


@dataclass(frozen=True, slots=True)
class Edition:
    """The rules of a family in force over one interval, in one encoding of the sources.

    ``encoding`` counts the readings of the same edition: 1 at first, 2 after new rules were given.
    ``valid_to`` is there only where stated; otherwise the edition ends when a known successor starts.
    """

    key: EditionKey
    family: str
    encoding: int
    valid_from: date
    valid_to: date | None
    supersedes: EditionKey | None
    sources: tuple[ArtifactKey, ...]
    rules: tuple[RuleEdition, ...]

    @property
    def id(self) -> str:
        """``family/KEY``, or ``family/KEY~2`` for the second encoding: two families may each have rules of
        one publication, under one key."""
        return f"{self.family}/{self.key}" + (f"~{self.encoding}" if self.encoding > 1 else "")
