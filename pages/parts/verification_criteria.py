"""The criteria: words, evidence, mandatory switch and verdict; then the grant and the evidence as a whole."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from cortex_core.model.enums import Truth, Verdict
from cortex_core.service.verification import Reading
from cortex_core.service.verification_shapes import AskedLine, CriterionLine, GroupLine
from cortex_core.service.views.lesson import Lesson
from cortex_core.service.views.marks import mark_of
from cortex_core.service.views.markup import Html, chip, element, identifier, mark
from cortex_core.service.views.markup import label as plain
from pages.parts import link, session
from pages.parts.status import row, show

__all__ = ["criteria"]

_VERDICTS = {each: mark_of(each).word for each in Verdict}
_ASKED = {Truth.Y: "valid", Truth.N: "invalid", Truth.U: "unknown"}


def criteria(lesson: Lesson) -> None:
    """One row each, chosen by ↑ and ↓, set by one click or one key."""
    view = lesson.view
    show(
        element("p", "Criteria", cls="kicker"),
        element(
            "p",
            *(element("kbd", key) for key in ("↑", "↓")),
            " choose · ",
            *(
                part
                for key, words in (("p", "pass"), ("f", "fail"), ("u", "unknown"), ("n", "not evaluated"))
                for part in (element("kbd", key), f" {words} · ")
            ),
            element("kbd", "m"),
            " mandatory",
            cls="keys small quiet",
        ),
    )
    at = 0
    for line in view.criteria:
        _criterion(lesson, line, at)
        at += 1
    for group in view.groups:
        _group(lesson, group, at)
        at += 1
    for asked, title in ((view.authority, "Was the action granted?"), (view.integrity, "Is the evidence as recorded?")):
        _asked(lesson, asked, title, at)
        at += 1


def _verdict(key: str, held: object, options: dict[object, str], words: str, text: Callable[[object], str]) -> None:
    session.set_value(key, held)
    st.segmented_control(
        plain(words),
        list(options),
        format_func=lambda each: options[each],
        key=key,
        required=True,
        label_visibility="collapsed",
        width="stretch",
        on_change=lambda: link.put(s=text(session.value(key))),
    )


def _mandatory(lesson: Lesson, name: str, held: bool, at: int) -> None:
    key = f"mandatory-{at}"
    session.set_value(key, held)
    st.toggle("mandatory", key=key, on_change=lambda: link.put(s=lesson.toggled(name)))


def _evidence(line: CriterionLine) -> Html:
    return element(
        "div",
        element("p", "How: ", line.check, cls="small quiet") if line.check else "",
        *(
            element("p", "▤ ", each.name, " ", identifier(each.digest, 16), f" · {each.words}", cls="small quiet")
            for each in line.evidence
        ),
        element("p", "No evidence is named.", cls="small quiet") if not line.evidence else "",
    )


def _criterion(lesson: Lesson, line: CriterionLine, at: int) -> None:
    with st.container(key=f"criterion-{at}", gap=None):
        show(element("h3", line.words, cls="criterion"))
        _verdict(f"verdict-{at}", line.says, dict(_VERDICTS), line.words, lambda each: lesson.flipped(line.id, each))
        with st.container(horizontal=True, vertical_alignment="center", key=f"switch-{at}"):
            if line.group:
                show(element("span", f"decides through the group “{line.group}”", cls="small quiet"))
            else:
                _mandatory(lesson, line.id, line.mandatory, at)
            show(
                row(
                    [
                        chip(line.failure, "what kind of thing went wrong") if line.counts is not Verdict.PASS else "",
                        chip("decides nothing") if not line.decides and not lesson.hidden else "",
                    ]
                )
            )
        show(
            element("p", element("b", "counts as "), mark(line.counts), f" — {line.note}", cls="small note")
            if line.note
            else "",
            element("p", element("b", "vacuous: "), line.vacuous, cls="small note") if line.vacuous else "",
            _evidence(line),
        )


def _group(lesson: Lesson, line: GroupLine, at: int) -> None:
    verdict = line.kleene if lesson.state.reading is Reading.KLEENE else line.supervaluation
    with st.container(key=f"criterion-{at}", gap=None):
        show(
            element("h3", line.words, cls="criterion"),
            element("p", line.rule, ": ", "; ".join(line.members), cls="small"),
            mark(verdict) if not lesson.hidden else "",
        )
        with st.container(horizontal=True, vertical_alignment="center", key=f"switch-{at}"):
            if line.group:
                show(element("span", f"decides through the group “{line.group}”", cls="small quiet"))
            else:
                _mandatory(lesson, line.id, line.mandatory, at)
        show(
            element("p", element("b", "vacuous: "), line.vacuous, cls="small note") if line.vacuous else "",
            element(
                "p", "A short cut from left to right would not evaluate: ", "; ".join(line.skipped), cls="small quiet"
            )
            if line.skipped and not lesson.hidden
            else "",
        )


def _asked(lesson: Lesson, line: AskedLine, title: str, at: int) -> None:
    with st.container(key=f"criterion-{at}", gap=None):
        show(element("h3", title, cls="criterion"))
        _verdict(f"asked-{line.name}", line.truth, dict(_ASKED), title, lambda each: lesson.asked(line.name, each))
        show(element("p", line.why, cls="small quiet"))
