"""JSON, JSON Lines, CSV, notebooks: which field is the text, and what happens to bad records."""

import json

import pytest

from microrag_core.loading import load_bytes, load_paths
from microrag_core.settings import LoadSettings

LONG = "This is a sentence of some length that reads as prose. "


def as_lines(*records: object) -> bytes:
    return "\n".join(json.dumps(record, ensure_ascii=False) for record in records).encode()


def test_beir_records() -> None:
    data = as_lines({"_id": "a", "title": "T", "text": " One.\r\nTwo. ", "year": 2020, "tags": ["x", "y"], "n": {"k": True}})
    document = load_bytes("corpus.jsonl", data).documents[0]
    assert (document.title, document.text, document.source) == ("T", "One.\nTwo.", "corpus.jsonl#line 1")
    assert document.metadata == {"_id": "a", "year": "2020", "tags": "x\ny", "n.k": "true"}
    assert document.record_id == "a"


def test_broken_line_17_is_named_and_the_others_load() -> None:
    lines = [json.dumps({"_id": str(n), "text": f"Text number {n}."}) for n in range(1, 31)]
    lines[16] = '{"_id": "17", "text": "broken'
    loaded = load_bytes("corpus.jsonl", "\n".join(lines).encode())
    assert len(loaded.documents) == 29
    assert [item.source for item in loaded.skipped] == ["corpus.jsonl#line 17"]
    assert loaded.skipped[0].reason.startswith("Line 17 is not valid JSON: unterminated string")


def test_a_repeated_id_is_skipped_naming_both_lines() -> None:
    loaded = load_bytes(
        "corpus.jsonl", as_lines({"_id": "a", "text": "One."}, {"_id": "b", "text": "Two."}, {"_id": "a", "text": "3"})
    )
    assert [document.text for document in loaded.documents] == ["One.", "Two."]
    assert loaded.skipped[0].source == "corpus.jsonl#line 3"
    assert loaded.skipped[0].reason == "Line 3 repeats the _id 'a' of line 1; the first is kept."


def test_another_id_counts_only_where_it_is_unique() -> None:
    unique = load_bytes("a.jsonl", as_lines({"id": 1, "text": "One."}, {"id": 2, "text": "Two."}))
    assert [document.metadata["_id"] for document in unique.documents] == ["1", "2"]
    repeated = load_bytes("a.jsonl", as_lines({"id": 1, "text": "One."}, {"id": 1, "text": "Two."}))
    assert [dict(document.metadata) for document in repeated.documents] == [{"id": "1"}, {"id": "1"}]


def test_lines_that_are_no_records() -> None:
    loaded = load_bytes("a.jsonl", b'{"text": "One."}\n\n[1]\n"Only text."\n{"text": ""}\n{"text": "\\u0000"}')
    assert [document.text for document in loaded.documents] == ["One.", "Only text."]
    assert [item.reason for item in loaded.skipped] == [
        "Line 3 is not a JSON object.",
        "Line 5 has no text in its field 'text'.",
        "Line 6 has no text in its field 'text'.",
    ]


@pytest.mark.parametrize(
    ("records", "field"),
    [
        ([{"text": "short", "abstract": LONG}], "text"),
        ([{"headline": "News", "highlights": LONG, "story": LONG * 3}], "story"),
        ([{"question": "Who was it?", "context": LONG * 2, "claim": LONG}], "context"),
        ([{"a": "t1", "b": "t2", "score": 0.98}], ""),
        ([{"meta": {"body": LONG}, "url": "http://x.y/z"}], "meta.body"),
        ([{"id": 1, "描述": "黑豹队的防守只丢了分在联赛中排名第六同时也以次拦截领先国家橄榄球联盟队的防守"}], "描述"),
    ],
)
def test_the_text_field_is_guessed(records: list[dict], field: str) -> None:
    loaded = load_bytes("a.jsonl", as_lines(*records))
    assert loaded.text_fields["a.jsonl"].field == field
    assert loaded.text_fields["a.jsonl"].records == 1


def test_the_text_field_can_be_set() -> None:
    data = as_lines({"text": LONG, "summary": "Short one."}, {"text": LONG + "x", "summary": "Other one."})
    loaded = load_bytes("a.jsonl", data, LoadSettings(text_field="summary"))
    assert [document.text for document in loaded.documents] == ["Short one.", "Other one."]
    assert loaded.text_fields["a.jsonl"].candidates == ("text", "summary")
    wrong = load_bytes("a.jsonl", data, LoadSettings(text_field="body"))
    assert wrong.skipped[0].reason == "There is no field 'body'; the fields are text, summary."


def test_records_without_prose_are_one_document() -> None:
    loaded = load_bytes("pairs.jsonl", as_lines({"a": "t1", "b": 2}, {"a": "t3", "b": 4}))
    assert [document.text for document in loaded.documents] == ["a: t1; b: 2\na: t3; b: 4"]


@pytest.mark.parametrize(
    "value",
    [
        [{"text": "One."}, {"text": "Two."}],
        {"version": 1, "data": [{"text": "One."}, {"text": "Two."}]},
        ["One.", "Two."],
    ],
)
def test_json_lists_of_records(value: object) -> None:
    loaded = load_bytes("a.json", json.dumps(value, indent=1).encode())
    assert [document.text for document in loaded.documents] == ["One.", "Two."]
    assert loaded.documents[1].source == "a.json#record 2"


def test_json_object_without_prose_is_its_lines() -> None:
    assert load_bytes("a.json", b'{"name": "x", "n": {"port": 80}}').documents[0].text == "name: x\nn.port: 80"


def test_jsonl_named_json_and_json_named_jsonl() -> None:
    assert len(load_bytes("a.json", as_lines({"text": "One."}, {"text": "Two."})).documents) == 2
    assert len(load_bytes("a.jsonl", json.dumps([{"text": "One."}, {"text": "Two."}], indent=2).encode()).documents) == 2


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"text": "x"', "The file is not valid JSON: expecting ',' delimiter at line 1, column 13."),
        (b"[" * 100_000, "The JSON is nested too deeply."),
        (b"[]", "The file holds no records."),
        (b"3", "The file holds no records."),
        (b" \n ", "The file holds only white space."),
    ],
)
def test_bad_json(data: bytes, reason: str) -> None:
    assert [item.reason for item in load_bytes("a.json", data).skipped] == [reason]


def test_csv_with_a_text_column() -> None:
    data = f'id;title;body\r\n7;"A;B";"{LONG}\nmore"\r\n8;C;{LONG}\r\n'.encode("utf-8-sig")
    first, second = load_bytes("a.csv", data).documents
    assert (first.title, first.text, first.source) == ("A;B", f"{LONG.strip()}\nmore", "a.csv#row 2")
    assert (second.metadata["_id"], second.source) == ("8", "a.csv#row 3")


def test_csv_table_with_a_title_row_is_one_document() -> None:
    loaded = load_bytes("a.csv", "Stanley Cups,,\nTeam,Location,Cups\nBlues,STL,1\nLeafs,TOR,13\n".encode("utf-16"))
    assert loaded.documents[0].title == "Stanley Cups"
    assert loaded.documents[0].text == "Team: Blues; Location: STL; Cups: 1\nTeam: Leafs; Location: TOR; Cups: 13"


def test_csv_without_a_header_and_with_a_very_long_cell() -> None:
    loaded = load_bytes("a.tsv", f"1\t{'word ' * 40_000}\n2\t{LONG}\n".encode())
    assert loaded.text_fields["a.tsv"].field == "column 2"
    assert len(loaded.documents[0].text) == 199_999


NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": ["# Title\n", "Some *prose*.\n", "\n", "## Part\n", "More."]},
        {"cell_type": "code", "source": "print(42)", "outputs": [{"output_type": "stream", "text": ["forty-two\n"]}]},
        {"cell_type": "raw", "source": "raw"},
    ],
    "nbformat": 4,
}


def test_csv_of_one_column_keeps_the_commas_of_its_text() -> None:
    rows = "text\nHello there, world of words.\nThe second row is here.\nThe third row has no comma.\n"
    loaded = load_bytes("a.csv", rows.encode())
    assert [document.text for document in loaded.documents] == [
        "Hello there, world of words.",
        "The second row is here.",
        "The third row has no comma.",
    ]


def test_messages_stay_short_whatever_the_names() -> None:
    record = {"_id": "x" * 10_000, "text": "One.", "n" * 10_000: "1\n2"}
    repeated = load_bytes("a.jsonl", as_lines(record, record))
    assert repeated.skipped[0].reason == f"Line 2 repeats the _id '{'x' * 59}…' of line 1; the first is kept."
    no_field = load_bytes("a.jsonl", as_lines(record), LoadSettings(text_field="body"))
    assert no_field.skipped[0].reason == f"There is no field 'body'; the fields are _id, text, {'n' * 59}…."


def test_notebook_keeps_cells_and_drops_outputs() -> None:
    document = load_bytes("a.ipynb", json.dumps(NOTEBOOK).encode()).documents[0]
    assert document.text == "# Title\nSome *prose*.\n\n## Part\nMore.\n\nprint(42)"
    assert document.title == "Title"
    assert [section.title for section in document.sections] == ["Title", "Part"]


def test_damaged_notebook() -> None:
    assert load_bytes("a.ipynb", b"{}").skipped[0].reason == "The file is damaged: it is not a Jupyter notebook."


@pytest.mark.parametrize(
    ("name", "count"), [("scifact", 5183), ("news", 200), ("squad", 397), ("multilingual", 960), ("policies", 57), ("books", 3)]
)
def test_labelled_sets_load_whole(data_folder, name: str, count: int) -> None:
    loaded = load_paths([data_folder / name])
    assert (len(loaded.documents), loaded.skipped) == (count, ())
