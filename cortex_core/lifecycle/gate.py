"""The gate: the one place where a row of an answer becomes released (contract 3.8).

A failed check rejects a row, an unknown one withholds it; a withheld row is shown as withheld, never
dropped, because a lineage missing from ``added`` reads as "not added". Nothing else constructs
`ReleasedRow`: a test and an import contract hold that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cortex_core.digest import digest
from cortex_core.ids import ProofId
from cortex_core.model.enums import Verdict
from cortex_core.model.experience import Criterion, Proof, Row
from cortex_core.rules.checker import FACTS_NOT_GIVEN, verdict

__all__ = ["GateReport", "Released", "ReleasedRow", "WithheldRow", "pass_gate", "report"]


@dataclass(frozen=True, slots=True)
class GateReport:
    """What the checks said of one proof at one log position."""

    proof: ProofId
    criteria: tuple[Criterion, ...]
    position: int

    @property
    def verdict(self) -> Verdict:
        return verdict(self.criteria)

    @property
    def digest(self) -> str:
        found = tuple((one.name, one.verdict, one.reason) for one in self.criteria)
        return digest("gate report", (self.proof, found, self.position))


@dataclass(frozen=True, slots=True)
class ReleasedRow:
    """A row that passed, with the report that released it and the position at which it holds."""

    row: Row
    proof: ProofId
    report: str
    position: int


@dataclass(frozen=True, slots=True)
class WithheldRow:
    """A row that did not pass: FAIL rejects it, UNKNOWN withholds it. Shown, never dropped."""

    row: Row
    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class Released:
    """The rows of an answer after the gate, in the order of the output."""

    rows: tuple[ReleasedRow, ...]
    withheld: tuple[WithheldRow, ...]


def report(proof: ProofId, criteria: Iterable[Criterion], position: int) -> GateReport:
    """A report on a proof at a log position."""
    return GateReport(proof, tuple(criteria), position)


def pass_gate(proof: Proof, gate: GateReport, unsupported: frozenset[str] = frozenset()) -> Released:
    """Release the rows that every criterion passes.

    ``unsupported`` names lineages whose citations do not hold in the registered text: when *fidelity* is
    the only criterion that did not pass, only their rows are kept back.
    """
    failed = [one for one in gate.criteria if one.verdict is Verdict.FAIL]
    unknown = [one for one in gate.criteria
               if one.verdict in (Verdict.UNKNOWN, Verdict.NOT_EVALUATED) and not _is_excused(one)]
    stopping = failed or unknown
    only_fidelity = bool(unsupported and stopping) and all(one.name == "fidelity" for one in failed + unknown)
    if not stopping and gate.verdict is not Verdict.PASS:
        stopping = [Criterion("gate", Verdict.UNKNOWN, "nothing was checked")]
    if gate.proof != proof.id:
        stopping, only_fidelity = [Criterion("gate", Verdict.FAIL, "the report is on another proof")], False
    released, withheld = [], []
    for row in proof.output.rows:
        if not stopping or (only_fidelity and row.lineage not in unsupported):
            released.append(ReleasedRow(row, gate.proof, gate.digest, gate.position))
        else:
            withheld.append(WithheldRow(row, stopping[0].verdict, _words(stopping)))
    return Released(tuple(released), tuple(withheld))


def _is_excused(one: Criterion) -> bool:
    """Erased facts leave the verdict to the other criteria; any other open question about facts does not."""
    return one.name == "facts" and one.verdict is Verdict.NOT_EVALUATED and one.reason == FACTS_NOT_GIVEN


def _words(criteria: Sequence[Criterion]) -> str:
    return "; ".join(f"{one.name}: {one.reason}" for one in criteria)
