"""Files to values: YAML with the place of every word, checked against the vocabulary; every error is collected."""
