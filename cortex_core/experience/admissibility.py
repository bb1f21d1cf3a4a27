"""Exact replay is admitted by a list of conditions, each reported with the two values compared (contract 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from cortex_core.digest import short
from cortex_core.experience.memory import StoredCertificate
from cortex_core.model.enums import Standing, Verdict
from cortex_core.model.experience import Proof, ProofKey, Signature, signature_digest

__all__ = ["Condition", "admissibility", "is_admissible"]


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: what was recorded, what is current, and whether they agree."""

    name: str
    verdict: Verdict
    recorded: str
    current: str


def _same(name: str, recorded: object, current: object, shown: Callable[[object], str] = str) -> Condition:
    verdict = Verdict.PASS if recorded == current else Verdict.FAIL
    return Condition(name, verdict, shown(recorded), shown(current))


def _sources(key: ProofKey, representative: Callable[[str], str]) -> tuple[tuple[str, str], ...]:
    return tuple((ref.artifact, representative(ref.blob)) for ref in key.sources)


def _rule_lists(key: ProofKey) -> tuple[tuple[str, str], ...]:
    return tuple((rules.edition, rules.digest) for rules in key.rules)


def _pairs(value: object) -> str:
    pairs = value if isinstance(value, tuple) else ()
    return ", ".join(f"{name} {short(str(mark)) if ':' in str(mark) else mark}" for name, mark in pairs) or "none"


def _selection(key: ProofKey) -> str:
    if key.contested:
        return "unresolved: " + ", ".join(key.contested)
    return key.governing or "none governs"


def admissibility(
    proof: Proof, key: ProofKey, signature: Signature, *, standing: Standing, decided_on: date,
    certificates: Sequence[StoredCertificate], trusted: Callable[[StoredCertificate], bool],
    representative: Callable[[str], str],
) -> tuple[Condition, ...]:
    """Every condition of exact replay of ``proof`` for a task with that key and signature.

    ``standing`` is the proof's at (decision date, known). ``representative`` maps a blob to the first one of
    its class of certified rebinds, so that a white-space edit of a source admits as before. Tool
    observations and reasons of unknown atoms are part of the signature.
    """
    old = proof.key
    trusted_by = [one.certificate.verifier for one in certificates if trusted(one)]
    inside = Verdict.PASS if old.interval.covers(decided_on) else Verdict.FAIL
    return (
        Condition("standing", Verdict.PASS if standing.admits else Verdict.FAIL, standing.value,
                  "active or reaffirmed"),
        _same("same resolved selection", _selection(old), _selection(key)),
        _same("source digests (rebinds counted as equal)", _sources(old, representative),
              _sources(key, representative), _pairs),
        _same("rule lists and rule digests", _rule_lists(old), _rule_lists(key), _pairs),
        _same("ordered edition pair", old.pair, key.pair,
              lambda pair: " → ".join(pair) if isinstance(pair, tuple) else "no pair"),
        _same("tool versions", old.tools, key.tools, _pairs),
        _same("evaluator semantics", old.semantics, key.semantics),
        Condition("decision date in the source interval", inside, str(old.interval), decided_on.isoformat()),
        Condition("certificate of a trusted verifier", Verdict.PASS if trusted_by else Verdict.FAIL,
                  ", ".join(sorted({one.certificate.verifier for one in certificates})) or "none",
                  ", ".join(sorted(set(trusted_by))) or "none trusted"),
        _same("task type", old.task_type, key.task_type),
        _same("output type", old.output_type, key.output_type),
        _same("signature, reasons included", (proof.signature.atoms, proof.signature.codes),
              (signature.atoms, signature.codes), lambda value: short(signature_digest(
                  proof.signature if value == (proof.signature.atoms, proof.signature.codes) else signature))),
        _same("output context", proof.signature.context, signature.context, _pairs),
        _same("tool observations", proof.signature.observations, signature.observations,
              lambda value: f"{len(value) if isinstance(value, tuple) else 0} observations"),
    )


def is_admissible(conditions: Sequence[Condition]) -> bool:
    """All pass; unknown is not a pass."""
    return all(condition.verdict is Verdict.PASS for condition in conditions)
