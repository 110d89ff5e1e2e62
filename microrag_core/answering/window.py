"""A context cut to what a model reads: the least relevant passages go first, whole; of the last one its end."""

from dataclasses import dataclass, replace

from microrag_core.answering.blocks import CLOSING, Block, find_blocks
from microrag_core.datatypes import Context, Passage
from microrag_core.text.tokens import count_tokens, token_spans

MARGIN = 1.2
"""Other models' tokens are smaller than those of cl100k_base, which we count; for prose a fifth more is on the safe side."""
CUT = " […]"


@dataclass(frozen=True, slots=True)
class Fitted:
    """What is left of a context, and in sentences what was cut."""

    context: Context
    notes: tuple[str, ...]


def model_tokens(text: str) -> int:
    """Return how many tokens a model of unknown vocabulary may count in a text."""
    return int(count_tokens(text) * MARGIN) + 1


def fit_context(context: Context, tokens: int, window: int) -> Fitted:
    """Return a context of at most `tokens` (a model's), whose passages keep their numbers. `window` is named in the notes.

    Passages are in the order of relevance, so the last ones go. Those that went have the treatment `left_out` and the number 0.
    """
    if model_tokens(context.text) <= tokens:
        return Fitted(context, ())
    blocks = find_blocks(context)
    kept = len(blocks)
    while kept > 1 and model_tokens(context.text[: blocks[kept - 1].end]) > tokens:
        kept -= 1
    text = context.text[: blocks[kept - 1].end].rstrip() if blocks else ""
    gone = [block.number for block in blocks[kept:]]
    notes = [left_out(gone, len(blocks), window)] if gone else []
    if model_tokens(text) > tokens:
        text = cut_block(text, blocks[0], tokens)
        notes.append(
            f"Only the beginning of passage [{blocks[0].number}] was given to the model, whose window is {window:,} tokens."
        )
    return Fitted(shorter(context, text, set(gone)), tuple(notes))


def left_out(gone: list[int], among: int, window: int) -> str:
    """Say which passages were left out."""
    numbers = ", ".join(f"[{number}]" for number in gone)
    return f"{len(gone)} of {among} passages ({numbers}) were not given to the model, whose window is {window:,} tokens."


def cut_block(text: str, block: Block, tokens: int) -> str:
    """Return the beginning of a single passage, closed as it was."""
    closing = match.group() if (match := CLOSING.search(text)) else ""
    body = text[: len(text) - len(closing)]
    spans = token_spans(body)
    room = max(0, int((tokens - 1) / MARGIN) - count_tokens(closing + CUT) - 1)
    end = spans[min(room, len(spans)) - 1][1] if room and spans else 0
    # At a blank, so that no half word or number is read for a whole one.
    blank = max(body.rfind(sign, block.start, end) for sign in " \n")
    return body[: blank if blank > end // 2 else end].rstrip() + CUT + closing


def shorter(context: Context, text: str, gone: set[int]) -> Context:
    """Return the context with another text, without the passages that went."""
    passages = tuple(without(passage) if passage.number in gone else passage for passage in context.passages)
    return replace(context, passages=passages, text=text, tokens=count_tokens(text))


def without(passage: Passage) -> Passage:
    """Return a passage as one that is left out."""
    return replace(
        passage, treatment="left_out", number=0, text="", tokens=0, spans=(), reason="the model's window has no room for it"
    )
