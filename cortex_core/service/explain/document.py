"""An output as the JSON that the command prints and the case file expects."""

from __future__ import annotations

from cortex_core.ids import EditionKey
from cortex_core.model.experience import Output, Sets

__all__ = ["shown"]


def shown(output: Output, governing: EditionKey | None) -> dict[str, object]:
    """An output in the form of the case file (docs/contract.md 3.3)."""
    return {
        "governing_edition": governing,
        "lineages": [{
            "lineage": row.lineage, "old": row.old.value, "old_output": row.old_output or None,
            "new": row.new.value, "new_output": row.new_output or None, "transition": row.transition.value,
            "rule_changed": row.rule_changed, "transition_material": row.transition_material.value,
        } for row in output.rows],
        "sets": {name: list(getattr(output.sets, name)) for name in Sets.__slots__},
    }
