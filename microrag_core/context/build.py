"""From hits to the context that a model reads."""

import math
from collections.abc import Mapping, Sequence
from functools import cache

from microrag_core.context.bodies import Body, own_body, parent_bodies
from microrag_core.context.budget import fit_picks, fit_whole
from microrag_core.context.compression import Task
from microrag_core.context.compressors import COMPRESSORS
from microrag_core.context.draft import Draft
from microrag_core.context.policy import Decision, decide, similarities
from microrag_core.context.source import Source, SplitDocument, read_source
from microrag_core.datatypes import Chunk, Context, Retrieved
from microrag_core.embedding import Encoder
from microrag_core.settings import ContextSettings
from microrag_core.text.sentences import split_sentences


def build_context(
    query: str,
    hits: Sequence[Retrieved],
    settings: ContextSettings,
    encoder: Encoder,
    *,
    parents: Mapping[str, Chunk] | None = None,
    sentences: SplitDocument | None = None,
) -> Context:
    """Return what a model is given of `hits` for a question: whole, shortened, or left out, each with the reason in words.

    `policy` says which passages stay whole, `budget` what a bound on tokens does, `formats` how they are written. `parents` are
    found by their chunks' `parent` and matter to the context `parents` alone; each is given once, all of it, whatever a
    pruned side has of it. `sentences` returns a document's sentences where they are at hand; else they are made. The
    encoder is asked by the sentence compressors, and for the similarity of hits that no `dense` stage scored.
    """
    if not hits:
        return Context(query, (), "", 0, 0)
    split = cache(sentences or (lambda document: split_sentences(document.text)))
    sources = tuple(read_source(hit, split) for hit in hits)
    own = [own_body(source) for source in sources]
    full = Draft(settings, sources, own, [row for row, body in enumerate(own) if body.text], [])
    bodies = parent_bodies(sources, parents or {}) if settings.context == "parents" else own
    decisions = decide(hits, similarities(query, hits, encoder) if settings.context == "mixed" else [], settings)
    draft = fill(query, sources, bodies, decisions, settings, encoder, full.tokens())
    return draft.context(query, decisions, full)


def fill(
    query: str,
    sources: tuple[Source, ...],
    bodies: Sequence[Body],
    decisions: Sequence[Decision],
    settings: ContextSettings,
    encoder: Encoder,
    tokens_full: int,
) -> Draft:
    """Return the draft that fits: whole passages first, then picks from the others, see `budget`."""
    draft = Draft(settings, sources, bodies, [], [])
    budget = settings.token_budget or math.inf
    wanted = [row for row, decision in enumerate(decisions) if decision.raw and bodies[row].text]
    draft.whole += fit_whole(wanted, [draft.cost(row, body.text) for row, body in enumerate(bodies)], budget)
    if settings.context in ("mixed", "compressed"):
        rest = tuple(row for row, body in enumerate(bodies) if row not in draft.whole and body.text)
        picks = COMPRESSORS[settings.compressor](Task(query, sources, rest, settings, encoder)) if rest else []
        left = min(budget, settings.token_share * tokens_full) - draft.tokens()
        draft.picks += fit_picks(picks, sources, {row: draft.cost(row, "") for row in rest}, left)
    while draft.tokens() > budget:
        (draft.picks or draft.whole).pop()
    return draft
