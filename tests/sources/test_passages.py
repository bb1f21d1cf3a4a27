"""Statements are cut as written; what changed is named passage by passage; rebinds need every statement."""

from __future__ import annotations

from datetime import date

from cortex_core.digest import blob_digest
from cortex_core.ids import ArtifactKey
from cortex_core.model.events import Passage
from cortex_core.model.sources import ArtifactVersion
from cortex_core.sources.passages import changed_passages, relocate
from cortex_core.sources.presentation import presentation_digest
from cortex_core.sources.statements import cut

TEXT = """\
---
key: k
---
# Title

Own words.

## Summary

[s1] Ages 50 to 75: screen. {V}

[s2] Ages 45 to 49: screen. {V}

A remark.

## Scope

[s3] Average risk. {S}
"""


def version(text: str, sequence: int = 1) -> ArtifactVersion:
    return ArtifactVersion(
        key=ArtifactKey("k"), sequence=sequence, lineage="k", title="T", issuer="I", authority="a", scope=(),
        published="2021", published_assumed="", valid_from=date(2021, 1, 1), valid_to=None, urls=(),
        licence="", known_gaps=(), content=text, blob=blob_digest(text.encode()),
        presentation=presentation_digest(text),
        spans=cut(text).spans)


def passages(old: str, new: str) -> tuple[Passage, ...]:
    return changed_passages(version(TEXT), version(TEXT.replace(old, new, 1), 2))


def test_a_statement_is_a_labelled_paragraph_under_its_heading() -> None:
    spans = cut(TEXT.replace("Ages 45 to 49: screen.", "Ages 45\r\nto 49:  screen.")).spans
    assert [(span.id, span.section, span.text, span.mark) for span in spans] == [
        ("s1", "Summary", "Ages 50 to 75: screen.", "V"),
        ("s2", "Summary", "Ages 45\nto 49:  screen.", "V"),
        ("s3", "Scope", "Average risk.", "S"),
    ]
    assert spans[1].digest == cut(TEXT).spans[1].digest


def test_blocks_know_their_line_also_after_comments() -> None:
    text = TEXT.replace("Own words.\n", "<!-- one\ntwo -->\nOwn <!-- three\nfour --> words.\n\n"
                                        "<!-- five -->\n\nMore.\n")
    lines = text.split("\n")
    for block in cut(text).blocks:
        assert lines[block.line - 1].lstrip().startswith(block.text.split()[0]), block


def test_problems_of_a_text_are_values_with_their_lines() -> None:
    text = TEXT.replace("[s2]", "[s1]").replace("A remark.", "A remark.\n[s7] Inside. {V}")
    text = text.replace(" {S}", "")
    assert [(problem.line, problem.cause) for problem in cut(text).problems] == [
        (12, "[s1] is used again (first on line 10)"),
        (15, "[s7] starts inside another paragraph"),
        (19, "[s3] does not end with its mark"),
    ]
    assert cut("no front matter").problems[0].cause == "the file has no front matter"
    assert cut("---\nkey: k\n---\n[s1] {V}\n").problems[0].cause == "[s1] says nothing"


def test_a_changed_digit_is_one_passage_with_both_texts() -> None:
    assert passages("45 to 49", "46 to 49") == (
        Passage("Summary", "s2", "Ages 45 to 49: screen.", "Ages 46 to 49: screen."),)


def test_a_weaker_mark_is_shown_as_the_difference() -> None:
    assert passages("screen. {V}", "screen. {M}") == (
        Passage("Summary", "s1", "Ages 50 to 75: screen. {V}", "Ages 50 to 75: screen. {M}"),)


def test_added_and_removed_statements_and_remarks_are_passages() -> None:
    assert passages("[s2] Ages 45 to 49: screen. {V}\n\n", "") == (
        Passage("Summary", "s2", "Ages 45 to 49: screen.", ""),)
    assert passages("## Scope", "[s9] Not in kidney failure. {V}\n\n## Scope") == (
        Passage("Summary", "s9", "", "Not in kidney failure."),)
    assert passages("A remark.", "Another remark.") == (
        Passage("Summary", "", "A remark.", "Another remark."),)
    assert passages("Own words.\n", "Own words.\n\nA footnote.\n") == (Passage("", "", "", "A footnote."),)


def test_a_moved_statement_went_and_came() -> None:
    text = TEXT.replace("[s2] Ages 45 to 49: screen. {V}\n\n", "") + "\n[s2] Ages 45 to 49: screen. {V}\n"
    assert changed_passages(version(TEXT), version(text, 2)) == (
        Passage("Summary", "s2", "Ages 45 to 49: screen.", ""),
        Passage("Scope", "s2", "", "Ages 45 to 49: screen."))


def test_swapped_statements_are_seen_although_each_reads_the_same() -> None:
    one, other = "[s1] Ages 50 to 75: screen. {V}", "[s2] Ages 45 to 49: screen. {V}"
    swapped = TEXT.replace(one, "@").replace(other, one).replace("@", other)
    assert {passage.span for passage in changed_passages(version(TEXT), version(swapped, 2))} & {"s1", "s2"}


def test_presentation_changes_no_passage_and_every_statement_is_found_again() -> None:
    new = version(TEXT.replace(" to ", "\nto   ").replace("\n\n", "\n\n\n").replace("\n", "\r\n"), 2)
    assert changed_passages(version(TEXT), new) == ()
    found, problems = relocate(version(TEXT), new)
    assert [span.id for span in found] == ["s1", "s2", "s3"]
    assert problems == ()


def test_a_rebind_needs_each_statement_once_in_its_section() -> None:
    twice = TEXT.replace("A remark.", "Ages 50 to 75: screen.")
    gone = TEXT.replace("[s3] Average risk. {S}", "")
    moved = TEXT.replace("## Scope", "## Who")
    other = TEXT.replace("Average", "High")
    assert [relocate(version(TEXT), version(text, 2))[1] for text in (twice, gone, moved, other)] == [
        ("[s1] stands 2 times in section 'Summary'",),
        ("[s3] is gone from k@2",),
        ("[s3] moved from section 'Scope' to section 'Who'",),
        ("[s3] reads differently in k@2",),
    ]
    assert [span.id for span in relocate(version(TEXT), version(twice, 2))[0]] == ["s2", "s3"]
