"""Passages are found, fused and ranked anew."""
