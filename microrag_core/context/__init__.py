"""Turns passages found for a question into the text that a model reads: whole, shortened or left out, and says why."""

from microrag_core.context.build import build_context

__all__ = ["build_context"]
