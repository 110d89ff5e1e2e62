"""Questions are answered from a context, or refused."""
