"""What a competence map is asked for, as its link says it: the distribution, the seed and the number of draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cortex_core.service.competence import DEFAULT_SEED

__all__ = ["DRAWS", "Asked", "asked"]

DRAWS = (0, 250, 500, 1000, 2000)
"""Numbers of draws a reader may choose; 0 asks for every task of a table, and for as many draws as the service makes
by itself of anything else. More are a matter for the command."""
_OTHERWISE = 0
_MOST_SEED = 999_999_999


@dataclass(frozen=True, slots=True)
class Asked:
    """``problems`` are sentences about parts of the link that could not be read."""

    distribution: str
    seed: int = DEFAULT_SEED
    draws: int = _OTHERWISE
    problems: tuple[str, ...] = ()

    @property
    def count(self) -> int | None:
        """Draws to make; None leaves it to the service."""
        return self.draws or None

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
    ('small~7~250', 'cohort~4001~0')
    >>> asked("x~a~1", ["cohort"]).problems
    ('The link asks for “x”, seed “a” and “1” draws. Shown: cohort, seed 4001, draws as declared.',)
    """
    if not text:
        return Asked(known[0])
    name, _, rest = text.partition("~")
    seed, _, draws = rest.partition("~")
    found = Asked(
        name if name in known else known[0],
        int(seed) if _is_count(seed) and int(seed) <= _MOST_SEED else DEFAULT_SEED,
        int(draws) if _is_count(draws) and int(draws) in DRAWS else _OTHERWISE,
    )
    if found.text == text:
        return found
    said = f"The link asks for “{name}”, seed “{seed}” and “{draws}” draws."
    number = f"{found.draws} draws" if found.draws else "draws as declared"
    shown = f"Shown: {found.distribution}, seed {found.seed}, {number}."
    return replace(found, problems=(f"{said} {shown}",))


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 12
