"""Explore: which sentences carry a document."""
