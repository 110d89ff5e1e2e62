"""The whole text of a result with its kept and pruned sentences told apart."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping

from microrag_core.comparison import Comparison, End
from microrag_core.datatypes import Booleans, Retrieved
from microrag_core.pipeline import Pipeline
from pages.compare.moves import OTHER, other_name
from pages.shared.colors import EDGE, PRUNED
from pages.shared.markup import as_html

SMALL = "font-size:.86em"
READ_UP_TO_HERE = f'<div style="border-top:1px dashed;margin:.5em 0;{SMALL};opacity:.75">The model reads up to here.</div>'


def text_view(pipelines: Mapping[End, Pipeline], comparison: Comparison, hit: Retrieved, end: End, read: float) -> str:
    """Return a hit's passage as HTML: kept sentences plain, pruned ones struck and dimmed, the matched one marked.

    On a side that has all sentences those are struck that the other side pruned. A line shows where the model stopped
    reading, which had `read` (0 to 1) of the title and what the side has of the passage.
    """
    own = pipelines[end].kept(hit.document.id)
    shown = marks(pipelines, hit.document.id, end)
    text, chunk = hit.document.text, hit.chunk
    sentences = pipelines[end].corpus.parts[hit.document.id].sentences
    first = bisect_right(sentences, chunk.start, key=lambda sentence: sentence.end)
    beyond = bisect_left(sentences, chunk.end, key=lambda sentence: sentence.start)
    left_to_read = characters_read(hit, read)
    parts = [legend(comparison, end, own, shown)]
    last_end = chunk.start
    stopped = read >= 1
    for row in range(first, beyond):
        start, finish = max(sentences[row].start, chunk.start), min(sentences[row].end, chunk.end)
        parts.append(space(text[last_end:start]))
        if not stopped and left_to_read <= 0:
            stopped = True
            parts.append(READ_UP_TO_HERE)
        parts.append(marked(as_html(text[start:finish]), shown is None or bool(shown[row]), row == hit.matched))
        if own is None or own[row]:
            left_to_read -= finish - last_end if own is None else finish - start + 1
        last_end = finish
    style = "max-height:26em;overflow-y:auto;line-height:1.55;overflow-wrap:anywhere"
    return f'<div tabindex="0" dir="auto" style="{style}">{"".join(parts)}</div>'


def marks(pipelines: Mapping[End, Pipeline], document_id: str, end: End) -> Booleans | None:
    """Return which sentences (n,) of a document are kept: by this side, or by the other where this one prunes nothing.

    None where neither does.
    """
    own = pipelines[end].kept(document_id)
    if own is not None or OTHER[end] not in pipelines:
        return own
    return pipelines[OTHER[end]].kept(document_id)


def characters_read(hit: Retrieved, read: float) -> int:
    """Return how many characters of a hit's own text the model reads, which begins with the document's title."""
    embedded = hit.document.embedded_text(hit.text)
    return round(read * len(embedded)) - (len(embedded) - len(hit.text))


def space(between: str) -> str:
    """Return what stands between two sentences as HTML."""
    return "<br><br>" if between.count("\n") > 1 else "<br>" if "\n" in between else " "


def marked(text: str, kept: bool, matched: bool) -> str:
    """Return one escaped sentence with its marks."""
    text = f'<mark style="background:{EDGE}44;color:inherit">{text}</mark>' if matched else text
    return text if kept else f'<s style="opacity:.55;text-decoration-color:{PRUNED}">{text}</s>'


def legend(comparison: Comparison, end: End, own: Booleans | None, shown: Booleans | None) -> str:
    """Return what the marks mean, each word marked as the text is; `own` is what is kept here, `shown` what is marked."""
    closest = "closest to the question" if own is None else "closest to the question of the kept ones"
    words = [marked(closest, True, True)]
    if shown is not None:
        pruned = "pruned" if own is not None else f"pruned in {other_name(comparison, end)}"
        words = [marked("kept", True, False), marked(as_html(pruned), False, False), *words]
    spaced = "".join(f'<span style="margin-right:1em">{word}</span>' for word in words)
    return f'<div style="{SMALL};margin-bottom:.5em">{spaced}</div>'
