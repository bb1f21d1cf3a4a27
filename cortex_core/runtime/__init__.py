"""Verified action: criteria, groups, verdicts and what decides them. Pure: records in, records out."""
