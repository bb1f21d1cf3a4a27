"""Tests that own the shape of the code."""
