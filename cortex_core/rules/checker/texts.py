"""The texts a proof rests on: the bytes in force are the recorded ones, and each cited span stands there."""

from __future__ import annotations

from collections.abc import Mapping

from cortex_core.digest import blob_digest
from cortex_core.ids import RuleId
from cortex_core.model.experience import ProofKey, SourceRef
from cortex_core.rules.checker.criteria import Findings
from cortex_core.rules.checker.ground import Ground
from cortex_core.rules.checker.passages import passages

__all__ = ["examine_fidelity", "examine_sources"]


def examine_sources(key: ProofKey, ground: Ground) -> tuple[Findings, dict[str, str]]:
    """Also why each source that did not pass did not."""
    found, unconfirmed = Findings("sources"), dict[str, str]()
    for source in key.sources:
        if source.artifact not in ground.artifacts:
            found.unknown(f"artifact {source.artifact} has no row")
            unconfirmed[source.artifact] = "has no row"
        elif (wrong := _wrong_source(source, ground)):
            found.fail(f"{source.artifact} {wrong}")
            unconfirmed[source.artifact] = wrong
    return found, unconfirmed


def _wrong_source(source: SourceRef, ground: Ground) -> str:
    """What is wrong with a registered source, or ""."""
    head = ground.artifacts[source.artifact]
    if source.artifact in ground.withdrawn:
        return "is withdrawn"
    if head.key != source.artifact:
        return f"is registered as {head.key}"
    if blob_digest(head.content.encode()) != head.blob:
        return "holds a text that has not the registered digest"
    if not ground.same_bytes(source.blob, head.blob):
        return "has other bytes in force than the recorded ones, and no certified rebind joins them"
    if [(span.id, span.digest) for span in head.spans] != passages(head.content):
        return "has registered spans that are not those of its text"
    return ""


def examine_fidelity(
    key: ProofKey, ground: Ground, unconfirmed: Mapping[str, str], confirmed: frozenset[RuleId],
) -> Findings:
    """Every recorded citation stands once in its section with the recorded words, and they are the rules'."""
    found = Findings("fidelity")
    cut = {source.artifact: passages(ground.artifacts[source.artifact].content)
           for source in key.sources if source.artifact not in unconfirmed}
    for cite in key.cites:
        place = f"{cite.artifact} [{cite.span}]"
        if cite.artifact in unconfirmed:
            found.skip(f"{cite.artifact} {unconfirmed[cite.artifact]}")
        elif cite.artifact not in cut:
            found.fail(f"{place} is cited and not among the recorded sources")
        else:
            digests = [digest for label, digest in cut[cite.artifact] if label == cite.span]
            if len(digests) != 1:
                found.fail(f"{place} stands {len(digests)} times in the text")
            elif digests[0] != cite.digest:
                found.fail(f"{place} reads otherwise than recorded, or stands in another section")
    _examine_citations(key, ground, confirmed, found)
    return found


def _examine_citations(key: ProofKey, ground: Ground, confirmed: frozenset[RuleId], found: Findings) -> None:
    """The recorded citations are those of the rules that were read. A row that is not the recorded one
    proves nothing about them."""
    rows = {rule.id: rule for edition in ground.editions_of(key.family).values() for rule in edition.rules}
    cited: dict[RuleId, list[tuple[str, str]]] = {
        rule_id: [] for listed in key.rules for rule_id, _ in listed.rules}
    for cite in key.cites:
        if cite.rule not in cited:
            found.fail(f"{cite.rule} is cited for and was not read")
        else:
            cited[cite.rule].append((cite.artifact, cite.span))
    places = {rule_id: place for place, rule_id in enumerate(cited)}
    listed = [places[cite.rule] for cite in key.cites if cite.rule in places]
    if listed != sorted(listed):
        found.fail("the citations do not stand in the order of the rules")
    for rule_id, recorded in cited.items():
        row = rows.get(rule_id)
        stated = [(cite.artifact, cite.span) for cite in row.cites] if row is not None else None
        if stated == recorded:
            continue
        if rule_id in confirmed:
            found.fail(f"{rule_id} rests on other spans than recorded, or in another order")
        else:
            found.skip(f"the registered row of {rule_id} is not confirmed, so its citations are not compared")
