"""The independent checker: a proof derived a second time, from what is registered, by code of its own.

It imports nothing that evaluates, normalises or resolves elsewhere. What it repeats is meant to exist twice.
"""

from __future__ import annotations

from cortex_core.rules.checker.criteria import FACTS_NOT_GIVEN, verdict
from cortex_core.rules.checker.examine import VERIFIER, VERIFIER_VERSION, check
from cortex_core.rules.checker.ground import Ground

__all__ = ["FACTS_NOT_GIVEN", "VERIFIER", "VERIFIER_VERSION", "Ground", "check", "verdict"]
