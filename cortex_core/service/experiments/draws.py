"""Seeded draws: every distribution is a transform of ``random()`` written here, so that no version of a
library can move a cohort.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from math import erfc, exp, floor, log, sqrt
from random import Random
from typing import TypeVar

__all__ = ["Draws", "rounded"]

One = TypeVar("One")

_FARTHEST = 8.5          # standard deviations; beyond it a double cannot tell the tail from nothing
_HALVINGS = 60


def rounded(value: float, places: int) -> Decimal:
    """An exact number with that many decimal places, half to even.

    >>> rounded(82.25, 1), rounded(0.1 + 0.2, 2)
    (Decimal('82.2'), Decimal('0.30'))
    """
    return Decimal(repr(value)).quantize(Decimal(1).scaleb(-places))


class Draws:
    """One stream of draws. Two streams with different names share nothing, so adding one moves no other."""

    def __init__(self, name: str, *, stress: bool = False) -> None:
        self._random = Random(name).random  # noqa: S311 - repeatable draws are the point, nothing is secret
        self.stress = stress

    def unit(self) -> float:
        """Uniform from 0 (included) to 1 (not included)."""
        return self._random()

    def happens(self, probability: Decimal | float) -> bool:
        """An event of the recording, not a fact: stress does not change it."""
        return self.unit() < probability

    def yes(self, probability: float) -> bool:
        """A boolean fact. What cannot be (probability 0) stays so under stress."""
        even = self.stress and probability > 0
        return self.unit() < (0.5 if even else probability)

    def pick(self, options: Sequence[One]) -> One:
        """One of the options, each as likely as its neighbour; a repeated one counts twice."""
        return options[floor(self.unit() * len(options))]

    def category(self, weights: Mapping[One, float]) -> One:
        """One of the keys, in proportion to its weight."""
        options = list(weights)
        if self.stress:
            return self.pick(options)
        left = self.unit() * sum(weights.values())
        for option in options:
            left -= weights[option]
            if left < 0:
                return option
        return options[-1]                         # the sum of the weights was rounded up

    def whole(self, low: int, high: int) -> int:
        """Uniform over whole numbers, both ends included."""
        return low + floor(self.unit() * (high - low + 1))

    def day(self, first: date, last: date) -> date:
        """Uniform over civil dates, both ends included."""
        return first + timedelta(days=self.whole(0, (last - first).days))

    def uniform(self, low: float, high: float) -> float:
        """Uniform between the ends."""
        return low + self.unit() * (high - low)

    def normal(self, mean: float, sigma: float, low: float, high: float) -> float:
        """Normal, by the inverse of its distribution function; a value beyond an end is put on that end."""
        return min(max(mean + sigma * self._standard(), low), high)

    def log_normal(self, median: float, sigma: float, low: float, high: float) -> float:
        """Log-normal by median and the deviation of the logarithm; clipped like `normal`."""
        return min(max(median * exp(sigma * self._standard()), low), high)

    def exponential(self, mean: float) -> float:
        """Exponential with that mean."""
        return -mean * log(1 - self.unit())

    def number(self, highest_threshold: float, ordinary: Callable[[], float]) -> float:
        """A number fact: as usual, or under stress evenly from 0 to twice the highest threshold it meets."""
        return self.uniform(0, 2 * highest_threshold) if self.stress else ordinary()

    def age(self, bands: Sequence[int], ordinary: Callable[[], float]) -> float:
        """An age in years: as usual, or under stress one of the bands between the limits, evenly in it."""
        if not self.stress:
            return ordinary()
        at = self.whole(0, len(bands) - 2)
        return self.uniform(bands[at], bands[at + 1])

    def shuffled(self, items: Sequence[One]) -> tuple[One, ...]:
        """All items in a random order, every order as likely as another (Fisher and Yates)."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.whole(0, last)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck)

    def _standard(self) -> float:
        """Standard normal: the distribution function is bisected, which needs no table of coefficients."""
        wanted, low, high = self.unit(), -_FARTHEST, _FARTHEST
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if erfc(-middle / sqrt(2)) / 2 < wanted:
                low = middle
            else:
                high = middle
        return (low + high) / 2
