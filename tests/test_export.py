"""What comes out can be read back."""

import io
import json
import zipfile

import pyarrow.parquet as pq
import pytest

from microrag_core.corpus import Corpus
from microrag_core.datatypes import Document
from microrag_core.errors import InputError
from microrag_core.export import file_stem, made_by, record, to_jsonl, to_parquet, to_zip, write_files

DOCUMENTS = [
    Document(
        "../../etc/passwd <b>$x$</b>",
        "Yeast makes bread rise. Bread rises because of yeast. Salt slows it.",
        metadata={"_id": "7"},
    ),
    Document("", "潮水每天涨两次。每天有两次涨潮。\n\nA second paragraph ends it.", "tides.txt"),
]


@pytest.fixture(scope="module")
def corpus(encoder):
    return Corpus.build(DOCUMENTS, encoder).with_pins(DOCUMENTS[0].id, {2: True})


def test_a_record_has_the_spans_marks_and_covers(corpus):
    found = record(corpus.pruned(DOCUMENTS[0].id))
    assert (found["_id"], found["title"], found["source"]) == ("7", DOCUMENTS[0].title, "")
    text = DOCUMENTS[0].text
    assert [text[s["start"] : s["end"]] for s in found["sentences"]] == [
        "Yeast makes bread rise.",
        "Bread rises because of yeast.",
        "Salt slows it.",
    ]
    kept = [text[s["start"] : s["end"]] for s in found["sentences"] if s["kept"]]
    assert found["text"] == " ".join(kept) == "Salt slows it."
    assert [s["pinned"] for s in found["sentences"]] == [False, False, True]
    assert all(s["covered_by"] == 2 for s in found["sentences"])


def test_nothing_kept_means_no_cover(encoder):
    document = Document("", "One sentence only.")
    corpus = Corpus.build([document], encoder).with_pins(document.id, {0: False})
    assert record(corpus.pruned(document.id))["sentences"][0]["covered_by"] is None


def test_json_lines_are_one_object_a_line_in_utf8(corpus):
    lines = to_jsonl(map(record, corpus.all_pruned())).decode("utf-8").splitlines()
    assert [json.loads(line)["_id"] for line in lines] == ["7", DOCUMENTS[1].id]
    assert "潮" in lines[1]


def test_a_zip_names_its_files_safely_and_says_which_is_which(corpus):
    archive = zipfile.ZipFile(io.BytesIO(to_zip(corpus)))
    assert archive.namelist() == ["0001-etc-passwd-b-x-b.txt", "0002-tides-txt.txt", "documents.json", "settings.json"]
    assert archive.read("0002-tides-txt.txt").decode() == corpus.pruned(DOCUMENTS[1].id).text
    assert json.loads(archive.read("documents.json"))["0001-etc-passwd-b-x-b.txt"]["_id"] == "7"
    settings = json.loads(archive.read("settings.json"))
    assert settings == json.loads(json.dumps(made_by(corpus)))
    assert settings["pins"] == {DOCUMENTS[0].id: {"2": True}}
    assert settings["prune"]["method"] == "soft_coverage"


def test_parquet_holds_the_same_records_and_the_settings(corpus):
    table = pq.read_table(io.BytesIO(to_parquet(corpus)))
    assert json.loads(table.schema.metadata[b"microrag"])["prune"]["budget"] == 0.5
    rows = table.to_pylist()
    for row, pruned in zip(rows, corpus.all_pruned(), strict=True):
        wanted = record(pruned)
        for sentence in (*row["sentences"], *wanted["sentences"]):
            sentence["similarity"] = pytest.approx(sentence["similarity"], abs=1e-4)
        assert row == wanted


def test_an_empty_corpus_exports_empty_files(encoder):
    empty = Corpus.build([], encoder)
    assert to_jsonl([]) == b""
    assert pq.read_table(io.BytesIO(to_parquet(empty))).num_rows == 0
    assert zipfile.ZipFile(io.BytesIO(to_zip(empty))).namelist() == ["documents.json", "settings.json"]


def test_files_are_written_whole_and_an_unusable_folder_is_named(tmp_path):
    write_files(tmp_path / "new" / "folder", {"a.txt": b"one"})
    write_files(tmp_path / "new" / "folder", {"a.txt": b"two"})
    assert [p.name for p in (tmp_path / "new" / "folder").iterdir()] == ["a.txt"]
    assert (tmp_path / "new" / "folder" / "a.txt").read_bytes() == b"two"
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match="Cannot write to "):
        write_files(tmp_path / "file", {"a.txt": b"one"})


@pytest.mark.parametrize(
    ("label", "stem"),
    [("A b/c", "a-b-c"), ("..", "document"), ("", "document"), ("Größe 4", "größe-4"), ("x" * 99, "x" * 60), ("CON:", "con")],
)
def test_a_label_becomes_a_safe_file_name(label, stem):
    assert file_stem(label) == stem
