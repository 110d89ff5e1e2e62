"""Files and folders."""

import os

import pytest

from microrag_core.errors import CancelledError
from microrag_core.loading import load_paths


def sources(loaded) -> list[str]:
    return [document.source for document in loaded.documents]


def test_a_folder_is_read_in_sorted_order_without_hidden_files(tmp_path) -> None:
    folder = tmp_path / "docs"
    for name in ("b.txt", "a.md", "sub/c.txt", ".hidden.txt", ".git/config", "~$lock.docx"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"Text of {name}.")
    loaded = load_paths([folder])
    assert sources(loaded) == ["docs/a.md", "docs/b.txt", "docs/sub/c.txt"]
    assert not loaded.skipped


def test_a_file_keeps_the_path_as_given(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("One.")
    assert sources(load_paths(["a.txt"])) == ["a.txt"]
    assert sources(load_paths(["."])) == [f"{tmp_path.name}/a.txt"]


def test_a_beir_folder_gives_its_corpus_only(tmp_path) -> None:
    for name, text in (("corpus.jsonl", '{"_id": "1", "text": "One."}'), ("queries.jsonl", '{"_id": "q", "text": "Q?"}')):
        (tmp_path / name).write_text(text)
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq\t1\t1\n")
    assert sources(load_paths([tmp_path])) == [f"{tmp_path.name}/corpus.jsonl#line 1"]
    assert sources(load_paths([tmp_path / "corpus.jsonl"])) == [f"{tmp_path}/corpus.jsonl#line 1"]


def test_symbolic_link_loops_end(tmp_path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text("One.")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)
    (tmp_path / "broken.txt").symlink_to(tmp_path / "nowhere")
    loaded = load_paths([tmp_path])
    assert sources(loaded) == [f"{tmp_path.name}/sub/a.txt"]
    assert loaded.skipped[0].reason == "This path does not exist."


def test_bad_paths_are_skipped_and_the_others_load(tmp_path) -> None:
    (tmp_path / "a.txt").write_text("One.")
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe")
    loaded = load_paths([tmp_path / "none.txt", tmp_path / "empty", tmp_path / "pipe", tmp_path / "a.txt"])
    assert len(loaded.documents) == 1
    assert [item.reason for item in loaded.skipped] == [
        "This path does not exist.",
        "The folder holds no files.",
        "This is not a regular file.",
    ]


def test_permission_denied(tmp_path) -> None:
    (tmp_path / "file.txt").write_text("Secret.")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "b.txt").write_text("Secret too.")
    tmp_path.chmod(0o755)
    (tmp_path / "file.txt").chmod(0)
    (tmp_path / "folder").chmod(0)
    as_root = os.geteuid() == 0
    for parent in (tmp_path, *tmp_path.parents[:3]) if as_root else ():
        if parent.name.startswith(("pytest", "test")):
            parent.chmod(0o755)
    try:
        if as_root:
            os.seteuid(65534)  # root may read everything
        loaded = load_paths([tmp_path / "file.txt", tmp_path / "folder"])
    finally:
        if as_root:
            os.seteuid(0)
        (tmp_path / "folder").chmod(0o755)
    assert [item.reason for item in loaded.skipped] == ["This path may not be read: permission denied."] * 2


def test_names_that_are_no_text(tmp_path) -> None:
    path = os.fsencode(tmp_path) + b"/bad\xff\n.txt"
    with open(path, "wb") as file:
        file.write(b"One.")
    assert sources(load_paths([tmp_path])) == [f"{tmp_path.name}/bad\ufffd .txt"]


def test_progress_and_cancelling(tmp_path) -> None:
    for name in "abc":
        (tmp_path / f"{name}.txt").write_text(name)
    seen = []
    load_paths([tmp_path], on_progress=lambda what, done, of: seen.append((done, of)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]

    def cancel(what: str, done: int, of: int) -> None:
        if done == 1:
            raise CancelledError("Stopped.")

    with pytest.raises(CancelledError):
        load_paths([tmp_path], on_progress=cancel)


def test_an_empty_path_is_not_the_current_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("One.")
    loaded = load_paths([""])
    assert not loaded.documents
    assert [item.reason for item in loaded.skipped] == ["The path is empty."]


def test_folders_may_be_nested_deeper_than_python_recurses(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(1_200):
        os.mkdir("a")
        os.chdir("a")
    with open("deep.txt", "w") as file:
        file.write("One.")
    os.chdir(tmp_path)
    try:
        assert [document.text for document in load_paths(["a"]).documents] == ["One."]
    finally:  # pytest, which removes its folders by recursion, could not
        for _ in range(1_200):
            os.chdir("a")
        os.unlink("deep.txt")
        for _ in range(1_200):
            os.chdir("..")
            os.rmdir("a")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become a user who may not read")
def test_what_may_not_be_read_costs_only_itself(tmp_path) -> None:
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "a.txt").write_text("Secret.")
    (tmp_path / "b.txt").symlink_to(tmp_path / "closed" / "a.txt")
    (tmp_path / "c.txt").write_text("Open.")
    (tmp_path / "closed").chmod(0)
    os.seteuid(65534)
    try:
        loaded = load_paths([tmp_path])
    finally:
        os.seteuid(0)
    assert [document.text for document in loaded.documents] == ["Open."]
    reasons = {item.source.rsplit("/", 1)[-1]: item.reason for item in loaded.skipped}
    assert reasons == dict.fromkeys(("b.txt", "closed"), "This path may not be read: permission denied.")
