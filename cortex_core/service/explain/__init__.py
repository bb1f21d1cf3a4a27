"""Explanations: pure functions from records to the words and pictures a reader sees."""
