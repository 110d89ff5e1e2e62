"""Pipelines measured on labelled sets."""
