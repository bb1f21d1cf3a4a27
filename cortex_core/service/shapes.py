"""What a page or the command gets back from a query: frozen values, already in words a reader knows.

A page shows these and decides nothing. Every count stands beside its denominator, every flag beside its
reason. Instants are text: valid time ``2021-05-18``, known time ``2026-03-02 14:05 UTC``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from cortex_core.model.enums import Standing, Transition, Truth, Verdict

__all__ = [
    "AdmissibilityView", "ArtifactLine", "AsOf", "AtomView", "Chain", "ChallengeCard", "ChallengedItem", "CheckReport",
    "ConclusionLine", "ConclusionPage", "ConditionView", "CriterionView", "Door", "EdgeView", "FlipView",
    "HistoryLine", "NearMiss", "NodeView", "Overview", "PassageDiff", "Picture", "ReviewLine", "RowView",
    "SourceText", "SparedItem", "Station", "StepView", "Tally", "UseLine",
]


@dataclass(frozen=True, slots=True)
class AsOf:
    """The two clocks of a view. ``None`` means now (valid) or the head of the log (known)."""

    valid: date | None = None
    known: datetime | None = None

    @property
    def is_now(self) -> bool:
        return self.valid is None and self.known is None


# --- overview -----------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class Tally:
    """One number with its denominator and the list it links to (page and query parameters)."""

    name: str                      # "current", "challenged", "unresolved", "abstained", "to review"
    count: int
    of: int
    unit: str                      # "conclusions"
    meaning: str                   # one sentence
    page: str                      # "provenance" | "challenges"
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Door:
    """One of the three doors with one real example of this graph."""

    name: str                      # "Audit", "Explore", "Teach"
    sentence: str
    example: str
    page: str
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Station:
    """One station of a decision's data path (figure 1 of the paper): its count and where it leads."""

    name: str                      # "source", "rule", "facts", "signature", "proof", "gate", "episode", …
    count: int
    unit: str
    meaning: str
    page: str
    query: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One event of the log in words."""

    seq: int
    known: str
    words: str
    kind: str
    sel: str = ""                  # the id to select, if the event is about one thing


@dataclass(frozen=True, slots=True)
class Overview:
    graph: str
    scripted_clock: bool           # True: known times were scripted when the graph was built, and say so
    head_seq: int
    head_digest: str
    head_known: str
    tallies: tuple[Tally, ...]
    doors: tuple[Door, ...]
    stations: tuple[Station, ...]
    since: tuple[HistoryLine, ...]           # newest first; what changed since ``since_seq``
    since_seq: int
    median_lag_days: str                     # "12 days (18 artifacts)" known − published, or "unknown"
    longest_lag: str
    known_gaps: tuple[str, ...]
    erased_episodes: int


# --- provenance ---------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class ConclusionLine:
    id: str                        # "conclusion-1a2b…"
    title: str                     # "Screening at 47"
    family: str
    family_title: str
    standing: Standing
    expired: bool                  # the decision's stretch is over at the viewed valid instant
    reason: str                    # why this standing, in words
    mode: str                      # replay | adapt | synthesize | escalate
    in_use: bool
    signed: str                    # "" | "claimed: demonstration reviewer, 2026-…" | "void: …"
    decided_on: str
    demonstration: int = 0         # 1..12 for the named demonstration conclusions, else 0


@dataclass(frozen=True, slots=True)
class ConclusionPage:
    lines: tuple[ConclusionLine, ...]
    matched: int                   # how many match the facets
    of: int                        # how many conclusions the graph holds
    page: int
    pages: int
    families: tuple[tuple[str, str], ...]    # (family, title) for the facet


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source's text cut so that the cited span can be highlighted; plain text, never markup."""

    version: str                   # "uspstf_crc_2021@2"
    title: str
    issuer: str
    published: str
    valid: str                     # "from 2021-05-18, open" …
    known: str
    section: str
    span: str                      # "s2"
    before: str
    text: str
    after: str
    mark: str                      # "V" | "S" | "M"
    mark_words: str
    holds: bool                    # the span's digest equals what the proof recorded
    blob: str


@dataclass(frozen=True, slots=True)
class AtomView:
    id: str
    words: str                     # "age in completed years is at least 45"
    truth: Truth
    reason: str                    # "" or "missing" …
    fact: str
    value: str                     # this person's value as shown, "facts erased" after erasure
    decisive: bool                 # some row's value changes if this atom alone changes


@dataclass(frozen=True, slots=True)
class StepView:
    """One node of the proof tree: the deciding child first. ``depth`` 0 = the rule's lineage."""

    depth: int
    node: str
    words: str
    truth: Truth
    reasons: tuple[str, ...]
    decides: bool                  # this child fixes its parent's value
    spans: tuple[tuple[str, str], ...]       # (version, span)
    rule: str = ""


@dataclass(frozen=True, slots=True)
class RowView:
    lineage: str
    old: Truth
    old_output: str                # words, "" if not Y
    new: Truth
    new_output: str
    transition: Transition
    released: bool
    withheld_reason: str           # "" when released


@dataclass(frozen=True, slots=True)
class CriterionView:
    name: str
    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The checks re-run now by the independent checker."""

    verdict: Verdict
    criteria: tuple[CriterionView, ...]
    verifier: str
    known: str                     # when it ran
    position: int                  # log position it ran at


@dataclass(frozen=True, slots=True)
class ConditionView:
    """One condition of admissibility with the two values compared."""

    name: str
    verdict: Verdict
    recorded: str
    current: str


@dataclass(frozen=True, slots=True)
class AdmissibilityView:
    admissible: bool
    conditions: tuple[ConditionView, ...]


@dataclass(frozen=True, slots=True)
class FlipView:
    """A change of one fact that would change the output, or a fact that would settle an open row."""

    fact: str
    now: str
    would_be: str
    effect: str                    # words: which rows change, before → after
    kind: str                      # "flip" | "may settle" | "must settle" | "time"


@dataclass(frozen=True, slots=True)
class NearMiss:
    conclusion: str
    title: str
    similarity: str                # "23 of 25 atoms equal"
    forbidden_by: str              # the condition that forbids replay, in words


@dataclass(frozen=True, slots=True)
class NodeView:
    id: str
    kind: str                      # artifact | rule | atom | proof | episode | conclusion | challenge
    label: str
    title: str                     # tooltip, plain text
    standing: Standing | None
    column: int                    # 0..n from left: layer of the picture


@dataclass(frozen=True, slots=True)
class EdgeView:
    source: str
    target: str
    kind: str                      # justifies | evidence | revises | …


@dataclass(frozen=True, slots=True)
class Picture:
    nodes: tuple[NodeView, ...]
    edges: tuple[EdgeView, ...]
    hidden: int                    # how many neighbours the cut left out
    note: str                      # "showing 34 of 71 nodes: one hop from the proof"


@dataclass(frozen=True, slots=True)
class UseLine:
    where: str
    why: str
    who: str
    known: str
    ended: str


@dataclass(frozen=True, slots=True)
class ReviewLine:
    id: str
    by: str                        # always shown as *claimed*
    known: str
    kind: str                      # sign-off | re-reading | dismissal
    adjudicated: str               # encoding | applicability | output
    note: str
    void: str                      # "" or the event that voided it, in words


@dataclass(frozen=True, slots=True)
class Chain:
    """Everything the Provenance page shows of one conclusion."""

    line: ConclusionLine
    sentence: str                  # the conclusion in one sentence
    kind: str                      # "recommendation (decision support)"
    proof: str
    episode: str
    supports: int                  # how many proofs support it
    governing: str                 # edition id or "none governs"
    pair: str                      # "uspstf_crc_2016 → uspstf_crc_2021" or "no pair"
    rows: tuple[RowView, ...]
    sources: tuple[SourceText, ...]
    rules: tuple[tuple[str, str, str], ...]  # (rule id, expression as written, output words)
    atoms: tuple[AtomView, ...]
    steps: tuple[StepView, ...]
    picture: Picture
    decided_on: str
    known: str
    source_interval: str
    fact_horizon: str
    holds_until: str               # date or "no change foreseen"
    holds_until_why: str           # "then age reaches 50: crc.screen_45_49 retires, …"
    replay_until: str
    mode: str
    mode_reasons: tuple[str, ...]  # the reasons against each cheaper mode
    rests_on: tuple[tuple[str, str], ...]    # (what, words): encoding, registry as of, known gaps, verifier …
    certificates: tuple[tuple[str, str, str], ...]  # (verifier, known, verdict)
    challenges: tuple[ChallengedItem, ...]
    uses: tuple[UseLine, ...]
    reviews: tuple[ReviewLine, ...]
    history: tuple[HistoryLine, ...]
    tool_observations: tuple[tuple[str, str, str], ...]  # (tool and version, value, digest)


# --- challenges ---------------------------------------------------------------------------------------

@dataclass(frozen=True, slots=True)
class PassageDiff:
    section: str
    span: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class ChallengedItem:
    challenge: str                 # id
    proof: str
    conclusions: tuple[tuple[str, str], ...]  # (id, title), first few
    conclusion_count: int
    in_use: int
    family: str
    path: tuple[str, ...]          # artifact version → rule edition → proof, shortest
    paths: int                     # number of paths
    depth: int
    cause: str                     # words
    closes_by: str                 # what would close it
    open: bool
    closed_by: str                 # "" or the witness in words


@dataclass(frozen=True, slots=True)
class SparedItem:
    what: str
    count: int
    because: str


@dataclass(frozen=True, slots=True)
class ArtifactLine:
    """A source that can be changed: its head version and text."""

    key: str
    version: str
    title: str
    text: str
    families: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChallengeCard:
    """One root cause: what changed, what it reached, what was spared."""

    event: int                     # seq
    lane: str
    lane_rule: str                 # the rule of the lane in words
    artifact: str
    version: str
    known: str
    sentence: str                  # what happened, why, what can be done
    passages: tuple[PassageDiff, ...]
    by_kind: tuple[tuple[str, int, int], ...]  # (kind, challenged, of)
    items: tuple[ChallengedItem, ...]
    spared: tuple[SparedItem, ...]
    visited: int
    open: int
    closed: int
    outcomes: tuple[tuple[str, int], ...]      # (reaffirmed|superseded|retracted|still challenged, count)
    changes: tuple[tuple[str, str, str, str], ...]  # (conclusion id, title, before, after) typed transitions
