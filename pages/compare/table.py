"""Both lists as one CSV file."""

import csv
import io
from collections.abc import Mapping

from microrag_core.comparison import Comparison, End, Result
from microrag_core.pipeline import Pipeline
from pages.compare.lost import Lost
from pages.compare.moves import place
from pages.compare.reading import read_fractions
from pages.shared import pipelines

BEFORE = ("question", "side", "pipeline", "settings", "rank", "score")
AFTER = (
    "rank_on_other_side", "document", "title", "source", "section", "start", "end", "tokens", "repeated_sentences",
    "near_duplicate_of_rank", "read_by_model", "matched_sentence", "best_match_pruned", "text",
)  # fmt: skip


def to_csv(ready: Mapping[End, Pipeline], comparison: Comparison, lost: Lost) -> bytes:
    """Return a row a result, UTF-8 with a byte order mark so that spreadsheets read it as such.

    Between the columns `BEFORE` and `AFTER` each stage of either pipeline has one, `score_dense` and the like. `lost` are the
    results whose sentence closest to the question was pruned: `best_match_pruned` is "yes" for these.
    """
    stages = stages_of(comparison)
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow([*BEFORE, *(f"score_{stage}" for stage in stages), *AFTER])
    for end in pipelines.ENDS:
        if end in ready:
            listed = comparison.results(end)
            for result, read in zip(listed, read_fractions(ready[end], listed), strict=True):
                scores = [rounded(result.hit.scores.get(stage)) for stage in stages]
                hit = result.hit
                before = [plain(comparison.query), end, plain(comparison.names[end]), plain(ready[end].settings.to_text())]
                after = facts(comparison, result, end)
                texts = [round(read, 4), plain(matched(ready[end], result)), "yes" if (end, hit.rank) in lost else "no"]
                writer.writerow([*before, hit.rank, rounded(hit.score), *scores, *after, *texts, plain(hit.text)])
    return buffer.getvalue().encode("utf-8-sig", "replace")


def stages_of(comparison: Comparison) -> list[str]:
    """Return the stages that scored a result of either list, in order."""
    return list(dict.fromkeys(stage for result in comparison.left + comparison.right for stage in result.hit.scores))


def facts(comparison: Comparison, result: Result, end: End) -> list[str | int]:
    """Return what is known of a result: its rank on the other side, where it is from, what it costs and repeats."""
    hit = result.hit
    document = hit.document
    other = place(comparison, result, end) or ""
    texts = [plain(text) for text in (document.record_id, document.label, document.source, hit.chunk.section)]
    numbers = [hit.chunk.start, hit.chunk.end, result.tokens, result.repeats, result.near_duplicate_of or ""]
    return [other, *texts, *numbers]


def matched(pipeline: Pipeline, result: Result) -> str:
    """Return the sentence of a result that is closest to the question, of those that its side has."""
    hit = result.hit
    return "" if hit.matched is None else pipeline.corpus.parts[hit.document.id].sentences[hit.matched].text


def rounded(score: float | None) -> float | str:
    """Return a score with the digits that tell results apart, of ranks fused too; nothing where there is none."""
    return "" if score is None else round(score, 6)


def plain(text: str) -> str:
    """Return `text` so that a spreadsheet shows it: one that would start a formula gets an apostrophe, as spreadsheets do."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
