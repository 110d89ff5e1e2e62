"""Where what the program keeps lies."""

import os
from pathlib import Path

from platformdirs import user_data_path


def home() -> Path:
    """Return the folder that holds the caches and all else that is kept: `MICRORAG_HOME`, else the user's data folder."""
    chosen = os.environ.get("MICRORAG_HOME", "").strip()
    return expanded(chosen) if chosen else user_data_path("microrag", appauthor=False)


def expanded(path: str) -> Path:
    """Return a path with `~` as the home folder; as it stands where there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)
