"""Indexes of vectors."""
