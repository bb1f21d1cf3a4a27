"""The tree under test: which files there are, what they import and call. Files are read, never imported."""

from __future__ import annotations

import ast
import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORE = ROOT / "cortex_core"
FLOORS_BELOW_THE_STORE = (
    "errors", "ids", "digest", "logic", "temporal", "model", "sources", "rules", "experience", "lifecycle",
    "runtime", "history",
)


def name_of(path: Path) -> str:
    """Path as written in documents: relative to the root, with forward slashes."""
    return path.relative_to(ROOT).as_posix()


def core_modules() -> list[Path]:
    return sorted(path for path in CORE.rglob("*.py") if "__pycache__" not in path.parts)


def modules_of(floor: str) -> list[Path]:
    """Modules of one floor, whether it is a single file or a folder."""
    single = CORE / f"{floor}.py"
    return [single] if single.is_file() else sorted((CORE / floor).rglob("*.py"))


def page_scripts() -> list[Path]:
    return [path for path in [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))] if path.is_file()]


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Every imported module (dotted, with the imported name appended for ``from`` imports) and its line."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from ((f"{base}.{alias.name}", node.lineno) for alias in node.names)


def dotted(node: ast.expr) -> str:
    """``a.b.c`` of a name or attribute chain, "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else f".{node.attr}"
    return ""


def calls(path: Path) -> Iterator[tuple[str, int]]:
    """Dotted name of every called function and its line."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call):
            yield dotted(node.func), node.lineno


@functools.cache
def tracked_files() -> tuple[Path, ...]:
    """Files under version control; outside a checkout, every file but environments and caches."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.split("\0")
        found = [ROOT / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        found = [path for path in ROOT.rglob("*") if not {".venv", ".git", "__pycache__"} & set(path.parts)]
    return tuple(sorted(path for path in found if path.is_file()))


def tracked_text() -> Iterator[tuple[Path, str]]:
    """Tracked files that are text, with their content."""
    for path in tracked_files():
        try:
            yield path, path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
