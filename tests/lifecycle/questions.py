"""Questions about colorectal screening and changes of its source, for tests of the life of a conclusion."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from cortex_core.experience.memory import Mark
from cortex_core.ids import ProofId
from cortex_core.interop.sample import sample_folder
from cortex_core.model.enums import Standing
from cortex_core.service.deciding import Answer, Asked, commit
from cortex_core.service.unit import unit

FAMILY = "crc_screening"
OLD, NEW = "uspstf_crc_2016", "uspstf_crc_2021"
DAY = date(2022, 6, 1)


def asked(born: str = "1976-03-02", *, on: date = DAY, pair: tuple[str, str] | None = None, name: str = "",
          **facts: object) -> Asked:
    """Whether somebody of average risk is screened; born in 1976 they are 46 on the day."""
    given: dict[str, Any] = {"birth_date": born, "asymptomatic": True, "average_risk": True,
                             "chosen_test": "none_selected", **facts}
    return Asked(FAMILY, given, on, pair, "", name)


def committed(graph: Path, *questions: Asked) -> list[Answer]:
    return commit(graph, list(questions))


def text_of(key: str = NEW, before: str = "", after: str = "") -> str:
    """The shipped text of a source, with one passage replaced."""
    text = (sample_folder() / "artifacts" / f"{key}.md").read_text("utf-8")
    assert before in text
    return text.replace(before, after, 1) if before else text


def rules_of(family: str = FAMILY, edition: str = NEW, before: str = "", after: str = "") -> dict[str, str]:
    text = (sample_folder() / "rules" / family / f"{edition}.yaml").read_text("utf-8")
    assert before in text
    return {f"{edition}.yaml": text.replace(before, after) if before else text}


def marks(graph: Path, proof: ProofId) -> list[Mark]:
    with unit(graph) as work:
        return list(work.memory.marks(proof))


def standing_of(graph: Path, proof: ProofId) -> Standing:
    with unit(graph) as work:
        return work.memory.standing(proof)
