"""`search`: ask whole and pruned documents, or any pipelines, the same question."""

import argparse
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from microrag_core.commands.common import add_input, add_model, add_output, add_pruning, load_corpus, rounded
from microrag_core.commands.configs import add_configs, read_configs
from microrag_core.commands.output import report_progress, show_seconds, skipped_records
from microrag_core.comparison import DEPTH, PREVIEW_CHARACTERS, Result, compare_found, describe, naive_and_pruned
from microrag_core.corpus import Corpus
from microrag_core.errors import InputError, SettingsError
from microrag_core.pipeline import Found, Pipeline, PipelineSettings
from microrag_core.settings import PruneSettings

HELP = "ask whole and pruned documents, or any pipelines, the same question"
TOP_K = 5


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    add_input(command)
    add_output(command)
    add_pruning(command)
    add_model(command)
    add_configs(command, "whole and pruned documents, one vector each")
    command.add_argument("-q", "--query", required=True, metavar="TEXT")
    command.add_argument("--top-k", type=int, metavar="K", help=f"results a list (default {TOP_K})")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Ask the pipelines the same question and return their lists."""
    if not options.query.strip():
        raise InputError("The question is empty: give some words after -q.")
    configs = configured(options)
    corpus, sources = load_corpus(options, configs)
    before = corpus.seconds
    pipelines = [Pipeline(corpus, settings) for settings in configs or naive_and_pruned(corpus, options.top_k or TOP_K)]
    for pipeline in pipelines:
        pipeline.prepare(report_progress)
    stages = ("split", "embed", "select", "index")
    seconds = {name: spent(name, corpus, before, pipelines) for name in stages}
    found = [pipeline.find(options.query, 0 if configs else DEPTH) for pipeline in pipelines]
    seconds["search"] = sum(sum(item.seconds.values()) for item in found)
    lists = {"results": list(map(configured_list, pipelines, found))} if configs else both_sides(options, pipelines, found)
    return {
        "query": options.query.strip(),
        **lists,
        "skipped": skipped_records(sources.loaded.skipped),
        "seconds": rounded({"load": sources.seconds, **seconds}),
    }


def configured(options: argparse.Namespace) -> list[PipelineSettings]:
    """Return the pipelines asked for. Raises `SettingsError` for options that belong to the two sides alone."""
    if options.top_k is not None and options.top_k < 1:
        raise SettingsError(f"top_k is {options.top_k}; it must be 1 or more.")
    if not options.configs:
        return []
    if given := [field.name for field in fields(PruneSettings) if getattr(options, field.name, None) is not None]:
        name = "prune" if given[0] == "method" else given[0]
        option = given[0].replace("_", "-")
        raise SettingsError(f"--{option} is for whole and pruned documents; beside --config write {name}=... into the config.")
    return read_configs(options.configs, {} if options.top_k is None else {"top_k": options.top_k})


def spent(name: str, corpus: Corpus, before: Mapping[str, float], pipelines: list[Pipeline]) -> float:
    """Return the seconds of a stage, for the corpus and for each variant of it that a pipeline made."""
    variants = {id(pipeline.corpus): pipeline.corpus for pipeline in pipelines}
    variants.pop(id(corpus), None)
    return corpus.seconds[name] + sum(variant.seconds[name] - before[name] for variant in variants.values())


def both_sides(options: argparse.Namespace, pipelines: list[Pipeline], found: list[Found]) -> dict[str, Any]:
    """Return the lists of whole and pruned documents, and what the two differ in."""
    naive, pruned = pipelines
    comparison = compare_found(options.query, {"left": naive, "right": pruned}, {"left": found[0], "right": found[1]})
    return {
        "naive": [show_hit(naive, result) | {"other_rank": result.other_rank} for result in comparison.left],
        "pruned": [show_hit(pruned, result) | {"other_rank": result.other_rank} for result in comparison.right],
        "overlap": comparison.overlap,
        "tokens": {"naive": comparison.tokens("left"), "pruned": comparison.tokens("right")},
        "context": {"naive": context_cost(naive, found[0]), "pruned": context_cost(pruned, found[1])},
        "repeats": {"naive": comparison.repeats("left"), "pruned": comparison.repeats("right")},
    }


def configured_list(pipeline: Pipeline, found: Found) -> dict[str, Any]:
    """Return what one pipeline found; each hit has the score of every stage that it went through."""
    results = describe(pipeline, found, None)
    return {
        "config": pipeline.settings.to_text(),
        "hits": [show_hit(pipeline, result) for result in results],
        "tokens": sum(result.tokens for result in results),
        "repeats": sum(result.repeats for result in results),
        "context": context_cost(pipeline, found),
        "asked": [reworded.text for reworded in found.asked],
        "notes": list(found.notes),
    }


def context_cost(pipeline: Pipeline, found: Found) -> dict[str, int]:
    """Return the tokens of what a model is given of the hits, titles and tags included, and what all in full would take."""
    context = pipeline.context(found.query, found.hits)
    return {"tokens": context.tokens, "tokens_full": context.tokens_full}


def cost(passages: int, context: int) -> str:
    """Say what the texts of a list take, and what a model is given of them."""
    return f"{passages:,} tokens of passages, {context:,} with titles and tags as context"


def show_hit(pipeline: Pipeline, result: Result) -> dict[str, Any]:
    """Return one hit as a record; `matched` is the sentence most similar to the question."""
    hit = result.hit
    sentences = pipeline.corpus.parts[hit.document.id].sentences
    return {
        "rank": hit.rank,
        "document": hit.document.record_id,
        "title": hit.document.label,
        "source": hit.document.source,
        "section": hit.chunk.section,
        "start": hit.chunk.start,
        "end": hit.chunk.end,
        "score": round(hit.score, 4),
        "scores": {stage: round(score, 4) for stage, score in hit.scores.items()},
        "tokens": result.tokens,
        "matched": None if hit.matched is None else sentences[hit.matched].text,
        "preview": result.preview,
        "text": hit.text,
    }


def show(result: dict[str, Any]) -> str:
    """Return the result in words."""
    lines = []
    for found in result.get("results", ()):
        lines.append(f"{found['config']} ({cost(found['tokens'], found['context']['tokens'])})")
        for hit in found["hits"]:
            lines.append(
                f"  {hit['rank']:>2}  {hit['score']:.3f}  {hit['title']}{' / ' * bool(hit['section'])}{hit['section']}"
            )
            lines.append("      " + ", ".join(f"{stage} {score:.3f}" for stage, score in hit["scores"].items()))
            lines.append(f"      {hit['preview'][:PREVIEW_CHARACTERS]}")
        lines += [f"  {note}" for note in found["notes"]]
    if "naive" in result:
        lines += show_sides(result)
    return "\n".join([*lines, show_seconds(result["seconds"])])


def show_sides(result: dict[str, Any]) -> list[str]:
    """Return the lists of whole and pruned documents as lines."""
    lines = []
    for side in ("naive", "pruned"):
        lines.append(f"{side.capitalize()} ({cost(result['tokens'][side], result['context'][side]['tokens'])})")
        for hit in result[side]:
            elsewhere = f"rank {hit['other_rank']} on the other side" if hit["other_rank"] else "not on the other side"
            lines.append(f"  {hit['rank']:>2}  {hit['score']:.3f}  {hit['title']}  ({elsewhere})")
            lines.append(f"      {hit['preview'][:PREVIEW_CHARACTERS]}")
    return [*lines, f"In both lists: {result['overlap']} of {len(result['naive'])}"]
