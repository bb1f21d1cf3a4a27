"""The two scenarios taken from the sample graph: gate criteria of a conclusion before and after a change of a text.

``python -m tests.scenarios.recorded`` writes the files; ``test_shipped.py`` derives them again and compares.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

from cortex_core.interop.sample import sample_folder
from cortex_core.interop.scenario_files import dump_scenario
from cortex_core.logic.truth import Truth
from cortex_core.model.enums import Verdict
from cortex_core.runtime.criteria import Criterion, EvidenceRef, FailureClass, truth_of
from cortex_core.runtime.scenario import Expected, Scenario, Source, Stage
from cortex_core.runtime.verdicts import Outcome, Step
from cortex_core.service.auditing import audit_in, find_episode
from cortex_core.service.changing import revise
from cortex_core.service.unit import unit

FOLDER = sample_folder() / "scenarios"
CONCLUSION, ARTIFACT = "Screening at 47", "uspstf_crc_2021"
OLD, NEW = "[s2] Age 45 to 49 years", "[s2] Age 46 to 49 years"
NAMES = {"before": "15-screening-before-a-change", "after": "16-screening-after-a-change"}
WORDS = {
    "identity": "the proof is the one that is named", "sources": "its sources hold the recorded bytes",
    "fidelity": "every cited statement stands where it was cited", "rules": "its rules are as recorded",
    "applicability": "the governing edition is the recorded one", "typing": "its outputs are declared so",
    "logic": "the output follows from the rules", "facts": "the yes-or-no answers follow from the facts",
    "tools": "its tools are in force in the recorded version", "standing": "no ground of it has moved since",
}


def derived(path: Path, state: str) -> Scenario:
    """The scenario as the graph at ``path`` gives it; ``after`` changes that graph."""
    if state == "after":
        text = (sample_folder() / "artifacts" / f"{ARTIFACT}.md").read_text("utf-8")
        assert text.count(OLD) == 1
        revise(path, ARTIFACT, text=text.replace(OLD, NEW))
    with unit(path) as work:
        (conclusion,) = work.connection.execute("select id from conclusion where title = ?", (CONCLUSION,)).fetchone()
        stored = find_episode(work, conclusion)
        seen = audit_in(work, stored, strict=True)
    proof = EvidenceRef("proof", str(stored.episode.proof), Truth.Y)
    criteria = tuple(Criterion(
        one.name, WORDS[one.name], one.verdict, evidence=(proof,), check=f"independent checker: {one.reason}",
        failure_class=FailureClass.NONE if one.verdict is Verdict.PASS else FailureClass.GROUND_MOVED)
        for one in seen.criteria if one.name != "integrity")
    chain = next(one for one in seen.criteria if one.name == "integrity")
    return replace(_TOLD[state], step=Step(criteria, (), Truth.Y, truth_of(chain.verdict)), integrity_why=chain.reason)


def _told(state: str, title: str, story: str, verify: str, outcome: Outcome, because: str) -> Scenario:
    path = ("Decide whether screening is due for a person of 47, and be able to show why.",
            "Resolve the editions in force on 2026-01-20, then evaluate their rules.",
            "Two statements of the panel (2016 and 2021), eleven rules that cite them, four facts.",
            "One proof and the episode that rests on it, recorded in one event.", verify)
    return Scenario(NAMES[state], title, story, "Screening at 47 may be relied on today",
                    tuple(zip(Stage, path, strict=True)), Step(()),
                    "Deciding and recording are granted to the sample's own runs.", "",
                    (), (Expected(outcome, because),), (Source(CONCLUSION, state, ARTIFACT, OLD, NEW),))


_TOLD = {
    "before": _told(
        "before", "Screening at 47, as recorded",
        "A conclusion of the sample graph: the 2021 text added the ages 45 to 49, so screening is due at 47. The "
        "criteria are those that the independent checker found on it, with the digest of its proof.",
        "Ten checks by code that the evaluator does not share, and the chain of the log.",
        Outcome.ACCEPTED, "Every check passes again and no ground has moved."),
    "after": _told(
        "after", "Screening at 47, after its source changed",
        "The same conclusion after the statement it rests on was changed from 45 to 46, for demonstration, and nobody "
        "has read the rules against the new text. All that was checked before still passes; what moved is the ground.",
        "The same ten checks. Standing is open: the change challenged the proof in the same event.",
        Outcome.INCOMPLETE, "A challenge erases nothing and accepts nothing: the conclusion waits for a recheck."),
}


def main() -> None:
    """Build the sample twice over and write both files."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CORTEX_DATA_DIR"] = folder
        from tests.graphs import sample_copy

        for state in ("before", "after"):
            made = derived(sample_copy(Path(folder)), state)
            (FOLDER / f"{NAMES[state]}.yaml").write_text(dump_scenario(made), "utf-8")


if __name__ == "__main__":
    main()
