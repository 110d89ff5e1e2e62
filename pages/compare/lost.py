"""Lost answers: the sentence of a document that is closest to the question was pruned."""

from microrag_core.comparison import Comparison
from microrag_core.corpus import Corpus


def lost_answers(corpus: Corpus, comparison: Comparison) -> frozenset[str]:
    """Return the ids of the documents in either list whose sentence most similar to the question was pruned."""
    best = {result.hit.document.id: result.hit.matched for result in comparison.naive}
    new = {result.hit.document.id for result in comparison.pruned} - best.keys()
    if new:
        # A document that only the pruned side lists has no naive result that would tell its best sentence.
        vector = corpus.query_vector(comparison.query)
        best |= {key: int((corpus.parts[key].vectors @ vector).argmax()) for key in new}
    return frozenset(key for key, row in best.items() if row is not None and not corpus.pruned(key).selection.kept[row])
