"""Runs readers of risky formats in child processes that can be killed: a file that never ends or crashes ends only them.

A worker is started when the first such file comes, is used again, and ends with this process: it stops when its input closes,
when its parent is gone, and at the latest at an alarm that the system sets off (see `worker`).
"""

import atexit
import json
import os
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from microrag_core.errors import InputError
from microrag_core.loading.kinds import Kind
from microrag_core.loading.loaded import Loaded
from microrag_core.loading.messages import HEADER, loaded_from_json, read_exactly
from microrag_core.settings import LoadSettings

MOST_WORKERS = 2
ROOT = Path(__file__).resolve().parents[2]
CRASHED = "The file is damaged or made to do harm: its reader crashed or ran out of memory."

_places = threading.BoundedSemaphore(MOST_WORKERS)
_lock = threading.Lock()
_idle: list["Worker"] = []


class Worker:
    """A child process that reads one file at a time."""

    def __init__(self) -> None:
        paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        self.parent = os.getpid()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "microrag_core.loading.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            start_new_session=True,  # Ctrl-C goes to the parent alone, which then closes the worker
        )

        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._requests, self._answers = self.process.stdin, self.process.stdout

    @property
    def usable(self) -> bool:
        """Whether the child lives and belongs to this process (not to one that this process was forked from)."""
        return self.parent == os.getpid() and self.process.poll() is None

    def read(self, kind: Kind, source: str, data: bytes, settings: LoadSettings) -> Loaded:
        """Return what the child reads; raises `InputError` with its reason, or when it takes too long or dies."""
        timed_out = threading.Event()

        def stop() -> None:
            timed_out.set()
            self.process.kill()

        timer = threading.Timer(settings.timeout_seconds, stop)
        timer.daemon = True
        timer.start()
        try:
            answer = self._exchange(kind, source, data, settings)
        except (OSError, EOFError):
            self.close()
            if timed_out.is_set():
                seconds = f"{settings.timeout_seconds:g} seconds"
                raise InputError(f"Reading the file did not end within {seconds} and was stopped (timeout_seconds).") from None
            raise InputError(CRASHED) from None
        finally:
            timer.cancel()
        value = json.loads(answer)
        if "error" in value:
            raise InputError(value["error"])
        return loaded_from_json(value)

    def _exchange(self, kind: Kind, source: str, data: bytes, settings: LoadSettings) -> bytes:
        """Send a file and return the answer."""
        request = {"kind": kind, "source": source, "settings": asdict(settings), "size": len(data)}
        head = json.dumps(request).encode()
        self._requests.write(HEADER.pack(len(head)) + head)
        self._requests.write(data)
        self._requests.flush()
        (size,) = HEADER.unpack(read_exactly(self._answers, HEADER.size))
        return read_exactly(self._answers, size)

    def close(self) -> None:
        """End the child and wait until it is gone."""
        self.process.kill()
        for pipe in (self._requests, self._answers):
            with suppress(OSError):  # what was not written is of no use any more
                pipe.close()
        self.process.wait()


def run_in_worker(kind: Kind, source: str, data: bytes, settings: LoadSettings) -> Loaded:
    """Read `data` in a worker; at most two files are read at a time, others wait. Raises `InputError` with the reason."""
    with _places:
        with _lock:
            worker = _idle.pop() if _idle else None
        if worker is None or not worker.usable:
            worker = Worker()
        try:
            return worker.read(kind, source, data, settings)
        finally:
            if worker.usable:
                with _lock:
                    _idle.append(worker)


@atexit.register
def close_workers() -> None:
    """End all idle workers."""
    with _lock:
        while _idle:
            worker = _idle.pop()
            if worker.parent == os.getpid():
                worker.close()
