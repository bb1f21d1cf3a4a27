"""The compiled evaluator: a rule book becomes one graph of shared nodes and two generated functions.

Values are ranks 0, 1, 2 (N < U < Y), so *and* is ``min``, *or* ``max``, *not* ``2 - x``. ``answer`` gives the
effective value of each rule; ``trace`` gives one byte a node. The generated source consists of integers
and the names ``min``, ``max`` and ``count`` only: nothing of a rule's text reaches the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from cortex_core.ids import RuleId
from cortex_core.logic.atoms import atom_value
from cortex_core.logic.normal import All, Any, Count, Literal, Normal
from cortex_core.logic.truth import BY_RANK, Truth
from cortex_core.logic.values import Value
from cortex_core.rules.rulebook import BookRule, RuleBook

__all__ = ["Node", "Program", "compiled", "signature_codes"]


@dataclass(frozen=True, slots=True)
class Node:
    """One node of the shared graph: an atom, or an operator over earlier nodes."""

    kind: str                      # atom | not | and | or | at_least
    args: tuple[int, ...]          # indices of earlier nodes
    count: int                     # at_least only
    atom: str                      # atom only


@dataclass(frozen=True, slots=True)
class Program:
    """A compiled book. ``roots`` maps each rule to the node of its effective predicate, ``own`` to the node
    of its own predicate."""

    nodes: tuple[Node, ...]
    roots: Mapping[RuleId, int]
    own: Mapping[RuleId, int]
    answer: Callable[[bytes], bytes]           # signature codes -> rank of each root, in order of roots
    trace: Callable[[bytes], bytes]            # signature codes -> rank of each node

    def values(self, codes: bytes) -> dict[RuleId, Truth]:
        """Effective value of every rule."""
        return {rule: BY_RANK[rank] for rule, rank in zip(self.roots, self.answer(codes), strict=True)}


def compiled(book: RuleBook) -> Program:
    """The program of a book, compiled on first use and kept with it."""
    program = book.memo.get("program")
    if program is None:
        program = book.memo["program"] = _compile(book)
    return cast(Program, program)


def signature_codes(book: RuleBook, terms: Mapping[str, Value]) -> bytes:
    """One code an atom, in the book's order: every atom that the selected rules consume."""
    return bytes(atom_value(atom, terms[atom.term]).code for atom in book.atoms)


class _Graph:
    """Builds the node list with common sub-expressions shared."""

    def __init__(self, book: RuleBook) -> None:
        self.nodes: list[Node] = []
        self._index: dict[Node, int] = {}
        for atom in book.atoms:
            self.put(Node("atom", (), 0, atom.id))

    def put(self, node: Node) -> int:
        if node not in self._index:
            self._index[node] = len(self.nodes)
            self.nodes.append(node)
        return self._index[node]

    def form(self, form: Normal) -> int:
        match form:
            case Literal(atom, positive):
                index = self.put(Node("atom", (), 0, atom.id))
                return index if positive else self.put(Node("not", (index,), 0, ""))
            case All(parts):
                return self.put(Node("and", tuple(self.form(part) for part in parts), 0, ""))
            case Any(parts):
                return self.put(Node("or", tuple(self.form(part) for part in parts), 0, ""))
            case Count(count, parts):
                return self.put(Node("at_least", tuple(self.form(part) for part in parts), count, ""))

    def effective(self, one: BookRule, siblings: Sequence[BookRule]) -> int:
        own = self.form(one.form)
        earlier = [self.form(other.form) for other in siblings if other.rule.variant in one.rule.after]
        if not earlier:
            return own
        refused = [self.put(Node("not", (index,), 0, "")) for index in earlier]
        return self.put(Node("and", (own, *refused), 0, ""))


def _count(wanted: int, values: tuple[int, ...]) -> int:
    yes = sum(1 for value in values if value == 2)
    possible = sum(1 for value in values if value)
    return 2 if yes >= wanted else 0 if possible < wanted else 1


def _source(node: Node) -> str:
    names = [f"n{index}" for index in node.args]
    match node.kind:
        case "not":
            return f"2-{names[0]}"
        case "at_least":
            return f"count({node.count},({','.join(names)},))"
        case _:
            return f"{'min' if node.kind == 'and' else 'max'}({','.join(names)})"


def _function(lines: list[str], returned: Sequence[int]) -> Callable[[bytes], bytes]:
    body = "".join(f"    {line}\n" for line in lines)
    text = f"def run(a):\n{body}    return bytes(({''.join(f'n{index},' for index in returned)}))\n"
    scope: dict[str, object] = {"min": min, "max": max, "count": _count, "bytes": bytes, "__builtins__": {}}
    exec(compile(text, "<rule book>", "exec"), scope)  # noqa: S102 - text is generated from node indices only
    return cast(Callable[[bytes], bytes], scope["run"])


def _compile(book: RuleBook) -> Program:
    graph = _Graph(book)
    roots: dict[RuleId, int] = {}
    own: dict[RuleId, int] = {}
    for edition in book.editions:
        for siblings in book.lineages(edition).values():
            for one in siblings:
                own[one.rule.id] = graph.form(one.form)
                roots[one.rule.id] = graph.effective(one, siblings)
    lines = [f"n{index}=a[{index}]&3" if node.kind == "atom" else f"n{index}={_source(node)}"
             for index, node in enumerate(graph.nodes)]
    needed = _reachable(graph.nodes, roots.values())
    answer = _function([lines[index] for index in sorted(needed)], list(roots.values()))
    return Program(tuple(graph.nodes), roots, own, answer, _function(lines, range(len(lines))))


def _reachable(nodes: Sequence[Node], roots: Iterable[int]) -> set[int]:
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        index = waiting.pop()
        if index not in seen:
            seen.add(index)
            waiting.extend(nodes[index].args)
    return seen
