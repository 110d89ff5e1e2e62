"""`chunk`: cut documents into passages by one strategy."""

import argparse
import time
from collections import Counter
from statistics import median
from typing import Any, get_args

from microrag_core.chunking import chunk_document, resolve_sizes
from microrag_core.commands.common import (
    add_input,
    add_model,
    add_output,
    add_pruning,
    chosen,
    load_corpus,
    load_documents,
    rounded,
)
from microrag_core.commands.output import counted, report_progress, show_seconds, skipped_records
from microrag_core.corpus import Corpus
from microrag_core.datatypes import Booleans, Chunk, Document
from microrag_core.settings import ChunkSettings, SemanticRule, Strategy

HELP = "cut documents into passages"
NEED_VECTORS = frozenset({"semantic", "pruned"})
MOST_SECTIONS = 200
"""Sections listed in words; a folder of documents can have thousands."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_input(command)
    add_output(command)
    command.add_argument("--strategy", choices=get_args(Strategy), required=True, help="how documents are cut")
    command.add_argument("--size", type=int, metavar="N", help="tokens of a chunk; recursive: characters (default: its own)")
    command.add_argument("--overlap", type=int, metavar="N", help="what a chunk repeats of the one before (default: its own)")
    command.add_argument("--semantic-rule", choices=get_args(SemanticRule), help="for semantic (default percentile)")
    command.add_argument("--percentile", type=float, metavar="P", help="semantic: cut below this percentile (default 5)")
    command.add_argument(
        "--chunk-similarity", type=float, metavar="S", help="semantic, rule running: cut below it (default 0.8)"
    )
    command.add_argument("--parent-size", type=int, metavar="N", help="parent_child: tokens of a parent (default 2000)")
    add_pruning(command)
    add_model(command)


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Cut the documents of the paths and return the chunks of every level."""
    settings = chosen(ChunkSettings, options)
    size, overlap = resolve_sizes(settings)
    if settings.strategy in NEED_VECTORS:
        corpus, sources = load_corpus(options)
        chunks, seconds = cut_corpus(corpus, settings)
    else:
        sources = load_documents(options)
        start = time.perf_counter()
        chunks = [(item, chunk) for item in sources.loaded.documents for chunk in chunk_document(item, settings)]
        seconds = {"chunk": time.perf_counter() - start}
    return {
        "strategy": settings.strategy,
        "size": size,
        "overlap": overlap,
        "documents": len(sources.loaded.documents),
        "chunks": [chunk_record(document, chunk) for document, chunk in chunks],
        "skipped": skipped_records(sources.loaded.skipped),
        "seconds": rounded({"load": sources.seconds, **seconds}),
    }


def cut_corpus(corpus: Corpus, settings: ChunkSettings) -> tuple[list[tuple[Document, Chunk]], dict[str, float]]:
    """Return the chunks for which sentences are embedded, each with its document, and the seconds of each stage."""
    kept: dict[str, Booleans] = {}
    if settings.strategy == "pruned":
        kept = {item.document.id: item.selection.kept for item in corpus.all_pruned(report_progress)}
    start = time.perf_counter()
    found = []
    for key, part in corpus.parts.items():
        sentences, vectors = part.sentences, part.vectors
        chunks = chunk_document(part.document, settings, sentences=sentences, vectors=vectors, kept=kept.get(key))
        found += [(part.document, chunk) for chunk in chunks]
    stages = {name: corpus.seconds[name] for name in ("split", "embed", "select")}
    return found, {**stages, "chunk": time.perf_counter() - start}


def chunk_record(document: Document, chunk: Chunk) -> dict[str, Any]:
    """Return one chunk as a record; `document` is the id that the document has in its own collection, as in `search`."""
    return {
        "id": chunk.id,
        "document": document.record_id,
        "title": document.label,
        "source": document.source,
        "section": chunk.section,
        "start": chunk.start,
        "end": chunk.end,
        "tokens": chunk.tokens,
        "text": chunk.text,
        "parent": chunk.parent,
        "level": chunk.level,
    }


def show(result: dict[str, Any]) -> str:
    """Return the result in words: how many chunks of what length, and how many in each section."""
    chunks = result["chunks"]
    unit = "characters" if result["strategy"] == "recursive" else "tokens"
    sizes = f", {result['size']} {unit} with {result['overlap']} of overlap" if result["size"] else ""
    lines = [f"{counted(result['documents'], 'document')}, strategy {result['strategy']}{sizes}"]
    for level in sorted({chunk["level"] for chunk in chunks}):
        tokens = sorted(chunk["tokens"] for chunk in chunks if chunk["level"] == level)
        name = f" of level {level}" if any(chunk["level"] for chunk in chunks) else ""
        spread = f"{tokens[0]:,} to {tokens[-1]:,} tokens, median {median(tokens):,.0f}"
        lines.append(f"{counted(len(tokens), 'chunk')}{name}: {spread}")
    sections = Counter((chunk["title"], chunk["section"]) for chunk in chunks if not chunk["level"])
    last = None
    for (title, section), number in list(sections.items())[:MOST_SECTIONS]:
        if title != last:
            lines.append(f"{title}")
            last = title
        lines.append(f"  {number:>5,}  {section or '(no section)'}")
    if len(sections) > MOST_SECTIONS:
        lines.append(f"and {len(sections) - MOST_SECTIONS:,} more sections")
    return "\n".join([*lines, show_seconds(result["seconds"])])
