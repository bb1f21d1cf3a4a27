"""The typed output that rules and signature give, derived again (contract 3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cortex_core.ids import EditionKey
from cortex_core.model.enums import Transition, Truth
from cortex_core.model.experience import Output, ProofKey, Row, Sets, Signature
from cortex_core.model.rules import Family
from cortex_core.rules.checker.reading import Lineage, ReadRule, lineages_of
from cortex_core.temporal.possible import Possible

__all__ = ["derive"]

_ANSWERS = (Possible.NEVER, Possible.SOMETIMES, Possible.ALWAYS)   # by the two low bits of an atom's code

Reading = Mapping[str, Lineage]


def derive(
    key: ProofKey, signature: Signature, family: Family, rules: Mapping[EditionKey, Sequence[ReadRule]],
) -> Output:
    """Rows, sets and contents under a signature. ``rules`` are those of every edition that the key reads.

    Raises KeyError and ValueError as `lineages_of`: the registered rules cannot be carried out.
    """
    answers = {name: _ANSWERS[code & 3] for name, code in zip(signature.atoms, signature.codes, strict=True)}
    vocabulary = family.vocabulary()
    read = {edition: lineages_of(listed, vocabulary, answers.__getitem__)
            for edition, listed in rules.items()}
    rows = _rows(read.get(key.pair[0]), read.get(key.pair[1])) if key.pair else ()
    governing = read[key.governing] if key.governing is not None else {}
    applicable = [one for lineage in governing.values() for one in lineage.holding]
    used = {one.rule.output for one in applicable} | {row.old_output for row in rows} | {
        row.new_output for row in rows}
    return Output(
        rows,
        Sets(
            added=_with(rows, Transition.ADD),
            removed=_with(rows, Transition.RETIRE),
            modified=_with(rows, Transition.MODIFY),
            unchanged=_with(rows, Transition.UNCHANGED),
            unresolved=_with(rows, Transition.UNRESOLVED),
            currently_applicable=tuple(sorted(one.rule.id for one in applicable)),
            currently_unknown=tuple(sorted(f"{key.governing}:{name}" for name, lineage in governing.items()
                                           if lineage.value is Truth.U)),
        ),
        tuple((name, family.output(name).digest) for name in sorted(used - {""})))


def _with(rows: tuple[Row, ...], transition: Transition) -> tuple[str, ...]:
    return tuple(row.lineage for row in rows if row.transition is transition)


def _rows(old: Reading | None, new: Reading | None) -> tuple[Row, ...]:
    """None: the edition is not registered, so that whether it has the lineage is unknown. That is not the
    same as an edition that was read and lacks it."""
    names = sorted({*(old or {}), *(new or {})})
    rows = [_row(name, (old or {}).get(name), (new or {}).get(name), _lacking(old), _lacking(new))
            for name in names]
    return tuple(row for row in rows if row.old is not Truth.N or row.new is not Truth.N)


def _lacking(reading: Reading | None) -> Truth:
    return Truth.U if reading is None else Truth.N


def _row(name: str, old: Lineage | None, new: Lineage | None, old_lacks: Truth, new_lacks: Truth) -> Row:
    before, after = old.value if old else old_lacks, new.value if new else new_lacks
    same_output = bool(old and new and old.content == new.content)
    if Truth.U in (before, after):
        transition = Transition.UNRESOLVED
    elif before is after:
        transition = Transition.UNCHANGED if same_output else Transition.MODIFY
    else:
        transition = Transition.ADD if after is Truth.Y else Transition.RETIRE
    changed = old.matter != new.matter if old and new else None
    material = Transition.MODIFY if transition is Transition.UNCHANGED and changed is True else transition
    return Row(name, before, old.output if old else "", after, new.output if new else "",
               transition, changed, material)
