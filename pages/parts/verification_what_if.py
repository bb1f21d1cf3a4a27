"""What if: two criteria against each other, the two readings of unknown, the decision table, and the whole goal."""

from __future__ import annotations

import streamlit as st

from cortex_core.service.verification import Reading
from cortex_core.service.views.lesson import Lesson
from cortex_core.service.views.marks import mark_of
from cortex_core.service.views.markup import element, mark, plural
from pages.parts import link, session
from pages.parts.status import row, section, show, show_table, text

__all__ = ["board", "grid", "readings", "table"]

_READINGS = {Reading.KLEENE: "Strong Kleene", Reading.SUPERVALUATION: "Supervaluation"}


def grid(lesson: Lesson) -> None:
    """The outcome for pass, fail and unknown of two criteria, all else as it is."""
    show(element("h3", "Two criteria against each other", cls="part"))
    found, names = lesson.view.grid, [each.words for each in lesson.view.criteria]
    if len(names) < 2:
        text("This scenario has fewer than two criteria.", "quiet")
        return
    for side, title, held in (("down", "Rows", lesson.state.down), ("across", "Columns", lesson.state.across)):
        key = f"grid-{side}"
        session.set_value(key, held)
        st.selectbox(
            title,
            range(len(names)),
            format_func=lambda at: names[at],
            key=key,
            on_change=lambda side=side, key=key: link.put(s=lesson.looked_at(**{side: session.value(key)})),
        )
    if not found.rows:
        text("Choose two different criteria.", "quiet")
        return
    show(
        element(
            "table",
            element("caption", "Columns: ", found.across, ". Rows: ", found.down, ". The frame marks where it is now."),
            element(
                "thead",
                element("tr", element("th", ""), *(element("th", each, scope="col") for each in found.headings)),
            ),
            element(
                "tbody",
                *(
                    element(
                        "tr",
                        element("th", heading, scope="row"),
                        *(
                            element("td", mark(cell), cls="here" if (down, across) == found.here else "")
                            for across, cell in enumerate(cells)
                        ),
                    )
                    for down, (heading, cells) in enumerate(zip(found.headings, found.rows, strict=True))
                ),
            ),
            cls="grid",
        )
    )


def readings(lesson: Lesson) -> None:
    """Strong Kleene against supervaluation, with where they differ and why."""
    view = lesson.view
    show(element("h3", "Two readings of unknown", cls="part"))
    session.set_value("reading", view.reading)
    st.segmented_control(
        "Reading",
        list(_READINGS),
        format_func=lambda each: _READINGS[each],
        key="reading",
        required=True,
        label_visibility="collapsed",
        on_change=lambda: link.put(s=lesson.looked_at(reading=session.value("reading"))),
    )
    text(
        "Strong Kleene works from the inside out. Supervaluation settles every unknown in all ways and asks whether "
        "the group always comes out alike.",
        "small quiet",
    )
    other = next(each for each in Reading if each is not view.reading)
    show(
        row(
            [
                element("span", f"{_READINGS[view.reading]}: ", mark(view.outcome)),
                element("span", f"{_READINGS[other]}: ", mark(view.other_outcome)),
            ]
        )
    )
    if not view.differences:
        text("They agree on every group here." if view.groups else "There is no group here, so they agree.")
    for each in view.differences:
        show(
            element("p", element("b", each.words), cls="prose"),
            row([element("span", "Kleene ", mark(each.kleene)), element("span", "super ", mark(each.supervaluation))]),
            element("p", each.why, cls="prose"),
        )


def table(lesson: Lesson) -> None:
    """Every case, collapsed; the row where the step is now is marked."""
    found = lesson.view.table
    with st.expander(f"Decision table: {plural(len(found.rows), 'row')}", icon=":material/table:"):
        text(found.note, "small quiet")
        if found.rows:
            show_table(
                ("", *found.columns, "outcome"),
                [("▸ now" if each.here else "", *each.cells, mark(each.outcome)) for each in found.rows],
                "The rows exclude each other and together hold every case",
                file=f"decision-table-{lesson.scenario.name}",
                plain=[("now" if each.here else "", *each.cells, mark_of(each.outcome).text) for each in found.rows],
            )


def board(lesson: Lesson) -> None:
    """All obligations of the goal: a completed step does not complete the goal."""
    found = lesson.view.board
    section("The whole goal", "A completed step does not complete the goal: the gate asks all obligations.")
    if lesson.hidden:
        text("Hidden until you have answered.", "prose quiet")
        return
    show(
        element(
            "p",
            element("b", f"Goal {found.outcome.value}: "),
            found.sentence,
            cls=f"prose goal-{found.outcome.name.lower()}",
        ),
        element(
            "ul",
            *(
                element(
                    "li",
                    mark(each.verdict),
                    " ",
                    each.words,
                    element("span", " — this step", cls="quiet") if each.this_step else "",
                )
                for each in found.obligations
            ),
            cls="board",
        ),
    )
