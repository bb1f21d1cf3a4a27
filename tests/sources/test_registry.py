"""Which edition governs at (valid, known), and how long it does."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.model.rules import Edition
from cortex_core.sources.registry import RegisteredArtifact, RegisteredEdition, Registry, cut_points
from cortex_core.temporal.interval import Interval
from tests.counterexamples.made import edition, family, registry, rule
from tests.properties.questions import shipped

ONE = timedelta(days=1)
FIRST = edition("first", rule("first", "a"), start=date(2010, 1, 1))
SECOND = edition("second", rule("second", "a"), start=date(2020, 1, 1), supersedes="first")


def test_before_the_first_edition_none_governs_and_the_reason_is_said() -> None:
    found = registry(FIRST).resolve("made", date(2009, 12, 31))
    assert (found.selected, found.unresolved) == (None, ())
    assert found.why == "no registered edition is in force on 2009-12-31"


def test_a_successor_closes_what_it_supersedes_and_is_named() -> None:
    one, other = registry(FIRST, SECOND).candidates("made")
    assert (one.interval, one.closed_by) == (Interval(date(2010, 1, 1), date(2020, 1, 1)), "second")
    assert (other.interval, other.closed_by) == (Interval(date(2020, 1, 1), None), None)


def test_an_end_that_the_edition_states_closes_it_before_its_successor_does() -> None:
    stated = replace(FIRST, valid_to=date(2015, 1, 1))
    known = registry(stated, SECOND)
    assert known.candidates("made")[0].closed_by is None
    assert known.resolve("made", date(2017, 1, 1)).selected is None
    assert known.source_interval("made", date(2017, 1, 1)) == Interval(date(2015, 1, 1), date(2020, 1, 1))


def test_the_latest_encoding_of_an_edition_counts_and_the_earlier_one_is_known_then() -> None:
    again = replace(FIRST, encoding=2, rules=(rule("first", "b"),))
    known = Registry({"made": family()}, (), (RegisteredEdition(FIRST, 1, ""), RegisteredEdition(again, 5, "")))
    now, then = known.edition("made", EditionKey("first")), known.at(4).edition("made", EditionKey("first"))
    assert now is not None
    assert then is not None
    assert (now.edition.encoding, then.edition.encoding) == (2, 1)
    assert len(known.candidates("made")) == 1


def test_an_edition_whose_source_is_not_registered_governs_nothing() -> None:
    resting = replace(FIRST, sources=(ArtifactKey("absent"),))
    assert registry(resting).resolve("made", date(2015, 1, 1)).selected is None


def test_a_withdrawal_is_known_from_its_position_on() -> None:
    known = shipped()
    head = known.head(ArtifactKey("uspstf_crc_2021"))
    assert head is not None
    gone = replace(known, artifacts=tuple(
        RegisteredArtifact(entry.version, entry.seq, entry.known, 9) if entry is head else entry
        for entry in known.artifacts))
    day = date(2022, 1, 1)
    assert gone.at(8).resolve("crc_screening", day).selected == "uspstf_crc_2021"
    assert gone.at(9).resolve("crc_screening", day).selected is None


def test_a_later_version_is_not_known_before_its_position() -> None:
    known, key = shipped(), ArtifactKey("uspstf_crc_2021")
    head = known.head(key)
    assert head is not None
    later = RegisteredArtifact(replace(head.version, sequence=2, blob="b2:later"), 9, "")
    revised = replace(known, artifacts=(*known.artifacts, later))
    assert revised.head(key) == revised.at(9).head(key) == later
    assert revised.at(8).head(key) == head


def test_two_families_that_rest_on_one_source_are_both_found_from_it() -> None:
    found = {(entry.edition.family, entry.edition.key)
             for entry in shipped().editions_on(ArtifactKey("uspstf_crc_2021"))}
    assert found == {("crc_screening", "uspstf_crc_2021"), ("crc_coverage", "crc_cov_faq51")}


DAYS = st.dates(date(2000, 1, 1), date(2030, 12, 31))


@st.composite
def lines(draw: st.DrawFn) -> Registry:
    """Up to five editions; each supersedes an earlier one or none, some end by their own text."""
    made: list[Edition] = []
    for place in range(draw(st.integers(1, 5))):
        start = draw(DAYS)
        end = draw(st.none() | st.integers(1, 4_000).map(lambda days, start=start: start + days * ONE))
        of = draw(st.none() | st.sampled_from([one.key for one in made])) if made else None
        key = f"e{place}"
        made.append(edition(key, rule(key, "a"), start=start, end=end, supersedes=of))
    return registry(*made)


@given(lines(), DAYS)
def test_the_source_interval_is_where_resolving_gives_the_same(known: Registry, day: date) -> None:
    here, stretch = known.resolve("made", day), known.source_interval("made", day)
    assert stretch.covers(day)
    inside = [stretch.start, stretch.end - ONE if stretch.end else None, day + ONE, day - ONE]
    for other in inside:
        if other is not None and stretch.covers(other):
            found = known.resolve("made", other)
            assert (found.selected, found.unresolved) == (here.selected, here.unresolved)
    cuts = cut_points(known.candidates("made"))
    assert all(end is None or end in cuts for end in (stretch.start, stretch.end))


@given(lines(), DAYS)
def test_what_governs_is_in_force_and_what_is_unresolved_has_two_candidates(known: Registry, day: date) -> None:
    found = known.resolve("made", day)
    in_force = {one.edition for one in found.candidates if one.interval.covers(day)}
    if found.selected is not None:
        assert found.selected in in_force
        assert found.unresolved == ()
    else:
        assert len(found.unresolved) != 1
        assert set(found.unresolved) <= in_force
        assert bool(found.unresolved) is bool(in_force)
