"""What a chat model answers, and the checks that it is an answer."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from microrag_core.llm.errors import LlmError
from microrag_core.llm.reading import content_text, without_thoughts
from microrag_core.llm.settings import LlmSettings

Finish = Literal["stop", "length", "stopped"]


@dataclass(frozen=True, slots=True)
class Completion:
    """An answer: its text and what it cost; the counts of tokens are None where the server does not tell them.

    `finish` is `stop` when the model was done, `length` when it was cut at `answer_tokens`, and `stopped` when the reader
    stopped it.
    """

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None
    model: str
    finish: Finish


def read_completion(answer: Any, settings: LlmSettings) -> Completion:
    """Return a chat completion as the server sent it. Raises `LlmError` where it is none, or empty."""
    choice = first_choice(answer)
    if choice is None or not hasattr(choice, "message"):
        raise LlmError(f"The model server at {settings.address} sent something that is not the JSON of a chat answer.")
    text = without_thoughts(message_text(choice.message))
    whole = Completion(text, *read_usage(answer), model_name(answer, settings), "stop")
    return checked(whole, getattr(choice, "finish_reason", None), settings)


def message_text(message: Any) -> str:
    """Return what a message, or a piece of one, says: its content, or why the model refuses."""
    return content_text(getattr(message, "content", None)) or content_text(getattr(message, "refusal", None))


def checked(answer: Completion, reason: str | None, settings: LlmSettings) -> Completion:
    """Return a whole answer, marked where the server's `reason` for its end says that it was cut.

    Raises `LlmError` where a filter stopped it or nothing was written.
    """
    if reason == "content_filter":
        raise LlmError(f"The content filter of the model {settings.chat_model} stopped the answer.")
    if not answer.text.strip() and reason == "length":
        limit = f"{settings.answer_tokens} tokens (answer_tokens)"
        raise LlmError(f"The model {settings.chat_model} wrote no answer within {limit}; it may have spent them on thinking.")
    if not answer.text.strip() and reason in ("tool_calls", "function_call"):
        raise LlmError(f"The model {settings.chat_model} called a tool, which there is none of, and gave no answer.")
    if not answer.text.strip():
        raise LlmError(f"The model {settings.chat_model} gave an empty answer.")
    return replace(answer, finish="length") if reason == "length" else answer


def first_choice(answer: Any) -> Any:
    """Return the first choice of an answer or of a piece of one; None where it has none."""
    choices = getattr(answer, "choices", None)
    return choices[0] if isinstance(choices, list) and choices else None


def read_usage(answer: Any) -> tuple[int | None, int | None]:
    """Return the tokens of the prompt and of the completion, each None where the server does not tell."""
    usage = getattr(answer, "usage", None)
    counts = [getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens")]
    prompt_tokens, completion_tokens = (count if isinstance(count, int) and count >= 0 else None for count in counts)
    return prompt_tokens, completion_tokens


def model_name(answer: Any, settings: LlmSettings) -> str:
    """Return the name that the server gives its model, else the one it was asked for."""
    name = getattr(answer, "model", None)
    return name if isinstance(name, str) and name else settings.chat_model
