"""The code map of the architecture page: one row a module, in the words of the module itself.

``python -m tests.architecture.code_map`` writes it; ``test_documents.py`` fails when it is out of date.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.architecture.tree import CORE, core_modules, tracked_files, tree_of

PAGE = CORE / "README.md"
BEGIN = "<!-- written by tests/architecture/code_map.py from the modules' first sentences -->\n"
END = "<!-- end of the code map -->\n"
FLOORS = (
    ("cli",), ("service",), ("store", "interop", "tools"), ("history",), ("lifecycle", "runtime"), ("experience",),
    ("rules",), ("sources",), ("model",), ("logic", "temporal"), ("errors", "ids", "digest"),
)


def first_sentence(path: Path) -> str:
    """First sentence of a module's docstring, on one line."""
    text = " ".join((ast.get_docstring(tree_of(path)) or "").split("\n\n", 1)[0].split())
    sentence = re.split(r"(?<=[.?])\s(?=[A-Z0-9`*\"])", text, maxsplit=1)[0].rstrip(".")
    return re.sub(r" \(contract[^)]*\)|: docs/commands.md", "", sentence).replace("``", "`").replace("|", "\\|")


def floor_of(path: Path) -> int:
    """Height of a module's floor: 10 for the command, 0 for errors, ids, digests and the package itself."""
    top = path.relative_to(CORE).parts[0].removesuffix(".py")
    return next((len(FLOORS) - 1 - at for at, names in enumerate(FLOORS) if top in names), 0)


def render() -> str:
    """The whole section between the two markers."""
    lines = ["| floor | module | what it holds |", "|---|---|---|"]
    # Tracked modules only: the page that is committed is the page of that commit.
    modules = [path for path in core_modules() if path.name != "__init__.py" and path in tracked_files()]
    for path in sorted(modules, key=lambda path: (-floor_of(path), path.relative_to(CORE).as_posix())):
        lines.append(f"| {floor_of(path)} | `{path.relative_to(CORE).as_posix()}` | {first_sentence(path)} |")
    return BEGIN + "\n".join(lines) + "\n" + END


def written() -> str:
    """The section as it stands on the page."""
    page = PAGE.read_text("utf-8")
    return page[page.index(BEGIN): page.index(END) + len(END)]


if __name__ == "__main__":
    PAGE.write_text(PAGE.read_text("utf-8").replace(written(), render()), "utf-8")
