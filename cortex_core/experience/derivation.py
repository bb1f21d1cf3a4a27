"""From a task to a proof: the signature, the typed output, and the key they hang on."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from cortex_core.experience.situation import Situation, signature_of
from cortex_core.model.experience import Output, Proof, ProofKey, Signature, Task
from cortex_core.rules.transitions import evaluate

__all__ = ["derive", "key_of", "output_on"]


def key_of(situation: Situation, signature: Signature) -> ProofKey:
    """The situation's key with the tools that the signature's observations came from."""
    tools = tuple(sorted({(ref.tool, ref.version) for _, ref in signature.observations}))
    return replace(situation.key, tools=tools) if tools else situation.key


def derive(situation: Situation, task: Task) -> Proof:
    """Fresh evaluation. Same registry and task, same proof, whatever the memory holds (I7)."""
    signature = signature_of(situation, task)
    output = evaluate(situation.book, signature.codes, situation.key.governing, situation.pair)
    return Proof(key_of(situation, signature), signature, output)


def output_on(situation: Situation, task: Task, day: date) -> Output:
    """The output that the same facts and pair give on another civil date of the situation."""
    codes = signature_of(situation, task, day).codes
    return evaluate(situation.book, codes, situation.key.governing, situation.pair)
