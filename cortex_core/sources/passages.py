"""What changed between two versions of a source, and which statements stayed where they were."""

from __future__ import annotations

from difflib import SequenceMatcher
from itertools import zip_longest

from cortex_core.model.events import Passage
from cortex_core.model.sources import ArtifactVersion, Span
from cortex_core.sources.statements import Block, cut, folded

__all__ = ["changed_passages", "relocate"]


def changed_passages(old: ArtifactVersion, new: ArtifactVersion) -> tuple[Passage, ...]:
    """Every passage that differs, in the order of the new text. Statements are paired by section and label,
    other blocks by section and words; what moved is a passage that went and one that came. Differences of
    presentation and of the front matter give none."""
    before, after = cut(old.content).blocks, cut(new.content).blocks
    matcher = SequenceMatcher(None, [_place(block) for block in before], [_place(block) for block in after],
                              autojunk=False)
    passages: list[Passage] = []
    for tag, low, high, new_low, new_high in matcher.get_opcodes():
        if tag == "equal":
            pairs = zip(before[low:high], after[new_low:new_high], strict=True)
            passages += [_changed(one, other) for one, other in pairs if _differ(one, other)]
        else:
            for one, other in zip_longest(before[low:high], after[new_low:new_high]):
                passages += _replaced(one, other)
    return tuple(passages)


def relocate(old: ArtifactVersion, new: ArtifactVersion) -> tuple[tuple[Span, ...], tuple[str, ...]]:
    """Statements of ``old`` that stand in ``new`` exactly once, in the same section and with equal digest;
    and one sentence for each that does not. Only without a sentence may a rebind be certified."""
    blocks = cut(new.content).blocks
    found: list[Span] = []
    problems: list[str] = []
    for span in old.spans:
        now = new.span(span.id)
        times = sum(1 for block in blocks
                    if block.section == span.section and folded(_words(block)) == folded(span.text))
        if now is None:
            problems.append(f"[{span.id}] is gone from {new.id}")
        elif now.section != span.section:
            problems.append(f"[{span.id}] moved from {_named(span.section)} to {_named(now.section)}")
        elif now.digest != span.digest:
            problems.append(f"[{span.id}] reads differently in {new.id}")
        elif times != 1:
            problems.append(f"[{span.id}] stands {times} times in {_named(span.section)}")
        else:
            found.append(span)
    return tuple(found), tuple(problems)


def _named(section: str) -> str:
    return f"section {section!r}" if section else "the part before the first section"


def _place(block: Block) -> tuple[str, str, str]:
    if block.span is not None:
        return block.section, block.span.id, ""
    return block.section, "", folded(block.text)


def _words(block: Block) -> str:
    return block.text if block.span is None else block.span.text


def _label(block: Block) -> str:
    return "" if block.span is None else block.span.id


def _differ(one: Block, other: Block) -> bool:
    return one.span is not None and other.span is not None and one.span.digest != other.span.digest


def _changed(one: Block, other: Block) -> Passage:
    assert one.span is not None
    assert other.span is not None
    before, after = one.span.text, other.span.text
    if one.span.mark != other.span.mark:
        before, after = f"{before} {{{one.span.mark}}}", f"{after} {{{other.span.mark}}}"
    return Passage(other.section, other.span.id, before, after)


def _replaced(one: Block | None, other: Block | None) -> list[Passage]:
    if (one is not None and other is not None
            and (one.section, _label(one)) == (other.section, _label(other))):
        return [Passage(other.section, _label(other), _words(one), _words(other))]
    passages = []
    if one is not None:
        passages.append(Passage(one.section, _label(one), _words(one), ""))
    if other is not None:
        passages.append(Passage(other.section, _label(other), "", _words(other)))
    return passages
