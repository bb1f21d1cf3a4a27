"""New text with new rules for only one of the two editions that rest on it: the other was not re-read."""

from __future__ import annotations

from pathlib import Path

from cortex_core.interop.sample import sample_folder
from cortex_core.service.changing import recheck, revise
from cortex_core.service.unit import unit
from tests.graphs import sample_copy

ARTIFACT = "cms_cy2025_rate"
RULES = sample_folder() / "rules" / "partd_benefit"


def changed(tmp_path: Path, *names: str) -> tuple[Path, set[str]]:
    """A graph after the change, and the causes of the challenges that it opened."""
    path = sample_copy(tmp_path)
    text = (sample_folder() / "artifacts" / f"{ARTIFACT}.md").read_text("utf-8").replace("590", "591")
    event = revise(path, ARTIFACT, text=text, rules={name: (RULES / name).read_text("utf-8") for name in names}).event
    with unit(path) as work:
        return path, {cause for (cause,) in work.connection.execute(
            "select distinct cause from challenge where seq = ?", (event,))}


def test_an_edition_that_was_not_encoded_anew_keeps_its_proofs_challenged(tmp_path: Path) -> None:
    path, causes = changed(tmp_path, "partd_cy2025.yaml")
    assert causes == {"rules not re-read"}
    recheck(path)
    with unit(path) as work:
        left = {proof.key.family for one in work.memory.challenged() if (proof := work.memory.proof(one))}
    assert "partd_benefit" in left


def test_both_encoded_anew_are_settled_by_a_recheck(tmp_path: Path) -> None:
    path, causes = changed(tmp_path, "partd_cy2024.yaml", "partd_cy2025.yaml")
    assert causes == {"rules re-encoded"}
    recheck(path)
    with unit(path) as work:
        assert not any((proof := work.memory.proof(one)) and proof.key.family == "partd_benefit"
                       for one in work.memory.challenged())
