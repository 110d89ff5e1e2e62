"""From hits to the context that a model reads."""

import math
from collections.abc import Mapping, Sequence
from functools import cache

from microrag_core.context.bodies import own_body, parent_bodies
from microrag_core.context.budget import all_facts, fit_picks, fit_whole, room
from microrag_core.context.compression import Task
from microrag_core.context.compressors import COMPRESSORS
from microrag_core.context.draft import Draft
from microrag_core.context.policy import Decision, decide, similarities
from microrag_core.context.source import SplitDocument, read_source
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
    draft = Draft(settings, sources, bodies, [], [])
    fill(draft, query, decisions, encoder, full)
    return draft.context(query, decisions, full)


def fill(draft: Draft, query: str, decisions: Sequence[Decision], encoder: Encoder, full: Draft) -> None:
    """Put into a draft what fits: whole passages first, then what is picked of the others, see `budget`."""
    settings, bodies = draft.settings, draft.bodies
    budget = settings.token_budget or math.inf
    costs = [draft.cost(row, body.text) for row, body in enumerate(bodies)]
    wanted = [row for row, decision in enumerate(decisions) if decision.raw and bodies[row].text]
    draft.whole = wanted
    if draft.tokens() > budget:
        draft.whole = fit_whole(wanted, costs, budget)
    rest = tuple(row for row, body in enumerate(bodies) if row not in draft.whole and body.text)
    if rest and settings.context in ("mixed", "compressed"):
        left = room(settings.token_share, full.tokens(), draft.tokens(), sum(costs[row] for row in rest))
        pick(draft, Task(query, draft.sources, rest, settings, encoder), min(budget, draft.tokens() + left))
    while draft.tokens() > budget:
        (draft.picks or draft.whole).pop()


def pick(draft: Draft, task: Task, limit: float) -> None:
    """Put into a draft what is picked of the compressed passages, until the whole has `limit` tokens or a little less.

    A second round spends what the first left over, since neighbouring picks cost less together than one by one.
    """
    compressed = COMPRESSORS[task.settings.compressor](task)
    facts = all_facts(task, compressed)
    headings = {row: draft.cost(row, "") for row in task.compressed}
    left = limit - draft.tokens()
    draft.picks = fit_picks(task, compressed, facts, headings, left)
    over = limit - draft.tokens()
    if over > 0:
        draft.picks = fit_picks(task, compressed, facts, headings, left + over)
    while draft.picks and draft.tokens() > limit:
        draft.picks.pop()
    if not draft.whole and not draft.picks:
        draft.picks = (compressed.picks or facts)[:1]
