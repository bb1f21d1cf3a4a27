"""Loaded by the tested server before anything else: a connection that leaves this machine is refused and noted."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Any

_connect = socket.socket.connect


def _leaves(address: object) -> bool:
    return isinstance(address, tuple) and str(address[0]) not in {"127.0.0.1", "::1", "localhost"}


def _guarded(self: socket.socket, address: Any) -> None:
    if _leaves(address):
        with Path(os.environ["CORTEX_GUARD_LOG"]).open("a", encoding="utf-8") as log:
            log.write(f"{address}\n")
        raise OSError(f"the guard refused {address}")
    _connect(self, address)


setattr(socket.socket, "connect", _guarded)  # noqa: B010 - a method is replaced on purpose
