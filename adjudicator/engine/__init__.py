"""Matching: which rules find all their conditions among the facts. Exceptions are not decided here."""
