"""Experience: signatures, keys, admissibility, horizons, and the memory that deciders read."""
