"""The workbench of a change: choose a source, edit its text, see what it would touch, then commit or throw away."""

from __future__ import annotations

import streamlit as st

from cortex_core.errors import CortexError
from cortex_core.service import commands, queries
from cortex_core.service.shapes import ArtifactLine
from cortex_core.service.views.markup import chip, element, plural, status
from cortex_core.service.views.marks import Mark
from cortex_core.service.views.routes import routes
from cortex_core.service.views.wording import passage
from pages.parts import link, session
from pages.parts.cause_list import reach, spared
from pages.parts.frame import Here
from pages.parts.status import empty, path, row, show, text

__all__ = ["workbench"]

_STEPS = ("choose a source", "make the change", "what it touches", "commit or throw away")
_DRY = Mark("standing-superseded", "▭", "dry run", "nothing has been written")


def _steps(at: int) -> None:
    show(element("ol", *(element("li", words, cls="done" if place < at else "now" if place == at else "") for place, words in enumerate(_STEPS)), cls="steps"))


def _rules(source: ArtifactLine, turn: int) -> dict[str, str]:
    with st.expander("New rules for it (optional)", icon=":material/rule:"):
        text("Without new rules every encoding on this source is challenged until somebody compares the passages.", "small quiet")
        files = st.file_uploader("Rule files", type=["yaml", "yml"], accept_multiple_files=True, key=f"rules-{source.key}-{turn}", label_visibility="collapsed")
    return {each.name: each.getvalue().decode("utf-8", "replace") for each in files or ()}


def workbench(here: Here) -> None:
    """Draw the workbench. Nothing is written before *commit*."""
    known = queries.artifacts(here.graph, here.view.at)
    if not known:
        empty("No source is registered.", "Open the sample graph, or import a folder of sources.")
        return
    named = {each.key: each for each in known}
    turn = session.turn(here.graph.name)
    steps = st.container()
    left, right = st.columns(2, gap="large")
    with left:
        key = st.selectbox("Source", list(named), format_func=lambda each: f"{each} — {named[each].title}", key=f"source-{turn}",
                           index=list(named).index(here.view.facets["source"]) if here.view.facets.get("source") in named else 0)
        source = named[key]
        show(row([chip(source.version), *(chip(family) for family in source.families)]))
        edited = st.text_area("Its text", value=source.text, height=380, key=f"text-{key}-{source.version}-{turn}")
        rules = _rules(source, turn)
    changed = edited != source.text or bool(rules)
    made_of = (key, source.version, edited, tuple(sorted(rules.items())))
    report = session.draft(here.graph.name, made_of)
    with steps:
        _steps(3 if report else 2 if changed else 1)
    with left, st.container(horizontal=True):
        if st.button("See what it touches", type="secondary" if report else "primary", disabled=not changed or not here.view.at.is_now, key="dry-run"):
            tried = _revise(right, here, source, edited, rules, dry_run=True)
            if tried is not None:
                session.keep_draft(here.graph.name, tried, made_of)
                st.rerun()
        if not here.view.at.is_now:
            text("A change is made now: go back to now first.", "small quiet")
    with right:
        if report is None:
            empty("Nothing has been tried yet.", "Change the text on the left, then see what it would touch. Nothing is written until you commit.")
        else:
            _report(report)
            _decide(here, source, edited, rules)


def _revise(place, here: Here, source: ArtifactLine, edited: str, rules: dict[str, str], *, dry_run: bool):  # type: ignore[no-untyped-def]
    # What cannot be read is said beside the edit, which stays as it was typed.
    try:
        with st.spinner("Following the change…"):
            return commands.revise(here.graph, source.key, edited if edited != source.text else None, rules, dry_run)
    except CortexError as problem:
        with place:
            show(element("div", element("p", "Nothing was written.", cls="what"), element("p", str(problem)), cls="banner failing", role="alert"))
        return None


def _report(report) -> None:  # type: ignore[no-untyped-def]
    with st.container(key="draft"):
        show(row([status(_DRY, large=True), chip(report.lane.value)]), element("p", report.lane_rule, cls="prose"))
        show(element("p", f"{report.challenged} proofs would be challenged, {report.spared} spared", cls="what"), reach(report.by_kind),
             element("p", f"{report.visited} nodes visited", cls="small quiet"))
        show(element("p", "Changed passages", cls="kicker"), *(map(passage, report.passages) if report.passages else [element("p", "No passage of the text changed.", cls="quiet")]))
        if report.paths:
            show(element("p", "Paths it takes", cls="kicker"), *(path((*way, plural(ends, "proof"))) for way, ends in routes(report.paths)))
        spared(report.spared_because)


def _decide(here: Here, source: ArtifactLine, edited: str, rules: dict[str, str]) -> None:
    with st.container(horizontal=True):
        if st.button("Commit the change", type="primary", key="commit"):
            done = _revise(st.container(), here, source, edited, rules, dry_run=False)
            if done is None:
                return
            session.clear_draft(here.graph.name)
            session.tell(f"Committed: {done.version}, {done.lane.value}. {done.challenged} proofs challenged, {done.spared} spared.")
            link.put(sel=str(done.event))
            st.rerun()
        if st.button("Throw it away", key="discard"):
            session.clear_draft(here.graph.name)
            st.rerun()
