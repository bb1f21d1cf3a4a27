"""One concept, one word, one place: the glossary, the code and the design's vocabulary hold together."""

from __future__ import annotations

import re

import pytest

from tests.architecture.tree import CORE, ROOT

GLOSSARY = (CORE / "GLOSSARY.md").read_text("utf-8")
ROW = re.compile(r"^\| (?P<word>[^|]+?) \| (?P<meaning>[^|]+) \| `(?P<module>[^`|]+)` \|$", re.MULTILINE)
RESERVED = re.compile(r"^- \*\*(?P<word>[^*]+)\*\*: ", re.MULTILINE)
ENTRIES = [(row["word"], row["meaning"], row["module"]) for row in ROW.finditer(GLOSSARY)]

# The words every part of Cortex uses; each has an entry, so that no second word for it grows.
VOCABULARY = (
    "truth value", "artifact version", "span", "lineage", "rule edition", "material signature", "task",
    "signature", "source interval", "fact horizon", "key", "proof", "certificate", "episode", "conclusion",
    "pattern", "strategy", "abstention", "challenge", "witness", "gate", "criterion", "counterexample",
)


def _folded(text: str) -> str:
    """Lower case, with ``SourceInterval`` and ``source_interval`` both as ``source interval``."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return re.sub(r"[\s_*`\-]+", " ", spaced).lower()


def test_every_word_of_the_vocabulary_has_one_entry() -> None:
    words = [word for word, _, _ in ENTRIES] + RESERVED.findall(GLOSSARY)
    assert [word for word in VOCABULARY if words.count(word) != 1] == []
    assert len(words) == len(set(words))


@pytest.mark.parametrize(("word", "module"), [(word, module) for word, _, module in ENTRIES])
def test_the_named_module_exists_and_uses_the_word(word: str, module: str) -> None:
    path = ROOT / module
    assert path.is_file(), f"{module} does not exist"
    assert _folded(word) in _folded(path.read_text("utf-8")), f"{module} never says '{word}'"


@pytest.mark.parametrize("word", RESERVED.findall(GLOSSARY))
def test_a_reserved_word_names_nothing_else(word: str) -> None:
    # A word that waits for its meaning must not be given away; once a class carries it, it needs a row.
    kind = re.compile(rf"^class {word.title().replace(' ', '')}\b", re.MULTILINE)
    taken = [path for path in CORE.rglob("*.py") if kind.search(path.read_text("utf-8"))]
    assert taken == []
