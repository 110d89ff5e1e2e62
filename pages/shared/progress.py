"""A bar for long work: what is done now, how much is left, and a way to stop. Short work shows nothing."""

import time
from types import TracebackType
from typing import Self

import streamlit as st

from pages.shared import state
from pages.shared.markup import as_markdown

PATIENCE_SECONDS = 0.4
REDRAW_SECONDS = 0.1


def start_run() -> None:
    """Take note of a press of Stop, and forget the one before it; called once at the start of every run."""
    state.remember("stopped", state.recall("stop_pressed", ""))
    state.remember("stop_pressed", "")


def stopped() -> str:
    """Return the work that a person has just stopped; this run is the answer to the press. Empty when there is none."""
    return str(state.recall("stopped", ""))


class ProgressBar:
    """A context manager that is called as a `Progress`; the bar appears once the work has lasted a moment.

    Pressing the button makes Streamlit end the running script at the next report of progress, before the work's result is
    stored, so the session stays as it was; `stopped` then returns the name of the `work`, so that the page can say so and does
    not start again by itself.
    """

    def __init__(self, work: str) -> None:
        self._work = work
        self._place = st.empty()
        self._start = self._stage_start = time.monotonic()
        self._done = self._total = 0
        self._last_drawn = 0.0
        self._bar: st.delta_generator.DeltaGenerator | None = None

    def __enter__(self) -> Self:
        return self

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show that `done` of `total` are done in `stage`."""
        now = time.monotonic()
        if done < self._done or total != self._total:
            self._stage_start = now
        self._done, self._total = done, total
        if now - self._start < PATIENCE_SECONDS or now - self._last_drawn < REDRAW_SECONDS:
            return
        self._last_drawn = now
        if self._bar is None:
            with self._place.container(horizontal=True, vertical_alignment="center"):
                self._bar = st.progress(0.0)
                pressed = ("stop_pressed", self._work)
                st.button("Stop", key=f"stop_{id(self)}", icon=":material/stop:", on_click=state.remember, args=pressed)
        share = min(1.0, done / total) if total else 0.0
        left = f", about {duration((now - self._stage_start) * (1 - share) / share)} left" if share > 0.05 else ""
        name = as_markdown(stage[:1].upper() + stage[1:])
        self._bar.progress(share, text=f"{name}: {done:,} of {total:,}{left}")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._place.empty()


def duration(seconds: float) -> str:
    """Return seconds, from two minutes on as minutes: "40 s", "3 min"."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
