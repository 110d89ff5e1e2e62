"""The whole text of a result with its kept and pruned sentences told apart."""

from microrag_core.comparison import Result
from microrag_core.corpus import Corpus, Side
from pages.shared.colors import EDGE, PRUNED
from pages.shared.markup import as_html


def text_view(corpus: Corpus, result: Result, side: Side) -> str:
    """Return the text as HTML: kept sentences plain, pruned ones struck and dimmed, the matched one marked.

    On the naive side a line shows where the model stopped reading.
    """
    pruned = corpus.pruned(result.hit.document.id)
    stop = read_until(corpus, result.hit.document.id) if side == "naive" else len(pruned.document.text)
    parts = [legend(side)]
    last_end = 0
    stopped = False
    for row, sentence in enumerate(pruned.sentences):
        between = pruned.document.text[last_end : sentence.start]
        parts.append("<br><br>" if between.count("\n") > 1 else "<br>" if "\n" in between else " ")
        if not stopped and sentence.start >= stop:
            stopped = True
            parts.append(
                '<div style="border-top:1px dashed;margin:.5em 0;font-size:.86em;opacity:.75">The model reads up to here.</div>'
            )
        parts.append(marked(as_html(sentence.text), bool(pruned.selection.kept[row]), row == result.hit.matched))
        last_end = sentence.end
    style = "max-height:26em;overflow-y:auto;line-height:1.55;overflow-wrap:anywhere"
    return f'<div tabindex="0" style="{style}">{"".join(parts)}</div>'


def read_until(corpus: Corpus, document_id: str) -> int:
    """Return the character of the text at which the model stops reading the document when it is embedded whole."""
    document = corpus.parts[document_id].document
    embedded = document.embedded_text()
    return round(corpus.read_fraction(document_id) * len(embedded)) - (len(embedded) - len(document.text))


def marked(text: str, kept: bool, matched: bool) -> str:
    """Return one escaped sentence with its marks."""
    text = f'<mark style="background:{EDGE}44;color:inherit">{text}</mark>' if matched else text
    return text if kept else f'<s style="opacity:.55;text-decoration-color:{PRUNED}">{text}</s>'


def legend(side: Side) -> str:
    """Return what the marks mean, each word marked as the text is."""
    closest = "closest to the question" if side == "naive" else "closest to the question of the kept ones"
    words = (marked("kept", True, False), marked("pruned", False, False), marked(closest, True, True))
    spaced = "".join(f'<span style="margin-right:1em">{word}</span>' for word in words)
    return f'<div style="font-size:.86em;margin-bottom:.5em">{spaced}</div>'
