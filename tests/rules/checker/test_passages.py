"""Spans cut by the checker are those that registering cuts, over the sample and over odd texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cortex_core.interop.sample import read_sample, sample_folder
from cortex_core.rules.checker.passages import passages
from cortex_core.sources.statements import cut


def registered(content: str) -> list[tuple[str, str]]:
    return [(span.id, span.digest) for span in cut(content).spans]


def test_the_spans_of_every_sample_artifact_are_found_again() -> None:
    _, artifacts, _ = read_sample(sample_folder())
    assert len(artifacts) == 18
    for artifact in artifacts:
        assert passages(artifact.content) == [(span.id, span.digest) for span in artifact.spans], artifact.key
        assert passages(artifact.content)


PLAIN = "---\nkey: a\n---\n# T\n\n## Ages\n\n[s1] From 45 years. {V}\n\n## Other\n\n[s2] Until 75. {S}\n"


@pytest.mark.parametrize("same", [
    PLAIN.replace("\n", "\r\n"),
    PLAIN.replace("From 45 years", "From\n45 years"),
    PLAIN.replace("From 45 years", "From  45\tyears"),
    PLAIN.replace("From 45 years", "From <!-- since 2021 -->45 years"),
    PLAIN.replace("From 45 years", "From\n<!-- a line\nof its own -->\n45 years"),
    PLAIN.replace("## Other", "<!--\n\n[s3] In a comment. {V}\n\n-->\n## Other"),
    PLAIN.replace("## Ages", "##  Ages  "),
    PLAIN.replace("---\nkey", "---  \nkey"),
    PLAIN.removeprefix("---\nkey: a\n---\n"),
    PLAIN + "\n### Deeper\n\n- [s9] in a list {V}\n",
])
def test_presentation_does_not_change_a_span(same: str) -> None:
    assert passages(same) == passages(PLAIN)


@pytest.mark.parametrize("other", [
    PLAIN.replace("45", "46"),
    PLAIN.replace("## Ages", "## Age"),
    PLAIN.replace("## Ages\n", ""),
    PLAIN.replace("[s1]", "[s3]"),
    PLAIN.replace("{V}", "{M}"),
    PLAIN.replace("From 45 years", "From `<!-- in code -->` 45 years"),
    PLAIN.replace("[s2] Until", "Until"),
])
def test_a_word_label_mark_or_section_does(other: str) -> None:
    assert passages(other) != passages(PLAIN)


_PIECES = st.sampled_from([
    "[s1] ", "[s2] ", "From 45 ", "{V}", "{S}", " {M}", "\n", "\n\n", "## Ages\n", "# T\n", "### Deep\n",
    "- item\n", "1. one\n", "<!-- x -->", "<!--\n\n[s3] y {V}\n-->\n", "`<!--`", "```\n", "> said\n",
    "| a | b |\n", "  ", "---\n", "é", "e\u0301", "\r\n", "    ## Not\n"])


@given(st.lists(_PIECES, max_size=14).map("".join))
def test_a_text_that_registering_accepts_is_cut_alike(text: str) -> None:
    content = f"---\nkey: a\n---\n{text}"
    if not cut(content).problems:
        assert passages(content) == registered(content)
