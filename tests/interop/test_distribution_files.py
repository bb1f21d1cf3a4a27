"""Distribution files: what ships is read, and what is wrong is told with its line."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cortex_core.errors import InputError
from cortex_core.interop.distribution_files import read_distribution, read_distributions
from cortex_core.interop.sample import sample_folder
from cortex_core.lifecycle.competence_declared import Generator, YearsBefore

SMALL = """\
name: small
version: 2
words: Two ages.
families:
  crc_screening:
    weight: 1/3
    generator: table
    pair: {old: uspstf_crc_2016, new: uspstf_crc_2021}
    decision: "2022-06-01"
    facts:
      birth_date:
        - {value: {years_before: 45}, probability: "0.4"}
        - {value: {years_before: 50, plus_days: 1}, probability: 0.6}
  hiv_art:
    weight: 2
    generator: cohort
    decision: {first: "2016-01-01", last: "2017-12-31"}
    rates: {unknown: "0.1", stress: true}
"""


def test_every_shipped_distribution_is_read_and_its_masses_sum_to_one() -> None:
    found = read_distributions(sample_folder() / "distributions")
    assert [one.name for one in found] == ["cohort_v1", "cross_v1", "screening_small"]
    for one in found:
        assert sum(one.mass(share) for share in one.shares) == 1
    assert [one.is_enumerable for one in found] == [False, False, True]
    assert [share.rows for share in found[2].shares] == [6 * 2 * 3 * 3]


def test_a_file_is_read_with_exact_numbers() -> None:
    found = read_distribution(SMALL, "small.yaml")
    table, cohort = found.shares
    assert (found.name, found.version, found.id) == ("small", 2, "small/2")
    assert (found.mass(table), found.mass(cohort)) == (Fraction(1, 7), Fraction(6, 7))
    assert table.columns[0].options == (
        (YearsBefore(45), Fraction(2, 5)), (YearsBefore(50, 1), Fraction(3, 5)))
    assert cohort.generator is Generator.COHORT
    assert dict(cohort.rates)["stress"] is True
    assert str(dict(cohort.rates)["unknown"]) == "0.1"


def test_another_weight_rate_or_value_is_another_distribution() -> None:
    digests = {read_distribution(text, "f").digest for text in (
        SMALL, SMALL.replace("weight: 2", "weight: 3"), SMALL.replace('unknown: "0.1"', 'unknown: "0.2"'),
        SMALL.replace("years_before: 45", "years_before: 46"), SMALL.replace("version: 2", "version: 3"))}
    assert len(digests) == 5
    assert read_distribution(SMALL.replace("Two ages.", "Ages."), "f").digest in digests


@pytest.mark.parametrize(("old", "new", "line", "said"), [
    ('probability: "0.4"', 'probability: "0.5"', 11, "the probabilities sum to 11/10, not to 1"),
    ("weight: 1/3", "weight: -1", 6, "is no exact number of 0 or more"),
    ("weight: 1/3", "weight: half", 6, "is no exact number of 0 or more"),
    ("generator: table", "generator: dice", 7, "'dice' is no generator"),
    ('decision: "2022-06-01"', 'decision: "2022-13-01"', 9, ""),
    ('first: "2016-01-01"', 'first: "2019-01-01"', 17, "it ends before it begins"),
    ('unknown: "0.1"', 'unknown: "1.5"', 18, "1.5 is no probability"),
    ("rates: {", "rates: {luck: 1, ", 18, "the key is not known"),
    ("version: 2\n", "", 1, "the key is missing"),
])
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, said: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError) as caught:
        read_distribution(SMALL.replace(old, new), "small.yaml")
    (issue,) = caught.value.issues
    assert (issue.file, issue.line) == ("small.yaml", line)
    assert said in issue.cause


def test_a_table_too_long_to_enumerate_is_refused() -> None:
    many = "".join(f'      f{at}:\n        - {{value: true, probability: "0.5"}}\n'
                   f'        - {{value: false, probability: "0.5"}}\n' for at in range(15))
    with pytest.raises(InputError, match="has 65536 rows, more than 20000"):
        read_distribution(SMALL.replace("  hiv_art:", many + "  hiv_art:"), "small.yaml")


def test_weights_of_nothing_are_refused() -> None:
    with pytest.raises(InputError, match="no family has a weight above 0"):
        read_distribution(SMALL.replace("weight: 1/3", "weight: 0").replace("weight: 2", "weight: 0"), "small.yaml")
