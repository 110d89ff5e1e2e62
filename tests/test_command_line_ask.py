"""`ask`: one question or a conversation, refusals, pipelines, a chat model; run in this process."""

import io
import json

import pytest
from scripted_llm import Reply, scripted_llm
from test_command_line import QUAKE, run

FERRY = "The ferry leaves at nine. Dogs travel free of charge on the ferry. It rained on Sunday. The harbour was built in 1950."
FOREIGN = "Which enzymes break down lactose?"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "quake.txt").write_text(QUAKE)
    (tmp_path / "docs" / "ferry.txt").write_text(FERRY)
    (tmp_path / "docs" / "empty.txt").write_text("")
    return tmp_path / "docs"


def asked(capsys, *arguments):
    code, out, _ = run(capsys, "ask", *arguments, "--json")
    assert code == 0
    return json.loads(out)


def test_an_answer_with_its_source(folder, capsys):
    found = asked(capsys, folder, "-p", "When does the ferry leave?")
    assert found["answer"] == "The ferry leaves at nine. [1]"
    assert (found["refused"], found["answerer"]) == (False, "extractive")
    assert found["supported"] == {"claims": 1, "supported": 1, "summary": "1 of 1 claim supported"}
    (citation,) = found["citations"]
    assert (citation["title"], citation["text"]) == ("ferry.txt", "The ferry leaves at nine.")
    assert FERRY[citation["start"] : citation["end"]] == citation["text"]
    assert [passage["title"] for passage in found["passages"]] == ["ferry.txt", "quake.txt"]
    assert [skipped["source"] for skipped in found["skipped"]] == ["docs/empty.txt"]
    assert set(found["seconds"]) >= {"retrieve", "context", "generate", "ground"}


def test_in_words(folder, capsys):
    code, out, _ = run(capsys, "ask", folder, "-p", "When does the ferry leave?")
    assert code == 0
    assert out.startswith("The ferry leaves at nine. [1]\n")
    assert "  supported: The ferry leaves at nine." in out
    assert "  [1] ferry.txt: The ferry leaves at nine." in out
    assert "  passages: ferry.txt (1), quake.txt (1)" in out


def test_a_refusal_shows_the_closest_and_is_no_failure(folder, capsys):
    found = asked(capsys, folder, "-p", FOREIGN)
    assert found["refused"]
    assert found["answer"] == "I could not find this in the 2 documents."
    assert found["suggestions"]
    assert found["supported"]["summary"] == "no claims to check"
    code, out, _ = run(capsys, "ask", folder, "-p", FOREIGN)
    assert code == 0
    assert out.count("  closest: ") == 2


def test_config_changes_the_pipeline_of_the_mode(folder, capsys):
    plain = asked(capsys, folder, "-p", "When does the ferry leave?")["config"]
    assert plain == "prune=none,strategy=books,retriever=hybrid,rerank=late_interaction"
    changed = asked(capsys, folder, "-p", "When does the ferry leave?", "--config", "rerank=mmr,top_k=1")
    assert changed["config"] == "prune=none,strategy=books,retriever=hybrid,top_k=1,rerank=mmr"
    assert len(changed["passages"]) == 1
    pruned = asked(capsys, folder, "-p", "When does the ferry leave?", "--mode", "pruned", "--config", "budget=0.25")
    assert pruned["config"].startswith("prune=soft_coverage,budget=0.25,strategy=books")


def test_a_conversation_goes_on_to_the_end_of_input(folder, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("When does the ferry leave?\n\n\x00?\nAnd what about dogs on it?\n"))
    code, out, _ = run(capsys, "ask", folder, "-i", "--json")
    assert code == 0
    first, nothing, last = map(json.loads, out.splitlines())
    assert first["searched"] == first["question"]
    assert nothing["refused"]
    assert last["searched"] != last["question"]
    assert "Dogs travel free of charge" in last["answer"]


def test_a_model_writes_and_what_it_cites_is_checked(folder, capsys):
    said = "The ferry leaves at nine [1]. It costs 200 euros [7]."
    with scripted_llm(Reply(text=said)) as server:
        found = asked(capsys, folder, "-p", "When does the ferry leave?", "--base-url", server.base_url, "--model", "scripted")
    assert (found["answer"], found["answerer"]) == (said, "scripted")
    assert [claim["verdict"] for claim in found["claims"]] == ["supported", "unsupported"]
    assert found["unmatched"] == [{"citation": "[7]", "kind": "out_of_range"}]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-p", "  "], "The question is empty"),
        (["-p", "Who?", "--config", "rerank=never"], "never"),
        (["-p", "Who?", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"], "127.0.0.1:9"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(arguments, told, folder, capsys):
    code, out, err = run(capsys, "ask", folder, *arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err
