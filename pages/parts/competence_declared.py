"""The declared distribution as a sentence, its families with their generators, and the choice of another one."""

from __future__ import annotations

import streamlit as st

from cortex_core.service import competence
from cortex_core.service.competence_shapes import DistributionView
from cortex_core.service.views.markup import chip, element, identifier, plural
from cortex_core.service.views.measured import DRAWS, Asked, asked
from cortex_core.service.views.tiles import percent
from pages.parts import copy_link, link, session
from pages.parts.frame import Here
from pages.parts.status import row, show, show_table

__all__ = ["chosen", "declared"]


def chosen(here: Here) -> Asked:
    """What the link asks for."""
    return asked(here.view.state, [each.name for each in competence.distributions()])


def declared(ask: Asked) -> None:
    """Competence belongs to a distribution, so the distribution stands on top."""
    known = {each.name: each for each in competence.distributions()}
    found = known[ask.distribution]
    show(
        element("p", found.words, cls="sentence"),
        row(
            [
                chip(f"{found.name}, version {found.version}", "the declared distribution of tasks"),
                chip("exact where every task is summed" if found.enumerable else "estimated from draws"),
                identifier(found.digest, 18),
                element("span", "A design target: another distribution has another μ.", cls="small quiet"),
            ]
        ),
    )
    with st.container(horizontal=True, gap="small", key="take-away"):
        copy_link.button()
    with st.expander("The distribution in full, another one, another seed", icon=":material/tune:"):
        _choose(ask, known)
        show_table(
            ("family", "mass", "tasks come from"),
            [(each.title, percent(each.mass), each.words) for each in found.families],
            f"{plural(len(found.families), 'family', 'families')} with their part of all tasks",
            file=f"distribution-{found.name}",
            numeric=(1,),
        )


def _choose(ask: Asked, known: dict[str, DistributionView]) -> None:
    for key, held in (("distribution", ask.distribution), ("seed", ask.seed), ("draws", ask.draws)):
        session.set_value(f"ask-{key}", held)
    left, middle, right = st.columns(3)
    left.selectbox(
        "Distribution",
        list(known),
        format_func=lambda name: f"{name} — {'exact' if known[name].enumerable else 'drawn'}",
        key="ask-distribution",
        on_change=_asked,
        args=(ask, "distribution"),
    )
    middle.number_input(
        "Seed", min_value=0, max_value=999_999_999, step=1, key="ask-seed", on_change=_asked, args=(ask, "seed")
    )
    right.selectbox(
        "Draws",
        DRAWS,
        format_func=lambda count: f"{count:,}" if count else "every task of a table, else 1,000",
        key="ask-draws",
        on_change=_asked,
        args=(ask, "draws"),
    )


def _asked(ask: Asked, key: str) -> None:
    link.put(s=ask.but(**{key: session.value(f"ask-{key}")}), sel="")
