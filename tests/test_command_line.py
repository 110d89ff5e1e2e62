"""The command line on files of every kind of fault; run in this process but for one."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from microrag_core.__main__ import main

QUAKE = (
    "A magnitude 4.2 earthquake struck near Amarillo on Wednesday. The quake near Amarillo had a magnitude of 4.2. "
    "Schools open on Thursday as usual. Everyone is expected to attend class."
)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "quake.txt").write_text(QUAKE)
    (tmp_path / "docs" / "bread.md").write_text("# Bread\n\nYeast makes bread rise. Bread rises because of yeast.")
    (tmp_path / "docs" / "copy.txt").write_text(QUAKE)
    (tmp_path / "docs" / "empty.txt").write_text("")
    return tmp_path / "docs"


def run(capsys, *arguments):
    code = main([str(a) for a in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_prune_reports_totals_and_what_was_skipped(folder, capsys):
    code, out, err = run(capsys, "prune", folder, "--json")
    result = json.loads(out)
    assert code == 0
    assert (result["documents"], result["sentences"]) == (2, 4 + 3)
    assert result["kept"] == 2 + 1
    assert result["kept_fraction"] == round(3 / 7, 4)
    assert 0 < result["tokens_after"] < result["tokens_before"]
    reasons = {item["source"].rsplit("/", 1)[-1]: item["reason"] for item in result["skipped"]}
    assert set(reasons) == {"quake.txt", "empty.txt"}
    assert "copy.txt" in reasons["quake.txt"]
    assert "empty" in reasons["empty.txt"].lower()
    assert set(result["seconds"]) == {"load", "split", "embed", "select", "total"}
    stages = sum(value for name, value in result["seconds"].items() if name != "total")
    assert result["seconds"]["total"] == pytest.approx(stages, abs=0.001)
    assert "skipped" in err


def test_prune_writes_a_line_a_document(folder, tmp_path, capsys):
    code, _, _ = run(capsys, "prune", folder, "--out", tmp_path / "out", "--method", "lead", "--budget", "0.25", "--json")
    assert code == 0
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["pruned.jsonl", "settings.json"]
    lines = [json.loads(line) for line in (tmp_path / "out" / "pruned.jsonl").read_text("utf-8").splitlines()]
    quake = next(line for line in lines if line["source"].endswith("copy.txt"))
    assert set(quake) == {"_id", "title", "source", "text", "sentences"}
    assert quake["text"] == "A magnitude 4.2 earthquake struck near Amarillo on Wednesday."
    assert [s["kept"] for s in quake["sentences"]] == [True, False, False, False]
    assert set(quake["sentences"][1]) >= {"start", "end", "kept", "covered_by", "similarity"}
    assert quake["sentences"][1]["covered_by"] == 0
    settings = json.loads((tmp_path / "out" / "settings.json").read_text())
    assert (settings["prune"]["method"], settings["prune"]["budget"]) == ("lead", 0.25)


def test_a_token_budget_is_kept_to(folder, capsys):
    code, out, _ = run(capsys, "prune", folder / "quake.txt", "--budget", "0.6", "--budget-unit", "tokens", "--json")
    result = json.loads(out)
    assert code == 0
    assert 0 < result["tokens_after"] <= 0.6 * result["tokens_before"]


def test_search_returns_both_sides(folder, capsys):
    code, out, _ = run(capsys, "search", folder, "-q", "What makes bread rise?", "--top-k", "5", "--json")
    result = json.loads(out)
    assert code == 0
    for side in ("naive", "pruned"):
        assert [hit["rank"] for hit in result[side]] == [1, 2]
        assert result[side][0]["title"] == "Bread"
        assert set(result[side][0]) >= {"rank", "document", "score", "text"}
        assert result["context"][side]["tokens"] > result["tokens"][side]
        assert result[side][0]["score"] > result[side][1]["score"]
    assert len(result["naive"][0]["text"]) > len(result["pruned"][0]["text"])
    assert set(result["seconds"]) == {"load", "split", "embed", "select", "index", "search", "total"}


def test_a_records_own_id_is_the_documents_name(tmp_path, capsys):
    (tmp_path / "corpus.jsonl").write_text('{"_id": "doc 1", "title": "T", "text": "Yeast makes bread rise."}\n')
    (tmp_path / "queries.jsonl").write_text('{"_id": "q1", "text": "This question is no document."}\n')
    for path in (tmp_path, tmp_path / "corpus.jsonl"):
        code, out, _ = run(capsys, "search", path, "-q", "bread", "--json")
        assert code == 0
        assert [hit["document"] for hit in json.loads(out)["naive"]] == ["doc 1"]


def test_without_json_the_result_is_in_words(folder, capsys):
    _, out, _ = run(capsys, "prune", folder)
    assert "kept 3 of 7 sentences (42.9%)" in out
    _, out, _ = run(capsys, "search", folder, "-q", "bread")
    assert re.search(r"Naive \([\d,]+ tokens of passages, [\d,]+ with titles and tags as context\)", out)
    assert "In both lists: 2 of 2" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["prune", "{folder}/nowhere"], "nowhere"),
        (["prune", ""], "The path is empty."),
        (["prune", "{folder}/empty.txt"], "empty"),
        (["prune", "{folder}", "--budget", "0"], "budget is 0.0; it must be above 0 and up to 1."),
        (["prune", "{folder}", "--neighbors", "0"], "neighbors is 0; it must be 1 or more."),
        (["prune", "{folder}", "--model", "no/such-model"], "no/such-model"),
        (["prune", "{folder}", "--out", "{folder}/quake.txt"], "Cannot write to"),
        (["search", "{folder}", "-q", "  "], "The question is empty"),
        (["search", "{folder}", "-q", "x", "--top-k", "0"], "top_k is 0; it must be 1 or more."),
    ],
)
def test_unusable_input_is_one_plain_sentence_and_exit_2(folder, capsys, arguments, message):
    code, out, err = run(capsys, *(argument.format(folder=folder) for argument in arguments))
    assert code == 2
    assert out == ""
    assert message in err.splitlines()[-1]
    assert err.splitlines()[-1].startswith("microrag: ")
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", [[], ["prune"], ["prune", "x", "--method", "best"], ["search", "x"], ["fly", "x"]])
def test_bad_usage_exits_2(arguments, capsys):
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert raised.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_it_runs_as_a_module_with_nothing_but_json_on_standard_output(folder):
    command = [sys.executable, "-m", "microrag_core", "prune", str(folder), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1], check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["documents"] == 2


def start(folder, *arguments, **more):
    command = [sys.executable, "-m", "microrag_core", "search", str(folder), "-q", "schools", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    return subprocess.run(
        command,
        stderr=subprocess.PIPE,
        cwd=folder,
        check=False,
        timeout=120,
        env={**environment, **more.pop("env", {})},
        **more,
    )


def test_an_output_without_the_characters_gets_them_escaped(folder):
    (folder / "zh.txt").write_text("今天天气很好。", "utf-8")
    done = start(folder, stdout=subprocess.PIPE, env={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    assert rb"\u4eca\u5929" in done.stdout


def test_a_reader_that_goes_away_is_no_error(folder):
    read, write = os.pipe()
    os.close(read)
    done = start(folder, stdout=write)
    os.close(write)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_sentence(folder):
    with open("/dev/full", "wb") as full:
        done = start(folder, stdout=full)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == "microrag: Cannot write the result: no space left on device."


def test_without_standard_error_messages_do_not_get_among_the_results(folder, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["prune", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["documents"] == 2
