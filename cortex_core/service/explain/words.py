"""Atoms, values, outputs and instants in the words of the family's labels."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from cortex_core.logic.atoms import Atom, scalar_text
from cortex_core.logic.values import Between, Conflicting, Known, Missing, OneOf, Stale, Unscoped, Value
from cortex_core.model.experience import Output
from cortex_core.model.rules import Content, Family
from cortex_core.temporal.interval import Interval

__all__ = ["atom_words", "content_words", "interval_words", "known_words", "output_words", "term_label",
           "transition_sentence", "value_words"]


def term_label(family: Family, term: str) -> str:
    """The label of a fact or derived term, with its unit."""
    for derived in family.derived:
        if derived.name == term:
            return derived.label or term.replace("_", " ")
    spec = family.fact(term)
    if spec is None:
        return term.replace("_", " ")
    return (spec.label or term.replace("_", " ")) + (f" ({spec.unit})" if spec.unit else "")


def atom_words(family: Family, atom: Atom) -> str:
    """``age in completed years is at least 45``."""
    label = term_label(family, atom.term)
    shown = [scalar_text(operand).replace("_", " ") for operand in atom.operands]
    match atom.op:
        case "is":
            return label
        case "=":
            return f"{label} is {shown[0]}"
        case "in":
            return f"{label} is one of {', '.join(shown)}"
        case ">=":
            return f"{label} is at least {shown[0]}" if not isinstance(atom.operands[0], date) \
                else f"{label} is on or after {shown[0]}"
        case _:
            return f"{label} is above {shown[0]}" if not isinstance(atom.operands[0], date) \
                else f"{label} is after {shown[0]}"


def value_words(value: Value) -> str:
    """What is known of a fact, for the screen."""
    match value:
        case Known(one):
            return scalar_text(one).replace("_", " ")
        case Missing():
            return "not recorded"
        case Conflicting(candidates):
            shown = [scalar_text(one) + (f" ({by})" if by else "") for one, by in candidates]
            return "recorded differently: " + " / ".join(shown)
        case Between(low, high):
            return f"between {scalar_text(low)} and {scalar_text(high)}"
        case OneOf(options):
            return "one of " + ", ".join(scalar_text(one) for one in options)
        case Unscoped(why):
            return why
        case Stale(since):
            return f"no longer usable since {since}"


def content_words(content: Content) -> str:
    """``action: screen, grade: B``."""
    return ", ".join(f"{name}: {', '.join(value) if isinstance(value, tuple) else value}" for name, value in content)


def output_words(family: Family, output_id: str) -> str:
    """Label of an output; "" for none."""
    return family.output(output_id).label if output_id else ""


def interval_words(interval: Interval) -> str:
    """``from 2021-05-18, open`` (valid time, the end not included)."""
    start = f"from {interval.start}" if interval.start else "from the beginning"
    return f"{start} until before {interval.end}" if interval.end else f"{start}, open"


def known_words(known: str | datetime) -> str:
    """``2026-03-02 14:05 UTC`` from a known time."""
    moment = known if isinstance(known, datetime) else datetime.fromisoformat(known)
    return moment.strftime("%Y-%m-%d %H:%M UTC")


def transition_sentence(family: Family, output: Output) -> str:
    """The answer in one sentence: what is added, changed, ends, stays, and what is open."""
    parts = []
    for row in output.rows:
        match row.transition.value:
            case "add":
                parts.append(f"newly: {output_words(family, row.new_output)}")
            case "retire":
                parts.append(f"no longer: {output_words(family, row.old_output)}")
            case "modify":
                before, after = output_words(family, row.old_output), output_words(family, row.new_output)
                parts.append(f"changed: {before} → {after}")
            case "unchanged":
                parts.append(f"as before: {output_words(family, row.new_output)}")
            case _:
                parts.append(f"open: {row.lineage}")
    if not output.sets.currently_applicable and not output.sets.currently_unknown:
        parts.append("no rule applies under the governing edition")
    return _joined(parts) or "Nothing applies under either edition"


def _joined(parts: Sequence[str]) -> str:
    text = "; ".join(parts)
    return text[:1].upper() + text[1:]
