"""From a signature to the typed output: values, outputs and transitions of every lineage (contract 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from cortex_core.ids import EditionKey
from cortex_core.logic.truth import Truth, disjunction
from cortex_core.model.enums import Transition
from cortex_core.model.experience import Output, Row, Sets
from cortex_core.rules.evaluator import compiled
from cortex_core.rules.rulebook import BookRule, RuleBook, material_digest

__all__ = ["Side", "evaluate", "rule_changed"]


@dataclass(frozen=True, slots=True)
class Side:
    """One lineage in one edition for one signature: its value, and the rule that is Y if one is."""

    value: Truth
    applies: BookRule | None

    @property
    def output(self) -> str:
        return self.applies.rule.output if self.applies else ""

    @property
    def content(self) -> str:
        return self.applies.content if self.applies else ""


_ABSENT = Side(Truth.N, None)
_UNRESOLVED = Side(Truth.U, None)


def sides(book: RuleBook, codes: bytes) -> dict[EditionKey, dict[str, Side]]:
    """Every lineage of every edition of the book."""
    values = compiled(book).values(codes)
    found: dict[EditionKey, dict[str, Side]] = {}
    for edition in book.editions:
        found[edition] = {}
        for lineage, variants in book.lineages(edition).items():
            value = disjunction(values[one.rule.id] for one in variants)
            yes = [one for one in variants if values[one.rule.id] is Truth.Y]
            found[edition][lineage] = Side(value, yes[0] if yes else None)
    return found


def rule_changed(book: RuleBook, lineage: str, old: EditionKey, new: EditionKey) -> bool | None:
    """Whether the lineage's material signature differs; None if one edition lacks it."""
    before = book.lineages(old).get(lineage) if old in book.rules else None
    after = book.lineages(new).get(lineage) if new in book.rules else None
    return None if before is None or after is None else material_digest(before) != material_digest(after)


def _transition(old: Side, new: Side) -> Transition | None:
    if Truth.U in (old.value, new.value):
        return Transition.UNRESOLVED
    match old.value is Truth.Y, new.value is Truth.Y:
        case False, True:
            return Transition.ADD
        case True, False:
            return Transition.RETIRE
        case True, True:
            return Transition.UNCHANGED if old.content == new.content else Transition.MODIFY
        case _:
            return None


def _rows(book: RuleBook, found: dict[EditionKey, dict[str, Side]],
          pair: tuple[EditionKey, EditionKey]) -> tuple[Row, ...]:
    old_key, new_key = pair
    old_side, new_side = found.get(old_key), found.get(new_key)
    rows = []
    for lineage in sorted({*(old_side or ()), *(new_side or ())}):
        old = _UNRESOLVED if old_side is None else old_side.get(lineage, _ABSENT)
        new = _UNRESOLVED if new_side is None else new_side.get(lineage, _ABSENT)
        transition = _transition(old, new)
        if transition is None:
            continue
        changed = rule_changed(book, lineage, old_key, new_key)
        material = Transition.MODIFY if transition is Transition.UNCHANGED and changed else transition
        rows.append(Row(lineage, old.value, old.output, new.value, new.output, transition, changed, material))
    return tuple(rows)


def evaluate(book: RuleBook, codes: bytes, governing: EditionKey | None,
             pair: tuple[EditionKey, EditionKey] | None) -> Output:
    """The typed output: a function of rules, governing edition, pair and signature, and of nothing else.

    An edition of the pair that is not registered leaves every row of the other side unresolved; an edition
    that resolved and lacks a lineage counts as N.
    """
    found = sides(book, codes)
    rows = _rows(book, found, pair) if pair else ()
    by: dict[Transition, list[str]] = {kind: [] for kind in Transition}
    for row in rows:
        by[row.transition].append(row.lineage)
    current = found.get(governing, {}) if governing else {}
    applicable = sorted(side.applies.rule.id for side in current.values() if side.applies)
    unknown = sorted(f"{governing}:{lineage}" for lineage, side in current.items() if side.value is Truth.U)
    spoken = {name for row in rows for name in (row.old_output, row.new_output) if name}
    spoken |= {side.output for side in current.values() if side.applies}
    contents = tuple((name, book.family.output(name).digest) for name in sorted(spoken))
    sets = Sets(
        added=tuple(by[Transition.ADD]), removed=tuple(by[Transition.RETIRE]),
        modified=tuple(by[Transition.MODIFY]), unchanged=tuple(by[Transition.UNCHANGED]),
        unresolved=tuple(by[Transition.UNRESOLVED]),
        currently_applicable=tuple(applicable), currently_unknown=tuple(unknown))
    return Output(rows, sets, contents)
