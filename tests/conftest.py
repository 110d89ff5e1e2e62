"""What several test files share."""

import os
from pathlib import Path

import pytest
from counting_encoder import CountingEncoder

from microrag_core.embedding import Encoder, load_encoder
from microrag_core.settings import EncoderSettings

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("HF_HUB_OFFLINE", "1")


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of real labelled sets; the test is skipped where it is absent."""
    folder = Path(os.environ.get("MICRORAG_DATA", ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"needs the labelled sets in {folder} (set MICRORAG_DATA)")
    return folder


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep caches and records of tests away from the user's own."""
    monkeypatch.setenv("MICRORAG_HOME", str(tmp_path_factory.getbasetemp() / "home"))


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    """The packaged model, without a cache on disk."""
    return load_encoder(EncoderSettings(cache_megabytes=0))


@pytest.fixture
def counting(encoder: Encoder) -> CountingEncoder:
    """The packaged model with a record of what it encoded."""
    return CountingEncoder(encoder)
