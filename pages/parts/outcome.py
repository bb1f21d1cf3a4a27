"""What a dry run found: the lane and its rule, the passages, what it reaches by which paths, what it spares."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.commands import RevisionReport
from cortex_core.service.views.marks import Mark
from cortex_core.service.views.markup import chip, element, plural, status
from cortex_core.service.views.routes import routes
from cortex_core.service.views.wording import passage
from pages.parts.cause_list import reach, spared
from pages.parts.status import path, row, show

__all__ = ["outcome"]

_DRY = Mark("standing-superseded", "▭", "dry run", "nothing has been written")


def outcome(report: RevisionReport) -> None:
    """Draw a dry run inside a striped edge: it has not happened."""
    with st.container(key="draft"):
        show(row([status(_DRY, large=True), chip(report.lane.value)]), element("p", report.lane_rule, cls="prose"))
        show(
            element(
                "p", f"{plural(report.challenged, 'proof')} would be challenged, {report.spared} spared", cls="what"
            ),
            reach(report.by_kind),
            element("p", f"{plural(report.visited, 'node')} visited", cls="small quiet"),
        )
        show(
            element("p", "Changed passages", cls="kicker"),
            *(
                map(passage, report.passages)
                if report.passages
                else [element("p", "No passage of the text changed.", cls="quiet")]
            ),
        )
        if report.paths:
            show(
                element("p", "Paths it takes", cls="kicker"),
                *(path((*way, plural(ends, "proof"))) for way, ends in routes(report.paths)),
            )
        spared(report.spared_because)
