"""The workbench of a change: choose a source, edit its text, see what it would touch, then commit or throw away."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from cortex_core.errors import CortexError
from cortex_core.service import commands, queries
from cortex_core.service.commands import RevisionReport
from cortex_core.service.shapes import ArtifactLine
from cortex_core.service.views.markup import chip, element
from pages.parts import link, session
from pages.parts.frame import Here
from pages.parts.outcome import outcome
from pages.parts.status import empty, row, show, text

__all__ = ["workbench"]

_STEPS = ("choose a source", "make the change", "what it touches", "commit or throw away")


@dataclass(frozen=True, slots=True)
class Edit:
    """What a reader has typed and loaded, and the source it is about."""

    source: ArtifactLine
    written: str
    rules: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str | None:
        """The new text; None while it is the source's own."""
        return self.written if self.written != self.source.text else None

    @property
    def is_change(self) -> bool:
        return self.text is not None or bool(self.rules)


def _steps(at: int) -> None:
    kinds = ["done" if place < at else "now" if place == at else "" for place in range(len(_STEPS))]
    show(
        element("ol", *(element("li", words, cls=kind) for words, kind in zip(_STEPS, kinds, strict=True)), cls="steps")
    )


def _rules(source: ArtifactLine, turn: int) -> tuple[tuple[str, str], ...]:
    with st.expander("New rules for it (optional)", icon=":material/rule:"):
        text(
            "Without them every encoding on this source is challenged until somebody compares the passages.",
            "small quiet",
        )
        files = st.file_uploader(
            "Rule files",
            type=["yaml", "yml"],
            accept_multiple_files=True,
            key=f"rules-{source.key}-{turn}",
            label_visibility="collapsed",
        )
    return tuple(sorted((each.name, each.getvalue().decode("utf-8", "replace")) for each in files or ()))


def _edit(here: Here, known: tuple[ArtifactLine, ...]) -> Edit:
    named = {each.key: each for each in known}
    asked, turn = here.view.facets.get("source", ""), session.turn(here.graph.name)
    key = st.selectbox(
        "Source",
        list(named),
        format_func=lambda each: f"{each} — {named[each].title}",
        key=f"source-{turn}",
        index=list(named).index(asked) if asked in named else 0,
    )
    source = named[key]
    show(row([chip(source.version), *(chip(family) for family in source.families)]))
    # A new version or a new turn is a new field: it starts from the head text again.
    written = st.text_area("Its text", value=source.text, height=380, key=f"text-{key}-{source.version}-{turn}")
    return Edit(source, written or "", _rules(source, turn))


def workbench(here: Here) -> None:
    """Draw the workbench. Nothing is written before *commit*."""
    known = queries.artifacts(here.graph, here.view.at)
    if not known:
        empty("No source is registered.", "Open the sample graph, or import a folder of sources.")
        return
    steps = st.container()
    left, right = st.columns(2, gap="large")
    with left:
        edit = _edit(here, known)
    report = session.draft(here.graph.name, edit)
    with steps:
        _steps(3 if report else 2 if edit.is_change else 1)
    with left:
        _try(here, edit, right, again=report is not None)
    with right:
        if report is not None:
            outcome(report)
            _decide(here, edit)
        else:
            empty(
                "Nothing has been tried yet.",
                "Change the text, then see what it would touch. Nothing is written until you commit.",
            )


def _try(here: Here, edit: Edit, place: DeltaGenerator, *, again: bool) -> None:
    now = here.view.at.is_now
    if st.button(
        "See what it touches",
        type="secondary" if again else "primary",
        disabled=not (edit.is_change and now),
        key="dry-run",
    ):
        report = _revise(here, edit, place, dry_run=True)
        if report is not None:
            session.keep_draft(here.graph.name, report, edit)
            st.rerun()
    if not now:
        text("A change is made now: go back to now first.", "small quiet")


def _revise(here: Here, edit: Edit, place: DeltaGenerator, *, dry_run: bool) -> RevisionReport | None:
    # What cannot be read is said beside the edit, which stays as it was typed.
    with place:
        try:
            with st.spinner("Following the change…"):
                return commands.revise(here.graph, edit.source.key, edit.text, dict(edit.rules), dry_run)
        except CortexError as problem:
            show(
                element(
                    "div",
                    element("p", "Nothing was written.", cls="what"),
                    element("p", str(problem)),
                    cls="banner failing",
                    role="alert",
                )
            )
            return None


def _decide(here: Here, edit: Edit) -> None:
    with st.container(horizontal=True):
        commit = st.button("Commit the change", type="primary", key="commit")
        discard = st.button("Throw it away", key="discard")
    if commit:
        done = _revise(here, edit, st.container(), dry_run=False)
        if done is None:
            return
        session.tell(
            f"Committed: {done.version}, {done.lane.value}. {done.challenged} proofs challenged, {done.spared} spared."
        )
        link.put(sel=str(done.event))
    if commit or discard:
        session.clear_draft(here.graph.name)
        st.rerun()
