"""Sources: the registry on two clocks, resolution by a declared policy, spans and differences of text."""
