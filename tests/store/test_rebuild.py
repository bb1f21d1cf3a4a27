"""Whatever happened, in whatever order: folding the log again gives the stored rows, and counters say what counting
says."""

from __future__ import annotations

import tempfile
from collections import Counter
from datetime import date
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from cortex_core.history.view import conclusion_id
from cortex_core.ids import EpisodeId, ProofId
from cortex_core.lifecycle.standing import open_challenges
from cortex_core.model.enums import Mode, Standing
from cortex_core.model.events import Abstention, Erased, Event, RecheckOutcome, UseDeclared, UseEnded
from cortex_core.model.experience import Proof
from cortex_core.store.database import connect
from cortex_core.store.log import append, head, verify
from cortex_core.store.memory import StoredMemory, tallies
from cortex_core.store.rebuild import rebuild, table_digests
from tests.store.made import at, committed, episode, graph, proof, rechecked, registered, reread, revised

PROOFS = (proof(1), proof(1, blob="b2:new"), proof(2, unresolved=True), proof(3, output="wait"))
LATER = date(2023, 1, 1)

Step = tuple[str, int, int]
STEPS: st.SearchStrategy[Step] = st.tuples(
    st.sampled_from(["commit", "escalate", "revise", "prospective", "recheck", "reread", "use", "end", "erase"]),
    st.integers(0, 3), st.integers(0, 4))
OUTCOMES = (Standing.REAFFIRMED, Standing.SUPERSEDED, Standing.RETRACTED, Standing.CHALLENGED)


def event_of(step: Step, seq: int, memory: StoredMemory, number: int) -> Event | None:
    """The event that a step comes to in this state; None where it would be malformed."""
    verb, which, other = step
    chosen: Proof = PROOFS[which]
    stored = memory.proof(chosen.id) is not None
    fresh = () if stored else (chosen,)
    match verb:
        case "commit":
            return committed(episode(number, chosen, task=f"t{other}"), proofs=fresh)
        case "escalate":
            one = episode(number, chosen, task=f"t{other}", mode=Mode.ESCALATE)
            return committed(one, proofs=fresh, abstentions=(Abstention(one.id, ("age",), (), ()),))
        case "erase":
            return Erased(EpisodeId(f"episode-{other:04}"), "Ada", "")
        case _ if not stored:
            return None
        case "revise" | "prospective":
            known = [one for one in PROOFS[:which + 1] if memory.proof(one.id) is not None]
            return revised(*(one.id for one in known), sequence=seq,
                           valid_from=LATER if verb == "prospective" else None)
        case "recheck":
            seen = open_challenges(memory.marks(chosen.id), date.max, None)[:other]
            result = OUTCOMES[other % 4]
            return rechecked(RecheckOutcome(chosen.id, result, seen, "w", LATER if other > 2 else None, (), "", "", ""))
        case "reread":
            seen = open_challenges(memory.marks(chosen.id), date.max, None)
            return reread(chosen.id, int(seen[0].partition("-")[0]), number) if seen else None
        case _:
            found = [one.conclusion for one in memory.episodes_of(ProofId(chosen.id))]
            if not found:
                return None
            return UseDeclared(found[0], "Ada", f"ward {other}", "") if verb == "use" \
                else UseEnded(found[0], f"ward {other}", "Ada", "")


@settings(max_examples=60)
@given(st.lists(STEPS, min_size=3, max_size=25))
def test_any_history_folds_to_the_same_rows_again(steps: list[Step]) -> None:
    with tempfile.TemporaryDirectory() as folder, connect(graph(Path(folder))) as conn:
        append(conn, [registered()], now=at(1), expected_head=1)
        for number, step in enumerate(steps):
            event = event_of(step, head(conn).seq + 1, StoredMemory(conn), number)
            if event is not None:
                append(conn, [event], now=at(number), expected_head=None)
        memory = StoredMemory(conn)
        assert memory.standing_counts() == StoredMemory(conn, head(conn).seq).standing_counts()
        for identity, state in conn.execute("select id, standing from proof").fetchall():
            assert memory.standing(identity).value == state
        counts = tallies(conn)
        counted = Counter(state for (state,) in conn.execute(
            "select standing from conclusion join proof on proof.n = conclusion.proof"))
        assert counted == {state.value: held for state in Standing
                           if (held := counts.get(f"conclusions/standing/{state.value}", 0))}
        for name, sql in (("challenges/open", "challenge where closed_seq is null"),
                          ("revisions/open", "revision where unsettled > 0"),
                          ("abstentions/open", "abstention where closed_seq is null"),
                          ("uses/open", "use where ended_seq is null"),
                          ("conclusions/in use", "conclusion where uses > 0")):
            assert conn.execute(f"select count(*) from {sql}").fetchone() == (counts.get(name, 0),), name
        for task, proof_id in conn.execute("select task, proof.id from conclusion join proof on proof.n = proof"):
            found = memory.proof(proof_id)
            assert found is not None
            supports = memory.episodes_for(conclusion_id(task, found.output.digest))
            assert {memory.standing(one.episode.proof).admits for one in supports} != {True, False} \
                or memory.standing(proof_id).admits  # one intact support keeps it
        stored = table_digests(conn)
        assert verify(conn).projections_equal
        rebuild(conn)
        assert table_digests(conn) == stored
