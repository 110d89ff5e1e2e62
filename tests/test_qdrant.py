"""What is Qdrant's own: folders, servers, collections. What it does as every index is tested with the families."""

import gc
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from index_cases import NEEDS_SERVER, SERVER, grouped, names, settings_of

from microrag_core.errors import InputError, MissingDependencyError
from microrag_core.indexing import load_index, make_index, save_index
from microrag_core.settings import IndexSettings, home

pytest.importorskip("qdrant_client")

from microrag_core.indexing.qdrant import LARGE_FOR_A_FOLDER, QdrantIndex

PLACES = ("", pytest.param(SERVER, id="server", marks=NEEDS_SERVER))


def placed(place: str) -> IndexSettings:
    return IndexSettings(index="qdrant", qdrant=place)


def other_process(code: str, *arguments: Path) -> str:
    """Run code in a process of its own and return what it printed."""
    command = [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)]
    environment = {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stdout


def collections(index: QdrantIndex) -> set[str]:
    with index.connection.client() as client:
        return {collection.name for collection in client.get_collections().collections}


@pytest.mark.parametrize("place", PLACES)
def test_a_collection_lives_as_long_as_its_index(place):
    stays = make_index(placed(place), names(2), grouped(2, 1))
    goes = make_index(placed(place), names(2), grouped(2, 2))
    name = goes.collection
    assert {name, stays.collection} <= collections(stays)
    del goes
    gc.collect()
    assert name not in collections(stays)


@pytest.mark.parametrize("place", PLACES)
def test_a_saved_index_is_found_again(place, tmp_path):
    vectors, query = grouped(30, 3), grouped(1, 4)[0]
    index = make_index(placed(place), names(30), vectors)
    index.remove(["d4"])
    save_index(index, tmp_path)
    expected, name = index.search(query, 9), index.collection
    del index
    gc.collect()
    loaded = load_index(tmp_path)
    assert (loaded.search(query, 9), loaded.collection, loaded.kind) == (expected, name, "qdrant")
    assert loaded.ids == tuple(key for key in names(30) if key != "d4")
    loaded.add(["new"], grouped(1, 4))
    assert loaded.search(query, 1)[0][0] == "new"
    # The saved description knows nothing of what was added since.
    with pytest.raises(InputError, match="no longer has the 29 vectors"):
        load_index(tmp_path)
    with loaded.connection.client() as client:
        client.delete_collection(loaded.collection)


@pytest.mark.parametrize("place", PLACES)
def test_a_named_collection_is_made_anew_and_stays(place):
    first = QdrantIndex(names(5), grouped(5, 5), placed(place), collection="test_named")
    second = QdrantIndex(["other"], grouped(1, 6, dimension=8), placed(place), collection="test_named")
    assert [key for key, _ in second.search(grouped(1, 6, dimension=8)[0], 5)] == ["other"]
    anchor = make_index(placed(place), [], grouped(0, 7))
    del first, second
    gc.collect()
    assert "test_named" in collections(anchor)
    with anchor.connection.client() as client:
        client.delete_collection("test_named")


def test_what_a_process_left_in_a_folder_goes_and_what_was_saved_stays(tmp_path):
    ended = other_process(
        """
        import os, sys
        from pathlib import Path
        from index_cases import grouped, names
        from microrag_core.indexing import make_index, save_index
        from microrag_core.settings import IndexSettings
        chosen = IndexSettings(index="qdrant", qdrant=sys.argv[1])
        lost, kept = (make_index(chosen, names(3), grouped(3, 8)) for _ in range(2))
        save_index(kept, Path(sys.argv[2]))
        print(lost.collection, kept.collection, flush=True)
        os._exit(1)
        """,
        tmp_path / "store",
        tmp_path / "saved",
    )
    lost, kept = ended.split()
    there = {path.name for path in (tmp_path / "store" / "collection").iterdir()}
    assert {lost, kept} <= there
    index = load_index(tmp_path / "saved")
    assert collections(index) == {kept}
    assert index.search(grouped(3, 8)[1], 1)[0][0] == "d1"


def test_a_folder_in_use_by_another_process_is_told_in_a_sentence(tmp_path):
    index = make_index(placed(str(tmp_path)), names(2), grouped(2, 9))
    code = """
        import sys
        from microrag_core.errors import InputError
        from microrag_core.indexing.qdrant_connection import connect
        try:
            connect(sys.argv[1])
        except InputError as error:
            print(error)
        """
    assert f"The Qdrant folder {tmp_path} is in use by another process" in other_process(code, tmp_path)
    del index
    gc.collect()
    assert other_process(code, tmp_path) == ""


def test_the_default_folder_is_below_home():
    index = make_index(placed(""), names(1), grouped(1, 10))
    assert index.connection.address == str((home() / "qdrant").resolve())


@pytest.mark.parametrize("address", ["http://127.0.0.1:1", "http://", "https://[bad"])
def test_a_server_that_cannot_be_reached_is_told_in_a_sentence(address):
    with pytest.raises(InputError, match=r"cannot be reached: .*|cannot use") as caught:
        make_index(placed(address), names(1), grouped(1, 11))
    assert address in str(caught.value)
    assert str(caught.value).count("\n") == 0


def test_a_folder_that_cannot_be_used_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "meta.json").write_text("{")
    for name in ("file", "damaged"):
        with pytest.raises(InputError, match=f"Qdrant cannot use .*{name}"):
            make_index(placed(str(tmp_path / name)), names(1), grouped(1, 12))


def test_a_missing_client_is_named_with_its_install_line(monkeypatch):
    for module in ("microrag_core.indexing.qdrant", "microrag_core.indexing.qdrant_connection"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, "qdrant_client", None)
    with pytest.raises(MissingDependencyError, match="pip install"):
        make_index(placed(""), names(1), grouped(1, 13))


def test_a_failed_upload_leaves_the_index_as_it_was(monkeypatch):
    vectors = grouped(40, 14)
    index = make_index(settings_of("qdrant"), names(10), vectors[:10])
    monkeypatch.setattr("microrag_core.indexing.qdrant.POINTS_A_REQUEST", 8)
    bad = [*names(40)[10:39], object()]
    with pytest.raises(Exception, match="object"):
        index.add(bad, vectors[10:])  # type: ignore[list-item]
    assert index.ids == tuple(names(10))
    assert len(index.search(vectors[0], 40)) == 10


def test_a_large_folder_is_told_of(monkeypatch):
    index = make_index(placed(""), names(3), grouped(3, 15))
    assert index.notes == ()
    monkeypatch.setattr("microrag_core.indexing.qdrant.LARGE_FOR_A_FOLDER", 2)
    assert "is slow for more than 2 vectors" in index.notes[0]
    assert LARGE_FOR_A_FOLDER == 20_000
