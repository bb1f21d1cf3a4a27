"""Lifecycle: standing, the gate, challenges and rechecks. Deciders are pure: state in, events out."""
