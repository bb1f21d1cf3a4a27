"""Rechecking challenged proofs: runs in the server, shows progress, ends in a table of before and after."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from cortex_core.model.enums import Standing
from cortex_core.service import commands
from cortex_core.service.changing import RecheckLine
from cortex_core.service.graphs import Graph
from cortex_core.service.views.markup import chip, element, identifier, plural
from cortex_core.service.views.work import Job, Jobs
from pages.parts import session
from pages.parts.status import show, show_table

__all__ = ["recheck"]


@st.cache_resource
def _jobs() -> Jobs:
    # One for the whole server: a closed tab does not stop the work, a second one sees it.
    return Jobs()


def recheck(graph: Graph, proofs: Sequence[str] | None, words: str) -> None:
    """A button that rechecks ``proofs`` (None: every challenged one), its progress, and what came of it.

    Without ``words`` there is nothing to start, and only what runs or ran is shown.
    """
    name = f"recheck {graph.name}"
    job = _jobs().get(name)
    if job is None and words:
        st.button(
            words,
            key="recheck",
            type="primary",
            on_click=_jobs().start,
            args=(name, lambda progress: commands.recheck(graph, proofs, progress)),
        )
    elif job is not None and not job.finished:
        _progress(name)
    elif job is not None:
        _finish(graph, job)
    _result(graph)


@st.fragment(run_every=0.5)
def _progress(name: str) -> None:
    job = _jobs().get(name)
    if job is None or job.finished:
        st.rerun()
    st.progress(
        job.share, text=f"Rechecking: {job.done} of {job.of or '…'} proofs. You may leave this page; the work goes on."
    )


def _finish(graph: Graph, job: Job) -> None:
    _jobs().forget(job.name)
    if job.failure:
        session.tell(f"The recheck stopped. {job.failure}")
    else:
        session.keep_recheck(graph.name, job.result)
    st.rerun()


def _result(graph: Graph) -> None:
    report = session.last_recheck(graph.name)
    if report is None:
        return
    show(
        element(
            "div",
            element("b", f"{report.rechecked} rechecked"),
            *(chip(f"{word}: {count}") for word, count in report.outcomes),
            cls="row",
        )
    )
    moved = [line for line in report.lines if line.standing != Standing.CHALLENGED.value]
    held = [line for line in report.lines if line.standing == Standing.CHALLENGED.value]
    if moved:
        _lines(moved, f"{plural(len(moved), 'proof')} settled: before and after", "recheck-settled")
    if held:
        with st.expander(f"{plural(len(held), 'proof')} still challenged, each with what would close it"):
            _lines(held, "Nothing was decided for these", "recheck-open")


def _lines(found: Sequence[RecheckLine], caption: str, file: str) -> None:
    rows = [
        (line.title + (f" and {line.more} more" if line.more else ""), identifier(line.proof), line.standing,
         line.before, line.after, line.reason)
        for line in found
    ]
    show_table(
        ("conclusion", "proof", "now", "before", "after", "on what grounds"),
        rows,
        caption,
        file=file,
        plain=[(row[0], line.proof, *row[2:]) for line, row in zip(found, rows, strict=True)],
    )
