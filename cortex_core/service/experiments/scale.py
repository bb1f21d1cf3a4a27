"""A large synthetic graph for measuring: real decisions on drawn persons, then many episodes on their proofs.

Labelled synthetic by its name. Each further episode is a task of its own whose facts equal those of a drawn
person, so proofs are shared as they are in practice.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cortex_core.ids import EpisodeId
from cortex_core.lifecycle.controller import Decision, decide
from cortex_core.lifecycle.recording import record
from cortex_core.model.events import Committed
from cortex_core.model.experience import Observation
from cortex_core.service.build import register_all, whole
from cortex_core.service.deciding import Asked, make_task
from cortex_core.service.experiments.cohorts import cohort
from cortex_core.service.unit import Facts, Unit, decide_and_append
from cortex_core.store.database import create

__all__ = ["build_synthetic"]

FAMILIES = ("crc_screening", "crc_coverage", "hiv_art", "gc_treatment", "ct_treatment", "aspirin_cvd", "cpap_osa",
            "partd_benefit", "tls_lifetime", "nist_password")
STARTS = datetime(2026, 9, 1, 9, tzinfo=UTC)
BATCH = 5_000
DRAWN_AT_ONCE = 40
MOST_ROUNDS = 60


def build_synthetic(path: Path, *, episodes: int, proofs: int, seed: int, force: bool = False, batch: int = BATCH,
                    say: Callable[[str], None] = lambda words: None) -> None:
    """Build a graph of ``episodes`` episodes over at most ``proofs`` distinct proofs, ``batch`` episodes an event.

    Raises:
        InputError: a graph exists and ``force`` is not set. Nothing is left.
    """
    whole(path, force, lambda made: _fill(made, episodes, proofs, seed, batch, say))


def _fill(path: Path, episodes: int, proofs: int, seed: int, batch: int, say: Callable[[str], None]) -> None:
    create(path, name="synthetic", scripted=True, now=STARTS - timedelta(days=1))
    register_all(path, STARTS)
    made: list[Decision] = []

    def deciding(work: Unit) -> tuple[None, list[Committed], Facts]:
        made[:] = _distinct(work, min(proofs, episodes), seed)
        facts: dict[EpisodeId, tuple[Observation, ...]] = {}
        return None, [_batch(work, made, range(len(made)), facts, first=True)], facts

    say(f"deciding {min(proofs, episodes)} distinct tasks")
    decide_and_append(path, deciding, scripted=STARTS)
    for start in range(len(made), episodes, batch):
        numbers = range(start, min(episodes, start + batch))

        def repeating(work: Unit, numbers: range = numbers) -> tuple[None, list[Committed], Facts]:
            facts: dict[EpisodeId, tuple[Observation, ...]] = {}
            return None, [_batch(work, made, numbers, facts, first=False)], facts

        decide_and_append(path, repeating, scripted=STARTS)
        say(f"{numbers.stop} of {episodes} episodes")


def _distinct(work: Unit, wanted: int, seed: int) -> list[Decision]:
    """Decisions on drawn persons, one a distinct proof."""
    found: dict[str, Decision] = {}
    for turn in range(MOST_ROUNDS):
        for family in FAMILIES:
            for person in cohort(family, seed + turn, DRAWN_AT_ONCE):
                task, _ = make_task(work.resolver, Asked(family, person.facts, person.decision_date, (
                    person.old_edition, person.new_edition)), work.secret)
                decision = decide(task, work.resolver, work.memory, tools=work.tools, position=work.head.seq)
                found.setdefault(decision.proof_id, decision)
                if len(found) >= wanted:
                    return list(found.values())
    return list(found.values())


def _batch(work: Unit, made: list[Decision], numbers: range, facts: dict[EpisodeId, tuple[Observation, ...]], *,
           first: bool) -> Committed:
    kept = []
    for number in numbers:
        decision = made[number % len(made)]
        one = record(decision, work.secret, work.registry, name=f"synthetic {number}")
        facts[one.episode.id] = decision.task.observations
        kept.append(one)
    return Committed(
        tuple(decision.proof for decision in made) if first else (),
        tuple(one.certificate for one in kept) if first else (),
        tuple(one.episode for one in kept), tuple(one.abstention for one in kept if one.abstention is not None))
