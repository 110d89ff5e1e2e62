"""Corpus: what is loaded, what was done to it, and how to get it out."""
