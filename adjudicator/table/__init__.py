"""The table: seats, partners, cards and calls as neutral facts. What they mean is for the laws."""
