"""What is sent to the server, and what is left out of it for servers that do not take it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from microrag_core.llm.errors import TOO_LONG
from microrag_core.llm.settings import LlmSettings


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


def make_request(messages: Sequence[Message], settings: LlmSettings, *, stream: bool) -> dict[str, Any]:
    """Return the body of a chat request."""
    body: dict[str, Any] = {
        "model": settings.chat_model.strip(),
        "messages": [{"role": message.role, "content": encodable(message.content)} for message in messages],
        "temperature": settings.temperature,
        "max_tokens": settings.answer_tokens,
        "stream": stream,
    }
    return body | {"stream_options": {"include_usage": True}} if stream else body


def adapted(body: dict[str, Any], error: Exception) -> dict[str, Any] | None:
    """Return a body that a server may take which refused `body` for one of its parameters; None where there is none.

    Newer models of OpenAI count `max_completion_tokens` instead of `max_tokens` and take no temperature; older servers know no
    `stream_options`.
    """
    told = f"{getattr(error, 'param', '')} {getattr(error, 'body', '')}"
    if getattr(error, "status_code", 0) not in (400, 422) or TOO_LONG.search(told):
        return None
    for name in ("max_tokens", "temperature", "stream_options"):
        if name in body and name in told:
            rest = {key: value for key, value in body.items() if key != name}
            return rest | {"max_completion_tokens": body[name]} if name == "max_tokens" else rest
    return None


def encodable(text: str) -> str:
    """Return a text with what UTF-8 cannot hold (halves of surrogate pairs, from damaged files) as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
