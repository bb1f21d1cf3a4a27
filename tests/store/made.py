"""Made-up experience, small and complete: what the tests of history and store append."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from cortex_core.digest import blob_digest, digest
from cortex_core.ids import ArtifactKey, EditionKey, EpisodeId, ProofId, ReviewId, RuleId, TaskId
from cortex_core.logic.terms import Kind
from cortex_core.logic.values import Known
from cortex_core.model.enums import Cause, Lane, Mode, Standing, Transition, Truth, Verdict
from cortex_core.model.events import (
    Abstention,
    Committed,
    OpenedChallenge,
    Rechecked,
    RecheckOutcome,
    Registered,
    Reviewed,
    ReviewKind,
    Revised,
    challenge_id,
)
from cortex_core.model.experience import (
    Certificate,
    Criterion,
    Episode,
    Observation,
    Output,
    Proof,
    ProofKey,
    Row,
    RuleList,
    Sets,
    Signature,
    SourceRef,
)
from cortex_core.model.rules import (
    Citation,
    Edition,
    FactSpec,
    Family,
    Lifetime,
    LifetimeKind,
    OutputSpec,
    Role,
    RuleEdition,
)
from cortex_core.model.sources import ArtifactVersion, Span
from cortex_core.store.database import create
from cortex_core.temporal.interval import Interval

START = datetime(2020, 1, 1, tzinfo=UTC)
GUIDE = ArtifactKey("guide")
EDITION = EditionKey("guide_2020")


def at(step: int) -> datetime:
    """A known instant some minutes after the start."""
    return START + timedelta(minutes=step)


def graph(folder: Path, *, scripted: bool = False, name: str = "made") -> Path:
    path = folder / f"{name}.db"
    create(path, name=name, scripted=scripted, now=START)
    return path


def family(title: str = "Screening") -> Family:
    age = FactSpec("age", Kind.INTEGER, (), "years", Role.NONE, Lifetime(LifetimeKind.PERMANENT), "age")
    return Family("screening", title, "clinical", "advice", "recommendation", "UTC", (age,), (),
                  (OutputSpec("screen", "colonoscopy every ten years", (("grade", "B"),)),
                   OutputSpec("wait", "no screening yet", (("grade", "D"),))), ())


def version(sequence: int = 1, text: str = "Screen adults from 45.", key: str = GUIDE) -> ArtifactVersion:
    return ArtifactVersion(
        ArtifactKey(key), sequence, key, "Guide", "Issuer", "issuer", ("screening",), "2020-01-01", "",
        date(2020, 1, 1), None, (), "public", (), text, blob_digest(text.encode()), digest("presentation", text),
        (Span("s1", "Advice", text, "V"),))


def edition(key: str = EDITION, encoding: int = 1, when: str = "age >= 45") -> Edition:
    rule = RuleEdition(EditionKey(key), "scr.start", "", when, "screen", (Citation(GUIDE, "s1"),), (), "V", "")
    return Edition(EditionKey(key), "screening", encoding, date(2020, 1, 1), None, None, (GUIDE,), (rule,))


def registered() -> Registered:
    return Registered((family(),), (version(),), (edition(),), "", "first reading")


def proof(number: int = 0, *, output: str = "screen", blob: str | None = None, edition_key: str = EDITION,
          unresolved: bool = False) -> Proof:
    """Proofs of different numbers have different signatures; ``blob`` makes another key with equal output."""
    key = ProofKey("screening", "advice", "recommendation", EditionKey(edition_key), (), None,
                   (RuleList(EditionKey(edition_key), ((RuleId(f"{edition_key}:scr.start"), "b2:0"),)),),
                   (SourceRef(GUIDE, blob or version().blob),), (), (), 1, Interval(date(2020, 1, 1), None))
    row = Row("scr.start", Truth.N, "", Truth.Y, output, Transition.ADD, None, Transition.ADD)
    sets = Sets(("scr.start",), (), (), (), ("scr.open",) if unresolved else (), (), ())
    return Proof(key, Signature((f"age >= {number}",), b"\x02", (), ()),
                 Output((row,), sets, ((output, f"b2:{output}"),)))


def certificate(of: Proof) -> Certificate:
    return Certificate(of.id, "checker", "1", (Criterion("logic", Verdict.PASS, "follows"),), (("encoding", "read"),))


def episode(number: int, of: Proof, *, task: str = "", title: str = "", mode: Mode = Mode.SYNTHESIZE) -> Episode:
    return Episode(EpisodeId(f"episode-{number:04}"), TaskId(task or f"task-{number:04}"), of.id, date(2021, 5, 18),
                   mode, ("nothing admissible",), ("evaluator",), title, f"hb2:{number}")


def facts(age: int = 47) -> tuple[Observation, ...]:
    return (Observation("age", Known(age), date(2021, 5, 18), None),
            Observation("birth", Known(date(1973, 8, 9)), date(2021, 5, 18), None))


def committed(*episodes: Episode, proofs: tuple[Proof, ...] = (),
              abstentions: tuple[Abstention, ...] = ()) -> Committed:
    return Committed(proofs, tuple(certificate(one) for one in proofs), episodes, abstentions)


def revised(*challenged: ProofId, sequence: int = 2, cause: Cause = Cause.TEXT_CHANGED,
            valid_from: date | None = None, lane: Lane = Lane.TEXT_CHANGED) -> Revised:
    changed = version(sequence, f"Screen adults from {45 + sequence}.")
    opened = tuple(OpenedChallenge(one, cause, valid_from, (changed.id, EDITION, one), 1) for one in challenged)
    return Revised(lane, GUIDE, changed, None, (), (), (), opened, (), 3, "the guide changed in s1")


def outcome(of: ProofId, standing: Standing, *seqs: int, valid_from: date | None = None) -> RecheckOutcome:
    witness = "re-derivation" if standing is Standing.REAFFIRMED else ""
    return RecheckOutcome(of, standing, tuple(challenge_id(seq, of) for seq in seqs), witness, valid_from, (), "a",
                          "b", "made up")


def rechecked(*outcomes: RecheckOutcome, proofs: tuple[Proof, ...] = (),
              episodes: tuple[Episode, ...] = ()) -> Rechecked:
    return Rechecked(outcomes, proofs, tuple(certificate(one) for one in proofs), episodes, ())


def reread(of: ProofId, seq: int, number: int = 1) -> Reviewed:
    return Reviewed(ReviewId(f"review-{number}"), ReviewKind.RE_READING, None, "", (challenge_id(seq, of),), "Ada",
                    "encoding", "compared the passages", "b2:meaning", date(2021, 5, 18), seq, "b2:head")
