"""What can go wrong between here and a chat model, each in one plain sentence that never holds the key."""

import re
from typing import Any

from microrag_core.errors import MicroRagError
from microrag_core.llm.settings import LlmSettings

TOO_LONG = re.compile(
    r"context.{0,20}(length|window|size)|maximum context|too (long|many tokens)|exceeds? .{0,30}(context|tokens)", re.I
)
NO_CREDIT = re.compile(r"insufficient_quota|credit_balance|billing", re.I)
SERVER_WORDS = 200
"""Characters of a server's own message that are shown."""


class LlmError(MicroRagError):
    """A chat model could not be asked, or gave no answer that can be used; the message says why."""


def explain(error: Exception, settings: LlmSettings) -> LlmError:
    """Return what a failed request means as an `LlmError`; an error that is not the server's or the way's is raised again."""
    import openai  # noqa: PLC0415  (takes a second, and most runs ask no model)

    where = settings.address
    if isinstance(error, openai.APITimeoutError):
        seconds = f"{settings.llm_timeout_seconds:g} seconds (llm_timeout_seconds)"
        return LlmError(f"The model server at {where} did not answer within {seconds}.")
    if isinstance(error, openai.APIConnectionError):
        return LlmError(f"The model server at {where} could not be reached: is it running, and is the address right?")
    if isinstance(error, openai.APIStatusError):
        if 300 <= error.status_code < 400:
            return LlmError(sent_on(error, settings))
        return LlmError(by_status(error.status_code, server_words(error, settings), settings))
    if isinstance(error, openai.APIError):
        return LlmError(f"The model server at {where} broke off with an error{server_words(error, settings)}.")
    # A body that is no JSON surfaces as the json module's own error.
    if not isinstance(error, openai.OpenAIError | ValueError):
        raise error
    return LlmError(f"The model server at {where} sent something that is not the JSON of a chat answer.")


def sent_on(error: Any, settings: LlmSettings) -> str:
    """Return the sentence for a server that names another address: documents go to no server that nobody chose."""
    target = as_line(str(error.response.headers.get("location", "")))
    named = f" ({target})" if target else ""
    return f"The model server at {settings.address} sends requests on to another address{named}: set base_url to the right one."


def by_status(status: int, words: str, settings: LlmSettings) -> str:
    """Return the sentence for a server's status code; `words` are what it said itself, from a colon on."""
    where, model = f"The model server at {settings.address}", settings.chat_model
    if status in (400, 413, 422) and TOO_LONG.search(words):
        room = f"lower top_k or the token budget, or set context_window ({settings.context_window} now) to what the model reads"
        return f"The prompt is too long for the model {model}: {room}."
    if status == 429 and NO_CREDIT.search(words):
        return f"{where} has no credit left for this API key{words}."
    known = {
        401: f"refused the API key: {'check api_key' if settings.api_key else 'it needs one, set api_key'}",
        403: f"does not let this API key use the model {model}{words}",
        404: f"has no model {model}, or base_url lacks its /v1{words}",
        429: "has too many requests: wait a moment and ask again",
    }
    other = f"failed with an error of its own ({status}){words}" if status >= 500 else f"refused the request ({status}){words}"
    return f"{where} {known.get(status, other)}."


def server_words(error: Any, settings: LlmSettings) -> str:
    """Return `: ` and what a server said of an error, on one line, shortened, without the key; empty where it said nothing."""
    body: dict[str, Any] = error.body if isinstance(error.body, dict) else {}
    if isinstance(error.body, str) and not error.body.lstrip().startswith("<"):
        body = {"message": error.body}
    inner: dict[str, Any] = body["error"] if isinstance(body.get("error"), dict) else body
    told = [inner.get("message") or body.get("detail") or body.get("error") or "", inner.get("code") or ""]
    line = as_line(" ".join(str(part) for part in told if part), settings.api_key)
    return f": {line.rstrip('.')}" if line else ""


def as_line(text: str, key: str = "") -> str:
    """Return what a server said on one line, shortened, without control characters and without the key."""
    line = "".join(filter(str.isprintable, " ".join(text.split())))
    line = line.replace(key, "***") if key else line
    return line if len(line) <= SERVER_WORDS else line[: SERVER_WORDS - 1] + "…"
