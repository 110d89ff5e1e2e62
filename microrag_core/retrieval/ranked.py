"""What every search, fusion and re-ranking takes and gives."""

Ranked = list[tuple[str, float]]
"""(passage id, score) pairs, the best first; no id twice."""
