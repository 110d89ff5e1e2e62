"""A similarity graph of a document's sentences, and the choice of those to keep."""
