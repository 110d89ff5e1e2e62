"""Bytes, files, folders and addresses to documents; what gives none says why."""

from microrag_core.loading.dispatch import load_bytes, load_text
from microrag_core.loading.loaded import Loaded, TextField, merge
from microrag_core.loading.paths import load_paths

__all__ = ["Loaded", "TextField", "load_bytes", "load_paths", "load_text", "merge"]
