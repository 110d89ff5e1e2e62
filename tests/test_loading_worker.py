"""The child process that reads risky formats."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from loading_makers import endless_pdf, make_pdf, text_page

from microrag_core.loading import load_bytes, load_text, worker_pool
from microrag_core.loading.loaded import merge
from microrag_core.loading.messages import loaded_from_json, loaded_to_json
from microrag_core.settings import LoadSettings

ROOT = Path(__file__).resolve().parent.parent


def run(code: str) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=30, check=False)


def test_text_and_records_start_no_worker() -> None:
    code = (
        "from microrag_core.loading import load_bytes, worker_pool\n"
        "def refuse(*arguments, **options): raise SystemExit('a process was started')\n"
        "worker_pool.subprocess.Popen = refuse\n"
        "for name, data in (('a.txt', b'x'), ('a.md', b'# x'), ('a.jsonl', b'{\"text\": \"x\"}'), ('a.csv', b'a,b\\n1,x')):\n"
        "    assert load_bytes(name, data).documents\n"
    )
    assert run(code).returncode == 0


def test_the_worker_is_used_again() -> None:
    load_bytes("a.html", b"<p>One.</p>")
    before = worker_pool._idle[-1].process.pid
    load_bytes("a.html", b"<p>Two.</p>")
    assert worker_pool._idle[-1].process.pid == before


def test_a_killed_worker_is_replaced() -> None:
    load_bytes("a.html", b"<p>One.</p>")
    os.kill(worker_pool._idle[-1].process.pid, signal.SIGKILL)
    worker_pool._idle[-1].process.wait()
    assert load_bytes("a.html", b"<p>Two.</p>").documents[0].text == "Two."


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_that_dies_while_it_reads_gives_a_reason() -> None:
    result = []
    settings = LoadSettings(timeout_seconds=20)
    thread = threading.Thread(target=lambda: result.append(load_bytes("a.pdf", endless_pdf(), settings)))
    thread.start()
    time.sleep(1.0)
    for pid in children():
        os.kill(pid, signal.SIGKILL)
    thread.join(15)
    assert result[0].skipped[0].reason == worker_pool.CRASHED


def children() -> set[int]:
    """The workers of this process."""
    own = str(os.getpid())
    found = set()
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
            if fields["PPid"].strip() == own and b"loading.worker" in status.with_name("cmdline").read_bytes():
                found.add(int(status.parent.name))
        except (OSError, KeyError, ValueError):
            continue
    return found


def test_threads_share_the_workers() -> None:
    texts: dict[int, str] = {}

    def load(number: int) -> None:
        texts[number] = load_bytes("a.pdf", make_pdf([text_page(f"Number {number}.")])).documents[0].text

    threads = [threading.Thread(target=load, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert texts == {number: f"Number {number}." for number in range(6)}
    assert len(worker_pool._idle) <= worker_pool.MOST_WORKERS


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("busy", [False, True])
def test_the_worker_dies_with_its_parent(busy: bool) -> None:
    code = (
        "import os, sys, threading, time\n"
        f"sys.path.insert(0, {str(ROOT / 'tests')!r})\n"
        "from loading_makers import endless_pdf\n"
        "from microrag_core.loading import load_bytes, worker_pool\n"
        "load_bytes('a.html', b'<p>x</p>')\n"
        "print(worker_pool._idle[0].process.pid, flush=True)\n"
        + ("threading.Thread(target=load_bytes, args=('a.pdf', endless_pdf())).start(); time.sleep(0.5)\n" if busy else "")
        + "os.kill(os.getpid(), 9)\n"
    )
    pid = int(run(code).stdout)
    for _ in range(60):
        status = Path(f"/proc/{pid}/stat")
        if not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] == "Z":
            return
        time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the worker outlived its parent")


@pytest.mark.skipif(sys.platform != "linux", reason="the memory bound is Linux's")
def test_the_worker_bounds_its_memory() -> None:
    load_bytes("a.html", b"<p>x</p>")
    limits = Path(f"/proc/{worker_pool._idle[-1].process.pid}/limits").read_text()
    assert next(line for line in limits.splitlines() if line.startswith("Max address space")).split()[3] == str(3 << 30)


def test_messages_come_back_as_they_were() -> None:
    loaded = merge(
        [
            load_text("Ünï \u2028\U0001f600 text", "Title"),
            load_bytes("a.md", b"# One\n\ntext\n\n# Two\n\nmore"),
            load_bytes("a.jsonl", b'{"text": "x", "n": 1}\n{bad'),
            load_bytes("a.pdf", make_pdf([text_page("A page."), ""])),
        ]
    )
    import json

    assert loaded_from_json(json.loads(loaded_to_json(loaded))) == loaded
