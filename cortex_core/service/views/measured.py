"""What a competence map is asked for, as its link says it: the distribution, the seed and the number of draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["DRAWS", "Asked", "asked"]

DRAWS = (250, 500, 1000, 2000)
"""Numbers of draws a reader may choose; more are a matter for the command."""
_OTHERWISE = 500
_MOST_SEED = 999_999_999


@dataclass(frozen=True, slots=True)
class Asked:
    """``problems`` are sentences about parts of the link that could not be read."""

    distribution: str
    seed: int = 1
    draws: int = _OTHERWISE
    problems: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The link's text."""
        return f"{self.distribution}~{self.seed}~{self.draws}"

    def but(self, **changes: object) -> str:
        """The link's text with something else asked for."""
        return replace(self, **changes).text  # type: ignore[arg-type]  # names of Asked's own fields


def asked(text: str, known: Sequence[str]) -> Asked:
    """Read a link's text; ``known`` are the declared distributions, the first one stands for none.

    >>> asked("small~7~250", ["cohort", "small"]).text, asked("", ["cohort"]).text
    ('small~7~250', 'cohort~1~500')
    >>> asked("x~a~1", ["cohort"]).problems
    ('The link asks for “x”, seed “a” and “1” draws. Shown: cohort, seed 1, 500 draws.',)
    """
    if not text:
        return Asked(known[0])
    name, _, rest = text.partition("~")
    seed, _, draws = rest.partition("~")
    found = Asked(
        name if name in known else known[0],
        int(seed) if _is_count(seed) and int(seed) <= _MOST_SEED else 1,
        int(draws) if _is_count(draws) and int(draws) in DRAWS else _OTHERWISE,
    )
    if found.text == text:
        return found
    said = f"The link asks for “{name}”, seed “{seed}” and “{draws}” draws."
    shown = f"Shown: {found.distribution}, seed {found.seed}, {found.draws} draws."
    return replace(found, problems=(f"{said} {shown}",))


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12
