"""No birth date, no birthday and no case's or person's id in anything but the side store: not in the log, a proof,
a key, a conclusion, an evidence file, a page or an address."""

from __future__ import annotations

import functools
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from cortex_core.cli import main
from cortex_core.experience.situation import Resolver
from cortex_core.ids import EpisodeId
from cortex_core.interop.case_files import read_cases
from cortex_core.interop.sample import sample_folder
from cortex_core.logic.values import Between, Conflicting, Known, OneOf, Value
from cortex_core.model.experience import Task
from cortex_core.model.rules import Role
from cortex_core.rules.terms_on import change_days
from cortex_core.service.build import PERSONS, SEED, register_all
from cortex_core.service.evidence import evidence
from cortex_core.service.experiments.cohorts import cohort
from cortex_core.service.graphs import SAMPLE, Graph
from cortex_core.service.queries import chain, conclusions
from cortex_core.service.shapes import AsOf
from cortex_core.service.unit import Unit, unit
from cortex_core.service.views import address
from cortex_core.store.database import create
from tests.graphs import sample

# Nothing else of the file may hold a value of a person; the secret only keys digests.
SIDE_STORE = "facts"


@functools.cache
def ground_text() -> str:
    """Every text that ships and is no person's: what a private date may coincide with."""
    folder = sample_folder()
    files = [*folder.glob("artifacts/*"), *folder.glob("rules/**/*.yaml"), *folder.glob("revisions/**/*"),
             folder / "history.yaml"]
    return "\n".join(file.read_text("utf-8") for file in files if file.is_file())


def dates_in(value: Value) -> list[date]:
    match value:
        case Known(date() as day):
            return [day]
        case Between(date() as low, date() as high):
            return [low, high]
        case OneOf(options):
            return [one for one in options if isinstance(one, date)]
        case Conflicting(candidates):
            return [one for one, _ in candidates if isinstance(one, date)]
        case _:
            return []


def _tasks(work: Unit) -> Iterator[Task]:
    for (name,) in work.connection.execute("select id from episode order by n"):
        stored = work.memory.episode(EpisodeId(name))
        assert stored is not None
        observations, proof = work.memory.observations(stored.episode.id), work.memory.proof(stored.episode.proof)
        assert observations is not None
        assert proof is not None
        key = proof.key
        yield Task(key.family, key.task_type, key.output_type, stored.episode.decided_on, observations, key.pair)


@functools.cache
def private_dates() -> frozenset[str]:
    """Birth dates of every person in the sample, and the birthdays that end a fact horizon."""
    births: set[date] = set()
    birthdays: set[date] = set()
    with unit(sample()) as work:
        resolver = Resolver(work.registry)
        for task in _tasks(work):
            family = work.registry.families[task.family]
            roles = {spec.name: spec.role for spec in family.facts}
            born = {day for one in task.observations if roles[one.name] is Role.BIRTH for day in dates_in(one.value)}
            births |= born
            # Any birthday on which an atom changes may end a horizon, whichever of them comes first.
            atoms = {atom.id: atom for atom in resolver.any_pair(task.family, task.decided_on, task.pair).book.atoms}
            birthdays |= {day for day, _ in change_days(family, task.observations, atoms)
                          if any((day.month, day.day) == (one.month, one.day) for one in born)}
        decided = {task.decided_on for task in _tasks(work)}
        known = {text[:10] for (text,) in work.connection.execute("select known from log")}
    assert len(births) > 100
    assert len(birthdays) > 300
    found = {day.isoformat() for day in births | birthdays}
    public = {day.isoformat() for day in decided} | known | set(re.findall(r"\d{4}-\d\d-\d\d", ground_text()))
    # A private date that is also a decision date or a source's would be found for another reason: some persons
    # are asked about on the very birthday that decides.
    assert len(found & public) * 20 < len(found), sorted(found & public)
    return frozenset(found - public)


@functools.cache
def identifiers() -> frozenset[str]:
    """Ids of worked cases, seeded persons and demonstrations: labels of the files they were read from."""
    names = {case.id for case in read_cases(sample_folder() / "cases" / "corpus_cases.json")}
    with unit(sample()) as work:
        families = list(work.registry.families)
    names |= {person.id for family in families for person in cohort(family, SEED, PERSONS)}
    return frozenset(names | {f"demonstration {number}" for number in range(1, 13)})


def spelled(day: str) -> list[str]:
    """A date as it might be written."""
    at = date.fromisoformat(day)
    return [day, day.replace("-", ""), day.replace("-", "/"), f"{at:%d.%m.%Y}", f"{at:%m/%d/%Y}",
            f"{at.day} {at:%B} {at.year}", f"{at:%B} {at.day}, {at.year}", f"{at.day} {at:%b} {at.year}"]


# Whatever looks like a date or a label, and is not inside the digits of a digest.
_TOKENS = re.compile(
    r"(?<![0-9a-f])(?:\d{4}([-/]?)\d\d\1\d\d|\d\d([./])\d\d\2\d{4}|\d{1,2} [A-Z][a-z]+ \d{4}"
    r"|[A-Z][a-z]+ \d{1,2}, \d{4})(?![0-9a-f])")
_LABELS = re.compile(r"demonstration \d+|[A-Za-z][\w-]*\d")


@functools.cache
def _looked_for() -> frozenset[str]:
    return frozenset(word for day in private_dates() for word in spelled(day)) | identifiers()


def found_in(text: str) -> list[str]:
    seen = {one[0] for pattern in (_TOKENS, _LABELS) for one in pattern.finditer(text)}
    return sorted(seen & _looked_for())


def test_the_scan_finds_what_it_looks_for() -> None:
    day, name = min(private_dates()), min(identifiers())
    assert found_in(f'{{"date":"{day}"}}') == [day]
    assert found_in(f"about {name}.") == [name]
    assert found_in("\n".join(spelled(day))) == sorted(spelled(day))
    assert all(found_in(f"({one})") == [one] for one in identifiers())
    with closing(sqlite3.connect(sample())) as conn:
        bodies = [body for (body,) in conn.execute(f"select body from {SIDE_STORE}")]
    assert sum(bool(found_in(body)) for body in bodies) > 100


def test_no_table_but_the_side_store_holds_anything_personal() -> None:
    """Log, proofs, keys, episodes, conclusions, certificates, challenges, reviews, the search index: every cell."""
    seen = set()
    with closing(sqlite3.connect(sample())) as conn:
        tables = [name for (name,) in conn.execute("select name from sqlite_master where type = 'table'")]
        for table in tables:
            for row in conn.execute(f'select * from "{table}"'):
                text = "\n".join(cell.decode("utf-8", "replace") if isinstance(cell, bytes) else str(cell)
                                 for cell in row)
                if table != SIDE_STORE:
                    assert found_in(text) == [], table
                seen.add(table)
    assert seen >= {"log", "proof", "episode", "conclusion", "certificate", "abstention", "challenge", "review",
                    "conclusion_fts_data", "outcome", SIDE_STORE}


def test_nothing_personal_lies_in_the_head_file_beside_the_graph() -> None:
    assert found_in(Path(f"{sample()}.head").read_text("utf-8")) == []


def test_no_evidence_file_holds_anything_personal() -> None:
    with closing(sqlite3.connect(sample())) as conn:
        names = [name for (name,) in conn.execute("select id from conclusion order by n")]
    for name in names[::4]:
        assert found_in(evidence(sample(), name).decode()) == [], name


def _addresses() -> Iterator[dict[str, str]]:
    """The query of every link that a list or a picture of the sample leads to."""
    graph, here = Graph(SAMPLE, sample(), True), address.read({"graph": SAMPLE})
    listed = conclusions(graph, AsOf())
    for line in listed.lines:
        yield here.query(sel=line.id)
        for node in chain(graph, line.id, AsOf()).picture.nodes:
            yield here.query(sel=f"{line.id}~{node.id}")


def test_no_address_of_a_page_holds_anything_personal() -> None:
    queries = list(_addresses())
    assert len(queries) > 100
    for query in queries:
        assert set(query) <= {"graph", "valid", "known", "sel", "tab", "depth", "s", *address.FACETS}
        assert found_in(" ".join(query.values())) == []


def test_a_link_never_takes_over_a_key_that_is_no_part_of_an_address() -> None:
    given = address.read({"graph": SAMPLE, "birth_date": "1979-01-12", "person": "somebody"})
    assert given.query(sel="conclusion-1") == {"graph": SAMPLE, "sel": "conclusion-1"}


def test_what_check_verify_review_and_search_print_holds_nothing_personal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = ("--graph", str(sample()), "--json")
    for words in (("check",), ("verify-log",), ("review", "list"), ("search", "screening")):
        main([*words, *where])
        said = capsys.readouterr()
        assert json.loads(said.out)
        assert found_in(said.out + said.err) == []


def test_equal_facts_have_unlike_digests_in_two_graphs(tmp_path: Path) -> None:
    """Digests of personal values are keyed by a secret of the graph, so nobody can search through birth dates."""
    facts = {"birth_date": "1972-06-30", "asymptomatic": True, "average_risk": True, "chosen_test": "fit"}
    question = ["decide", "--family", "crc_screening", "--on", "2022-03-02", "--commit", "--json",
                "--facts", json.dumps(facts)]
    records = []
    for name in ("one", "other"):
        path = tmp_path / f"{name}.db"
        _graph_with_sources(path)
        assert main([*question, "--graph", str(path)]) == 0
        with closing(sqlite3.connect(path)) as conn:
            records.append(json.loads(conn.execute("select record from episode").fetchone()[0]))
    one, other = records
    assert one["proof"] == other["proof"]
    for field in ("facts_digest", "task", "id"):
        assert one[field] != other[field]


def _graph_with_sources(path: Path) -> None:
    known = datetime(2022, 1, 1, tzinfo=UTC)
    create(path, name="made", scripted=True, now=known)
    register_all(path, known)
