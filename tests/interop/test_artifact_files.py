"""Artifact files: what is stated is kept, what is missing is declared, what is malformed has its place."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from cortex_core.digest import blob_digest
from cortex_core.errors import InputError
from cortex_core.interop.artifact_files import read_artifact, read_artifact_file

TEXT = """\
---
key: crc_2021
lineage: crc
title: "Colorectal cancer: screening"
issuer: A task force
authority: uspstf
scope: [crc_screening, crc_coverage]
published: "2021-05-18"
valid_from: 2021-05-18
urls: ["https://example.org/a"]
licence: own words
known_gaps: []
---
# Screening

## Summary

[s1] Adults aged 50 to 75 years: screen. {V}

[s2] Adults aged 45 to 49
years: screen. {S}
"""


def problems(text: str) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_artifact(text, "crc.md")
    return [str(issue) for issue in caught.value.issues]


def replaced(old: str, new: str) -> list[str]:
    assert old in TEXT
    return problems(TEXT.replace(old, new, 1))


def test_an_artifact_is_read_as_stated() -> None:
    version = read_artifact(TEXT, "crc.md", 2)
    assert version.id == "crc_2021@2"
    assert (version.title, version.scope) == (
        "Colorectal cancer: screening",
        ("crc_screening", "crc_coverage"),
    )
    assert (version.published, version.published_assumed) == ("2021-05-18", "")
    assert (version.valid_from, version.valid_to) == (date(2021, 5, 18), None)
    assert [(span.id, span.section, span.mark) for span in version.spans] == [
        ("s1", "Summary", "V"),
        ("s2", "Summary", "S"),
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_bytes_are_kept_and_statements_do_not_depend_on_line_ends(line_end: str, tmp_path: Path) -> None:
    raw = TEXT.replace("\n", line_end).encode()
    path = tmp_path / "crc.md"
    path.write_bytes(raw)
    version = read_artifact_file(path)
    assert version.content.encode() == raw
    assert version.blob == blob_digest(raw)
    plain = read_artifact(TEXT, "crc.md")
    assert version.spans == plain.spans
    assert version.presentation == plain.presentation


# --- dates that are missing or vague (CASES 14) ------------------------------------------------------------


def test_a_month_is_kept_as_stated() -> None:
    version = read_artifact(TEXT.replace('"2021-05-18"', '"2013-06"'), "crc.md")
    assert (version.published, version.valid_from) == ("2013-06", date(2021, 5, 18))


@pytest.mark.parametrize(
    ("stated", "first"),
    [('"2021-05-18"', date(2021, 5, 18)), ("2013-06", date(2013, 6, 1)), ("2016", date(2016, 1, 1))],
)
def test_without_a_start_the_first_day_of_publication_is_used_and_said(stated: str, first: date) -> None:
    text = TEXT.replace('"2021-05-18"', stated).replace("valid_from: 2021-05-18\n", "")
    version = read_artifact(text, "crc.md")
    assert version.valid_from == first
    assert version.published_assumed == (
        f"valid_from is not stated: the first day of published ({version.published}) is used"
    )


def test_without_a_publication_date_that_is_said() -> None:
    version = read_artifact(TEXT.replace('published: "2021-05-18"\n', ""), "crc.md")
    assert (version.published, version.published_assumed) == ("", "published is not stated")


def test_a_source_without_any_date_is_refused_and_never_dated_today() -> None:
    assert replaced('published: "2021-05-18"\nvalid_from: 2021-05-18\n', "") == [
        (
            "crc.md:2: valid_from: the source has no date at all. "
            "State published, or valid_from with published_assumed saying why"
        )
    ]


@pytest.mark.parametrize(
    ("stated", "zone", "day", "assumed"),
    [
        (
            "2021-05-18T23:30:00",
            "",
            "2021-05-18",
            "the day of 2021-05-18T23:30:00 is taken in UTC, an assumed zone",
        ),
        (
            "2021-05-18T23:30:00-05:00",
            "",
            "2021-05-19",
            "the day of 2021-05-18T23:30:00-05:00 is taken in UTC, an assumed zone",
        ),
        ("2021-05-18T23:30:00-05:00", "zone: America/New_York\n", "2021-05-19", ""),
        (
            "2021-05-18T23:30:00",
            "zone: America/New_York\n",
            "2021-05-18",
            "the day of 2021-05-18T23:30:00 is taken in America/New_York, an assumed zone",
        ),
    ],
)
def test_a_time_of_day_becomes_a_civil_date_in_a_declared_or_assumed_zone(
    stated: str, zone: str, day: str, assumed: str
) -> None:
    version = read_artifact(
        TEXT.replace('published: "2021-05-18"\n', f"published: {stated}\n{zone}"), "crc.md"
    )
    assert (version.published, version.published_assumed) == (day, assumed)


# --- what is refused, and where (CASES 18) -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("stated", "cause"),
    [
        ("2021-31-05", "month 31 in '2021-31-05': a month is 1 to 12"),
        ('"2021-05-00"', "day 0 in '2021-05-00': May 2021 has the days 1 to 31"),
        ("2021-02-29", "day 29 in '2021-02-29': February 2021 has the days 1 to 28"),
        ("0000-05-01", "year 0000 in '0000-05-01': civil years are counted from 0001"),
        (
            "2021-05-18 10:00:00",
            "'2021-05-18 10:00:00' is not a civil date: YYYY, YYYY-MM or YYYY-MM-DD was expected",
        ),
        ("2021-05", "'2021-05' lacks day: a whole date YYYY-MM-DD was expected"),
    ],
)
def test_a_malformed_date_is_refused_with_place_and_reason(stated: str, cause: str) -> None:
    assert replaced("valid_from: 2021-05-18", f"valid_from: {stated}") == [
        f"crc.md:9: valid_from: {cause}. Correct the value"
    ]


def test_a_zone_that_is_none_is_refused() -> None:
    assert replaced('published: "2021-05-18"', "published: 2021-05-18T10:00:00\nzone: Mars/Base") == [
        (
            "crc.md:8: published: 'Mars/Base' is not a time zone. "
            "Write what the source states: YYYY, YYYY-MM or YYYY-MM-DD"
        )
    ]


def test_a_malformed_publication_date_is_refused_too() -> None:
    assert replaced('published: "2021-05-18"', "published: 2021-13") == [
        (
            "crc.md:8: published: month 13 in '2021-13': a month is 1 to 12. "
            "Write what the source states: YYYY, YYYY-MM or YYYY-MM-DD"
        )
    ]


def test_an_empty_interval_is_refused() -> None:
    assert replaced("urls:", "valid_to: 2021-05-18\nurls:") == [
        (
            "crc.md:10: valid_to: valid_from 2021-05-18 is not before valid_to 2021-05-18. "
            "The end is the first day on which it no longer applies"
        )
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "issuer: A task force",
            "issuer: 12",
            (
                "crc.md:5: issuer: text was expected, not 12. Write text, in quotes where it looks like "
                "a number"
            ),
        ),
        (
            "issuer: A task force",
            "issuer: A\nissuer: B",
            "crc.md:6: issuer: 'issuer' stands twice (first on line 5). Keep one of the two",
        ),
        ("issuer: A task force", "issuer: ''", "crc.md:5: issuer: the text is empty. Correct the value"),
        (
            "issuer: A task force",
            "isuer: A\nissuer: B",
            "crc.md:5: isuer: the key is not known. Remove it or correct its spelling",
        ),
        (
            "issuer: A task force",
            "issuer: !!python/name:os.system A",
            "crc.md:5: issuer: the tag tag:yaml.org,2002:python/name:os.system is not read. Remove the tag",
        ),
        (
            "issuer: A task force",
            "issuer: &x A\ntwo: *x",
            "crc.md:6: two: an alias (*name) repeats something from elsewhere. Write it out",
        ),
        ("authority: uspstf\n", "", "crc.md:2: authority: the key is missing. Add the key"),
        (
            "scope: [crc_screening, crc_coverage]",
            "scope: crc",
            "crc.md:7: scope: a list was expected, not 'crc'. Write a list such as [a, b]",
        ),
        (
            "key: crc_2021",
            "key: crc@2",
            (
                "crc.md:2: key: 'crc@2' is not a name: letters, digits, '_', '.' and '-' were expected. "
                "Correct the value"
            ),
        ),
        (
            'title: "Colorectal',
            'title: "A" "Colorectal',
            (
                "crc.md:4: this is not YAML: did not find expected key. Mend the line, or put text with "
                ": or # in quotes"
            ),
        ),
        (
            "[s2]",
            "[s1]",
            "crc.md:20: [s1] is used again (first on line 18). Give every statement a label of its own",
        ),
        (
            " {V}",
            "",
            (
                "crc.md:18: [s1] does not end with its mark. "
                "End it with {V} (seen), {S} (secondary) or {M} (from memory)"
            ),
        ),
        (
            "---\nkey",
            "key",
            "crc.md:1: the file has no front matter. Start it with YAML between two lines ---",
        ),
    ],
)
def test_a_malformed_file_is_refused_with_place_cause_and_remedy(old: str, new: str, said: str) -> None:
    assert said in replaced(old, new)


def test_all_problems_of_a_file_come_in_one_error_by_line() -> None:
    text = (
        TEXT.replace("issuer: A task force\n", "")
        .replace("2021-05-18\nurls", "2021-05-32\nurls")
        .replace("[s2]", "[s1]")
    )
    assert [line.split(": ")[0] for line in problems(text)] == ["crc.md:2", "crc.md:8", "crc.md:19"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\x00",
        "---\n---\n",
        "---\n- a\n---\n",
        "---\n[\n---\n",
        "---\n? [a]\n: b\n---\n",
        "---\n" + "[" * 4000 + "\n---\n",
        "---\nkey: \ud800\n---\n",
    ],
)
def test_rubbish_is_refused_and_never_a_traceback(text: str) -> None:
    assert problems(text)


def test_a_file_that_is_not_utf8_or_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.md"
    path.write_bytes("one\ntwo caf\u00e9".encode("latin-1"))
    with pytest.raises(InputError, match=r"latin\.md:2: the file is not UTF-8"):
        read_artifact_file(path)
    with pytest.raises(InputError, match=r"the file cannot be read \(No such file or directory\)"):
        read_artifact_file(tmp_path / "none.md")
