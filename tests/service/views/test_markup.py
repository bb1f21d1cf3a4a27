from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from cortex_core.service.views.download import csv_file
from cortex_core.service.views.markup import chip, element, escape, identifier, label, pairs, table
from cortex_core.service.views.wording import near, words_changed

HOSTILE = '<img src=x onerror="alert(1)"><a href="javascript:alert(1)">x</a>'


class Tags(HTMLParser):
    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@given(st.text())
def test_any_value_comes_out_as_the_text_it_was(value: str) -> None:
    found = Tags(element("p", value, title=value))
    assert found.tags == ["p"]
    assert found.text.replace("\r\n", "\n") == value.replace("\r\n", "\n")


def test_a_value_never_opens_a_tag() -> None:
    for built in (
        escape(HOSTILE),
        chip(HOSTILE, HOSTILE),
        identifier(HOSTILE),
        pairs([(HOSTILE, HOSTILE)]),
        table([HOSTILE], [[HOSTILE]], HOSTILE),
        *words_changed(HOSTILE, HOSTILE + "x"),
    ):
        tags = Tags(built).tags
        assert "img" not in tags
        assert "a" not in tags


@given(st.text(alphabet="*_[](){}<>`~$:#|\\!@&ab \n", max_size=40))
def test_a_label_disarms_every_sign_of_the_syntax(value: str) -> None:
    signs = re.findall(r"(?<!\\)(?:\\\\)*([*_\[\]`~$:#|!<>])", label(value))
    assert signs == []


@given(st.text(alphabet="ab \n", max_size=60), st.booleans(), st.integers(1, 3))
def test_a_text_cut_for_reading_loses_nothing(text: str, last: bool, paragraphs: int) -> None:
    assert "".join(near(text, last=last, paragraphs=paragraphs)) == text


@given(st.text(max_size=40), st.text(max_size=40))
def test_both_sides_of_a_change_keep_their_words(before: str, after: str) -> None:
    was, becomes = words_changed(before, after)
    assert Tags(was).text.replace("\r", "\n") == before.replace("\r", "\n")
    assert Tags(becomes).text.replace("\r", "\n") == after.replace("\r", "\n")


def test_a_downloaded_table_runs_no_formula() -> None:
    assert csv_file(("a",), [("=HYPERLINK(1)",), ("-1",)]).decode("utf-8-sig") == "a\r\n'=HYPERLINK(1)\r\n'-1\r\n"
