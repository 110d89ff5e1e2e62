"""Both lists as one CSV file."""

import csv
import io
from collections.abc import Set

from microrag_core.comparison import Comparison
from microrag_core.corpus import Corpus, Side

COLUMNS = (
    "question", "side", "rank", "score", "rank_on_other_side", "document", "title", "source", "tokens",
    "repeated_sentences", "near_duplicate_of_rank", "read_by_model", "matched_sentence", "best_match_pruned",
    "text",
)  # fmt: skip


def to_csv(corpus: Corpus, comparison: Comparison, lost: Set[str]) -> bytes:
    """Return a row a result, UTF-8 with a byte order mark so that spreadsheets read it as such.

    `lost` are the ids of the documents whose best matching sentence was pruned: `best_match_pruned` is "yes" for these.
    """
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(COLUMNS)
    sides: tuple[Side, ...] = ("naive", "pruned")
    for side in sides:
        for result in comparison.naive if side == "naive" else comparison.pruned:
            hit = result.hit
            document = hit.document
            matched = "" if hit.matched is None else corpus.parts[document.id].sentences[hit.matched].text
            read = round(corpus.read_fraction(document.id), 4) if side == "naive" else ""
            texts = (document.record_id, document.label, document.source)
            writer.writerow(
                [plain(comparison.query), side, hit.rank, round(hit.score, 4), result.other_rank]
                + [plain(text) for text in texts]
                + [result.tokens, result.repeats, result.near_duplicate_of or "", read, plain(matched)]
                + ["yes" if document.id in lost else "no", plain(hit.text)]
            )
    return buffer.getvalue().encode("utf-8-sig", "replace")


def plain(text: str) -> str:
    """Return `text` so that a spreadsheet shows it: one that would start a formula gets an apostrophe, as spreadsheets do."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text
