"""One passage of a context as HTML: what became of it and why, its text as a model reads it, and what was left out."""

from collections.abc import Iterator, Sequence
from typing import Literal

from microrag_core.datatypes import Booleans, Passage, Sentence, shorten
from pages.shared.colors import EDGE, NEUTRAL, PRUNED
from pages.shared.markup import as_html
from pages.shared.wording import counted

Kind = Literal["given", "left out", "pruned"]
Span = tuple[int, int]

TITLE_CHARACTERS = 160
TEXT_HEIGHT = 220
BADGES = {
    "raw": ("RAW", f"background:{NEUTRAL};color:#FFFFFF;border:1px solid {NEUTRAL}"),
    "compressed": ("COMPRESSED", f"border:1px solid {NEUTRAL}"),
    "left_out": ("LEFT OUT", f"border:1px dashed {NEUTRAL}"),
}
BADGE = "font-size:.75rem;letter-spacing:.04em;padding:.05em .55em;border-radius:.6em;white-space:nowrap"
BOX = (
    f"max-height:{TEXT_HEIGHT}px;overflow-y:auto;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;"
    f"line-height:1.5;border-left:3px solid {EDGE};padding-left:.6em"
)
SMALL = "font-size:.86em;opacity:.8"
MARKS: dict[Kind, str] = {
    "given": "<span>{}</span>",
    "left out": '<span style="opacity:.5">{}</span>',
    "pruned": f'<s style="opacity:.5;text-decoration-color:{PRUNED}">{{}}</s>',
}


def passage_html(passage: Passage, sentences: Sequence[Sentence], kept: Booleans | None, *, everything: bool) -> str:
    """Return a passage; with `everything` what was left out of it too, faded.

    `sentences` (n) are its document's and `kept` (n,) those that the side has, None where it has all.
    """
    parts = [head(passage), f'<div style="{SMALL};margin:.15em 0 .45em">{as_html(reason(passage))}</div>']
    if passage.text:
        parts.append(box("Text as a model reads it", as_html(passage.text)))
    if everything and passage.treatment != "raw" and passage.hit.text.strip():
        parts.append(f'<div style="{SMALL};margin:.6em 0 .2em">The passage with what was left out</div>')
        parts.append(box("The passage with what was left out", whole(passage, sentences, kept)))
    return "".join(parts)


def head(passage: Passage) -> str:
    """Return number, treatment, tokens, title and section."""
    label, look = BADGES[passage.treatment]
    number = f"[{passage.number}]" if passage.number else "[–]"
    hit = passage.hit
    title = as_html(shorten(hit.document.label, TITLE_CHARACTERS))
    name = " ".join(hit.chunk.section.split())
    if name and name != hit.document.title:
        title += f'<span style="font-weight:400;opacity:.75"> › {as_html(shorten(name, TITLE_CHARACTERS))}</span>'
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:.25em .7em;align-items:center">'
        f'<span style="font-size:1.1em;font-weight:600" title="Number in the context">{number}</span>'
        f'<span style="{BADGE};{look}">{label}</span>'
        f'<span style="margin-left:auto;opacity:.8">{passage.tokens:,} of {counted(passage.tokens_full, "token")}</span></div>'
        f'<div dir="auto" style="font-weight:600;margin:.2em 0 0;overflow-wrap:anywhere">{title}</div>'
    )


def reason(passage: Passage) -> str:
    """Return why a passage was treated so, as a sentence, with its rank in the search."""
    why = passage.reason[:1].upper() + passage.reason[1:]
    return f"Rank {passage.hit.rank}. {why}{'' if why.endswith('.') else '.'}"


def box(label: str, html: str) -> str:
    """Return HTML in a box that scrolls where it is long."""
    return f'<div tabindex="0" role="region" aria-label="{label}" style="{BOX}">{html}</div>'


def whole(passage: Passage, sentences: Sequence[Sentence], kept: Booleans | None) -> str:
    """Return all of a passage, what was left out faded, and struck where pruning had taken it before."""
    hit = passage.hit
    if passage.treatment == "compressed" and not passage.spans:
        # The side's text is not made of the document's sentences, so nothing tells which of it was taken.
        return MARKS["left out"].format(as_html(hit.text))
    pruned = (
        [(item.start, item.end) for item, keep in zip(sentences, kept, strict=True) if not keep] if kept is not None else []
    )
    text = hit.document.text
    return "".join(
        MARKS[kind].format(as_html(text[start:end]))
        for start, end, kind in stretches((hit.chunk.start, hit.chunk.end), passage.spans, pruned)
    )


def stretches(within: Span, given: Sequence[Span], pruned: Sequence[Span]) -> Iterator[tuple[int, int, Kind]]:
    """Yield `within` in stretches that do not overlap, each with what became of it; what is given was not pruned.

    Neither the spans that are `given` nor those `pruned` overlap one another.
    """
    start, end = within
    marks: list[tuple[int, int, Kind]] = [(a, b, "given") for a, b in given] + [(a, b, "pruned") for a, b in pruned]
    position = start
    for span_start, span_end, kind in sorted(marks):
        first, last = max(span_start, position), min(span_end, end)
        if first < last:
            if position < first:
                yield position, first, "left out"
            yield first, last, kind
            position = last
    if position < end:
        yield position, end, "left out"


def legend(has_pruned: bool) -> str:
    """Return what the marks of the faded text mean, each word marked as the text is."""
    words = [MARKS["given"].format("given to a model"), MARKS["left out"].format("left out")]
    words += [MARKS["pruned"].format("pruned before, not on this side")] if has_pruned else []
    return f'<div style="font-size:.86em">{"".join(f"<span style=margin-right:1em>{word}</span>" for word in words)}</div>'
