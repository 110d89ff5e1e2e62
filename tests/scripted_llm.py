"""A chat server on loopback that answers what a test scripted: whole or streamed, late, broken, half, or with an error."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """One scripted answer.

    `text` is sent whole, or word by word when a stream is asked for, `pause` seconds apart after a `delay`. A `status` other
    than 200 sends `error` as the message, with `code`, `param` and `retry_after`. `body` replaces the whole JSON. `pieces`
    (-1: all) is how many words of a stream are sent before it ends without a word; `cut` drops the connection there. `deltas`
    are sent as the pieces of a stream in place of the text. With `streams` false a stream is answered whole, as `kind`.
    """

    text: str = "An answer."
    status: int = 200
    error: str = ""
    code: str | None = None
    param: str | None = None
    retry_after: str | None = None
    body: str | None = None
    delay: float = 0.0
    pause: float = 0.0
    pieces: int = -1
    cut: bool = False
    finish: str = "stop"
    usage: bool = True
    deltas: tuple[dict[str, Any], ...] = ()
    streams: bool = True
    kind: str = "application/json"
    location: str = ""


@dataclass
class ScriptedLlm:
    """The running server: `replies` are given one after another, the last again and again. `requests` is what was asked."""

    replies: list[Reply] = field(default_factory=lambda: [Reply()])
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    base_url: str = ""
    sent_pieces: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, request: dict[str, Any], key: str) -> Reply:
        """Note a request and return the reply to it."""
        with self.lock:
            self.requests.append(request)
            self.keys.append(key)
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


@contextmanager
def scripted_llm(*replies: Reply) -> Iterator[ScriptedLlm]:
    """Run a server on a free port of 127.0.0.1 that gives these replies; it is gone afterwards."""
    script = ScriptedLlm(list(replies) or [Reply()])
    server = ScriptedServer(script)
    script.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class ScriptedServer(ThreadingHTTPServer):
    """Gives each connection the script."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, script: ScriptedLlm) -> None:
        self.script = script
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ScriptedServer

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        reply = self.server.script.take(request, self.headers.get("Authorization", "").removeprefix("Bearer "))
        time.sleep(reply.delay)
        try:
            if not self.path.endswith("/chat/completions"):
                self.send_json(404, json.dumps({"error": {"message": "no such path"}}))
            elif reply.status != 200:
                error = {"message": reply.error, "code": reply.code, "param": reply.param}
                more = {"Retry-After": reply.retry_after, "Location": reply.location}
                self.send_json(reply.status, reply.body or json.dumps({"error": error}), more)
            elif request.get("stream") and reply.streams:
                self.send_stream(reply, request)
            else:
                self.send_json(200, whole(reply, request) if reply.body is None else reply.body, kind=reply.kind)
        except OSError:
            self.close_connection = True  # the client has gone

    def send_json(
        self, status: int, body: str, more: dict[str, str | None] | None = None, kind: str = "application/json"
    ) -> None:
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in (more or {}).items():
            if value:
                self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def send_stream(self, reply: Reply, request: dict[str, Any]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        words = reply.text.split(" ")
        pieces = list(reply.deltas) or [{"content": word if number == 0 else f" {word}"} for number, word in enumerate(words)]
        is_whole = reply.pieces < 0
        for piece in pieces if is_whole else pieces[: reply.pieces]:
            self.send_event(json.dumps(chunk(request, piece, None)))
            self.server.script.sent_pieces += 1
            time.sleep(reply.pause)
        if reply.body is not None:
            self.send_event(reply.body)
        if reply.cut:
            self.close_connection = True
            return
        if is_whole and reply.body is None:
            self.send_event(json.dumps(chunk(request, {}, reply.finish)))
            if reply.usage and request.get("stream_options", {}).get("include_usage"):
                self.send_event(json.dumps({**chunk(request, {}, None), "choices": [], "usage": usage(reply, request)}))
            self.send_event("[DONE]")
        self.wfile.write(b"0\r\n\r\n")

    def send_event(self, data: str) -> None:
        line = f"data: {data}\n\n".encode()
        self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
        self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing on standard error."""


def usage(reply: Reply, request: dict[str, Any]) -> dict[str, int]:
    """Count words in place of tokens."""
    asked = sum(len(message["content"].split()) for message in request["messages"])
    return {
        "prompt_tokens": asked,
        "completion_tokens": len(reply.text.split()),
        "total_tokens": asked + len(reply.text.split()),
    }


def whole(reply: Reply, request: dict[str, Any]) -> str:
    """Return the JSON of an answer in one piece."""
    choice = {"index": 0, "message": {"role": "assistant", "content": reply.text}, "finish_reason": reply.finish}
    answer = {"id": "1", "object": "chat.completion", "created": 1, "model": request["model"], "choices": [choice]}
    return json.dumps(answer | ({"usage": usage(reply, request)} if reply.usage else {}))


def chunk(request: dict[str, Any], delta: dict[str, Any], finish: str | None) -> dict[str, Any]:
    """Return one piece of a streamed answer."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": request["model"], "choices": [choice]}
