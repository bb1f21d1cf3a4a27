"""The top of a conclusion: what it says, where it stands, and what decided it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from cortex_core.service import commands
from cortex_core.service.shapes import AtomView, Chain, RowView
from cortex_core.service.views.marks import mode_words
from cortex_core.service.views.markup import Html, chip, element, identifier, join, mark, pairs, plural, table
from pages.parts import copy_link, link
from pages.parts.frame import Here
from pages.parts.status import row, show, show_table

__all__ = ["decision", "head", "horizon"]


def head(here: Here, chain: Chain) -> None:
    """Title, standing with its reason, and what a reader can take away."""
    line = chain.line
    with st.container(key="narrowback"):
        st.button("← All conclusions", key="back", type="tertiary", on_click=link.put, kwargs={"sel": "", "tab": ""})
    signed = (
        f"✎ signed, {line.signed}"
        if line.signed.startswith("claimed")
        else f"✎ sign-off void: {line.signed}"
        if line.signed
        else "not signed"
    )
    show(
        element("p", f"{line.family_title} · {chain.kind}", cls="kicker"),
        element("h1", line.title, cls="title"),
        element("p", chain.sentence, cls="sentence"),
    )
    show(
        row(
            [
                mark(line.standing, large=True),
                chip("◷ expired", "the decision's stretch is over at the viewed day") if line.expired else "",
                chip("◉ in use") if line.in_use else "",
                chip(f"mode: {chain.mode}", mode_words(chain.mode)),
                chip(signed),
            ]
        ),
        element("p", line.reason, cls="prose quiet"),
    )
    with st.container(horizontal=True, gap="small", key="take-away"):
        copy_link.button()
        st.download_button(
            "Evidence file",
            lambda: commands.evidence(here.graph, line.id),
            file_name=f"{line.id}.json",
            mime="application/json",
            key="evidence",
            on_click="ignore",
            icon=":material/download:",
        )


def _output(each: RowView) -> Html:
    said = each.new_output or ("no output" if each.released else "")
    withheld = element("span", element("b", "withheld: "), each.withheld_reason) if not each.released else ""
    return element(
        "div",
        element("div", said) if said else "",
        withheld,
        element("div", element("code", each.lineage, cls="identifier"), cls="under"),
    )


def decision(chain: Chain) -> None:
    """Rows of the edition pair, rules as written, and the atoms that mattered."""
    show(pairs([("governing", chain.governing), ("editions compared", chain.pair)]))
    show_table(
        ("output", "old", "new", "change"),
        [(_output(each), mark(each.old), mark(each.new), mark(each.transition)) for each in chain.rows],
        f"{plural(len(chain.rows), 'row')} for this person",
    )
    decisive = [atom for atom in chain.atoms if atom.decisive]
    others = [atom for atom in chain.atoms if not atom.decisive]
    if decisive:
        show(
            _atoms(
                decisive, f"{len(decisive)} of {len(chain.atoms)} atoms decide it: change one alone and a row changes"
            )
        )
    if others:
        with st.expander(
            f"{plural(len(others), 'atom')} without effect alone" if decisive else plural(len(others), "atom")
        ):
            show(_atoms(others, "Read, but changing one of these alone changes no row"))
    if chain.rules:
        with st.expander(f"{plural(len(chain.rules), 'rule')} as written"):
            show(
                *(
                    element(
                        "div",
                        identifier(rule, 60),
                        element("p", element("code", written)),
                        element("p", f"gives: {output}", cls="small quiet"),
                    )
                    for rule, written, output in chain.rules
                )
            )
    if chain.tool_observations:
        show(
            table(
                ("tool", "value", "digest"),
                [(tool, value, identifier(of, 18)) for tool, value, of in chain.tool_observations],
                "Observations of tools",
            )
        )


def _atoms(atoms: Sequence[AtomView], caption: str) -> Html:
    return table(
        ("statement", "value", "from"),
        [(atom.words, mark(atom.truth, atom.reason), join([f"{atom.fact}: ", atom.value])) for atom in atoms],
        caption,
    )


def horizon(chain: Chain) -> None:
    """Until when the output holds, and the narrower stretch in which exact replay is admitted."""
    show(
        pairs(
            [
                ("decided on", chain.decided_on),
                ("holds until", element("b", chain.holds_until)),
                ("because", chain.holds_until_why),
                ("replay until", chain.replay_until),
                ("source interval", chain.source_interval),
                ("fact horizon", chain.fact_horizon),
            ]
        )
    )
