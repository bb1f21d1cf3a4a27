"""The proof tree, folded to what decided: the deciding child first, the rest behind a count."""

from __future__ import annotations

from collections.abc import Sequence

from cortex_core.service.shapes import StepView
from cortex_core.service.views.markup import Html, element, identifier, mark
from cortex_core.service.views.steps import Branch, branches
from pages.parts.status import empty, show

__all__ = ["tree"]


def _line(step: StepView) -> Html:
    spans = [identifier(f"{version} {span}", 40) for version, span in step.spans]
    rule = [identifier(step.rule, 44)] if step.rule else []
    return element(
        "div",
        mark(step.truth, ", ".join(step.reasons)),
        " ",
        element("span", step.words, cls="said"),
        " ",
        *rule,
        *spans,
        cls="line",
    )


def _items(found: Sequence[Branch]) -> Html:
    shown = [branch for branch in found if branch.step.decides] or list(found)
    folded = [branch for branch in found if branch not in shown]
    items = [
        element(
            "li",
            _line(branch.step),
            _items(branch.children) if branch.children else "",
            cls="decides" if branch.step.decides else "",
        )
        for branch in shown
    ]
    if folded:
        rest = element(
            "details",
            element("summary", f"{len(folded)} more that did not decide"),
            element(
                "ul",
                *(
                    element("li", _line(branch.step), _items(branch.children) if branch.children else "")
                    for branch in folded
                ),
            ),
        )
        items.append(element("li", rest))
    return element("ul", *items)


def tree(steps: Sequence[StepView]) -> None:
    """Draw the tree; each line is value, expression, and the spans it was read from."""
    if not steps:
        empty(
            "No rule was evaluated.",
            "No edition governs this decision, so there is nothing to prove: see what would settle it.",
        )
        return
    show(element("div", _items(branches(steps)), cls="tree"))
