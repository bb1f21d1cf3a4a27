"""The lane of a changed source, and the certificates that keep a change of presentation harmless."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cortex_core.interop.artifact_files import read_artifact
from cortex_core.lifecycle.triage import LANE_RULES, lane_of, rebinds
from cortex_core.model.enums import Lane
from cortex_core.model.rules import Edition
from cortex_core.model.sources import ArtifactVersion
from cortex_core.service.unit import unit
from tests.graphs import sample
from tests.lifecycle.questions import NEW, text_of


def version(before: str = "", after: str = "") -> ArtifactVersion:
    return read_artifact(text_of(NEW, before, after), f"{NEW}.md")


def editions() -> list[Edition]:
    with unit(sample()) as work:
        return [entry.edition for entry in work.registry.editions if NEW in entry.edition.sources]


@pytest.mark.parametrize(("before", "after", "lane"), [
    ("", "", Lane.IDENTICAL),
    ("[s2] Age", "[s2]   Age", Lane.BYTES_ONLY),
    ("screening is advised. Grade B.", "screening\nis advised. Grade B.", Lane.BYTES_ONLY),
    ("## Scope", "<!-- seen again -->\n\n## Scope", Lane.BYTES_ONLY),
    ("[s2] Age 45", "[s2] Age 46", Lane.TEXT_CHANGED),
    ("## Scope", "## Reach", Lane.TEXT_CHANGED),
    ("Own-words summary; not", "A summary; not", Lane.TEXT_CHANGED),
    ('valid_from: "2021-05-18"', 'valid_from: "2021-05-19"', Lane.METADATA_CORRECTED),
    ("authority: uspstf", "authority: other", Lane.METADATA_CORRECTED),
])
def test_a_change_of_text_falls_into_one_lane(before: str, after: str, lane: Lane) -> None:
    assert lane_of(version(), version(before, after), ()) is lane


def test_new_rules_make_it_re_encoded_whatever_became_of_the_text() -> None:
    assert lane_of(version(), version("[s2] Age 45", "[s2] Age 46"), editions()) is Lane.RE_ENCODED
    assert lane_of(version(), None, editions()) is Lane.RE_ENCODED
    assert lane_of(version(), None, ()) is Lane.IDENTICAL


def test_every_lane_has_a_rule_in_words() -> None:
    assert set(LANE_RULES) == set(Lane)


def test_a_change_of_presentation_binds_each_edition_anew_with_every_span_found_once() -> None:
    old, new = version(), version("[s2] Age", "[s2]   Age")
    made, problems = rebinds(old, new, editions())
    assert problems == ()
    assert {one.edition for one in made} == {"crc_screening/uspstf_crc_2021", "crc_coverage/crc_cov_faq51"}
    for one in made:
        assert (one.artifact, one.old_blob, one.new_blob) == (NEW, old.blob, new.blob)
        assert one.spans == tuple(span.id for span in old.spans)
        assert one.verifier


@pytest.mark.parametrize("spans", ["one left out", "the words of one a second time", "one in another section"])
def test_a_span_that_is_not_found_once_in_its_section_forbids_the_binding(spans: str) -> None:
    old, new = version(), version("[s2] Age", "[s2]   Age")
    first = new.spans[0]
    changed = {
        "one left out": replace(new, spans=new.spans[1:]),
        "the words of one a second time": replace(new, content=new.content.replace(
            "## Scope", f"{first.text}\n\n## Scope")),
        "one in another section": replace(new, spans=(replace(first, section="Elsewhere"), *new.spans[1:])),
    }[spans]
    made, problems = rebinds(old, changed, editions())
    assert made == ()
    assert any("[s1]" in one for one in problems)
