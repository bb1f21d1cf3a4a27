"""The checks of a conclusion: what the certificate says, and the same run again in front of the reader."""

from __future__ import annotations

import streamlit as st

from cortex_core.model.enums import Verdict
from cortex_core.service import commands
from cortex_core.service.shapes import Chain
from cortex_core.service.views.markup import element, identifier, mark, plural, table
from pages.parts import session
from pages.parts.frame import Here
from pages.parts.status import row, show, text

__all__ = ["checks"]

_VERDICTS = {verdict.value: verdict for verdict in Verdict}


def checks(here: Here, chain: Chain) -> None:
    """Certificates, the button, and the verdict criterion by criterion."""
    if chain.certificates:
        show(
            table(
                ("verifier", "known", "verdict"),
                [
                    (verifier, known, mark(_VERDICTS[verdict]) if verdict in _VERDICTS else verdict)
                    for verifier, known, verdict in chain.certificates
                ],
                f"{plural(len(chain.certificates), 'certificate')} on record",
            )
        )
    else:
        text("No certificate is on record: nobody has checked this proof yet.", "prose quiet")
    if st.button("Run the checks again now", key="run-checks", type="primary"):
        with st.spinner("The independent checker derives it again…"):
            session.keep_checks(here.graph.name, chain.line.id, commands.run_checks(here.graph, chain.line.id))
    report = session.checks(here.graph.name, chain.line.id)
    if report is None:
        text(
            "The checker shares no code with what it checks: it derives the output again from rules and signature.",
            "small quiet",
        )
        return
    passed = sum(1 for each in report.criteria if each.verdict is Verdict.PASS)
    show(
        row(
            [
                mark(report.verdict, large=True),
                element("span", f"{passed} of {len(report.criteria)} criteria pass", cls="number"),
                element(
                    "span",
                    f"run now by {report.verifier} on the log as of {report.known}, position {report.position}",
                    cls="small quiet",
                ),
            ]
        ),
        table(
            ("criterion", "verdict", "why"),
            [(each.name, mark(each.verdict), each.reason) for each in report.criteria],
            "Verdict for each criterion",
        ),
        element("p", "proof ", identifier(chain.proof), cls="small quiet"),
    )
