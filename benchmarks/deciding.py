"""One decision: replayed from the store, and fresh, with the same deliverable (output, proof, gate)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path

from benchmarks.harness import measure, milliseconds, times
from cortex_core.experience.derivation import derive
from cortex_core.lifecycle.controller import decide
from cortex_core.model.enums import Mode
from cortex_core.service.deciding import Asked, make_task
from cortex_core.service.experiments.cohorts import cohort
from cortex_core.service.unit import unit

FAMILIES = ("crc_screening", "hiv_art", "cpap_osa")


class _Empty:
    """A memory that remembers nothing: every decision is fresh."""

    def __init__(self, memory: object) -> None:
        self._memory = memory

    def proofs_with(self, family: str, signature_digest: str) -> list[object]:
        return []

    def __getattr__(self, name: str) -> object:
        return getattr(self._memory, name)


def table(path: Path) -> Iterator[str]:
    """One row a family: evaluation alone, a fresh decision, and a replay; the slower ones are shown too."""
    yield "| family | evaluation alone | fresh decision | replayed decision | fresh / replayed |"
    yield "| --- | --- | --- | --- | --- |"
    with unit(path) as work:
        for family in FAMILIES:
            for person in cohort(family, 4001, 40):
                task, _ = make_task(work.resolver, Asked(family, person.facts, person.decision_date, (
                    person.old_edition, person.new_edition)), work.secret)
                made = decide(task, work.resolver, work.memory, tools=work.tools, position=work.head.seq)
                if made.mode is Mode.REPLAY and task.decided_on > date(2015, 1, 1):
                    break
            empty = _Empty(work.memory)
            fresh = decide(task, work.resolver, empty, tools=work.tools, position=work.head.seq)  # type: ignore[arg-type]  # the same reads
            if fresh.proof.output != made.proof.output:
                raise RuntimeError(f"{family}: replay and fresh differ")
            situation = work.resolver.situation(family, task.decided_on, task.pair)
            given = {"tools": work.tools, "position": work.head.seq}
            found = measure({
                "alone": partial(derive, situation, task),
                "fresh": partial(decide, task, work.resolver, empty, **given),
                "replay": partial(decide, task, work.resolver, work.memory, **given)})
            shown = " | ".join(milliseconds(found[name]) for name in ("alone", "fresh", "replay"))
            yield f"| {family} ({made.mode.value}) | {shown} | {times(found['fresh'].ratio_to(found['replay']))} |"
