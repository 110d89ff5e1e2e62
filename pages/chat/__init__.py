"""Chat: ask the documents, and see which sentence of a source bears each claim out."""
