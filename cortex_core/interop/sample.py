"""The sample that ships with the program: families, artifacts and rule editions of ten domains."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeVar

from cortex_core.errors import InputError, Issue
from cortex_core.ids import ArtifactKey
from cortex_core.interop.artifact_files import read_artifact_file, read_text
from cortex_core.interop.rule_files import read_edition, read_family
from cortex_core.model.rules import Edition, Family
from cortex_core.model.sources import ArtifactVersion

__all__ = ["read_sample", "sample_folder"]

_SHARED = {"facts.yaml", "outputs.yaml", "policy.yaml"}
Read = TypeVar("Read")


def sample_folder() -> Path:
    """Where the sample lies: inside an installed package, else in the checkout beside it."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_app" / "sample_data"
    return installed if installed.is_dir() else package.parent / "sample_data"


def read_sample(folder: Path) -> tuple[tuple[Family, ...], tuple[ArtifactVersion, ...], tuple[Edition, ...]]:
    """Families, artifacts and editions of a folder with ``artifacts/`` and ``rules/<family>/``.

    Raises:
        InputError: every problem of every file. Nothing was registered.
    """
    issues: list[Issue] = []
    artifacts: dict[ArtifactKey, ArtifactVersion] = {}
    for path in sorted((folder / "artifacts").glob("*.md")):
        version = _tried(read_artifact_file, path, issues)
        if version is not None and version.key in artifacts:
            issues.append(Issue(str(path), f"the artifact {version.key!r} stands in another file too",
                                "Give each its own key"))
        elif version is not None:
            artifacts[version.key] = version
    unread = bool(issues)
    families: dict[str, Family] = {}
    editions: list[Edition] = []
    for place in sorted(path for path in (folder / "rules").glob("*") if path.is_dir()):
        family = _tried(read_family, place, issues)
        if family is None:
            continue
        if family.key in families:
            issues.append(Issue(str(place), f"the family {family.key!r} stands in another folder too",
                                "Give each its own key"))
        families[family.key] = family
        # with an unreadable artifact its absence is no second problem
        editions += _editions(place, family, None if unread else artifacts, issues)
    if not families and not issues:
        issues.append(Issue(str(folder), "there is no family in rules/",
                            "Name a folder with artifacts/ and rules/"))
    if not issues:
        issues += _unknown_scopes(artifacts.values(), families, folder)
    if issues:
        raise InputError.of(issues)
    return tuple(families.values()), tuple(artifacts.values()), tuple(editions)


def _tried(read: Callable[[Path], Read], path: Path, issues: list[Issue]) -> Read | None:
    try:
        return read(path)
    except InputError as error:
        issues += error.issues
        return None


def _editions(folder: Path, family: Family, artifacts: dict[ArtifactKey, ArtifactVersion] | None,
              issues: list[Issue]) -> list[Edition]:
    found: dict[str, tuple[Path, Edition]] = {}
    whole = True
    for path in sorted(path for path in folder.glob("*.yaml") if path.name not in _SHARED):
        edition = _tried(partial(_edition, family=family, artifacts=artifacts), path, issues)
        whole = whole and edition is not None
        if edition is not None and edition.key in found:
            issues.append(Issue(str(path), f"the edition {edition.key!r} stands in another file too",
                                "Give each its own key"))
        elif edition is not None:
            found[edition.key] = path, edition
    for path, edition in found.values():
        if whole and edition.supersedes is not None and edition.supersedes not in found:
            issues.append(Issue(
                str(path), f"it supersedes {edition.supersedes!r}, which {family.key} does not have",
                "Name an edition of the family", field="supersedes"))
    return sorted((edition for _, edition in found.values()), key=lambda one: (one.valid_from, one.key))


def _edition(path: Path, family: Family, artifacts: dict[ArtifactKey, ArtifactVersion] | None) -> Edition:
    return read_edition(read_text(path), str(path), family, artifacts)


def _unknown_scopes(artifacts: Iterable[ArtifactVersion], families: dict[str, Family], folder: Path,
                    ) -> list[Issue]:
    return [Issue(str(folder / "artifacts" / f"{version.key}.md"), f"the family {name!r} is not known",
                  f"Known are: {', '.join(families)}", field="scope")
            for version in artifacts for name in version.scope if families and name not in families]
