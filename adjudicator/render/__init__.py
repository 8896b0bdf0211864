"""Rulings and rulebook entries as text. No decision is taken here."""
