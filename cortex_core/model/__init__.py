"""Frozen records, closed enums and the closed union of events. Floor 2: no behaviour beyond small checks."""
