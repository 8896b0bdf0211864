"""The ruling: one frozen value, gathered from what the evaluation found. Nothing is decided here."""
