"""The exact interval for a proportion: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934) 404-413.

It covers the true share with at least the stated probability for every sample size, also when nothing or
everything was found; the price is that it is never too narrow.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, lgamma, log

__all__ = ["CONFIDENCE", "clopper_pearson"]

CONFIDENCE = 0.95
_HALVINGS = 60
_NOTHING = 1e-18


def clopper_pearson(found: int, of: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Lower and upper bound of a share of which ``found`` in ``of`` independent draws were seen.

    Of no draws nothing is known: the bounds are 0 and 1.

    >>> [round(bound, 4) for bound in clopper_pearson(0, 500)]
    [0.0, 0.0074]
    >>> [round(bound, 4) for bound in clopper_pearson(8, 10)]
    [0.4439, 0.9748]

    Raises:
        ValueError: more found than drawn. Nothing was computed.
    """
    if not 0 <= found <= of:
        raise ValueError(f"{found} of {of} is no count of successes")
    tail = (1 - confidence) / 2
    low = 0.0 if found == 0 else _solved(lambda share: _at_least(found, of, share), tail)
    high = 1.0 if found == of else 1 - _solved(lambda share: _at_least(of - found, of, share), tail)
    return low, high


def _solved(tail_of: Callable[[float], float], wanted: float) -> float:
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if tail_of(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _at_least(count: int, of: int, share: float) -> float:
    """P(at least ``count`` successes), summed over the shorter side of the distribution."""
    if share <= 0 or share >= 1:
        return float(share >= 1)
    if count > of * share:
        return _sum(count, of, share, 1)
    return 1 - _sum(count - 1, of, share, -1)


def _sum(start: int, of: int, share: float, step: int) -> float:
    """Terms of the binomial distribution from ``start`` outwards, until they no longer matter."""
    term = exp(lgamma(of + 1) - lgamma(start + 1) - lgamma(of - start + 1)
               + start * log(share) + (of - start) * log(1 - share))
    total, at, odds = 0.0, start, share / (1 - share)
    while 0 <= at <= of and (term > _NOTHING or at == start):
        total += term
        term *= (of - at) / (at + 1) * odds if step > 0 else at / (of - at + 1) / odds
        at += step
    return total
