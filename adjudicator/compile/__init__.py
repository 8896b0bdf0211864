"""Rules read from files to a program: variables bound, overrides resolved, strata found, limits kept."""
