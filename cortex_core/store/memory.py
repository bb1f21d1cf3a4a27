"""The stored experience behind the protocol that deciders read (`experience.memory.Memory`).

Every read goes to an index and costs what it returns. With ``seq`` it shows what was known at that log
position: rows carry the position they came from, so the past is read from the same tables.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date

from cortex_core.experience.memory import Mark, StoredCertificate, StoredEpisode
from cortex_core.ids import ArtifactKey, ChallengeId, ConclusionId, EpisodeId, ProofId
from cortex_core.lifecycle.standing import standing
from cortex_core.model.enums import Standing
from cortex_core.model.experience import Certificate, Episode, Observation, Proof
from cortex_core.store.codec import decode, decode_as
from cortex_core.store.projections import mark_of

__all__ = ["StoredMemory", "tallies"]

_EVER = 2**62
_EPISODE = ("select episode.seq, episode.record, reasons, roles, episode.conclusion, proof.family from episode "
            "join proof on proof.n = episode.proof left join wording on wording.n = episode.wording")
# An episode is there even if the row of its proof is gone, or an audit could not say that it is.
_EPISODE_ALONE = ("select episode.seq, episode.record, reasons, roles, episode.conclusion, "
                  "coalesce(proof.family, '') from episode left join proof on proof.n = episode.proof "
                  "left join wording on wording.n = episode.wording where episode.id = ? and episode.seq <= ?")


def tallies(conn: sqlite3.Connection, prefix: str = "") -> dict[str, int]:
    """Counters at the head whose name is or starts with ``prefix`` (``conclusions/standing/challenged``)."""
    return dict(conn.execute("select name, value from tally where name >= ?1 and name < ?1 || char(1114111) "
                             "order by name", (prefix,)))


def _said(body: str | None) -> tuple[str, ...]:
    return () if body is None else decode_as(tuple[str, ...], body)


class StoredMemory:
    """Keyed reads over one connection, at the head or as known at log position ``seq``."""

    __slots__ = ("_conn", "_seq")

    def __init__(self, conn: sqlite3.Connection, seq: int | None = None) -> None:
        self._conn = conn
        self._seq = seq

    @property
    def _until(self) -> int:
        return _EVER if self._seq is None else self._seq

    # --- proofs ---------------------------------------------------------------------------------------

    def proof(self, proof: ProofId) -> Proof | None:
        row = self._conn.execute("select record from proof where id = ? and seq <= ?",
                                 (proof, self._until)).fetchone()
        return None if row is None else decode(Proof, row[0])

    def proofs_with(self, family: str, signature_digest: str) -> Sequence[Proof]:
        rows = self._conn.execute("select record from proof where family = ? and signature_digest = ? "
                                  "and seq <= ? order by n", (family, signature_digest, self._until))
        return [decode(Proof, record) for (record,) in rows]

    def proofs_of_family(self, family: str) -> Sequence[ProofId]:
        """Proofs of a family, in order of first commit."""
        return self._ids("select id from proof where family = ? and seq <= ? order by n", family)

    def proofs_resting_on(self, artifact: ArtifactKey) -> Sequence[ProofId]:
        return self._ids("select proof.id from proof_source join proof using (n) "
                         "where artifact = ? and proof.seq <= ? order by n", artifact)

    def proofs_reading(self, family: str, edition: str) -> Sequence[ProofId]:
        rows = self._conn.execute("select proof.id from proof_edition join proof using (n) where edition = ? "
                                  "and proof.family = ? and proof.seq <= ? order by n",
                                  (edition, family, self._until))
        return [ProofId(identity) for (identity,) in rows]

    def _ids(self, sql: str, key: str) -> list[ProofId]:
        return [ProofId(identity) for (identity,) in self._conn.execute(sql, (key, self._until))]

    def proof_count(self) -> int:
        if self._seq is None:
            return self._tally("proofs")
        return self._count("select count(*) from proof where seq <= ?", self._seq)

    def proof_count_of(self, family: str) -> int:
        if self._seq is None:
            return self._tally(f"proofs/family/{family}")
        return self._count("select count(*) from proof where family = ? and seq <= ?", family, self._seq)

    def _tally(self, name: str) -> int:
        row = self._conn.execute("select value from tally where name = ?", (name,)).fetchone()
        return 0 if row is None else int(row[0])

    def _count(self, sql: str, *keys: object) -> int:
        return int(self._conn.execute(sql, keys).fetchone()[0])

    # --- standing -------------------------------------------------------------------------------------

    def marks(self, proof: ProofId) -> Sequence[Mark]:
        rows = self._conn.execute("select mark.seq, kind, challenge, cause, valid_from from mark "
                                  "join proof using (n) where proof.id = ? and mark.seq <= ? "
                                  "order by mark.seq, place", (proof, self._until))
        return [mark_of(row) for row in rows]

    def marks_of_all(self, proofs: Collection[ProofId]) -> Mapping[ProofId, Sequence[Mark]]:
        """Marks of many proofs in one read; proofs without any are left out."""
        rows = self._conn.execute("select proof.id, mark.seq, kind, challenge, cause, valid_from from mark "
                                  "join proof using (n) where proof.id in (select value from json_each(?)) "
                                  "and mark.seq <= ? order by n, mark.seq, place",
                                  (json.dumps(sorted(proofs)), self._until))
        found: dict[ProofId, list[Mark]] = {}
        for identity, *row in rows:
            found.setdefault(ProofId(identity), []).append(mark_of(row))
        return found

    def standing(self, proof: ProofId, valid: date = date.max) -> Standing:
        """Standing of a proof at a civil date, as known at this position."""
        return standing(self.marks(proof), valid, self._seq)

    def certificates(self, proof: ProofId) -> Sequence[StoredCertificate]:
        rows = self._conn.execute("select certificate.seq, certificate.record from certificate "
                                  "join proof using (n) where proof.id = ? and certificate.seq <= ? "
                                  "order by certificate.seq, place", (proof, self._until))
        return [StoredCertificate(seq, decode(Certificate, record)) for seq, record in rows]

    def challenged(self) -> Sequence[ProofId]:
        if self._seq is None:
            rows = self._conn.execute(
                "select proof.id from challenge join proof using (n) "
                "where closed_seq is null and standing = ? group by n order by min(challenge.seq), n",
                (Standing.CHALLENGED.value,))
            return [ProofId(identity) for (identity,) in rows]
        rows = self._conn.execute(
            "select proof.id from challenge join proof using (n) where challenge.seq <= ?1 "
            "and (closed_seq is null or closed_seq > ?1) group by n order by min(challenge.seq), n",
            (self._seq,))
        return [identity for (identity,) in rows if self.standing(identity) is Standing.CHALLENGED]

    def standing_counts(self) -> Mapping[Standing, int]:
        if self._seq is None:
            return {state: self._tally(f"proofs/standing/{state.value}") for state in Standing}
        marked = self._conn.execute("select distinct proof.id from mark join proof using (n) "
                                    "where mark.seq <= ?", (self._seq,))
        counts = Counter(standing(marks, date.max, self._seq)
                         for marks in self.marks_of_all([identity for (identity,) in marked]).values())
        counts[Standing.ACTIVE] += self.proof_count() - counts.total()
        return {state: counts[state] for state in Standing}

    def challenge_proof(self, challenge: ChallengeId) -> ProofId | None:
        """The proof that a challenge concerns."""
        row = self._conn.execute("select proof.id from challenge join proof using (n) where challenge.id = ? "
                                 "and challenge.seq <= ?", (challenge, self._until)).fetchone()
        return None if row is None else ProofId(row[0])

    # --- episodes -------------------------------------------------------------------------------------

    def episodes_of(self, proof: ProofId) -> Sequence[StoredEpisode]:
        return self._episodes("where proof.id = ? and episode.seq <= ? order by episode.n", proof)

    def episodes_for(self, conclusion: ConclusionId) -> Sequence[StoredEpisode]:
        """Episodes that came to a conclusion, oldest first."""
        return self._episodes("where conclusion = ? and episode.seq <= ? order by episode.n", conclusion)

    def episode(self, episode: EpisodeId) -> StoredEpisode | None:
        """One episode by its id; its family is "" where the row of its proof is gone."""
        return next(iter(self._rows(_EPISODE_ALONE, episode)), None)

    def _episodes(self, which: str, key: str) -> list[StoredEpisode]:
        return self._rows(f"{_EPISODE} {which}", key)

    def _rows(self, sql: str, key: str) -> list[StoredEpisode]:
        rows = self._conn.execute(sql, (key, self._until))
        return [StoredEpisode(seq, replace(decode(Episode, record), mode_reasons=_said(reasons), roles=_said(roles)),
                              ConclusionId(conclusion), family)
                for seq, record, reasons, roles, conclusion, family in rows]

    def observations(self, episode: EpisodeId) -> tuple[Observation, ...] | None:
        row = self._conn.execute("select body from facts where episode = ?", (episode,)).fetchone()
        return None if row is None else decode_as(tuple[Observation, ...], row[0])

    def is_erased(self, episode: EpisodeId) -> bool:
        """The facts were there and were erased."""
        return self._conn.execute("select 1 from erased where episode = ?", (episode,)).fetchone() is not None

    def representative(self, blob: str) -> str:
        row = self._conn.execute("select first from blob where blob = ?", (blob,)).fetchone()
        return blob if row is None else str(row[0])
