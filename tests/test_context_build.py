"""Whole contexts: what they hold, what they cost, where it is from."""

import json
from dataclasses import replace

import pytest
from context_makers import DIRECTOR, DRUG, FILM, make_hit, make_hits

from microrag_core.context import build_context
from microrag_core.context.compressors import COMPRESSORS
from microrag_core.context.formats import FORMATS
from microrag_core.datatypes import Chunk, Document
from microrag_core.settings import ContextSettings
from microrag_core.text.sentences import split_sentences
from microrag_core.text.tokens import count_tokens

QUESTION = "Where was the director of Ed Wood born?"
HITS = make_hits((FILM, 0.62), (DRUG, 0.3), (DIRECTOR, 0.2))
MIXED = ContextSettings(context="mixed", minimum_raw=1)


def words(text):
    return [word for piece in text.split(" … ") for word in piece.split()]


def test_without_hits_there_is_nothing(encoder):
    context = build_context(QUESTION, [], MIXED, encoder)
    assert (context.passages, context.text, context.tokens, context.tokens_full) == ((), "", 0, 0)


def test_full_gives_every_passage_as_it_is(encoder):
    context = build_context(QUESTION, HITS, ContextSettings(), encoder)
    assert [passage.text for passage in context.passages] == [FILM.text, DRUG.text, DIRECTOR.text]
    assert [passage.treatment for passage in context.passages] == ["raw"] * 3
    assert [passage.number for passage in context.passages] == [1, 2, 3]
    assert [passage.spans for passage in context.passages] == [((0, len(hit.text)),) for hit in HITS]
    assert context.tokens == context.tokens_full == count_tokens(context.text)
    assert context.saved == 0


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("compressor", COMPRESSORS)
def test_mixed_in_every_format(encoder, compressor, name):
    settings = replace(MIXED, compressor=compressor, context_format=name, token_share=0.8)
    context = build_context(QUESTION, HITS, settings, encoder)
    assert context.passages[0].treatment == "raw"
    assert {passage.treatment for passage in context.passages[1:]} == {"compressed"}
    assert context.tokens == count_tokens(context.text) < context.tokens_full
    for passage in context.passages:
        assert passage.text in context.text
        given = [passage.hit.document.text[start:end] for start, end in passage.spans]
        assert words(passage.text) == words(" ".join(given)), "what is given stands in the document, in order"
        assert passage.reason
        assert passage.tokens <= passage.tokens_full


def test_late_interaction_keeps_what_the_question_needs(encoder):
    context = build_context(QUESTION, HITS, replace(MIXED, facts="drop", kept_sentences=1), encoder)
    assert "He was born on August 25, 1958 in Burbank, California." in context.text
    assert context.passages[2].reason == "similarity 0.20 is below 0.50; kept: 1 of 4 sentences"


@pytest.mark.parametrize("compressor", COMPRESSORS)
def test_numbers_denials_and_names_survive_every_compressor(encoder, compressor):
    settings = ContextSettings(
        context="compressed", compressor=compressor, token_share=1, kept_sentences=1, keywords=1, first_words=3
    )
    text = build_context("What is Exemplin?", [make_hit(DRUG)], settings, encoder).text
    for fact in (
        "It does not help children under 12 years",
        "at most 5.5 mg per day",
        "about $12",
        "United States",
        "Müller & Sons of Basel",
        "March 1974",
    ):
        assert fact in text


@pytest.mark.parametrize("language", ["en", "de", "zh", "ar"])
@pytest.mark.parametrize("compressor", ["keywords", "entities", "first_words"])
def test_every_number_of_real_paragraphs_survives(encoder, data_folder, language, compressor):
    with open(data_folder / "multilingual" / language / "corpus.jsonl", encoding="utf-8") as lines:
        documents = [Document("", json.loads(line)["text"]) for line, _ in zip(lines, range(12), strict=False)]
    settings = ContextSettings(context="compressed", compressor=compressor, token_share=1, keywords=2)
    context = build_context("?", [make_hit(document) for document in documents], settings, encoder)
    for document, passage in zip(documents, context.passages, strict=True):
        assert [sign for sign in passage.text if sign.isdecimal()] == [sign for sign in document.text if sign.isdecimal()]
    assert context.saved > 0.1


@pytest.mark.parametrize("kind", ["full", "mixed", "compressed", "parents"])
@pytest.mark.parametrize("name", FORMATS)
def test_the_token_budget_is_never_exceeded(encoder, kind, name):
    full = build_context(QUESTION, HITS, ContextSettings(context_format=name), encoder).tokens
    for budget in [1, 5, 12, 20, 40, 60, 80, 100, 130, full - 1, full]:
        settings = ContextSettings(context=kind, token_budget=budget, context_format=name, token_share=1)
        context = build_context(QUESTION, HITS, settings, encoder)
        assert context.tokens == count_tokens(context.text) <= budget
        assert [passage.number for passage in context.passages if passage.number] == list(
            range(1, 1 + sum(p.number > 0 for p in context.passages))
        )
        for passage in context.passages:
            assert (passage.treatment == "left_out") == (passage.number == 0) == (passage.text == "")
    assert context.tokens == full or kind != "full"


def test_a_raw_passage_for_which_the_budget_has_no_room_is_shortened_and_says_so(encoder):
    context = build_context(QUESTION, HITS, replace(MIXED, token_budget=45), encoder)
    assert context.passages[0].treatment == "compressed"
    assert context.passages[0].reason.startswith(
        "it should stay whole (similarity 0.62 is at least 0.50), but the token budget of 45 has no room for it; kept: "
    )


def test_full_leaves_out_what_does_not_fit_and_says_so(encoder):
    context = build_context(QUESTION, HITS, ContextSettings(token_budget=130), encoder)
    assert [passage.treatment for passage in context.passages] == ["raw", "left_out", "raw"]
    assert "the token budget of 130 has no room for it" in context.passages[1].reason


def test_few_hits_most_of_them_raw_leave_room_for_the_others(encoder):
    context = build_context(QUESTION, HITS, ContextSettings(context="mixed"), encoder)
    assert [passage.treatment for passage in context.passages] == ["raw", "raw", "compressed"]


def test_parents_are_given_once_each(encoder):
    middle = DRUG.text.index("The dose")
    parent = Chunk("whole", DRUG.id, 0, len(DRUG.text), DRUG.text, "Uses", 0)
    hits = [
        make_hit(DRUG, 0.5, 0, 23, parent="whole"),
        make_hit(FILM),
        make_hit(DRUG, 0.4, middle, middle + 40, parent="whole"),
    ]
    context = build_context("Exemplin?", hits, ContextSettings(context="parents"), encoder, parents={"whole": parent})
    assert [passage.text for passage in context.passages] == [DRUG.text, FILM.text, ""]
    assert [passage.treatment for passage in context.passages] == ["raw", "raw", "left_out"]
    assert context.passages[2].reason == "its parent stands there already, for hit 1"
    assert context.passages[0].spans == ((0, len(DRUG.text)),)
    assert "Exemplin | Uses" in context.text
    assert context.tokens_full < context.tokens, "the parents cost more than the passages found"


def test_kept_sentences_of_a_pruned_side_have_their_places_in_the_document(encoder):
    sentences = split_sentences(DIRECTOR.text)
    kept = " ".join(sentence.text for sentence in (sentences[0], sentences[3]))
    context = build_context(
        "Awards?",
        [make_hit(DIRECTOR, text=kept)],
        ContextSettings(context="compressed", kept_sentences=1, facts="drop"),
        encoder,
    )
    (passage,) = context.passages
    assert passage.text in {sentences[0].text, sentences[3].text}
    assert passage.text == DIRECTOR.text[slice(*passage.spans[0])]
    full = build_context("Awards?", [make_hit(DIRECTOR, text=kept)], ContextSettings(), encoder)
    assert full.passages[0].spans == tuple((sentences[row].start, sentences[row].end) for row in (0, 3))


def test_sentences_at_hand_are_used(encoder):
    asked = []

    def split(document):
        asked.append(document.id)
        return split_sentences(document.text)

    build_context(QUESTION, [make_hit(FILM, end=70), make_hit(FILM, start=71)], MIXED, encoder, sentences=split)
    assert asked == [FILM.id], "once a document"


@pytest.mark.parametrize("text", ["", "  \n ", "***", "\u200b", "word", "a" * 5000, "😀" * 50, "不" * 300, "\ud800 x"])
def test_odd_passages_do_no_harm(encoder, text):
    hits = [make_hit(Document("", text)), make_hit(DRUG)]
    for compressor in COMPRESSORS:
        for kind in ("mixed", "compressed", "full"):
            settings = ContextSettings(context=kind, compressor=compressor, minimum_raw=0)
            context = build_context("What?", hits, settings, encoder)
            assert context.tokens == count_tokens(context.text)
            assert (context.passages[0].treatment == "left_out") or context.passages[0].text
