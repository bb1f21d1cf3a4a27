"""What people say: a sign-off binds what was seen and releases nothing; a re-reading closes one kind of challenge."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from cortex_core.errors import Refused
from cortex_core.lifecycle.people import best_standing, meaning, void_reason
from cortex_core.model.enums import Standing
from cortex_core.service.changing import recheck, revise
from cortex_core.service.graphs import SAMPLE, Graph
from cortex_core.service.queries import chain
from cortex_core.service.reviewing import reread, sign
from cortex_core.service.shapes import AsOf, ReviewLine
from cortex_core.service.unit import unit
from tests.lifecycle.questions import NEW, asked, committed, rules_of, standing_of, text_of

CHANGED = ("[s2] Age 45", "[s2] Age 46")


def signed(graph: Path, born: str = "1976-03-02") -> tuple[str, str]:
    """A conclusion that somebody signed, and its episode."""
    episode = committed(graph, asked(born))[0].episode
    assert episode is not None
    made = sign(graph, episode, by="Ada", adjudicated="output", note="as printed")
    return made.conclusion, episode


def review(graph: Path, conclusion: str) -> ReviewLine:
    (line,) = [one for one in chain(Graph(SAMPLE, graph, True), conclusion, AsOf()).reviews if one.by == "Ada"]
    return line


def test_a_sign_off_is_anchored_to_the_head_and_changes_no_standing(graph: Path) -> None:
    answer = committed(graph, asked())[0]
    assert answer.episode is not None
    before = standing_of(graph, answer.decision.proof_id)
    made = sign(graph, answer.episode, by=" Ada ", adjudicated="output")
    with unit(graph) as work:
        assert (made.by, made.head_seq, made.head_digest) == ("Ada", work.head.seq, work.head.digest)
    assert standing_of(graph, answer.decision.proof_id) is before
    assert review(graph, made.conclusion).void == ""


def test_a_sign_off_is_void_when_its_ground_moves_and_names_the_event(graph: Path) -> None:
    conclusion, _ = signed(graph)
    report = revise(graph, NEW, text=text_of(NEW, *CHANGED))
    assert f"event {report.event}" in review(graph, conclusion).void


def test_a_rebind_keeps_a_sign_off(graph: Path) -> None:
    conclusion, _ = signed(graph)
    revise(graph, NEW, text=text_of(NEW, "[s2] Age", "[s2]   Age"))
    assert review(graph, conclusion).void == ""


def test_void_is_derived_so_a_recheck_that_finds_equal_premises_lets_it_hold_again(graph: Path) -> None:
    conclusion, _ = signed(graph)
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    revise(graph, NEW, text=text_of(NEW))
    assert review(graph, conclusion).void != ""
    recheck(graph)
    assert review(graph, conclusion).void == ""


def test_a_sign_off_of_other_rules_does_not_hold_for_the_new_ones(graph: Path) -> None:
    answer = committed(graph, asked())[0]
    proof = answer.decision.proof
    revise(graph, NEW, text=text_of(NEW, *CHANGED), rules=rules_of(before="45 <=", after="46 <="))
    other = committed(graph, asked(name="again"))[0].decision.proof
    assert meaning(proof) != meaning(other)
    assert "not the ones signed" in void_reason(meaning(proof), other, (), date.max, None, 7)
    assert void_reason(meaning(proof), proof, (), date.max, None, 7) == ""


@pytest.mark.parametrize(("by", "adjudicated", "why"), [
    ("  ", "output", "needs a name"), ("Ada", "everything", "say what was adjudicated"), ("Ada", "", "say what")])
def test_a_sign_off_without_a_name_or_an_object_is_refused(graph: Path, by: str, adjudicated: str, why: str) -> None:
    _, episode = signed(graph)
    with pytest.raises(Refused, match=why):
        sign(graph, episode, by=by, adjudicated=adjudicated)


def test_what_does_not_stand_cannot_be_signed(graph: Path) -> None:
    _, episode = signed(graph)
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    with pytest.raises(Refused, match="the conclusion is challenged: recheck it before it is signed off"):
        sign(graph, episode, by="Ada", adjudicated="output")


def test_a_re_reading_closes_the_fidelity_challenge_and_reaffirms(graph: Path) -> None:
    _, episode = signed(graph)
    proof = committed(graph, asked())[0].decision.proof_id
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    reread(graph, episode, by="Ada", note="compared s2")
    assert standing_of(graph, proof) is Standing.REAFFIRMED


def test_a_re_reading_closes_no_challenge_of_another_kind(graph: Path) -> None:
    _, episode = signed(graph)
    proof = committed(graph, asked())[0].decision.proof_id
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    revise(graph, NEW, rules=rules_of(before="45 <=", after="46 <="))
    reread(graph, episode, by="Ada")
    assert standing_of(graph, proof) is Standing.CHALLENGED
    with pytest.raises(Refused, match="no open challenge of the kind 'rules not re-read'"):
        reread(graph, episode, by="Ada")


def test_a_re_reading_needs_a_name(graph: Path) -> None:
    _, episode = signed(graph)
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    with pytest.raises(Refused, match="needs a name"):
        reread(graph, episode, by="")


def test_a_re_reading_stands_in_the_history_of_the_conclusion(graph: Path) -> None:
    conclusion, episode = signed(graph)
    revise(graph, NEW, text=text_of(NEW, *CHANGED))
    reread(graph, episode, by="Ada")
    shown = chain(Graph(SAMPLE, graph, True), conclusion, AsOf())
    assert "re-reading by Ada (claimed)" in {one.words for one in shown.history}


def test_a_conclusion_stands_while_one_of_its_proofs_stands() -> None:
    assert best_standing([Standing.RETRACTED, Standing.REAFFIRMED]) is Standing.REAFFIRMED
    assert best_standing([Standing.SUPERSEDED, Standing.CHALLENGED]) is Standing.CHALLENGED
    assert best_standing([]) is Standing.RETRACTED
