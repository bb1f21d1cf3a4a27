"""The store: the log, its codec, and the projections folded from it. Input and output live here."""
