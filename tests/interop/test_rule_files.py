"""Families and editions: read as declared, refused with place, cause and remedy."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from cortex_core.errors import InputError
from cortex_core.ids import ArtifactKey
from cortex_core.interop.artifact_files import read_artifact
from cortex_core.interop.rule_files import read_edition, read_family
from cortex_core.logic.terms import Kind
from cortex_core.model.rules import Citation, Family, Function, LifetimeKind, Role
from cortex_core.model.sources import ArtifactVersion

FACTS = """\
family: crc
title: Screening
domain: clinical
output_type: recommendation
task_type: guideline change
zone: America/New_York
facts:
  birth_date: {type: date, role: birth, lifetime: permanent, label: date of birth}
  healthy: {type: bool, lifetime: {days: 365}, label: no symptoms}
  weight_kg: {type: number, unit: kg, lifetime: {until: year_end}, label: weight}
  chosen: {type: enum, options: [fit, none_selected, 'no'], lifetime: {days: 30}, label: chosen test}
  start: {type: date, role: start, also: [not_started], lifetime: {days: 90}, label: start}
derived:
  age_years: {from: birth_date, function: completed_years, label: age}
  days_since: {from: start, function: days_since}
"""
OUTPUTS = """\
family: crc
outputs:
  crc.A: {label: "Screen", content: {grade: A, action: screen, weeks: 12, share: 0.25, tests: [fit, other]}}
  crc.B: {label: "Screen (B)", content: {action: screen, grade: B}}
"""
POLICY = """\
family: crc
prefers: [[uspstf, other]]
"""
ARTIFACT = """\
---
key: crc_2021
lineage: crc
title: T
issuer: I
authority: a
scope: [crc]
published: 2021
licence: own words
---
[s1] Ages 50 to 75: screen. {V}

[s2] Ages 45 to 49: screen. {V}
"""
EDITION = """\
edition: crc_2021
family: crc
valid_from: 2021-05-18
supersedes: crc_2016
sources: [crc_2021]
rules:
  - lineage: crc.screen
    variant: older
    when: "healthy and 50 <= age_years <= 75"
    output: crc.A
    cites: [{artifact: crc_2021, span: s1}]
    mark: V
  - lineage: crc.screen
    variant: younger
    when: >-
      healthy
      and 45 <= age_years <= 49
    output: crc.B
    cites:
      - {artifact: crc_2021, span: s2}
    mark: V
    note: "why"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("facts", FACTS), ("outputs", OUTPUTS), ("policy", POLICY)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def family(folder: Path) -> Family:
    return read_family(folder)


@pytest.fixture
def artifacts() -> dict[ArtifactKey, ArtifactVersion]:
    version = read_artifact(ARTIFACT, "crc.md")
    return {version.key: version}


def test_a_family_is_read_as_declared(family: Family) -> None:
    assert (family.key, family.domain, family.zone) == ("crc", "clinical", "America/New_York")
    birth, healthy, weight, chosen, start = family.facts
    assert (birth.kind, birth.role, birth.lifetime.kind) == (Kind.DATE, Role.BIRTH, LifetimeKind.PERMANENT)
    assert (healthy.lifetime.kind, healthy.lifetime.days) == (LifetimeKind.DAYS, 365)
    assert (weight.unit, weight.lifetime.kind) == ("kg", LifetimeKind.YEAR_END)
    assert chosen.names == ("fit", "none_selected", "no")
    assert (start.names, start.role) == (("not_started",), Role.START)
    assert [(term.name, term.source, term.function, term.label) for term in family.derived] == [
        ("age_years", "birth_date", Function.COMPLETED_YEARS, "age"),
        ("days_since", "start", Function.DAYS_SINCE, "days_since"),
    ]
    assert family.output("crc.A").content == (
        ("action", "screen"),
        ("grade", "A"),
        ("share", Decimal("0.25")),
        ("tests", ("fit", "other")),
        ("weeks", 12),
    )
    assert family.prefers == (("uspstf", "other"),)


def test_the_order_of_content_keys_is_no_part_of_an_output(folder: Path, family: Family) -> None:
    turned = OUTPUTS.replace("{action: screen, grade: B}", "{grade: B, action: screen}")
    (folder / "outputs.yaml").write_text(turned, encoding="utf-8")
    assert read_family(folder).output("crc.B").digest == family.output("crc.B").digest


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "facts",
            "{days: 365}",
            "{days: 0}",
            (
                "facts.yaml:9: facts.healthy.lifetime: permanent, {days: N} or "
                "{until: year_end} was expected, not {'days': 0}. Correct the value"
            ),
        ),
        (
            "facts",
            "type: bool",
            "type: flag",
            (
                "facts.yaml:9: facts.healthy.type: 'flag' is not one of 'bool', 'integer', "
                "'number', 'date' or 'enum'. Correct the value"
            ),
        ),
        (
            "facts",
            "  healthy:",
            "  not:",
            (
                "facts.yaml:9: facts.not: 'not' cannot be named in an expression. "
                "Use letters, digits and _, and no word of the language"
            ),
        ),
        (
            "facts",
            "  healthy:",
            "  chosen:",
            "facts.yaml:11: facts.chosen: 'chosen' stands twice (first on line 9). Keep one of the two",
        ),
        (
            "facts",
            "options: [fit, ",
            "options: [healthy, ",
            (
                "facts.yaml:11: facts.chosen.options[0]: 'healthy' is also "
                "the name of a fact. Rename one of the two"
            ),
        ),
        (
            "facts",
            "none_selected",
            "fit",
            "facts.yaml:11: facts.chosen.options[1]: 'fit' stands twice. Keep one of the two",
        ),
        (
            "facts",
            "'no'",
            "5",
            (
                "facts.yaml:11: facts.chosen.options[2]: text was expected, not 5. "
                "Write text, in quotes where it looks like a number"
            ),
        ),
        (
            "facts",
            "from: birth_date",
            "from: healthy",
            (
                "facts.yaml:14: derived.age_years.from: 'healthy' is not a declared "
                "fact of type date. Derive from a declared date"
            ),
        ),
        (
            "facts",
            "America/New_York",
            "Mars/Base",
            "facts.yaml:6: zone: 'Mars/Base' is not a time zone. Write one such as America/New_York",
        ),
        (
            "outputs",
            "  crc.B:",
            "  crc.A:",
            "outputs.yaml:4: outputs.crc.A: 'crc.A' stands twice (first on line 3). Keep one of the two",
        ),
        (
            "outputs",
            "weeks: 12",
            "weeks: true",
            (
                "outputs.yaml:3: outputs.crc.A.content.weeks: text was expected, not True. "
                "Write text, in quotes where it looks like a number"
            ),
        ),
        (
            "outputs",
            "family: crc",
            "family: other",
            (
                "outputs.yaml:1: family: the family is 'other' here and 'crc' in "
                "facts.yaml. Use one name in all three files"
            ),
        ),
        (
            "policy",
            "[[uspstf, other]]",
            "[[a, b], [b, c], [c, a]]",
            (
                "policy.yaml:2: prefers: the preferences form a cycle, "
                "which ranks nothing. Remove a pair, so that nobody outranks itself"
            ),
        ),
        (
            "policy",
            "[uspstf, other]",
            "[uspstf]",
            "policy.yaml:2: prefers[0]: a preference has 1 authorities. Write [winner, loser]",
        ),
    ],
)
def test_a_malformed_family_is_refused(folder: Path, file: str, old: str, new: str, said: str) -> None:
    path = folder / f"{file}.yaml"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_family(folder)
    assert said in [str(issue).removeprefix(f"{folder}/") for issue in caught.value.issues]


def test_problems_of_all_three_files_come_together(folder: Path) -> None:
    (folder / "facts.yaml").write_text("family: [", encoding="utf-8")
    (folder / "outputs.yaml").unlink()
    (folder / "policy.yaml").write_text("family: crc\nprefer: []\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_family(folder)
    assert [Path(issue.file).name for issue in caught.value.issues] == [
        "facts.yaml",
        "outputs.yaml",
        "policy.yaml",
    ]


# --- editions ---------------------------------------------------------------------------------------------


def test_an_edition_is_read_as_declared(
    family: Family, artifacts: dict[ArtifactKey, ArtifactVersion]
) -> None:
    edition = read_edition(EDITION, "crc_2021.yaml", family, artifacts, 2)
    assert (edition.key, edition.encoding, edition.supersedes) == ("crc_2021", 2, "crc_2016")
    assert (edition.valid_from, edition.valid_to) == (date(2021, 5, 18), None)
    assert [rule.id for rule in edition.rules] == ["crc_2021:crc.screen#older", "crc_2021:crc.screen#younger"]
    younger = edition.rules[1]
    assert younger.when == "healthy and 45 <= age_years <= 49"
    assert (younger.cites, younger.mark, younger.note) == (
        (Citation(ArtifactKey("crc_2021"), "s2"),),
        "V",
        "why",
    )


def test_quoted_and_bare_dates_are_the_same_and_datetimes_are_refused(family: Family) -> None:
    bare = read_edition(EDITION, "e.yaml", family, None)
    assert read_edition(EDITION.replace("2021-05-18", '"2021-05-18"'), "e.yaml", family, None) == bare
    for stated in ("2021-05-18T10:00:00", "2021-05-18 10:00:00Z"):
        with pytest.raises(InputError, match="is not a civil date"):
            read_edition(EDITION.replace("2021-05-18", stated), "e.yaml", family, None)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"healthy and 50',
            '"wealthy and 50',
            (
                "e.yaml:9: rules[0].when: 'wealthy' is not a declared fact; declared are: "
                "age_years, birth_date, chosen, days_since, healthy, start, weight_kg. "
                "Use declared facts and the words of the language"
            ),
        ),
        (
            "      and 45 <= age_years <= 49",
            "      and age_years is None",
            (
                "e.yaml:15: rules[1].when: 'is' is not part of the "
                "language: there is no presence test. Use declared facts and the words of the language"
            ),
        ),
        (
            "output: crc.B",
            "output: crc.C",
            (
                "e.yaml:18: rules[1].output: 'crc.C' is not declared in outputs.yaml. Declared are: "
                "crc.A, crc.B"
            ),
        ),
        (
            "span: s2",
            "span: s9",
            "e.yaml:20: rules[1].cites[0].span: crc_2021 has no statement 's9'. It has: s1, s2",
        ),
        (
            "{artifact: crc_2021, span: s2}",
            "{artifact: other, span: s2}",
            (
                "e.yaml:20: rules[1].cites[0].artifact: 'other' "
                "is not among the sources of the edition. Add it to sources, or cite another"
            ),
        ),
        (
            "sources: [crc_2021]",
            "sources: [crc_2021, unknown]",
            "e.yaml:5: sources[1]: the artifact 'unknown' is not known. Known are: crc_2021",
        ),
        (
            "variant: younger",
            "variant: older",
            (
                "e.yaml:13: rules[1]: the rule crc_2021:crc.screen#older stands twice "
                "(first on line 7). Give one of the two another lineage or variant"
            ),
        ),
        (
            '    note: "why"',
            "    after: [oldest]",
            "e.yaml:22: rules[1].after[0]: crc.screen has no variant 'oldest'. It has: older, younger",
        ),
        (
            "45 <= age_years <= 49",
            "45 <= age_years <= 50",
            (
                "e.yaml:15: rules[1].when: the variants 'older' and 'younger' of "
                "crc.screen both hold for age_years = 50, healthy = yes. Make them exclude each other, "
                "or order them with after"
            ),
        ),
        (
            "valid_from: 2021-05-18",
            "valid_from: 2021-05-18\nvalid_to: 2020-01-01",
            (
                "e.yaml:4: valid_to: valid_from "
                "2021-05-18 is not before valid_to 2020-01-01. The end is the first day on which it no "
                "longer applies"
            ),
        ),
        (
            "2021-05-18",
            "2021-05-32",
            "e.yaml:3: valid_from: day 32 in '2021-05-32': May 2021 has the days 1 to 31. Correct the value",
        ),
        (
            "supersedes: crc_2016",
            "supersedes: crc_2021",
            "e.yaml:4: supersedes: the edition supersedes itself. Name the earlier edition",
        ),
        (
            "family: crc",
            "family: tls",
            "e.yaml:2: family: the file is of family 'tls', not 'crc'. Correct the name or move the file",
        ),
        (
            "mark: V",
            "mark: X",
            "e.yaml:12: rules[0].mark: 'X' is not one of 'V', 'S' or 'M'. Correct the value",
        ),
        (
            "    mark: V",
            "    marc: V",
            "e.yaml:12: rules[0].marc: the key is not known. Remove it or correct its spelling",
        ),
        (
            "    cites: [{artifact: crc_2021, span: s1}]\n",
            "",
            "e.yaml:7: rules[0].cites: the key is missing. Add the key",
        ),
        (
            "cites: [{artifact: crc_2021, span: s1}]",
            "cites: []",
            "e.yaml:11: rules[0].cites: it is empty. Give at least one entry",
        ),
    ],
)
def test_a_malformed_edition_is_refused(
    family: Family, artifacts: dict[ArtifactKey, ArtifactVersion], old: str, new: str, said: str
) -> None:
    assert old in EDITION
    with pytest.raises(InputError) as caught:
        read_edition(EDITION.replace(old, new, 1), "e.yaml", family, artifacts)
    assert said in [str(issue) for issue in caught.value.issues]


def test_variants_that_come_after_each_other_are_refused(family: Family) -> None:
    text = EDITION.replace("    variant: older\n", "    variant: older\n    after: [younger]\n").replace(
        '    note: "why"', "    after: [older]"
    )
    with pytest.raises(InputError) as caught:
        read_edition(text, "e.yaml", family, None)
    assert [str(issue) for issue in caught.value.issues] == [
        (
            "e.yaml:9: rules[0].after: the variants come after each other in a circle: older after "
            "younger after older. "
            "Remove one of them from after"
        )
    ]


def test_an_order_makes_overlapping_variants_acceptable(family: Family) -> None:
    text = EDITION.replace("<= 49", "<= 60").replace('    note: "why"', "    after: [older]")
    assert read_edition(text, "e.yaml", family, None).rules[1].after == ("older",)


def test_all_problems_of_an_edition_come_in_one_error_by_line(
    family: Family, artifacts: dict[ArtifactKey, ArtifactVersion]
) -> None:
    text = (
        EDITION.replace("2021-05-18", "2021-00-18")
        .replace("mark: V", "mark: 1", 1)
        .replace("output: crc.B", "output: crc.C")
        .replace("span: s2", "span: s9")
        .replace("age_years <= 49", "age <= 49")
    )
    with pytest.raises(InputError) as caught:
        read_edition(text, "e.yaml", family, artifacts)
    assert [(issue.line, issue.field) for issue in caught.value.issues] == [
        (3, "valid_from"),
        (12, "rules[0].mark"),
        (15, "rules[1].when"),
        (18, "rules[1].output"),
        (20, "rules[1].cites[0].span"),
    ]


@pytest.mark.parametrize(
    "text", ["", "- a", "rules: {}", "edition: [", "rules:\n- 1\n- when: 5\n", "a: &x [*x]\n"]
)
def test_rubbish_is_refused_and_never_a_traceback(family: Family, text: str) -> None:
    with pytest.raises(InputError):
        read_edition(text, "e.yaml", family, None)
