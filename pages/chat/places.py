"""Where in a document something stands, and what led to it, in words."""

from microrag_core.datatypes import Document, Passage, Sentence, shorten
from microrag_core.pipeline import PipelineSettings
from pages.chat.page_picture import page_at
from pages.shared import address, state
from pages.shared.stage_scores import last_stage, stages_of

TITLE_CHARACTERS = 120
TREATMENTS = {"raw": "RAW", "compressed": "COMPRESSED", "left_out": "LEFT OUT"}


def where(document: Document, place: int) -> str:
    """Return section and page of a character of a document, such as "Chapter 2, page 5"; empty where it has neither."""
    titles = [" ".join(section.title.split()) for section in document.sections if section.start <= place < section.end]
    name = titles[-1] if titles else ""
    name = "" if name == document.title else shorten(name, TITLE_CHARACTERS)
    page = page_at(document, place)
    told = f"page {page}" if page and name.casefold() != f"page {page}" else ""
    return ", ".join(filter(None, (name, told)))


def score(passage: Passage, settings: PipelineSettings) -> tuple[str, str]:
    """Return the score of a passage with its stage, and what such a score means."""
    stage = stages_of(settings)[last_stage(passage.hit, settings)]
    return f"{stage.label} {passage.hit.score:.{stage.digits}f}", stage.meaning


def link_to_explore(document: Document, place: int) -> dict[str, str] | None:
    """Return the address of a document in Explore with the sentence at `place` selected; None where it is not loaded."""
    part = state.corpus().parts.get(document.id)
    if part is None:
        return None
    found = {**address.settings_parts(), "document": document.id}
    row = row_at(part.sentences, place)
    return found if row is None else {**found, "sentence": str(row + 1)}


def row_at(sentences: tuple[Sentence, ...], place: int) -> int | None:
    """Return the row of the sentence at a character of its document; None between two."""
    return next((row for row, item in enumerate(sentences) if item.start <= place < item.end), None)
