"""Labelled sets in the BEIR layout (Thakur and others 2021): `corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv`."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from microrag_core.datatypes import Document, Progress, Skipped
from microrag_core.errors import InputError
from microrag_core.evaluation.beir_files import CORPUS, LAYOUT, Question, read_judgements, read_questions
from microrag_core.loading import load_paths
from microrag_core.settings import LoadSettings

__all__ = ["LabelledSet", "Question", "read_labelled_set"]


@dataclass(frozen=True, eq=False)
class LabelledSet:
    """Documents, and questions of which it is known which documents bear on them.

    `judgements` has for each question's id the gain (0 and more) of each judged document, by the document's `record_id`; at
    least one gain of each question is above 0. `left_out` counts the questions that are not here because no document was judged
    relevant to them. `notes` say in sentences what of the set's files could not be used.
    """

    name: str
    documents: tuple[Document, ...]
    skipped: tuple[Skipped, ...]
    questions: tuple[Question, ...]
    judgements: Mapping[str, Mapping[str, int]]
    notes: tuple[str, ...]
    left_out: int = 0


def read_labelled_set(
    folder: str | Path, settings: LoadSettings | None = None, on_progress: Progress | None = None
) -> LabelledSet:
    """Read a folder in the BEIR layout. Raises `InputError` where a file is missing, damaged, or leaves no judged question.

    Questions in the order of `queries.jsonl`, those that were judged and have a relevant document; the others are counted. The
    notes count judged questions that cannot be used, and relevant documents that the corpus lacks: they count as not found,
    as usual.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder; {LAYOUT}.")
    judgements = read_judgements(folder / "qrels" / "test.tsv")
    questions = read_questions(folder / "queries.jsonl")
    if not (folder / CORPUS).is_file():
        raise InputError(f"There is no {CORPUS} in {folder}; {LAYOUT}.")
    loaded = load_paths([folder / CORPUS], settings or LoadSettings(), on_progress)
    if not loaded.documents:
        reason = f" {loaded.skipped[0].reason}" if loaded.skipped else ""
        raise InputError(f"{folder / CORPUS} holds no documents.{reason}")
    relevant = {key: gains for key, gains in judgements.items() if any(gains.values())}
    usable = tuple(question for question in questions if question.id in relevant)
    if not usable:
        raise InputError(f"No question of {folder / 'queries.jsonl'} has a relevant document in qrels/test.tsv.")
    used = {question.id: relevant[question.id] for question in usable}
    known = {document.record_id for document in loaded.documents}
    notes = (*shortcomings(judgements, relevant, used, known), *loaded.notes)
    left_out = len(questions) - len(usable)
    return LabelledSet(folder.resolve().name, loaded.documents, loaded.skipped, usable, used, notes, left_out)


def shortcomings(
    judgements: Mapping[str, Mapping[str, int]],
    relevant: Mapping[str, Mapping[str, int]],
    used: Mapping[str, Mapping[str, int]],
    known: set[str],
) -> list[str]:
    """Return sentences on what of the judgements cannot be used, or not be found."""
    notes = []
    if without := len(judgements) - len(relevant):
        notes.append(f"{without:,} judged questions have no relevant document; they are left out.")
    if unknown := len(relevant) - len(used):
        notes.append(f"{unknown:,} judged questions are not in queries.jsonl; they are left out.")
    missing = {
        key: [document for document in gains if gains[document] and document not in known] for key, gains in used.items()
    }
    if absent := {document for documents in missing.values() for document in documents}:
        of = sum(bool(documents) for documents in missing.values())
        notes.append(f"{len(absent):,} relevant documents of {of:,} questions are not in the corpus; they count as not found.")
    return notes
