"""Which edition governs, derived again from the registered editions, against the key (contract 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from cortex_core.ids import ArtifactKey, EditionKey
from cortex_core.model.experience import ProofKey
from cortex_core.model.rules import Edition, Family
from cortex_core.rules.checker.criteria import Findings
from cortex_core.rules.checker.ground import Ground

__all__ = ["examine_applicability"]


@dataclass(frozen=True, slots=True)
class _Selection:
    """What governs on a day, the unranked candidates if none does, and the stretch this is the same for."""

    governing: EditionKey | None
    contested: tuple[EditionKey, ...]
    start: date | None
    end: date | None


def _in_force(edition: Edition, editions: Iterable[Edition]) -> tuple[date, date | None]:
    """First day and end of an edition. A successor closes it from its own first day on, whatever became of
    the successor since."""
    ends = [other.valid_from for other in editions if other.supersedes == edition.key]
    if edition.valid_to is not None:
        ends.append(edition.valid_to)
    return edition.valid_from, min(ends, default=None)


def _select(ground: Ground, family: Family, editions: Mapping[EditionKey, Edition], day: date) -> _Selection:
    spans = {key: _in_force(edition, editions.values()) for key, edition in editions.items()
             if all(ground.can_be_read(source) for source in edition.sources)}
    spans = {key: (start, end) for key, (start, end) in spans.items() if end is None or start < end}
    today = [key for key, (start, end) in spans.items() if start <= day and (end is None or day < end)]
    if len(today) > 1:
        today = _preferred(today, {key: _authority(ground, editions[key]) for key in today}, family.prefers)
    cuts = [cut for span in spans.values() for cut in span if cut is not None]
    return _Selection(
        today[0] if len(today) == 1 else None,
        tuple(sorted(today)) if len(today) > 1 else (),
        max((cut for cut in cuts if cut <= day), default=None),
        min((cut for cut in cuts if cut > day), default=None))


def _authority(ground: Ground, edition: Edition) -> str:
    return ground.artifacts[edition.sources[0]].authority if edition.sources else ""


def _preferred(
    candidates: list[EditionKey], authority: Mapping[EditionKey, str], declared: tuple[tuple[str, str], ...],
) -> list[EditionKey]:
    """Candidates that no other outranks. A declared relation holds through others, candidates or not; one
    that comes back to where it started ranks nothing at all."""
    below: dict[str, set[str]] = {}
    for winner, loser in declared:
        below.setdefault(winner, set()).add(loser)

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for loser in below.get(waiting.pop(), set()) - seen:
                seen.add(loser)
                waiting.append(loser)
        return seen

    beaten = {start: reached(start) for start in below}
    if any(start in losers for start, losers in beaten.items()):
        return candidates
    return [one for one in candidates
            if not any(authority[one] in beaten.get(authority[other], set()) for other in candidates)]


def examine_applicability(key: ProofKey, ground: Ground, decided_on: date) -> Findings:
    """Governing edition, contested ones, pair, editions read, their sources and the source interval."""
    found = Findings("applicability")
    _examine_key(key, decided_on, found)
    family = ground.families.get(key.family)
    if family is None:
        found.skip(f"family {key.family} is not registered")
        return found
    editions = ground.editions_of(key.family)
    named = {*(rules.edition for rules in key.rules), *key.contested}
    named |= {key.governing} if key.governing is not None else set()
    for name in sorted(named - editions.keys()):
        found.unknown(f"edition {name} is named and has no row")
    if named <= editions.keys():
        _examine_editions(key, ground, editions, found)
        _examine_selection(key, ground, family, editions, decided_on, found)
    return found


def _examine_key(key: ProofKey, decided_on: date, found: Findings) -> None:
    """What can be said of the key alone."""
    if not key.interval.covers(decided_on):
        found.fail(f"{decided_on} lies outside the recorded source interval {key.interval}")
    if (key.governing is not None and key.contested) or len(key.contested) == 1:
        found.fail("the key names a governing edition and contested ones, or a single contested one")
    if key.pair and key.governing is not None and key.governing not in key.pair:
        found.fail(f"the pair {key.pair[0]}, {key.pair[1]} lacks the governing edition {key.governing}")


def _examine_editions(
    key: ProofKey, ground: Ground, editions: Mapping[EditionKey, Edition], found: Findings,
) -> None:
    pair = key.pair or ()
    if len(pair) == 2 and all(name in editions for name in pair) and not (
            editions[pair[0]].valid_from < editions[pair[1]].valid_from):
        found.fail(f"{pair[0]} does not start before {pair[1]}: the pair is out of order")
    # A compared edition whose rules were not read was not registered, or a source of it was withdrawn; the
    # output then leaves its side open.
    read = [name for name in dict.fromkeys([*pair, key.governing]) if name is not None and name in editions
            and not ground.withdrawn.intersection(editions[name].sources)]
    recorded = [rules.edition for rules in key.rules]
    if read != recorded:
        found.fail(f"rules to read are those of {', '.join(read) or 'no edition'}, "
                   f"recorded are {', '.join(recorded) or 'none'}")
    listed = [source.artifact for source in key.sources]
    # A source that was never registered has no bytes to record.
    needed = {source for name in recorded for source in editions[name].sources
              if source in ground.artifacts or source in listed}
    if needed != set(listed) or len(listed) != len(needed):
        found.fail(f"the editions rest on {_names(needed)}, recorded sources are {_names(listed)}")
    elif listed != sorted(listed):
        found.fail("the recorded sources are not in order")


def _names(keys: Iterable[ArtifactKey]) -> str:
    return ", ".join(sorted(keys)) or "nothing"


def _examine_selection(
    key: ProofKey, ground: Ground, family: Family, editions: Mapping[EditionKey, Edition], decided_on: date,
    found: Findings,
) -> None:
    now = _select(ground, family, editions, decided_on)
    was = _Selection(key.governing, key.contested, key.interval.start, key.interval.end)
    if now == was:
        return
    reason = f"on {decided_on} {_words(now)}; recorded is that {_words(was)}"
    # A row that is gone may be the whole difference: then nothing is known, and nothing is shown to be wrong.
    gone = sorted({source for edition in editions.values() for source in edition.sources
                   if source not in ground.artifacts})
    cut_off = sorted({edition.supersedes for edition in editions.values()
                      if edition.supersedes is not None and edition.supersedes not in editions})
    if gone:
        found.skip(f"artifact {', '.join(gone)} has no row, so its editions cannot be placed: {reason}")
    elif cut_off:
        found.unknown(f"edition {', '.join(cut_off)} is superseded and has no row: {reason}")
    else:
        found.fail(reason)


def _words(selection: _Selection) -> str:
    stretch = f"from {selection.start or 'the beginning'} to {selection.end or 'an open end'}"
    if selection.contested:
        return f"{', '.join(selection.contested)} are unranked {stretch}"
    return f"{selection.governing or 'no edition'} governs {stretch}"
