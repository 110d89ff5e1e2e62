"""PPTX: a section for each slide, its shapes in the order of the file, tables and notes among them."""

import io
from collections.abc import Iterable, Iterator
from typing import Any

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE_TYPE, PP_PLACEHOLDER

from microrag_core.loading.archives import check_archive
from microrag_core.loading.builder import TextBuilder
from microrag_core.loading.cleaning import one_line
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.office_properties import own_title
from microrag_core.settings import LoadSettings

REPEATED = (PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.HEADER)


def load_pptx(data: bytes, source: str, settings: LoadSettings) -> Loaded:
    """Return a presentation as one document; a section's page is the number of its slide.

    Slide numbers, footers and dates are left out. The title is that of the properties where a person wrote it, else that of
    the first slide.
    """
    check_archive(data)
    builder = TextBuilder()
    slides = list(Presentation(io.BytesIO(data)).slides)
    for number, slide in enumerate(slides, 1):
        builder.section(slide_title(slide) or f"Slide {number}", number)
        for block in slide_blocks(slide):
            builder.add(block)
    title = own_title(data, source) or (slide_title(slides[0]) if slides else "")
    plural = "" if len(slides) == 1 else "s"
    return Loaded((builder.document(title, source, {}, f"No text on {len(slides)} slide{plural}."),))


def slide_title(slide: Any) -> str:
    """Return the text of a slide's title shape, "" where it has none."""
    shape = slide.shapes.title
    return one_line(shape.text_frame.text) if shape is not None else ""


def slide_blocks(slide: Any) -> Iterator[str]:
    """Yield the blocks of text of a slide, then its notes."""
    yield from shape_blocks(slide.shapes)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        yield slide.notes_slide.notes_text_frame.text


def shape_blocks(shapes: Iterable[Any]) -> Iterator[str]:
    """Yield the text of shapes, those in groups too; a table's rows are lines with cells joined by ` | `."""
    for shape in shapes:
        if shape.shape_type == MSO_SHAPE_TYPE.GROUP:
            yield from shape_blocks(shape.shapes)
        elif shape.is_placeholder and shape.placeholder_format.type in REPEATED:
            continue
        elif shape.has_table:
            rows = ([one_line(cell.text) for cell in row.cells if not cell.is_spanned] for row in shape.table.rows)
            yield "\n".join(" | ".join(filter(None, row)) for row in rows)
        elif shape.has_text_frame:
            yield "\n".join(paragraph.text.replace("\x0b", "\n") for paragraph in shape.text_frame.paragraphs)
        elif shape.has_chart and shape.chart.has_title and shape.chart.chart_title.has_text_frame:
            yield shape.chart.chart_title.text_frame.text
