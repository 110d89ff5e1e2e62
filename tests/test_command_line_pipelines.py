"""The commands that take whole pipelines and chunkers; run in this process."""

import json

import pytest
from test_command_line import QUAKE

from microrag_core.__main__ import main

BREAD = "# Bread\n\nYeast makes bread rise. Bread rises because of yeast.\n\n## Ovens\n\nA hot oven gives a crust. Steam helps."


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "quake.txt").write_text(QUAKE)
    (tmp_path / "docs" / "bread.md").write_text(BREAD)
    return tmp_path / "docs"


@pytest.fixture
def labelled(tmp_path):
    folder = tmp_path / "set"
    (folder / "qrels").mkdir(parents=True)
    documents = [{"_id": "quake", "title": "Quake", "text": QUAKE}, {"_id": "bread", "title": "Bread", "text": BREAD}]
    questions = [{"_id": "1", "text": "What makes bread rise?", "answer": "yeast"}, {"_id": "2", "text": "How strong was it?"}]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(item) + "\n" for item in documents))
    (folder / "queries.jsonl").write_text("".join(json.dumps(item) + "\n" for item in questions))
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\tbread\t1\n2\tquake\t1\n2\tgone\t1\n")
    return folder


def run(capsys, *arguments):
    code = main([str(a) for a in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def chunks_of(capsys, *arguments):
    code, out, _ = run(capsys, "chunk", *arguments, "--json")
    assert code == 0
    return json.loads(out)


def test_chunk_gives_spans_of_the_text(folder, capsys):
    result = chunks_of(capsys, folder / "quake.txt", "--strategy", "fixed", "--size", "12", "--overlap", "3")
    assert (result["strategy"], result["size"], result["overlap"], result["documents"]) == ("fixed", 12, 3, 1)
    assert len(result["chunks"]) > 3
    for chunk in result["chunks"]:
        assert set(chunk) >= {"id", "document", "section", "start", "end", "tokens", "text", "parent", "level"}
        assert QUAKE[chunk["start"] : chunk["end"]] == chunk["text"]
        assert 0 < chunk["tokens"] <= 12
    assert len({chunk["id"] for chunk in result["chunks"]}) == len(result["chunks"])
    assert set(result["seconds"]) == {"load", "chunk", "total"}


def test_chunk_names_a_document_as_search_does(labelled, capsys):
    result = chunks_of(capsys, labelled, "--strategy", "micro", "--size", "16")
    assert {chunk["document"] for chunk in result["chunks"]} == {"quake", "bread"}


def test_chunk_gives_parents_and_sections(folder, capsys):
    arguments = ["--strategy", "parent_child", "--size", "10", "--parent-size", "30"]
    chunks = chunks_of(capsys, folder / "bread.md", *arguments)["chunks"]
    parents = {chunk["id"] for chunk in chunks if chunk["level"] == 1}
    assert parents
    assert {chunk["parent"] for chunk in chunks if chunk["level"] == 0} <= parents
    assert {"Bread", "Ovens"} <= {chunk["section"] for chunk in chunks}


def test_semantic_and_pruned_chunks_embed_the_sentences(folder, capsys):
    running = ["--strategy", "semantic", "--semantic-rule", "running"]
    strict = chunks_of(capsys, folder / "quake.txt", *running, "--chunk-similarity", "0.9")
    loose = chunks_of(capsys, folder / "quake.txt", *running, "--chunk-similarity", "0.0")
    assert len(strict["chunks"]) > len(loose["chunks"])
    assert set(strict["seconds"]) == {"load", "split", "embed", "select", "chunk", "total"}
    pruned = chunks_of(capsys, folder / "quake.txt", "--strategy", "pruned", "--method", "lead", "--budget", "0.25")
    assert [chunk["text"] for chunk in pruned["chunks"]] == ["A magnitude 4.2 earthquake struck near Amarillo on Wednesday."]


def test_chunk_in_words(folder, capsys):
    _, out, _ = run(capsys, "chunk", folder, "--strategy", "micro", "--size", "16")
    assert out.startswith("2 documents, strategy micro, 16 tokens with 0 of overlap\n")
    assert "tokens, median" in out
    assert "Ovens" in out
    assert "(no section)" in out


def test_search_with_configs_gives_each_its_list_with_the_score_of_each_stage(folder, capsys):
    hybrid = "prune=none,strategy=micro,size=16,retriever=hybrid,rerank=late_interaction,top_k=2"
    code, out, _ = run(
        capsys, "search", folder, "-q", "What makes bread rise?", "--config", hybrid, "--config", "prune=lead", "--json"
    )
    result = json.loads(out)
    assert code == 0
    first, second = result["results"]
    assert "naive" not in result
    assert (len(first["hits"]), len(second["hits"])) == (2, 2)
    top = first["hits"][0]
    assert list(top["scores"]) == ["dense", "bm25", "hybrid", "late_interaction"]
    assert top["score"] == top["scores"]["late_interaction"]
    assert BREAD[top["start"] : top["end"]] == top["text"]
    assert second["config"] == "prune=lead"
    assert list(second["hits"][0]["scores"]) == ["dense"]
    assert first["context"]["tokens"] > 0
    assert set(result["seconds"]) == {"load", "split", "embed", "select", "index", "search", "total"}


def test_top_k_is_for_configs_that_leave_it_open(folder, capsys):
    configs = ["--config", "prune=none", "--config", "prune=none,top_k=2"]
    _, out, _ = run(capsys, "search", folder, "-q", "bread", "--top-k", "1", *configs, "--json")
    assert [len(found["hits"]) for found in json.loads(out)["results"]] == [1, 2]


def test_search_with_configs_in_words(folder, capsys):
    _, out, _ = run(capsys, "search", folder, "-q", "bread", "--config", "prune=none,retriever=bm25,strategy=recursive,size=60")
    assert out.startswith("prune=none,strategy=recursive,size=60,retriever=bm25 (")
    assert "Bread / Bread" in out
    assert "bm25 " in out


def test_evaluate_gives_a_row_for_each_config(labelled, capsys):
    code, out, err = run(capsys, "evaluate", labelled, "--json")
    result = json.loads(out)
    assert code == 0
    assert (result["set"], result["documents"], result["queries"]) == ("set", 2, 2)
    assert [row["config"] for row in result["rows"]] == ["prune=none", "prune=soft_coverage"]
    naive, pruned = result["rows"]
    assert set(naive) >= {"config", "queries", "ndcg@10", "recall@10", "precision@10", "mrr@10", "ndcg@10_interval"}
    assert set(naive) >= {"kept_fraction", "index_vectors", "context_tokens", "answer_recall", "seconds"}
    # Both documents are found for each question; the second has a relevant one that the corpus lacks.
    assert naive["recall@10"] == (1 + 1 / 2) / 2
    assert naive["precision@10"] == (1 / 10 + 1 / 10) / 2
    assert (naive["answer_recall"], naive["kept_fraction"], naive["index_vectors"]) == (1.0, 1.0, 2)
    assert pruned["kept_fraction"] < 1
    assert pruned["context_tokens"] < naive["context_tokens"]
    assert "1 relevant documents of 1 questions are not in the corpus" in err


def test_evaluate_in_words_fits_a_terminal(labelled, capsys):
    config = "prune=soft_coverage,budget=0.3,retriever=hybrid"
    code, out, _ = run(capsys, "evaluate", labelled, "--config", config, "--config", "prune=none,retriever=bm25")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "set: 2 documents, 2 questions"
    assert lines[1].split()[0] == "nDCG@10"
    assert lines[2] == config
    assert max(map(len, lines)) <= 120
    assert "share of 1 questions" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chunk", "{folder}", "--strategy", "fixed", "--size", "10", "--overlap", "10"], "overlap is 10; it must be smaller"),
        (["chunk", "{folder}", "--strategy", "fixed", "--overlap", "9999"], "overlap is 9999"),
        (["chunk", "{folder}/nowhere", "--strategy", "fixed"], "nowhere"),
        (["search", "{folder}", "-q", "x", "--config", "retriver=bm25"], "'retriver'"),
        (["search", "{folder}", "-q", "x", "--config", "budget=2"], "budget is 2.0; it must be above 0 and up to 1."),
        (["search", "{folder}", "-q", "x", "--config", "top_k=many"], "top_k is 'many'; it must be a whole number."),
        (["search", "{folder}", "-q", "x", "--config", "bm25"], "'bm25' is no setting"),
        (["search", "{folder}", "-q", "x", "--config", "prune=lead", "--budget", "0.3"], "--budget is for whole and pruned"),
        (["search", "{folder}", "-q", "x", "--config", "prune=lead", "--method", "lead"], "write prune=... into the config"),
        (["search", "{folder}", "-q", "x", "--top-k", "0", "--config", "prune=none"], "top_k is 0; it must be 1 or more."),
        (["search", "{folder}", "-q", "x", "--config", "filters=oops"], "oops"),
        (["evaluate", "{folder}"], "There is no test.tsv in"),
        (["evaluate", "{folder}/nowhere"], "is not a folder"),
        (["evaluate", "{labelled}", "--config", "strategy=fixed,overlap=600"], "In the config 'prune=none,strategy=fixed"),
        (["evaluate", "{labelled}", "--config", "rerank=best"], "rerank is 'best'; it must be one of none, mmr"),
    ],
)
def test_what_cannot_work_is_one_plain_sentence_and_exit_2(folder, labelled, capsys, arguments, message):
    code, out, err = run(capsys, *(argument.format(folder=folder, labelled=labelled) for argument in arguments))
    assert (code, out) == (2, "")
    assert message in err.splitlines()[-1]
    assert err.splitlines()[-1].startswith("microrag: ")


@pytest.mark.parametrize(
    "setting", ["rerank=cross_encoder,cross_encoder=/no/such/model", "retriever=two_stage,first_model=/no/such"]
)
def test_weights_that_cannot_be_had_are_told_before_any_document_is_read(labelled, capsys, monkeypatch, setting):
    monkeypatch.setattr("microrag_core.corpus.split_sentences", lambda text: pytest.fail("a document was split"))
    code, _, err = run(capsys, "evaluate", labelled, "--config", "prune=none", "--config", setting)
    assert code == 2
    assert "In the config 'prune=none," in err.splitlines()[-1]
    assert "/no/such" in err.splitlines()[-1]
    assert "measuring" not in err


@pytest.mark.parametrize("arguments", [["chunk", "x"], ["chunk", "x", "--strategy", "best"], ["evaluate"], ["search", "x"]])
def test_bad_usage_exits_2(arguments, capsys):
    with pytest.raises(SystemExit) as raised:
        main(arguments)
    assert raised.value.code == 2
    assert "usage:" in capsys.readouterr().err
