"""The picture of a proof chain: one focus, one hop each way, in columns from source to conclusion."""

from __future__ import annotations

from collections.abc import Sequence

from cortex_core.digest import short
from cortex_core.model.enums import Standing
from cortex_core.model.experience import Proof
from cortex_core.service.shapes import AtomView, EdgeView, NodeView, Picture

__all__ = ["MOST_ATOMS", "chain_picture"]

MOST_ATOMS = 12


def chain_picture(proof: Proof, atoms: Sequence[AtomView], versions: dict[str, str], *, conclusion: str,
                  title: str, standing: Standing, episode: str, rules: Sequence[tuple[str, str, str]],
                  challenges: Sequence[tuple[str, str]]) -> Picture:
    """Sources → rules that speak → decisive atoms → proof → episode → conclusion; what is left out is counted."""
    speaking = {rule for rule, _, _ in rules}
    nodes: list[NodeView] = []
    edges: list[EdgeView] = []
    cited = [cite for cite in proof.key.cites if cite.rule in speaking]
    for artifact in dict.fromkeys(cite.artifact for cite in cited):
        version = versions.get(artifact, artifact)
        nodes.append(NodeView(f"source:{artifact}", "artifact", version, f"artifact version {version}", None, 0))
    for rule, expression, words in rules:
        nodes.append(NodeView(f"rule:{rule}", "rule", rule.split(":", 1)[1], f"{rule}: {expression} → {words}",
                              None, 1))
        edges.append(EdgeView(f"rule:{rule}", "proof", "justifies"))
    edges += [EdgeView(f"source:{artifact}", f"rule:{rule}", "justifies")
              for artifact, rule in dict.fromkeys((cite.artifact, cite.rule) for cite in cited)]
    decisive = [atom for atom in atoms if atom.decisive]
    for atom in decisive[:MOST_ATOMS]:
        nodes.append(NodeView(f"atom:{atom.id}", "atom", f"{atom.id}: {atom.truth.value}",
                              f"{atom.words}: {atom.truth.value}" + (f" ({atom.reason})" if atom.reason else ""),
                              None, 2))
        edges.append(EdgeView(f"atom:{atom.id}", "proof", "evidence"))
    nodes.append(NodeView("proof", "proof", f"proof {short(proof.id)}", f"proof {proof.id}", standing, 3))
    nodes.append(NodeView("episode", "episode", f"episode {episode[-6:]}", f"{episode}: facts are kept apart", None, 4))
    nodes.append(NodeView(conclusion, "conclusion", title, f"conclusion: {title}", standing, 5))
    edges += [EdgeView("proof", conclusion, "justifies"), EdgeView("episode", conclusion, "evidence")]
    for challenge, words in challenges:
        nodes.append(NodeView(f"challenge:{challenge}", "challenge", "challenge", words, Standing.CHALLENGED, 2))
        edges.append(EdgeView(f"challenge:{challenge}", "proof", "refutes"))
    hidden = len(atoms) - min(len(decisive), MOST_ATOMS)
    return Picture(tuple(nodes), tuple(edges), hidden,
                   f"showing {len(nodes)} nodes, one hop around the proof; {hidden} of {len(atoms)} atoms are in "
                   "the table only, as their change alone would alter nothing" if hidden else
                   f"showing all {len(nodes)} nodes")
