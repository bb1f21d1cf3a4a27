"""What would change a conclusion, and what would settle an open one (counterexamples 33, 36)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from cortex_core.experience.derivation import output_on
from cortex_core.experience.neighbours import facts_read, representative_values, with_value
from cortex_core.experience.situation import Situation
from cortex_core.logic.values import Known, Scalar
from cortex_core.model.experience import Output, Task

__all__ = ["Flip", "Settling", "settling", "single_fact_flips"]

MOST_COMBINATIONS = 3_000
LARGEST_SET = 3


@dataclass(frozen=True, slots=True)
class Flip:
    """One fact given another value, and the output that follows."""

    fact: str
    value: Scalar
    then: Output


@dataclass(frozen=True, slots=True)
class Settling:
    """Facts of which *some* value alone leaves fewer open questions, and the smallest sets of facts that
    settle all of them *whatever* their values are. ``complete`` is False when the search was cut."""

    may: tuple[str, ...]
    must: tuple[tuple[str, ...], ...]
    complete: bool


def single_fact_flips(situation: Situation, task: Task, output: Output) -> Iterator[Flip]:
    """Every single known fact and representative value that gives another output."""
    known = {one.name for one in task.observations if isinstance(one.value, Known)}
    for name in facts_read(situation.family, situation.book):
        spec = situation.family.fact(name)
        if spec is None or name not in known:
            continue
        for value in representative_values(situation.family, situation.book, spec, task.decided_on):
            then = output_on(situation, with_value(task, name, value), task.decided_on)
            if then.digest != output.digest:
                yield Flip(name, value, then)


def _open(output: Output) -> int:
    return len(output.sets.unresolved) + len(output.sets.currently_unknown)


def settling(situation: Situation, task: Task, output: Output) -> Settling:
    """Which unknown facts may settle the open questions, and which sets must; ties in order of names."""
    unknown = [one.name for one in task.observations if not isinstance(one.value, Known)]
    facts = [name for name in facts_read(situation.family, situation.book) if name in unknown]
    values: dict[str, tuple[Scalar, ...]] = {}
    for name in facts:
        spec = situation.family.fact(name)
        if spec is not None:
            values[name] = representative_values(situation.family, situation.book, spec, task.decided_on)
    before, complete = _open(output), True
    may = [name for name in facts
           if any(_open(output_on(situation, with_value(task, name, value), task.decided_on)) < before
                  for value in values[name])]
    must: list[tuple[str, ...]] = []
    for size in range(1, min(LARGEST_SET, len(facts)) + 1):
        for chosen in combinations(sorted(facts), size):
            choices = 1
            for name in chosen:
                choices *= len(values[name])
            if choices > MOST_COMBINATIONS:
                complete = False
            elif all(_open(_with_all(situation, task, chosen, given)) == 0
                     for given in product(*(values[name] for name in chosen))):
                must.append(chosen)
        if must:
            break
    return Settling(tuple(sorted(may)), tuple(must), complete)


def _with_all(situation: Situation, task: Task, names: tuple[str, ...], given: tuple[Scalar, ...]) -> Output:
    for name, value in zip(names, given, strict=True):
        task = with_value(task, name, value)
    return output_on(situation, task, task.decided_on)
