"""counterexamples 24, 34, 46, 53 and 56: reverting, the key of facts, the unit of the gate, what a digest holds."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from cortex_core.digest import decimal_text
from cortex_core.errors import InputError
from cortex_core.experience.situation import Resolver
from cortex_core.ids import ProofId
from cortex_core.interop.artifact_files import read_artifact
from cortex_core.interop.sample import sample_folder
from cortex_core.lifecycle.controller import decide
from cortex_core.logic.atoms import Atom
from cortex_core.logic.terms import Kind
from cortex_core.model.enums import Lane, Verdict
from cortex_core.model.experience import Proof, Signature
from cortex_core.model.rules import Citation
from cortex_core.rules.intake import take_in
from cortex_core.service.changing import revise
from cortex_core.service.unit import unit
from cortex_core.sources.registry import Registry
from cortex_core.tools import versions
from tests.counterexamples.made import DAY, ask, edition, fact, family, only, registry, rule
from tests.properties.questions import Remembered, decided, shipped, task_of

CRC = "uspstf_crc_2021"


def text_of(key: str) -> str:
    return (sample_folder() / "artifacts" / f"{key}.md").read_text(encoding="utf-8")


# --- 24 ------------------------------------------------------------------------------------------------


def test_going_back_to_the_first_bytes_is_a_real_third_version(graph: Path) -> None:
    """counterexamples 24. v1 → v2 → v1: only a record equal to the current head is no event."""
    first = text_of(CRC)
    second = first.replace("45", "46", 1)
    assert second != first
    assert revise(graph, CRC, text=first).lane is Lane.IDENTICAL
    assert revise(graph, CRC, text=second).version == f"{CRC}@2"
    assert revise(graph, CRC, text=second).lane is Lane.IDENTICAL
    back = revise(graph, CRC, text=first)
    assert (back.version, back.event > 0) == (f"{CRC}@3", True)
    with unit(graph) as work:
        head = work.registry.head(read_artifact(first, "f").key)
        assert head is not None
        assert (head.version.sequence, head.version.blob) == (3, read_artifact(first, "f").blob)


def test_a_corrected_date_over_equal_statements_is_a_revision(graph: Path) -> None:
    """counterexamples 24."""
    text = text_of(CRC)
    corrected = text.replace("2021-05-18", "2021-05-19", 1)
    assert corrected != text
    assert revise(graph, CRC, text=corrected).lane is Lane.METADATA_CORRECTED


# --- 34 ------------------------------------------------------------------------------------------------


def taken(**raw: Any) -> object:
    made = family(fact("name", Kind.ENUM, (unicodedata.normalize("NFC", "Ærø é"), "other")),
                  fact("count", Kind.INTEGER), fact("due", Kind.DATE))
    return take_in(made, raw, DAY).observations


@pytest.mark.parametrize(("one", "other"), [
    ({}, {"a": {"unknown": "missing"}}),
    ({}, {"a": None}),
    ({"count": {"unknown": "conflict", "candidates": [3, 5]}},
     {"count": {"unknown": "conflict", "candidates": [5, 3, 3]}}),
    ({"name": unicodedata.normalize("NFC", "Ærø é")}, {"name": unicodedata.normalize("NFD", "Ærø é")}),
    ({"count": 12}, {"count": 12.0}), ({"count": 12}, {"count": "12.0"}), ({"count": 12}, {"count": Decimal("12.00")}),
    ({"ahi": "12"}, {"ahi": 12.0}), ({"due": "2021-05-18"}, {"due": date(2021, 5, 18)}),
    ({"count": {"unknown": "partial", "from": 4, "to": 4}}, {"count": 4}),
    ({"count": {"unknown": "conflict", "candidates": [{"value": 4, "source": "x"}, {"value": 4, "source": "y"}]}},
     {"count": 4}),
])
def test_two_spellings_of_one_fact_are_one_canonical_value(one: dict[str, Any], other: dict[str, Any]) -> None:
    """counterexamples 34."""
    assert taken(**one) == taken(**other)


@pytest.mark.parametrize("raw", [
    {"count": True}, {"count": 1.5}, {"a": 1}, {"a": "true"}, {"ahi": False}, {"ahi": "NaN"}, {"count": "12 kg"},
    {"due": "2021-05-18T00:00:00"}, {"due": datetime(2021, 5, 18)}])  # noqa: DTZ001 - the naive one is refused
def test_a_value_of_another_type_is_refused_and_never_converted(raw: dict[str, Any]) -> None:
    """counterexamples 34. 1 is not True, a date is not a date-time."""
    with pytest.raises(InputError):
        taken(**raw)


def test_a_conflict_keeps_who_said_what() -> None:
    """counterexamples 34: equal candidates of other sources are another record."""
    def said(*pairs: tuple[int, str]) -> object:
        return taken(count={"unknown": "conflict",
                            "candidates": [{"value": value, "source": source} for value, source in pairs]})

    assert said((3, "x"), (5, "y")) == said((5, "y"), (3, "x"))
    assert said((3, "x"), (5, "y")) != said((3, "y"), (5, "x"))


# --- 46, 53 --------------------------------------------------------------------------------------------


def citing_nothing(lineage: str) -> Registry:
    """The shipped registry, where one lineage's rules of the governing edition cite a statement that is not
    in the text."""
    known = shipped()
    return replace(known, editions=tuple(
        replace(entry, edition=replace(entry.edition, rules=tuple(
            replace(one, cites=(Citation(one.cites[0].artifact, "s99"),)) if one.lineage == lineage else one
            for one in entry.edition.rules)))
        if entry.edition.key == CRC and entry.edition.family == "crc_screening" else entry
        for entry in known.editions))


def test_a_row_whose_statement_is_not_found_is_withheld_and_shown_and_the_others_are_released() -> None:
    """counterexamples 46. Dropped, it would read as *not added*."""
    raw = {"birth_date": "1974-05-18", "asymptomatic": True, "average_risk": True, "chosen_test": "fit"}
    task = task_of(shipped().families["crc_screening"], raw, date(2021, 6, 1))
    whole = decided(task)
    lineages = {one.row.lineage for one in whole.released.rows}
    assert lineages >= {"crc.screen_45_49", "crc.interval_fit"}
    broken = decide(task, Resolver(citing_nothing("crc.interval_fit")), Remembered(), tools=versions(), position=1)
    withheld, = broken.released.withheld
    assert withheld.row.lineage == "crc.interval_fit"
    assert withheld.verdict is not Verdict.PASS
    assert "fidelity" in withheld.reason
    assert {one.row.lineage for one in broken.released.rows} == lineages - {"crc.interval_fit"}
    assert broken.report.verdict is not Verdict.PASS


def test_every_released_row_names_its_report_and_its_position() -> None:
    """counterexamples 47 and 53: a release is relative to a log position. The single constructor of released
    rows: tests/architecture/test_release; the race itself: tests/store/test_log."""
    made = decided(task_of(shipped().families["crc_screening"], {"birth_date": "1974-05-18"}, date(2021, 6, 1)))
    assert made.released.rows
    for one in made.released.rows:
        assert (one.report, one.position) == (made.report.digest, made.position)
    again = replace(made.report, position=made.position + 1)
    assert again.digest != made.report.digest


# --- 56 ------------------------------------------------------------------------------------------------


def proof(when: str, facts: dict[str, object]) -> Proof:
    return only(when, facts).proof


def test_equal_vectors_over_other_atoms_are_other_proofs() -> None:
    """counterexamples 56."""
    one, other = proof("a", {"a": True}), proof("b", {"b": True})
    assert one.signature.codes == other.signature.codes
    assert one.signature_digest != other.signature_digest
    assert replace(one, signature=other.signature).id != one.id


def test_a_reason_alone_makes_another_proof() -> None:
    """counterexamples 56."""
    missing, stale = proof("a", {}), proof("a", {"a": {"value": True, "subject": "partner"}})
    assert missing.output == stale.output
    assert missing.id != stale.id


def test_equal_sentences_under_two_headings_are_two_statements() -> None:
    """counterexamples 56."""
    text = text_of(CRC)
    version = read_artifact(text, "f")
    moved = read_artifact(text.replace(f"## {version.spans[0].section}", "## Another heading"), "f")
    assert moved.spans[0].text == version.spans[0].text
    assert moved.spans[0].digest != version.spans[0].digest


def test_line_ends_and_other_spellings_of_a_number_do_not_make_another_digest() -> None:
    """counterexamples 56: what is equal has one digest."""
    text = text_of(CRC)
    one, other = read_artifact(text, "f"), read_artifact(text.replace("\n", "\r\n"), "f")
    assert [span.digest for span in one.spans] == [span.digest for span in other.spans]
    assert one.presentation == other.presentation
    assert decimal_text(Decimal("10.0")) == decimal_text(Decimal(10)) == "10"
    assert Atom.of("x", "=", Decimal("10.0")).id == Atom.of("x", "=", Decimal(10)).id
    assert proof("ahi >= 10", {"ahi": 12}).id == proof("ahi >= 10.0", {"ahi": "12.0"}).id


def test_a_proof_holds_no_value_of_a_person_and_no_order_of_arrival() -> None:
    """counterexamples 56: two persons and two stores of the registry give one id."""
    one = only("age >= 45", {"born": "1970-01-01"})
    other = only("age >= 45", {"born": "1965-12-31"})
    assert one.proof.id == other.proof.id
    assert "1970" not in repr(one.proof)
    first, second = edition("one", rule("one", "a")), edition("two", rule("two", "b"), start=date(2022, 1, 1))
    assert ask(registry(first, second), {"a": True}).proof.id == ask(registry(second, first), {"a": True}).proof.id


def test_the_governing_edition_and_the_semantics_number_are_in_the_digest_and_the_trace_is_not() -> None:
    """counterexamples 56."""
    made = proof("a", {"a": True})
    assert replace(made, key=replace(made.key, governing=None)).id != made.id
    assert replace(made, key=replace(made.key, semantics=made.key.semantics + 1)).id != made.id
    assert set(Proof.__slots__) == {"key", "signature", "output"}
    assert set(Signature.__slots__) == {"atoms", "codes", "observations", "context"}
    assert isinstance(made.id, str)
    assert ProofId(made.id) == made.id
