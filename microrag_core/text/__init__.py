"""Sentences and tokens of a text, as spans into it."""
