"""Compare: what a search finds before and after pruning."""
