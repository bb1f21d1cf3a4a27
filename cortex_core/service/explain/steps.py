"""The proof tree: from the packed trace of a proof to steps in words, the deciding child first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cortex_core.logic.atoms import Atom, AtomValue
from cortex_core.logic.truth import BY_RANK, Truth
from cortex_core.model.experience import Proof
from cortex_core.model.rules import Family
from cortex_core.rules.evaluator import Node, Program, compiled
from cortex_core.rules.rulebook import RuleBook
from cortex_core.rules.transitions import evaluate
from cortex_core.service.explain.words import atom_words
from cortex_core.service.shapes import StepView

__all__ = ["decisive_atoms", "steps"]


@dataclass(frozen=True, slots=True)
class _Reader:
    family: Family
    book: RuleBook
    program: Program
    ranks: bytes
    codes: Mapping[str, AtomValue]
    atoms: Mapping[str, Atom]

    def words(self, node: Node) -> str:
        match node.kind:
            case "atom":
                return atom_words(self.family, self.atoms[node.atom])
            case "not":
                return "not: " + self.words(self.program.nodes[node.args[0]])
            case "and":
                return f"all of {len(node.args)}"
            case "or":
                return f"any of {len(node.args)}"
            case _:
                return f"at least {node.count} of {len(node.args)}"

    def reasons(self, index: int) -> tuple[str, ...]:
        """Reasons of the unknown atoms below, as a set: reasons live on atoms only."""
        if self.ranks[index] != Truth.U.rank:
            return ()
        node = self.program.nodes[index]
        found: set[str] = set()
        if node.kind == "atom":
            reason = self.codes[node.atom].reason
            return (f"{self.words(node)}: {reason.value}",) if reason else ()
        for child in node.args:
            found.update(self.reasons(child))
        return tuple(sorted(found))

    def tree(self, index: int, depth: int, decides: bool, rule: str,
             spans: tuple[tuple[str, str], ...]) -> Iterator[StepView]:
        node, rank = self.program.nodes[index], self.ranks[index]
        yield StepView(depth, f"n{index}", self.words(node), BY_RANK[rank], self.reasons(index), decides, spans, rule)
        if node.kind == "not" and self.program.nodes[node.args[0]].kind == "atom":
            return
        order = sorted(node.args, key=lambda child: self.ranks[child] != rank and node.kind != "not")
        for child in order:
            same = node.kind == "not" or self.ranks[child] == rank
            yield from self.tree(child, depth + 1, same, "", ())


def _reader(book: RuleBook, proof: Proof) -> _Reader:
    program = compiled(book)
    codes = {name: AtomValue.from_code(code)
             for name, code in zip(proof.signature.atoms, proof.signature.codes, strict=True)}
    return _Reader(book.family, book, program, program.trace(proof.signature.codes), codes,
                   {atom.id: atom for atom in book.atoms})


def steps(book: RuleBook, proof: Proof, versions: Mapping[str, str]) -> tuple[StepView, ...]:
    """One tree a rule of each lineage that has a row or applies now, new edition first.

    ``versions`` maps an artifact to the version whose span the rule was read from.
    """
    reader = _reader(book, proof)
    speaking = {row.lineage for row in proof.output.rows}
    found: list[StepView] = []
    for edition in reversed(book.editions):
        for one in book.rules[edition]:
            if one.rule.lineage not in speaking and one.rule.id not in proof.output.sets.currently_applicable:
                continue
            spans = tuple((versions.get(cite.artifact, cite.artifact), cite.span) for cite in one.rule.cites)
            found += reader.tree(reader.program.roots[one.rule.id], 0, True, one.rule.id, spans)
    return tuple(found)


def decisive_atoms(book: RuleBook, proof: Proof) -> frozenset[str]:
    """Atoms whose change alone would give another output (Y, N or unknown in place of what it is)."""
    signature, found = proof.signature, set()
    for index, name in enumerate(signature.atoms):
        for code in _others(signature.codes[index]):
            codes = signature.codes[:index] + bytes((code,)) + signature.codes[index + 1:]
            if evaluate(book, codes, proof.key.governing, proof.key.pair).digest != proof.output.digest:
                found.add(name)
                break
    return frozenset(found)


def _others(code: int) -> Sequence[int]:
    return [rank for rank in (Truth.N.rank, Truth.Y.rank) if rank != code]
