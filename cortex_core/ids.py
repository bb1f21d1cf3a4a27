"""One name a kind of identity, so that a proof id cannot be passed where an episode id is wanted."""

from __future__ import annotations

from typing import NewType

__all__ = ["ArtifactKey", "ChallengeId", "ConclusionId", "EditionKey", "EpisodeId", "ProofId", "ReviewId",
           "RuleId", "TaskId", "VersionId"]

ArtifactKey = NewType("ArtifactKey", str)      # uspstf_crc_2021
VersionId = NewType("VersionId", str)          # uspstf_crc_2021, uspstf_crc_2021@2
EditionKey = NewType("EditionKey", str)        # uspstf_crc_2021 (of a family's rules)
RuleId = NewType("RuleId", str)                # uspstf_crc_2021:crc.screen_45_49
ProofId = NewType("ProofId", str)              # digest of key, signature and output
EpisodeId = NewType("EpisodeId", str)          # keyed digest: says nothing about the person
TaskId = NewType("TaskId", str)                # keyed digest of the question asked
ConclusionId = NewType("ConclusionId", str)    # digest of (task, output)
ChallengeId = NewType("ChallengeId", str)      # <event sequence>-<proof>
ReviewId = NewType("ReviewId", str)
