"""Answers are checked: their citations, and what bears each claim out."""
