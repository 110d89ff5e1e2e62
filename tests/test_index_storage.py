"""Saving and loading: the same answers, and no damaged byte accepted."""

import os
from dataclasses import asdict

import numpy as np
import pytest
from index_cases import grouped, names, settings_of

from microrag_core.errors import InputError
from microrag_core.indexing import load_index, make_index, save_index
from microrag_core.indexing.storage import FILE

FAISS_KINDS = ("flat", "hnsw", "ivf_flat", "ivf_pq")


@pytest.mark.parametrize("kind", FAISS_KINDS)
@pytest.mark.parametrize("rows", [0, 1, 200])
def test_a_loaded_index_answers_and_changes_as_the_saved_one(kind, rows, tmp_path):
    vectors, queries = grouped(rows, 1), grouped(10, 2)
    vectors[rows // 2 :] = vectors[: rows - rows // 2]
    ids = [f"ü {name} \ud800" for name in names(rows)]
    index = make_index(settings_of(kind, nprobe=3, ef_search=20), ids, vectors)
    index.remove(ids[:1])
    assert save_index(index, tmp_path / "new" / "folder").name == FILE
    loaded = load_index(tmp_path / "new" / "folder")
    assert (loaded.kind, loaded.ids, loaded.notes, loaded.dimension) == (kind, index.ids, index.notes, 32)
    assert asdict(loaded.settings) == asdict(index.settings)
    assert loaded.search_many(queries, 7) == index.search_many(queries, 7)
    for one in (index, loaded):
        one.add(["new"], queries[:1])
        one.remove(ids[5:20])
    assert loaded.search_many(queries, 300) == index.search_many(queries, 300)


@pytest.mark.parametrize("kind", FAISS_KINDS)
def test_no_damaged_byte_is_accepted(kind, tmp_path):
    path = save_index(make_index(settings_of(kind, hnsw_links=2), names(3), grouped(3, 3)), tmp_path)
    whole = path.read_bytes()
    # Every byte of what stands before the vectors, and of the others one in seven.
    places = [*range(1200), *range(1200, len(whole), 7), len(whole) - 1]
    for place in places:
        if place < len(whole):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            with pytest.raises(InputError, match="is damaged, or was written by another version: make it anew"):
                load_index(tmp_path)
    path.write_bytes(whole)
    assert load_index(tmp_path).ids == tuple(names(3))


def test_no_truncated_or_lengthened_file_is_accepted(tmp_path):
    path = save_index(make_index(settings_of("flat"), names(3), grouped(3, 3)), tmp_path)
    whole = path.read_bytes()
    for length in [*range(0, len(whole), 5), len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(InputError, match="damaged"):
            load_index(tmp_path)
    path.write_bytes(whole + b"\0")
    with pytest.raises(InputError, match="damaged"):
        load_index(tmp_path)


def test_a_file_of_settings_that_are_not_known_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("microrag_core.indexing.storage.asdict", lambda settings: {**asdict(settings), "later": 1})
    save_index(make_index(settings_of("flat"), names(3), grouped(3, 3)), tmp_path)
    with pytest.raises(InputError, match="another version"):
        load_index(tmp_path)


def test_a_folder_without_an_index_and_one_that_cannot_be_written(tmp_path):
    with pytest.raises(InputError, match="No index was saved in"):
        load_index(tmp_path)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match="cannot be written to"):
        save_index(make_index(settings_of("flat"), [], np.empty((0, 4), np.float32)), tmp_path / "file")
    (tmp_path / "folder" / FILE).mkdir(parents=True)
    with pytest.raises(InputError, match="cannot be read"):
        load_index(tmp_path / "folder")


def test_a_failed_saving_leaves_the_earlier_index_and_nothing_else(tmp_path, monkeypatch):
    save_index(make_index(settings_of("flat"), names(3), grouped(3, 4)), tmp_path)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        save_index(make_index(settings_of("flat"), names(9), grouped(9, 4)), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert len(load_index(tmp_path)) == 3
