from __future__ import annotations

from itertools import chain

from cortex_core.lifecycle.competence import Status
from cortex_core.model.enums import Standing, Transition, Truth, Verdict
from cortex_core.runtime.verdicts import Outcome
from cortex_core.service.views.graph_script import ASSETS
from cortex_core.service.views.marks import LEGEND, NODE_KINDS, mark_of

VALUES = [*Truth, *Verdict, *Standing, *Transition, *Outcome, *Status]


def test_every_status_has_a_mark_and_the_legend_shows_it() -> None:
    shown = list(chain.from_iterable(marks for _, marks in LEGEND))
    assert {mark_of(value) for value in VALUES} == set(shown)
    assert len(shown) == len(VALUES)


def test_within_a_vocabulary_no_two_marks_share_glyph_shape_or_word() -> None:
    for title, marks in LEGEND:
        for field in ("glyph", "shape", "word"):
            values = [getattr(mark, field) for mark in marks]
            assert len(set(values)) == len(values), (title, field)


def test_every_shape_is_drawn_by_the_style_sheet_and_every_kind_by_the_picture() -> None:
    style = (ASSETS / "reading_room.css").read_text("utf-8")
    script = (ASSETS / "graph.js").read_text("utf-8")
    assert [value for value in VALUES if f".{mark_of(value).shape}" not in style] == []
    assert [kind.kind for kind in NODE_KINDS if f"  {kind.kind}(ctx" not in script] == []
