"""What counts as presentation, and that nothing else does (counterexamples 29)."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.sources.presentation import body_digest, front_matter_digest, presentation_digest
from cortex_core.sources.statements import cut

TEXT = """\
---
key: crc_2021
title: "Screening # not a comment"
authority: uspstf   # short id
scope: [crc, cov]
note: |
  kept line # text, not a comment
known_gaps:
  - one
  - two
---
# Title

Own words; not the source's sentences.

## Summary

[s1] Adults aged 50 to 75 years: screen. Grade A. {V}

[s2] Adults aged 45 to 49 years: screen. Grade B. {S}

- first item
- second item

## Scope

[s3] Caf\u00e9 visitors are at average risk. {M}
"""


def same(other: str) -> bool:
    return presentation_digest(TEXT) == presentation_digest(other)


@pytest.mark.parametrize(("old", "new"), [
    ("\n", "\r\n"),
    ("\n", "\r"),
    ("Adults aged 50 to 75 years: screen.", "Adults aged 50\n   to 75   years:\n screen."),
    ("\n\n## Scope", "\n\n\n\n## Scope"),
    ("Grade A. {V}", "Grade A. {V}   "),
    ("## Summary\n", "## Summary\n\n<!-- a remark\n\n[s9] hidden {V}\n-->\n"),
    ("Own words;", "Own <!-- which? -->words;"),
    ("aged 45 to", "aged 45\n<!-- a whole line -->\nto"),
    ("   # short id", ""),
    ("   # short id", "      # another remark: with 'quotes"),
    ("key: crc_2021\n", "# a comment line\n\nkey: crc_2021\n"),
    ('key: crc_2021\ntitle: "Screening # not a comment"\n',
     'title: "Screening # not a comment"\nkey: crc_2021\n'),
    ("Caf\u00e9", "Cafe\u0301"),
    ("---\nkey", "---  \nkey"),
    ("  - one\n  - two", "    - one\n    - two"),
])
def test_presentation_does_not_change_the_digest(old: str, new: str) -> None:
    changed = TEXT.replace(old, new)
    assert changed != TEXT
    assert same(changed)


def test_a_byte_order_mark_is_presentation() -> None:
    assert same("\ufeff" + TEXT)


@pytest.mark.parametrize(("old", "new"), [
    ("50 to 75", "50 to 76"),
    ("screen. Grade A", "Screen. Grade A"),
    ("## Summary", "## Summaries"),
    ("## Summary", "### Summary"),
    ("Grade A. {V}", "Grade A. {S}"),
    ("[s1]", "[s4]"),
    ("45 to 49", "4 5 to 49"),
    ("Grade A. {V}\n", "Grade A. {V}\n\nNot in kidney failure.\n"),
    ("- first item\n- second item", "- first item - second item"),
    ("Own words;", "Own words `<!-- shown -->`;"),
    ("## Scope", "text ## Scope"),
    ("authority: uspstf", "authority: cms"),
    ("# not a comment", "# no comment"),
    ("# text, not a comment", "# text"),
    ("[crc, cov]", "[cov, crc]"),
    ("  - one\n  - two", "  - one\n    - two"),
    ("known_gaps:", "gaps:"),
])
def test_any_other_difference_changes_the_digest(old: str, new: str) -> None:
    changed = TEXT.replace(old, new, 1)
    assert changed != TEXT
    assert not same(changed)


def test_a_statement_that_moved_under_another_heading_changes_the_digest() -> None:
    statement = "[s2] Adults aged 45 to 49 years: screen. Grade B. {S}\n\n"
    moved = TEXT.replace(statement, "").replace("## Scope\n\n", "## Scope\n\n" + statement)
    assert not same(moved)


def test_the_order_of_blocks_counts() -> None:
    one, other = (re.search(rf"\[{label}\].*\n", TEXT) for label in ("s1", "s2"))
    assert one
    assert other
    swapped = TEXT.replace(one[0], "@").replace(other[0], one[0]).replace("@", other[0])
    assert not same(swapped)


def test_a_comment_inside_a_fence_is_text() -> None:
    fenced = TEXT + "\n```\n<!-- shown to the reader -->\n```\n"
    assert presentation_digest(fenced) != presentation_digest(fenced.replace("shown to", "hidden from"))


def test_corrected_metadata_leaves_the_body_digest() -> None:
    corrected = TEXT.replace("authority: uspstf", "authority: cms")
    assert body_digest(corrected) == body_digest(TEXT)
    assert front_matter_digest(corrected) != front_matter_digest(TEXT)
    changed = TEXT.replace("45", "46")
    assert body_digest(changed) != body_digest(TEXT)
    assert front_matter_digest(changed) == front_matter_digest(TEXT)


def test_an_apostrophe_inside_plain_text_opens_no_quote() -> None:
    one = "---\nnote: the issuer's text # remark\nkey: k\n---\n"
    assert presentation_digest(one) == presentation_digest(one.replace(" # remark", ""))


@pytest.mark.parametrize(("front", "place"), [
    ("key: k\njust words", "line 3: 'just words' is not an entry 'key: value'"),
    ('key: "open\nother: x', "line 2: the quote \" is never closed"),
    ("- a\n- b", "line 2: '- a' belongs to no key"),
])
def test_front_matter_without_entries_is_refused_with_its_line(front: str, place: str) -> None:
    with pytest.raises(ValueError, match=re.escape(place)):
        presentation_digest(f"---\n{front}\n---\n")


# --- properties -------------------------------------------------------------------------------------------

BODY_AT = TEXT.index("# Title")
INNER_BLANKS = [match.start() for match in re.finditer(r"(?<=[a-z0-9]) (?=[a-z0-9])", TEXT)
                if match.start() > BODY_AT and TEXT[TEXT.rfind("\n", 0, match.start()) + 1] != "#"]
BREAKS = [match.start() for match in re.finditer(r"\n\n", TEXT) if match.start() > BODY_AT]
CHARACTERS = [index for index, char in enumerate(TEXT) if char.isalnum() and index > BODY_AT]


WIDER = st.sampled_from(["  ", "\n", "\t", " \n  ", "\r\n"])
EMPTIER = st.sampled_from(["\n\n\n", "\n \n", "  \n\n", "\n<!-- c -->\n\n"])


@given(st.lists(st.tuples(st.sampled_from(INNER_BLANKS), WIDER), max_size=12),
       st.lists(st.tuples(st.sampled_from(BREAKS), EMPTIER), max_size=6),
       st.sampled_from(["NFC", "NFD"]))
def test_white_space_edits_keep_the_digest_and_the_statements(
        blanks: list[tuple[int, str]], breaks: list[tuple[int, str]], form: str) -> None:
    text = TEXT
    for at, new in sorted({**dict(blanks), **dict(breaks)}.items(), reverse=True):
        length = 1 if text[at] == " " else 2
        text = text[:at] + new + text[at + length:]
    text = unicodedata.normalize(form, text)
    assert same(text)
    assert [span.digest for span in cut(text).spans] == [span.digest for span in cut(TEXT).spans]


@given(st.sampled_from(CHARACTERS), st.characters(categories=["Lu", "Ll", "Nd"]))
def test_any_changed_letter_or_digit_changes_the_digest(at: int, char: str) -> None:
    text = TEXT[:at] + char + TEXT[at + 1:]
    assert same(text) == (unicodedata.normalize("NFC", text) == unicodedata.normalize("NFC", TEXT))


ENTRIES = st.sampled_from(["key: k", "a: 1", 'b: "x"', "c: [p, q]", "d:\n  - r"])


@given(st.lists(ENTRIES, unique=True, min_size=1)
       .flatmap(lambda entries: st.tuples(st.just(entries), st.permutations(entries))))
def test_the_order_of_front_matter_keys_is_presentation(pair: tuple[list[str], list[str]]) -> None:
    one, other = ("---\n" + "\n".join(entries) + "\n---\n# T\n" for entries in pair)
    assert presentation_digest(one) == presentation_digest(other)
