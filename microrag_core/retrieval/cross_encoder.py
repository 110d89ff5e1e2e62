"""Re-ranking by a cross-encoder (Nogueira and Cho 2019): a model that reads the question and a passage together."""

from collections.abc import Sequence
from typing import Any

from microrag_core.datatypes import Ranked
from microrag_core.embedding.pair_model import BATCH_PAIRS, load_pair_model
from microrag_core.embedding.reading import without_surrogates
from microrag_core.errors import InputError


class CrossEncoderReranker:
    """Orders passages by what a cross-encoder says of question and passage.

    `model` is a name on the Hugging Face hub or a path. The weights are loaded here, so that one that cannot be had is known
    before any document is read: raises `InputError` for it, and for a model that is no cross-encoder with one score a pair.
    """

    def __init__(self, model: str) -> None:
        instead = "rerank=late_interaction needs no other model"
        self._model, _ = load_pair_model(model, "cross-encoder", "score", instead, why_no_reranker)

    def rerank(self, query: str, candidates: Ranked, texts: Sequence[str]) -> Ranked:
        """Return the candidates ordered anew with the model's own score of each, the best first, ties as they stood.

        `texts` (n) are what is read of each candidate; the model cuts what is too long for it. Raises `InputError` when the
        question is blank.
        """
        if not query.strip():
            raise InputError("The question is empty: type some words to search for.")
        if not candidates:
            return []
        asked = without_surrogates(query)
        pairs = [(asked, without_surrogates(text)) for (_, _), text in zip(candidates, texts, strict=True)]
        scores = self._model.predict(pairs, batch_size=BATCH_PAIRS, show_progress_bar=False).tolist()
        found = [(key, float(score)) for (key, _), score in zip(candidates, scores, strict=True)]
        return sorted(found, key=lambda item: -item[1])


def why_no_reranker(config: Any) -> str:
    """Say why a model is no re-ranker, empty where it is one."""
    return "" if config.num_labels == 1 else f"it gives {config.num_labels} scores a pair, not one"
