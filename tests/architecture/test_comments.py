"""Every exemption from a check gives its reason where it stands, and no file says where it was made."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator

from tests.architecture.tree import name_of, tracked_files, tracked_text

REASONED = {
    "noqa": re.compile(r"#\s*noqa:(?:\s*[A-Z]+[0-9]+,?)+\s*(?:-|–|#)\s*\S.{4,}"),
    "type: ignore": re.compile(r"#\s*type:\s*ignore\[[a-z\-, ]+\]\s*#\s*\S.{4,}"),
    "pragma": re.compile(r"#\s*pragma:.*(?:-|–|#)\s*\S.{4,}"),
}
DIRECTIVE = re.compile(r"#\s*(noqa|type: ignore|pragma)\b")

# Written in pieces, so that this file does not break its own rule.
INDEX_HOSTS = (
    "py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "deb." + "debian.org",
)
MACHINE_PATH = re.compile(r"(?<![\w./~-])/(?:wo" + "rk|fa" + "rm|tm" + "p|ro" + r"ot|home)/[\w.]")


def _comments() -> Iterator[tuple[str, str]]:
    for path in tracked_files():
        if path.suffix != ".py":
            continue
        for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
            if token.type == tokenize.COMMENT:
                yield f"{name_of(path)}:{token.start[0]}", token.string


def test_every_exemption_carries_its_reason() -> None:
    found = [
        f"{place} {comment}"
        for place, comment in _comments()
        if (directive := DIRECTIVE.search(comment)) and not REASONED[directive[1]].search(comment)
    ]
    assert found == []


def test_no_file_names_a_package_index() -> None:
    found = [
        f"{name_of(path)} names {host}"
        for path, text in tracked_text()
        for host in INDEX_HOSTS
        if host in text
    ]
    assert found == []


def test_no_file_names_a_path_of_one_machine() -> None:
    found = [
        f"{name_of(path)}: {match[0]}"
        for path, text in tracked_text()
        for match in MACHINE_PATH.finditer(text)
    ]
    assert found == []
