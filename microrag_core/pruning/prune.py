"""Prune one document: choose the sentences to keep, and say for each other one which kept sentence covers it."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from microrag_core.datatypes import Document, Floats, Integers, PrunedDocument, Selection, Sentence, SentenceGraph
from microrag_core.pruning.cover import best_cover
from microrag_core.pruning.graph import build_graph
from microrag_core.pruning.methods import METHODS
from microrag_core.pruning.problem import make_problem
from microrag_core.settings import PruneSettings

NO_PINS: Mapping[int, bool] = MappingProxyType({})


def prune(  # noqa: PLR0917 - what belongs together is passed in one order everywhere
    document: Document,
    sentences: tuple[Sentence, ...],
    sentence_tokens: Integers,
    vectors: Floats,
    settings: PruneSettings,
    pins: Mapping[int, bool] = NO_PINS,
    *,
    document_vector: Floats | None = None,
) -> PrunedDocument:
    """Choose among the n `sentences` of `document` those to keep; embeds nothing and changes none of its arguments.

    `sentence_tokens` (n,) are their token counts and `vectors` (n, d) their unit rows. `pins` maps a row to what a person
    decided: True is always kept and counts against the budget first, False is always pruned, with every method.
    `document_vector` (d,) is the embedding of title and whole text; the methods in `USES_DOCUMENT_VECTOR` weigh sentences by
    closeness to it. None takes the mean of `vectors`: it sees the whole of a document that is too long for the model, but where
    the model reads all of it, what is kept is found less well.
    Raises `ValueError` when the lengths differ or a pin is outside the document.
    """
    if not len(sentences) == len(sentence_tokens) == len(vectors):
        raise ValueError(
            f"{len(sentences)} sentences, {len(sentence_tokens)} token counts and {len(vectors)} vectors do not match"
        )
    graph = build_graph(vectors, settings.neighbors, settings.minimum_similarity)
    selection = select_sentences(vectors, graph, sentence_tokens, settings, pins, document_vector=document_vector)
    return PrunedDocument(document, sentences, sentence_tokens, graph, selection, settings.at_risk_below)


def select_sentences(
    vectors: Floats,
    graph: SentenceGraph,
    sentence_tokens: Integers,
    settings: PruneSettings,
    pins: Mapping[int, bool] = NO_PINS,
    *,
    document_vector: Floats | None = None,
) -> Selection:
    """Run the method that `settings` name on `vectors` (n, d) and their `graph`, and find who covers each sentence."""
    problem = make_problem(vectors, graph, sentence_tokens, settings, pins, document_vector=document_vector)
    picks = METHODS[settings.method].select(problem)
    order = np.asarray(picks.order, np.int32)
    kept = np.zeros(len(vectors), np.bool_)
    kept[order] = True
    covered_by, cover_similarity = best_cover(vectors, kept)
    return Selection(
        kept=kept,
        order=order,
        gains=np.asarray(picks.gains, np.float32),
        covered_by=covered_by,
        cover_similarity=cover_similarity,
        stopped_early=picks.stopped_early,
        pinned=problem.pinned_in | problem.pinned_out,
    )
