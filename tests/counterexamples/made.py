"""Small worlds: a family, editions and persons made for one counterexample each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from cortex_core.experience.derivation import derive
from cortex_core.experience.situation import Resolver, Situation
from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.logic.atoms import AtomValue
from cortex_core.logic.terms import Kind
from cortex_core.model.experience import Output, Proof, Task
from cortex_core.model.rules import (
    Citation,
    DerivedTerm,
    Edition,
    FactSpec,
    Family,
    Function,
    Lifetime,
    LifetimeKind,
    OutputSpec,
    Role,
    RuleEdition,
)
from cortex_core.rules.intake import take_in
from cortex_core.sources.registry import RegisteredArtifact, RegisteredEdition, Registry

DAY = date(2021, 6, 1)
EVER = Lifetime(LifetimeKind.PERMANENT)
OUTPUTS = (OutputSpec("do", "do it", (("grade", "A"),)), OutputSpec("also", "do it too", (("grade", "A"),)),
           OutputSpec("leave", "leave it", (("grade", "D"),)))
DERIVED = (DerivedTerm("age", "born", Function.COMPLETED_YEARS, "age"),
           DerivedTerm("days", "start", Function.DAYS_SINCE, "days since the start"))


def fact(name: str, kind: Kind, names: tuple[str, ...] = (), *, role: Role = Role.NONE,
         lifetime: Lifetime = EVER, ranked: tuple[str, ...] = ()) -> FactSpec:
    return FactSpec(name, kind, names, "", role, lifetime, name, ranked)


FACTS = (
    fact("born", Kind.DATE, role=Role.BIRTH), fact("start", Kind.DATE, ("not_started",), role=Role.START),
    fact("a", Kind.BOOL), fact("b", Kind.BOOL), fact("count", Kind.INTEGER), fact("ahi", Kind.NUMBER),
    fact("weight", Kind.INTEGER), fact("chlamydia", Kind.ENUM, ("positive", "negative", "not_tested")))


def family(*more: FactSpec, prefers: tuple[tuple[str, str], ...] = ()) -> Family:
    """Facts of every kind; ``more`` replace those of the same name."""
    facts = {one.name: one for one in (*FACTS, *more)}
    return Family("made", "made up", "cross", "advice", "recommendation", "UTC", tuple(facts.values()), DERIVED,
                  OUTPUTS, prefers)


def rule(edition: str, when: str, output: str = "do", *, lineage: str = "line", variant: str = "",
         after: tuple[str, ...] = (), cites: tuple[Citation, ...] = ()) -> RuleEdition:
    return RuleEdition(EditionKey(edition), lineage, variant, when, output, cites, after, "V", "")


def edition(key: str, *rules: RuleEdition, start: date = date(2000, 1, 1), end: date | None = None,
            supersedes: str | None = None, sources: tuple[str, ...] = ()) -> Edition:
    return Edition(EditionKey(key), "made", 1, start, end, EditionKey(supersedes) if supersedes else None,
                   tuple(ArtifactKey(one) for one in sources), rules)


def registry(*editions: Edition, of: Family | None = None,
             artifacts: tuple[RegisteredArtifact, ...] = ()) -> Registry:
    """Everything known from the first log position on, in the order given."""
    return Registry({"made": of or family()}, artifacts,
                    tuple(RegisteredEdition(one, place, "") for place, one in enumerate(editions, 1)))


@dataclass(frozen=True, slots=True)
class Asked:
    """One question in a registry, with the situation it meets."""

    task: Task
    situation: Situation

    @property
    def proof(self) -> Proof:
        return derive(self.situation, self.task)

    @property
    def output(self) -> Output:
        return self.proof.output


def ask(known: Registry, facts: Mapping[str, object], *, on: date = DAY,
        pair: tuple[str, str] | None = None) -> Asked:
    made = known.families["made"]
    both = (EditionKey(pair[0]), EditionKey(pair[1])) if pair else None
    task = Task(made.key, made.task_type, made.output_type, on, take_in(made, facts, on).observations, both)
    return Asked(task, Resolver(known).situation(made.key, on, both))


def only(when: str, facts: Mapping[str, object], *, on: date = DAY, of: Family | None = None) -> Asked:
    """A question to a single rule that is in force always."""
    return ask(registry(edition("one", rule("one", when)), of=of), facts, on=on)


def value(asked: Asked) -> str:
    """Y, N or U of the single rule that governs: applicable, silent or unknown."""
    sets = asked.output.sets
    return "Y" if sets.currently_applicable else "U" if sets.currently_unknown else "N"


def atoms(asked: Asked) -> dict[str, str]:
    """Every atom of the signature with its value and reason."""
    signature = asked.proof.signature
    return {name: AtomValue.from_code(code).text
            for name, code in zip(signature.atoms, signature.codes, strict=True)}
