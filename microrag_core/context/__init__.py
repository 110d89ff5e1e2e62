"""What of the passages found a model is given to read."""
