"""The examples in the docstrings run."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, core_modules

WITH_EXAMPLES = [path for path in core_modules() if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: path.stem)
def test_examples_of_the_module_hold(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
