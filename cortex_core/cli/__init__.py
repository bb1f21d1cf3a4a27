"""The ``cortex`` command: parse, dispatch, print. ``--json`` puts one document on stdout, all else goes to stderr.

Exit codes: 0 fine, 1 findings, 2 could not run (nothing was changed). Each command's module is imported
only when it runs, so that ``--version``, ``decide``, ``check`` and ``cases`` stay light.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cortex_core import __version__

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words in (["--version"], ["-V"]):
        print(f"cortex {__version__}")
        return 0
    from cortex_core.cli.running import run

    return run(words)
