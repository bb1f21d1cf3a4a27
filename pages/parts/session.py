"""The only module that touches Streamlit's session: what a reader has typed or seen, never what is true.

Whatever must survive a reload stands in the URL or in the log; the session may vanish at any time.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from cortex_core.service.shapes import CheckReport, RecheckReport, RevisionReport

__all__ = [
    "add_round",
    "checks",
    "clear_draft",
    "draft",
    "forget_rounds",
    "keep_checks",
    "keep_draft",
    "keep_problem",
    "keep_recheck",
    "last_recheck",
    "picked",
    "remember_reviewer",
    "reviewer",
    "rounds",
    "seen",
    "set_value",
    "start_from",
    "take_note",
    "take_problem",
    "tell",
    "turn",
    "value",
]


def value(key: str, otherwise: Any = None) -> Any:
    """What a widget holds."""
    return st.session_state.get(key, otherwise)


def set_value(key: str, held: Any) -> None:
    """Let a widget show what the URL says; only before the widget is drawn."""
    st.session_state[key] = held


def picked(key: str) -> str | None:
    """The node that a click in a picture chose; None when the click chose nothing."""
    event = st.session_state.get(key) or {}
    found = (event.get("picked") or {}).get("id")
    return found if isinstance(found, str) else None


def seen(graph: str, head: int | None, from_address: int | None) -> int | None:
    """Log position up to which this reader has seen a graph: the URL's, else where this session began."""
    key = f"seen:{graph}"
    if from_address is not None:
        st.session_state[key] = from_address
    elif head is not None:
        st.session_state.setdefault(key, head)
    found = st.session_state.get(key)
    return found if isinstance(found, int) else None


def start_from(graph: str, head: int) -> None:
    """Everything up to ``head`` has been seen."""
    st.session_state[f"seen:{graph}"] = head


def keep_checks(graph: str, conclusion: str, report: CheckReport) -> None:
    """Keep the report of a run for this session."""
    st.session_state[f"checks:{graph}:{conclusion}"] = report


def checks(graph: str, conclusion: str) -> CheckReport | None:
    """The report of the last run in this session."""
    return st.session_state.get(f"checks:{graph}:{conclusion}")


def keep_draft(graph: str, report: RevisionReport, made_of: object) -> None:
    """Keep a dry run together with what it was made of."""
    st.session_state[f"draft:{graph}"] = (report, made_of)


def draft(graph: str, made_of: object) -> RevisionReport | None:
    """The dry run of exactly this edit; None when the edit has changed since."""
    kept = st.session_state.get(f"draft:{graph}")
    return kept[0] if kept is not None and kept[1] == made_of else None


def clear_draft(graph: str) -> None:
    """Throw the edit away."""
    st.session_state.pop(f"draft:{graph}", None)
    st.session_state[f"turn:{graph}"] = st.session_state.get(f"turn:{graph}", 0) + 1


def turn(graph: str) -> int:
    """How many edits were committed or thrown away: a new turn gives fresh text areas."""
    return int(st.session_state.get(f"turn:{graph}", 0))


def keep_recheck(graph: str, report: RecheckReport) -> None:
    """Keep the result of a recheck for this session."""
    st.session_state[f"recheck:{graph}"] = report


def last_recheck(graph: str) -> RecheckReport | None:
    """The result of the last recheck in this session."""
    return st.session_state.get(f"recheck:{graph}")


def reviewer() -> str:
    """The name that signs, as claimed: asked once a session, or set by CORTEX_REVIEWER."""
    return str(st.session_state.get("reviewer") or os.environ.get("CORTEX_REVIEWER", ""))


def remember_reviewer(name: str) -> None:
    """Do not ask for the name again in this session."""
    st.session_state["reviewer"] = name


def tell(sentence: str) -> None:
    """A sentence to show once, after the page has been drawn anew."""
    st.session_state["note"] = sentence


def take_note() -> str:
    """The sentence to show, taken away."""
    return str(st.session_state.pop("note", ""))


def rounds(mode: str) -> dict[str, Any]:
    """What was answered in a mode, by the screen it was answered on; the first answer to a screen stays."""
    return dict(st.session_state.get(f"rounds:{mode}", {}))


def add_round(mode: str, screen: str, answer: Any) -> None:
    """Keep the first answer to a screen."""
    st.session_state[f"rounds:{mode}"] = {screen: answer, **rounds(mode)}


def forget_rounds(mode: str) -> None:
    """Begin the score anew."""
    st.session_state.pop(f"rounds:{mode}", None)


def keep_problem(of: str, sentence: str) -> None:
    """Why something typed was not accepted, to be shown once beside it."""
    st.session_state[f"problem:{of}"] = sentence


def take_problem(of: str) -> str:
    """That sentence, taken away."""
    return str(st.session_state.pop(f"problem:{of}", ""))
