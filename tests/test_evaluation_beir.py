"""Labelled sets are read whole, or refused in a sentence."""

import json

import pytest

from microrag_core.__main__ import main
from microrag_core.errors import InputError
from microrag_core.evaluation import read_labelled_set

DOCUMENTS = [
    {"_id": "d1", "title": "Bread", "text": "Yeast makes bread rise."},
    {"_id": "d2", "title": "", "text": "Schools open on Thursday as usual."},
]
QUESTIONS = [
    {"_id": "q1", "text": "What makes bread rise?", "answer": "yeast"},
    {"_id": 2, "text": "When do schools open?", "answer": ["Thursday", ""]},
    {"_id": "q3", "text": "Was this judged?"},
]
JUDGEMENTS = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n2\td2\t1\n"


def lines(records):
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "qrels").mkdir()
    (tmp_path / "corpus.jsonl").write_text(lines(DOCUMENTS))
    (tmp_path / "queries.jsonl").write_text(lines(QUESTIONS))
    (tmp_path / "qrels" / "test.tsv").write_text(JUDGEMENTS)
    return tmp_path


def test_a_set_is_read(folder):
    found = read_labelled_set(folder)
    assert found.name == folder.name
    assert [document.record_id for document in found.documents] == ["d1", "d2"]
    assert [(q.id, q.text, q.answers) for q in found.questions] == [
        ("q1", "What makes bread rise?", ("yeast",)),
        ("2", "When do schools open?", ("Thursday",)),
    ]
    assert found.judgements == {"q1": {"d1": 2, "d2": 0}, "2": {"d2": 1}}
    assert found.notes == ()


def test_questions_that_are_left_out_are_counted(folder, capsys):
    assert read_labelled_set(folder).left_out == 1
    arguments = ["evaluate", str(folder), "--config", "prune=none,retriever=bm25"]
    assert main(arguments) == 0
    first, second, _ = capsys.readouterr().out.split("\n", 2)
    assert first == f"{folder.name}: 2 documents, 2 questions"
    assert second == "left out: 1 question with no document judged relevant"
    assert main([*arguments, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["queries"], result["left_out_queries"]) == (2, 1)


def test_what_cannot_be_used_is_said(folder):
    (folder / "qrels" / "test.tsv").write_text("q1\td1\t1\nq1\tgone\t1\nq1\tjunk\t-2\n2\tlost\t1\nq3\td1\t0\nq9\td1\t1\n")
    found = read_labelled_set(folder)
    assert [question.id for question in found.questions] == ["q1", "2"]
    assert found.judgements["q1"] == {"d1": 1, "gone": 1, "junk": 0}
    assert found.notes == (
        "1 judged questions have no relevant document; they are left out.",
        "1 judged questions are not in queries.jsonl; they are left out.",
        "2 relevant documents of 2 questions are not in the corpus; they count as not found.",
    )


def test_a_byte_order_mark_line_ends_of_windows_and_blank_lines_do_no_harm(folder):
    for name in ("queries.jsonl", "qrels/test.tsv"):
        text = (folder / name).read_text().replace("\n", "\r\n\r\n")
        (folder / name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert [question.id for question in read_labelled_set(folder).questions] == ["q1", "2"]


def test_a_line_separator_within_a_question_ends_no_line(folder):
    question = '{"_id": "q1", "text": "What makes\u2028bread rise?"}\n'
    (folder / "queries.jsonl").write_text(question, "utf-8")
    assert len(read_labelled_set(folder).questions) == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("queries.jsonl", None, "There is no queries.jsonl in"),
        ("corpus.jsonl", None, "There is no corpus.jsonl in"),
        ("qrels/test.tsv", None, "There is no test.tsv in"),
        ("queries.jsonl", "{oops\n", "Line 1 of"),
        ("queries.jsonl", '["q1", "text"]\n', "needs an _id and a text"),
        ("queries.jsonl", '{"_id": "q1", "text": " "}\n', "needs an _id and a text"),
        ("queries.jsonl", '{"_id": true, "text": "x"}\n', "needs an _id and a text"),
        ("queries.jsonl", lines([QUESTIONS[0]] * 2), "repeats the question 'q1'"),
        ("queries.jsonl", "", "No question of"),
        ("queries.jsonl", b"\xff\xfe\x00", "is not UTF-8 text"),
        ("qrels/test.tsv", "q1 d1 1\nq1 d1 1\n", "Line 1 of"),
        ("qrels/test.tsv", "q\td\tscore\nq1\td1\tmany\n", "Line 2 of"),
        ("qrels/test.tsv", "q1\t0\td1\t1\n", "is not a question, a document and a whole number between tabs"),
        ("qrels/test.tsv", "q1\td1\t1\nq1\td1\t0\n", "otherwise than a line before"),
        ("qrels/test.tsv", "q1\td1\t0\n", "No question of"),
        ("corpus.jsonl", "", "holds no documents"),
    ],
)
def test_a_missing_or_damaged_file_is_one_sentence(folder, name, content, message):
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError, match=message) as raised:
        read_labelled_set(folder)
    assert "\n" not in str(raised.value)


def test_a_set_is_a_folder(folder):
    with pytest.raises(InputError, match="is not a folder; a labelled set is a folder with"):
        read_labelled_set(folder / "corpus.jsonl")


@pytest.mark.parametrize(("name", "documents", "questions"), [("hotpotqa", 4937, 250), ("squad", 397, 2097)])
def test_real_sets(data_folder, name, documents, questions):
    found = read_labelled_set(data_folder / name)
    assert (len(found.documents), len(found.questions), found.notes) == (documents, questions, ())
    assert all(question.answers for question in found.questions)
