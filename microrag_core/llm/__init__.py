"""A chat model behind an OpenAI-compatible server."""
