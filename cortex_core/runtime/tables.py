"""The decision table of a step, collapsed by equivalence: interchangeable criteria share a column, and cases that
nothing later can tell apart share a row.

Two criteria are interchangeable when the step is the same with their names exchanged. The rows exclude each
other and together hold every case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement

from cortex_core.runtime.groups import NO, OPEN, YES, Members, Reading
from cortex_core.runtime.verdicts import AUTHORITY, INTEGRITY, Outcome, Step, compiled, requirements, truths

__all__ = ["DecisionTable", "TableRow", "decision_table", "interchangeable"]

MOST_CASES = 30_000
"""Cases a table is worked out for; a step with more is not tabulated, which the table says."""

Case = tuple[int, ...]
_Row = tuple[tuple[tuple[Case, ...] | None, ...], Outcome]


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: for each column the multisets of ranks it covers (None: any), the outcome, and is the step here?"""

    cells: tuple[tuple[Case, ...] | None, ...]
    outcome: Outcome
    here: bool


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """Columns (each the names that share it) and rows; ``cases`` counts what the rows stand for together."""

    columns: tuple[tuple[str, ...], ...]
    rows: tuple[TableRow, ...]
    cases: int
    complete: bool


def interchangeable(step: Step) -> tuple[tuple[str, ...], ...]:
    """Criteria that can move the outcome, in classes of interchangeable ones; authority and integrity alone."""
    groups = step.members
    roots = [one.id for one in requirements(step) if one.mandatory]
    plain = _shape(roots, groups, {})
    under = [one.id for one in step.criteria if any(one.id in _names(root, groups) for root in roots)]
    classes: list[list[str]] = []
    for name in under:
        for others in classes:
            if _shape(roots, groups, {name: others[0], others[0]: name}) == plain:
                others.append(name)
                break
        else:
            classes.append([name])
    return (*(tuple(one) for one in classes), (AUTHORITY,), (INTEGRITY,))


def _names(root: str, groups: Members) -> set[str]:
    group = groups.get(root)
    return {root} if group is None else {name for member in group.members for name in _names(member, groups)}


def _shape(roots: list[str], groups: Members, renamed: Mapping[str, str]) -> str:
    """The mandatory requirements as text that does not depend on order, with some names exchanged."""
    def spelled(name: str) -> str:
        group = groups.get(name)
        if group is None:
            return renamed.get(name, name)
        return f"{group.kind.value} {group.count}({','.join(sorted(spelled(member) for member in group.members))})"

    return ";".join(sorted(spelled(root) for root in roots))


def decision_table(step: Step, reading: Reading = Reading.KLEENE) -> DecisionTable:
    """The table of a step under a reading."""
    columns = interchangeable(step)
    cases = 1
    for names in columns:
        cases *= (len(names) + 1) * (len(names) + 2) // 2
    if cases > MOST_CASES:
        return DecisionTable(columns, (), cases, complete=False)
    start = {name: truth.rank for name, truth in truths(step).items()}
    here = tuple(tuple(sorted(start[name] for name in names)) for names in columns)
    table = _Table(columns, compiled(step, reading), start)
    every = tuple(frozenset(table.values(depth)) for depth in range(len(columns)))
    rows = tuple(TableRow(cells, outcome, all(cell is None or at in cell for cell, at in zip(cells, here, strict=True)))
                 for cells, outcome in _merged(list(table.rows(())), every))
    return DecisionTable(columns, rows, cases, complete=True)


def _merged(rows: list[_Row], every: tuple[frozenset[Case], ...]) -> list[_Row]:
    """Rows with one outcome that differ in one column alone become one row, until there are no such two."""
    for at, (cells, outcome) in enumerate(rows):
        for later in range(at + 1, len(rows)):
            others, same = rows[later]
            apart = [column for column, (one, other) in enumerate(zip(cells, others, strict=True)) if one != other]
            if same is outcome and len(apart) == 1:
                column = apart[0]
                both = frozenset(cells[column] or ()) | frozenset(others[column] or ())
                cell = None if both == every[column] else tuple(sorted(both))
                row = (*cells[:column], cell, *cells[column + 1:]), outcome
                return _merged([*rows[:at], row, *rows[at + 1:later], *rows[later + 1:]], every)
    return rows


class _Table:
    """Column by column: values after which everything left comes out alike are one block."""

    def __init__(self, columns: tuple[tuple[str, ...], ...], outcome: Callable[[Mapping[str, int]], Outcome],
                 start: Mapping[str, int]) -> None:
        self._columns, self._outcome, self._start = columns, outcome, start
        self._left: dict[tuple[Case, ...], tuple[Outcome, ...]] = {}

    def values(self, depth: int) -> list[Case]:
        """Multisets of ranks of one column, failing ones first."""
        return list(combinations_with_replacement((NO, OPEN, YES), len(self._columns[depth])))

    def _outcomes(self, chosen: tuple[Case, ...]) -> tuple[Outcome, ...]:
        """The outcomes of every case that begins so: equal tuples mean that nothing later tells them apart."""
        if chosen not in self._left:
            if len(chosen) == len(self._columns):
                ranks = {name: rank for names, case in zip(self._columns, chosen, strict=True)
                         for name, rank in zip(names, case, strict=True)}
                self._left[chosen] = (self._outcome({**self._start, **ranks}),)
            else:
                self._left[chosen] = tuple(one for value in self.values(len(chosen))
                                           for one in self._outcomes((*chosen, value)))
        return self._left[chosen]

    def rows(self, chosen: tuple[Case, ...]) -> Iterator[_Row]:
        """Rows below a prefix, disjoint and together complete."""
        depth = len(chosen)
        outcomes = self._outcomes(chosen)
        if len(set(outcomes)) == 1:
            yield (None,) * (len(self._columns) - depth), outcomes[0]
            return
        blocks: dict[tuple[Outcome, ...], list[Case]] = {}
        for value in self.values(depth):
            blocks.setdefault(self._outcomes((*chosen, value)), []).append(value)
        for block in blocks.values():
            cell = None if len(blocks) == 1 else tuple(sorted(block))
            for cells, outcome in self.rows((*chosen, block[0])):
                yield (cell, *cells), outcome
