"""What a comparison can still come out as when its operands are only partly known.

A date known to the month, an interval whose end nobody wrote down, a birth year: each stands for a set
of values. A comparison over such sets holds for all of them, for none, or for some. Truth values live in
the sibling floor `logic`; the floor above maps ALWAYS to Y, NEVER to N and SOMETIMES to U.
"""

from __future__ import annotations

from enum import Enum

__all__ = ["Possible"]


class Possible(Enum):
    """Over every value that is still possible: does the statement hold?

    Closed: there is no fourth answer, and *unknown* is never written as None or False.
    The combinations `both`, `either` and `opposite` treat their operands as independent, so they may
    answer SOMETIMES where a closer look would decide; they never decide wrongly.

    >>> Possible.ALWAYS.both(Possible.SOMETIMES)
    <Possible.SOMETIMES>
    """

    ALWAYS = (True, False)
    NEVER = (False, True)
    SOMETIMES = (True, True)

    @property
    def can_be_true(self) -> bool:
        """At least one possible value makes the statement hold."""
        return self.value[0]

    @property
    def can_be_false(self) -> bool:
        """At least one possible value makes the statement fail."""
        return self.value[1]

    @classmethod
    def of(cls, *, can_be_true: bool, can_be_false: bool) -> Possible:
        """The answer with these two possibilities.

        Raises ValueError if both are ruled out: no value is left, so nothing was compared.
        """
        if not (can_be_true or can_be_false):
            raise ValueError("a statement that can be neither true nor false: no possible value is left")
        return cls((can_be_true, can_be_false))

    def both(self, other: Possible) -> Possible:
        """This and the other."""
        return Possible.of(
            can_be_true=self.can_be_true and other.can_be_true,
            can_be_false=self.can_be_false or other.can_be_false,
        )

    def either(self, other: Possible) -> Possible:
        """This or the other."""
        return self.opposite().both(other.opposite()).opposite()

    def opposite(self) -> Possible:
        """Not this."""
        return Possible.of(can_be_true=self.can_be_false, can_be_false=self.can_be_true)

    def __repr__(self) -> str:
        return f"<Possible.{self.name}>"

    def __bool__(self) -> bool:
        raise TypeError(
            "a Possible has three values and no truth of its own: "
            "compare it with Possible.ALWAYS, or ask can_be_true or can_be_false"
        )
