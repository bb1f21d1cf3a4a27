"""A scenario of one's own: begin from the one on screen, edit its text, keep it as a file, load it, share its link."""

from __future__ import annotations

import streamlit as st

from cortex_core.errors import CortexError
from cortex_core.service import verification
from cortex_core.service.views.lesson import OWN, Lesson, own_text
from cortex_core.service.views.markup import element
from pages.parts import link, session
from pages.parts.status import section, show, text

__all__ = ["own"]


def own(lesson: Lesson) -> None:
    """Make, save, load; the copied link then carries the whole scenario."""
    section("A scenario of your own", "Its text is readable YAML. The link carries all of it; nothing is stored here.")
    written = verification.dump(lesson.scenario, lesson.state)
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Save this scenario",
            written,
            file_name=f"{lesson.scenario.name}.yaml",
            mime="application/yaml",
            key="save-scenario",
            on_click="ignore",
            icon=":material/download:",
        )
    with st.expander("Make one from this text, or load a file", icon=":material/edit_note:"):
        file = st.file_uploader("Load a scenario file", type=["yaml", "yml"], key="scenario-file")
        if file is not None:
            st.button(
                "Open the loaded file",
                key="open-file",
                on_click=_use,
                args=(file.getvalue().decode("utf-8", "replace"),),
            )
        key = f"text-{lesson.code}"
        edited = st.text_area("Its text", written, height=420, key=key)
        text("Begin from what is on screen: your flips are in the text.", "small quiet")
        st.button(
            "Use this text",
            key="use-text",
            type="primary",
            on_click=lambda: _use(session.value(key)),
            disabled=not edited,
        )
    problem = session.take_problem("scenario")
    if problem:
        show(
            element(
                "div",
                element("p", "This text is no scenario yet. What is on screen stays.", cls="what"),
                element("p", problem, cls="prose problem"),
                cls="banner failing",
                role="alert",
            )
        )


def _use(written: str) -> None:
    try:
        scenario = verification.parse(written)
    except CortexError as problem:
        session.keep_problem("scenario", str(problem))
        return
    link.put(sel=OWN, s=own_text(scenario))
