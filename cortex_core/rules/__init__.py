"""Rules: intake of facts, the compiled and the plain evaluator, transitions. ``checker`` stands apart and
imports none of them."""
