"""The child process that reads risky formats: `python -m microrag_core.loading.worker`, spoken to over its input and output.

It bounds its own memory and cannot outlive its parent: it ends when its input closes, a watching thread ends it when the
parent is gone, and should a reader hold the interpreter, the system's alarm ends it a little after the time allowed.
"""

import importlib
import json
import os
import signal
import sys
import threading
import time
from typing import Any, BinaryIO

from microrag_core.errors import InputError
from microrag_core.loading.messages import HEADER, loaded_to_json, read_exactly
from microrag_core.settings import LoadSettings

READERS = {
    "pdf": ("pdf", "load_pdf"),
    "html": ("web_page", "load_html"),
    "docx": ("word", "load_docx"),
    "pptx": ("slides", "load_pptx"),
    "xlsx": ("workbook", "load_xlsx"),
    "epub": ("epub", "load_epub"),
    "mail": ("mail", "load_mail"),
    "rtf": ("rich_text", "load_rtf"),
}
MEMORY_BYTES = 3 << 30
GRACE_SECONDS = 10


def main() -> None:
    """Answer requests until the input closes."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not end up among the answers
    bound_memory()
    threading.Thread(target=end_with_parent, args=(os.getppid(),), daemon=True).start()
    serve(sys.stdin.buffer, answers)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Read a request, answer it, and so on."""
    while True:
        try:
            (size,) = HEADER.unpack(read_exactly(requests, HEADER.size))
            request = json.loads(read_exactly(requests, size))
            data = read_exactly(requests, request["size"])
        except EOFError:
            return
        set_alarm(int(request["settings"]["timeout_seconds"]) + GRACE_SECONDS)
        answer = answer_to(request, data)
        set_alarm(0)
        answers.write(HEADER.pack(len(answer)) + answer)
        answers.flush()


def answer_to(request: dict[str, Any], data: bytes) -> bytes:
    """Return the loaded documents, or `error` with the reason there are none."""
    module, function = READERS[request["kind"]]
    try:
        reader = getattr(importlib.import_module(f"microrag_core.loading.{module}"), function)
        return loaded_to_json(reader(data, request["source"], LoadSettings(**request["settings"])))
    except InputError as error:
        return json.dumps({"error": str(error)}).encode()
    except RecursionError:
        return json.dumps({"error": "The file is nested too deeply to be read."}).encode()
    except MemoryError:
        return json.dumps({"error": "The file is damaged or made to do harm: reading it takes too much memory."}).encode()
    except Exception as error:  # a library may raise anything on a damaged file, and the other files must still load
        name = "EML" if request["kind"] == "mail" else request["kind"].upper()
        return json.dumps({"error": f"The file is damaged: it cannot be read as {name} ({type(error).__name__})."}).encode()


def bound_memory() -> None:
    """Bound the address space where the system can (Linux)."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  (not on Windows)

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def set_alarm(seconds: int) -> None:
    """Let the system end this process after `seconds`; 0 is never. Its default action needs no interpreter to run."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


def end_with_parent(parent: int) -> None:
    """End this process when it gets another parent, which is when its own is gone."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


if __name__ == "__main__":
    main()
