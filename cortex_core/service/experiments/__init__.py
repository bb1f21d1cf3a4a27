"""Experiments: drawn persons, an oracle coded apart, and runs compared with published figures."""
