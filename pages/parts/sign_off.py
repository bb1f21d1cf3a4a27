"""Reviews: who signed what, as claimed; and the form that signs."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from cortex_core.errors import CortexError
from cortex_core.model.enums import Cause
from cortex_core.service import commands
from cortex_core.service.shapes import Chain, ReviewLine
from cortex_core.service.views.markup import Html, chip, element
from pages.parts import session
from pages.parts.frame import Here
from pages.parts.status import row, show, text

__all__ = ["reviews"]

_SAYS = {
    "output": "the output is right for these facts",
    "applicability": "the source applies to this case",
    "encoding": "the rule says what the source says",
}


def _line(review: ReviewLine) -> Html:
    return element(
        "div",
        row(
            [
                element("b", review.kind),
                chip(f"claimed: {review.by}", "no login: the name is what the person gave"),
                chip(review.adjudicated),
                element("span", review.known, cls="small quiet number"),
            ]
        ),
        element("p", review.note) if review.note else "",
        element("p", element("b", "void: "), review.void) if review.void else "",
        cls="banner",
    )


def reviews(here: Here, chain: Chain) -> None:
    """The trail and the form. A sign-off binds the meaning and the two instants viewed."""
    if chain.reviews:
        show(*(map(_line, chain.reviews)))
    else:
        text("No person has signed this. A certificate of a checker is no review.", "prose quiet")
    with st.expander("Sign off", expanded=False, icon=":material/stylus_note:"), st.form("sign-off", border=False):
        by = st.text_input("Your name (shown as claimed: there is no login)", value=session.reviewer(), max_chars=120)
        adjudicated = st.radio("What did you judge?", list(_SAYS), format_func=lambda each: f"{each} — {_SAYS[each]}")
        note = st.text_area("Note (optional)", max_chars=2000, height=90)
        text(
            "It stays until the meaning or the standing changes; then it is void, and says which event did it.",
            "small quiet",
        )
        if st.form_submit_button("Sign off", type="primary"):
            _sign(here, chain, by, adjudicated, note)
    if any(item.open and item.cause == Cause.TEXT_CHANGED.value for item in chain.challenges):
        _re_reading(here, chain)


def _re_reading(here: Here, chain: Chain) -> None:
    with (
        st.expander("Record a re-reading of the changed passages", icon=":material/menu_book:"),
        st.form("re-reading", border=False),
    ):
        text(
            "You compared the span, its section and the changed passages, and the rule still says what the text says. "
            "This closes that one challenge and no other.",
            "small quiet",
        )
        by = st.text_input("Your name (shown as claimed)", value=session.reviewer(), max_chars=120)
        note = st.text_area("What you compared", max_chars=2000, height=90)
        if st.form_submit_button("Record the re-reading"):
            _reread(here, chain, by, note)


def _reread(here: Here, chain: Chain, by: str, note: str) -> None:
    def send() -> str:
        commands.reread(here.graph, chain.line.id, by.strip(), note.strip())
        return f"The re-reading is recorded, claimed: {by.strip()}."

    _send(by, send)


def _sign(here: Here, chain: Chain, by: str, adjudicated: str, note: str) -> None:
    def send() -> str:
        done = commands.sign_off(here.graph, chain.line.id, by.strip(), adjudicated, note.strip(), here.view.at)
        return f"Signed off at {done.known}, claimed: {done.by}, judged: {done.adjudicated}."

    _send(by, send)


def _send(by: str, send: Callable[[], str]) -> None:
    if not by.strip():
        st.warning("A name is needed, as you claim it. Nothing was written.")
        return
    try:
        said = send()
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
        return
    session.remember_reviewer(by.strip())
    session.tell(said)
    st.rerun()
