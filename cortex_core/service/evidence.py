"""Evidence files: a conclusion with everything needed to check it elsewhere, and nothing personal.

The file holds the proof, the sources with their text, the rules, certificates, reviews and the head of the
log it was taken from. `cortex audit FILE` runs the checker on it without any graph.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from cortex_core.digest import blob_digest
from cortex_core.errors import InputError, Issue
from cortex_core.ids import EpisodeId, ProofId
from cortex_core.lifecycle.standing import explain
from cortex_core.model.enums import Verdict
from cortex_core.model.experience import Certificate, Criterion, Proof
from cortex_core.model.rules import Edition, Family
from cortex_core.model.sources import ArtifactVersion
from cortex_core.rules.checker import VERIFIER, VERIFIER_VERSION, Ground, check, verdict
from cortex_core.service.asof import instant
from cortex_core.service.auditing import Audit, find_episode
from cortex_core.service.listing import review_lines
from cortex_core.service.shapes import AsOf
from cortex_core.service.unit import Unit, unit
from cortex_core.store.codec import decode, encode
from cortex_core.store.reading import challenges_of, committed_at

__all__ = ["SCHEMA", "audit_file", "evidence"]

SCHEMA = "cortex-evidence/1"


def evidence(path: Path, name: str) -> bytes:
    """The evidence file of a conclusion or episode: JSON, UTF-8, with a digest over its body.

    Raises:
        Refused: nothing of that id is in the graph.
    """
    with unit(path) as work:
        stored = find_episode(work, name)
        body = _body(work, stored.episode.id, name)
    text = json.dumps(body, sort_keys=True, ensure_ascii=False)
    return json.dumps({"schema": SCHEMA, "digest": blob_digest(text.encode()), "body": text},
                      ensure_ascii=False, indent=1).encode()


def _body(work: Unit, episode: EpisodeId, name: str) -> dict[str, Any]:
    stored = find_episode(work, name)
    proof_id = stored.episode.proof
    proof = work.memory.proof(proof_id)
    if proof is None:
        raise InputError(Issue(name, "its proof is not in the graph", "Run `cortex verify-log`"))
    then = work.registry.at(committed_at(work.connection, proof_id))
    heads = [head for ref in proof.key.sources if (head := then.head(ref.artifact)) is not None]
    others = [head for edition in then.editions_of(proof.key.family) for key in edition.edition.sources
              if (head := then.head(key)) is not None]
    versions = {head.version.id: head.version for head in [*heads, *others]}
    blobs = {ref.blob for ref in proof.key.sources} | {version.blob for version in versions.values()}
    marks = work.memory.marks(proof_id)
    now = instant(work, AsOf())
    return {
        "conclusion": stored.conclusion, "episode": episode, "decided_on": stored.episode.decided_on.isoformat(),
        "proof_id": proof_id, "proof": json.loads(encode(proof)),
        "family": json.loads(encode(then.families[proof.key.family])),
        "editions": [json.loads(encode(entry.edition)) for entry in then.editions_of(proof.key.family)],
        "artifacts": [json.loads(encode(version)) for _, version in sorted(versions.items())],
        "withdrawn": sorted(head.version.key for head in [*heads, *others] if head.withdrawn is not None),
        "representatives": {blob: work.memory.representative(blob) for blob in sorted(blobs)},
        "tools": dict(work.tools),
        "certificates": [json.loads(encode(one.certificate)) for one in work.memory.certificates(proof_id)],
        "reviews": [{"by": one.by, "claimed": True, "known": one.known, "kind": one.kind,
                     "adjudicated": one.adjudicated, "note": one.note, "void": one.void}
                    for one in review_lines(work, stored.conclusion, now)],
        "challenges": [{"id": one.id, "cause": one.cause, "path": list(one.path), "closed_by": one.closed_by}
                       for one in challenges_of(work.connection, proof_id, work.head.seq)],
        "standing": explain(marks, stored.episode.decided_on, None),
        "head": {"events": work.head.seq, "digest": work.head.digest},
        "facts": "not included: personal values stay in the graph's side store",
    }


def _read(file: Path) -> tuple[dict[str, Any], bool]:
    """(body, whether its digest holds)."""
    def wrong(cause: str, line: int | None = None, field: str = "") -> InputError:
        return InputError(Issue(str(file), cause, "Give a file made by `cortex export --format evidence`",
                                line=line, field=field))

    try:
        outer = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise wrong(f"it cannot be read ({error.strerror})") from None
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise wrong(f"it is not JSON ({error})", getattr(error, "lineno", None)) from None
    if not isinstance(outer, dict) or outer.get("schema") != SCHEMA:
        raise wrong(f"it is no evidence file of schema {SCHEMA}", field="schema")
    text = outer.get("body")
    try:
        body = json.loads(text) if isinstance(text, str) else None
    except json.JSONDecodeError as error:
        raise wrong(f"the body is not JSON ({error})", field="body") from None
    if not isinstance(text, str) or not isinstance(body, dict):
        raise wrong("it has no body", field="body")
    return body, blob_digest(text.encode()) == outer.get("digest")


def _records(body: Mapping[str, Any]) -> tuple[Proof, Ground, list[Certificate]]:
    family = decode(Family, json.dumps(body["family"]))
    versions = [decode(ArtifactVersion, json.dumps(one)) for one in body["artifacts"]]
    editions = [decode(Edition, json.dumps(one)) for one in body["editions"]]
    ground = Ground(
        families={family.key: family}, artifacts={version.key: version for version in versions},
        withdrawn=frozenset(body["withdrawn"]), editions={edition.key: edition for edition in editions},
        representatives=dict(body["representatives"]), tools=dict(body["tools"]))
    return (decode(Proof, json.dumps(body["proof"])), ground,
            [decode(Certificate, json.dumps(one)) for one in body["certificates"]])


def audit_file(file: Path) -> Audit:
    """Check an evidence file by itself: what it says follows from the sources and rules that it carries.

    Raises:
        InputError: it is not an evidence file, or a part of it cannot be read.
    """
    body, intact = _read(file)
    try:
        proof, ground, _ = _records(body)
        decided_on = date.fromisoformat(str(body["decided_on"]))
        head = int(body["head"]["events"])
        claimed, episode = ProofId(str(body["proof_id"])), EpisodeId(str(body["episode"]))
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(Issue(str(file), f"a part of it is missing or malformed ({error})",
                               "Export it again from the graph", field="body")) from None
    words = "the body has the digest that the file states" if intact else "the body does not have the stated digest"
    criteria = (*check(proof, ground, claimed_id=claimed, decided_on=decided_on, observations=None),
                Criterion("integrity", Verdict.PASS if intact else Verdict.FAIL, words))
    return Audit(verdict(criteria), criteria, f"{VERIFIER} {VERIFIER_VERSION}", head, episode)
