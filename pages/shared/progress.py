"""A bar for long work: what is done now, how much is left, and a way to stop. Short work shows nothing."""

import time
from types import TracebackType
from typing import Self

import streamlit as st

PATIENCE_SECONDS = 0.4


class ProgressBar:
    """A context manager that is called as a `Progress`; the bar appears once the work has lasted a moment.

    The button needs no handling: pressing it makes Streamlit end the running script at the next report of progress, before
    the work's result is stored, so the session stays as it was.
    """

    def __init__(self) -> None:
        self._place = st.empty()
        self._start = time.monotonic()
        self._bar: st.delta_generator.DeltaGenerator | None = None

    def __enter__(self) -> Self:
        return self

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show that `done` of `total` are done in `stage`."""
        elapsed = time.monotonic() - self._start
        if self._bar is None:
            if elapsed < PATIENCE_SECONDS:
                return
            with self._place.container(horizontal=True, vertical_alignment="center"):
                self._bar = st.progress(0.0)
                st.button("Stop", key=f"stop_{id(self)}", icon=":material/stop:")
        share = min(1.0, done / total) if total else 0.0
        left = f", about {elapsed * (1 - share) / share:.0f} s left" if share > 0.05 else ""
        self._bar.progress(share, text=f"{stage.capitalize()}: {done:,} of {total:,}{left}")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._place.empty()
