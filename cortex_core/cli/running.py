"""Running one command: its module is found by name, its result printed, its errors made one message."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Sequence

from cortex_core.cli.parser import build_parser
from cortex_core.cli.result import Result
from cortex_core.errors import CortexError, InputError

__all__ = ["run"]


def run(words: Sequence[str]) -> int:
    """Parse, dispatch and print. A refusal or malformed input is one message on stderr and exit code 2."""
    parser = build_parser()
    args = parser.parse_args(words)
    if args.command is None:
        parser.print_help(sys.stderr)
        return 2
    try:
        module = importlib.import_module(f"cortex_core.cli.{args.module}")
        result: Result = getattr(module, args.function)(args)
        _print(result, as_json=getattr(args, "json", False))
    except InputError as error:
        for issue in error.issues:
            print(f"cortex {args.command}: {issue}", file=sys.stderr)
        return 2
    except CortexError as error:
        print(f"cortex {args.command}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # nobody reads any more: what is still buffered must not fail again when the interpreter ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except KeyboardInterrupt:
        print(f"cortex {args.command}: stopped; what was reported done is kept", file=sys.stderr)
        return 2
    return result.code


def _print(result: Result, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result.document, ensure_ascii=False, indent=2, default=str))
        for line in result.notes:
            print(line, file=sys.stderr)
    else:
        for line in (*result.lines, *result.notes):
            print(line)
    sys.stdout.flush()
