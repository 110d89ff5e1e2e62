"""Strategy `pruned`: chunks of what pruning kept."""

from microrag_core.chunking.levels import Cut, Level
from microrag_core.chunking.material import Material
from microrag_core.chunking.packing import pack
from microrag_core.chunking.running_text import RunningText
from microrag_core.chunking.spans import Span


def cut_pruned(material: Material) -> list[Level]:
    """Return runs of neighbouring kept sentences, packed to the settings' size; a sentence that is longer is cut.

    A pruned sentence ends a chunk, so that a chunk is a stretch of the document and holds nothing that was pruned; the overlap
    stays within the run. Raises `ValueError` unless there is one mark a sentence.
    """
    running_text, ruler = RunningText(material), material.ruler
    cuts: list[Cut] = []
    for run in kept_runs(material):
        floor = run[0][0]
        pieces = [part for sentence in run for part in running_text.pieces(sentence, material.limit)]
        cuts += [Cut(start, end, floor) for start, end in pack(pieces, material.limit, ruler)]
    return [Level(cuts, material.size, material.overlap, ruler)]


def kept_runs(material: Material) -> list[list[Span]]:
    """Return the kept sentences in groups between which something was pruned, or is no sentence."""
    kept, sentences = material.kept, material.sentences
    if kept is None or len(kept) != len(sentences):
        rows = "no" if kept is None else len(kept)
        raise ValueError(f"Pruned chunking needs one mark a sentence; there are {len(sentences)} sentences and {rows} marks.")
    runs: list[list[Span]] = []
    last_row = last_end = -1
    for row, (sentence, keep) in enumerate(zip(sentences, kept, strict=True)):
        if not keep:
            continue
        if not runs or last_row != row - 1 or material.text[last_end : sentence.start].strip():
            runs.append([])
        runs[-1].append((sentence.start, sentence.end))
        last_row, last_end = row, sentence.end
    return runs
