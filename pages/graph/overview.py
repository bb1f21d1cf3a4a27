"""Overview: three doors, five numbers that link to exactly their lists, what changed, and the path of a decision."""

from __future__ import annotations

import streamlit as st

from cortex_core.service import queries
from cortex_core.service.shapes import HistoryLine, Overview
from cortex_core.service.views.markup import Html, element, identifier, pairs, plural
from pages.parts import frame, link, session
from pages.parts.frame import Here
from pages.parts.status import empty, kicker, section, show


def _doors(found: Overview) -> None:
    if not found.doors:
        empty(
            "This graph holds nothing yet.", "Record a first episode, or open the sample graph from the clocks' menu."
        )
    for at, door in enumerate(found.doors):
        with st.container(key=f"door-{at}", gap="small"):
            show(
                element(
                    "div",
                    element("h3", door.name),
                    element("p", door.sentence),
                    element("p", door.example, cls="example"),
                    cls="door",
                )
            )
            link.page_link(door.page, f"{door.name} this", door.query, markdown=f"{door.name} this →")


def _numbers(found: Overview) -> None:
    for tally in found.tallies:
        with st.container(key=f"tally-{tally.name.replace(' ', '-')}", gap=None):
            link.page_link(tally.page, tally.name, tally.query, markdown=f"**{tally.count}**{tally.name}")
            show(element("span", f"of {tally.of} {tally.unit} · {tally.meaning}", cls="small quiet number"))


def _event(line: HistoryLine) -> Html:
    return element("li", element("time", f"{line.known} · position {line.seq}"), line.words)


def _since(here: Here, found: Overview, since: int | None) -> None:
    if since is None or (since == found.head_seq and here.view.seen is None):
        show(
            element(
                "p",
                f"You came at position {found.head_seq} of the log. What happens from here on is listed here.",
                cls="prose",
            )
        )
    elif found.since:
        of = found.head_seq - found.since_seq
        show(
            element("p", f"{plural(of, 'event')} after position {found.since_seq}", cls="small quiet"),
            element("ul", *(map(_event, found.since[:6])), cls="since"),
        )
        if of > 6:
            show(element("p", f"and {of - 6} earlier ones", cls="small quiet"))
        st.button(
            "I have seen these",
            key="seen-all",
            type="tertiary",
            on_click=_seen_all,
            args=(here.graph.name, found.head_seq),
        )
    else:
        show(element("p", f"Nothing has happened since position {found.since_seq}.", cls="prose"))


def _seen_all(graph: str, head: int) -> None:
    session.start_from(graph, head)
    link.put(s=str(head))


def _stations(found: Overview) -> None:
    with st.container(horizontal=True, key="path"):
        for at, station in enumerate(found.stations):
            with st.container(key=f"station-{at}", gap=None):
                link.page_link(station.page, station.name, station.query, title=station.meaning)
                show(
                    element(
                        "div",
                        element("span", str(station.count), cls="figure"),
                        " ",
                        element("span", station.unit, cls="small quiet"),
                        cls="station",
                    )
                )


def _gaps(found: Overview) -> Html | str:
    if not found.known_gaps:
        return "none recorded"
    return element(
        "details",
        element("summary", f"{plural(len(found.known_gaps), 'gap')} that the sources themselves name"),
        element("ul", *(element("li", gap) for gap in found.known_gaps)),
    )


def _log(found: Overview) -> None:
    show(
        pairs(
            [
                (
                    "log",
                    element(
                        "span",
                        f"position {found.head_seq}, known {found.head_known or 'never'} ",
                        identifier(found.head_digest or "no digest", 24),
                    ),
                ),
                (
                    "clock",
                    "scripted: the known times were written when this graph was built"
                    if found.scripted_clock
                    else "the log's own, stamped at append",
                ),
                ("monitoring lag", f"{found.median_lag_days}; longest {found.longest_lag}"),
                ("known gaps", _gaps(found)),
                ("erased", f"{plural(found.erased_episodes, 'episode')} without their facts"),
            ]
        )
    )


def _body(here: Here) -> None:
    since = session.seen(here.graph.name, None, here.view.seen)
    found = queries.overview(here.graph, here.view.at, since)
    session.seen(here.graph.name, found.head_seq, None)
    with st.container(key="halves"):
        doors, numbers, changed = st.columns([1.25, 1, 1], gap="large")
        with doors:
            kicker("Three doors")
            _doors(found)
        with numbers:
            kicker("What stands")
            _numbers(found)
        with changed:
            kicker("Since your last visit")
            _since(here, found, since)
    if found.stations:
        section("The path of one decision", "Each station with its count in this graph. Choose one to land there.")
        _stations(found)
    section("This graph")
    _log(found)


frame.page("overview", _body)
