"""A chat model, asked through the `openai` package."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from microrag_core.errors import SettingsError
from microrag_core.llm.answer import Completion, read_completion
from microrag_core.llm.errors import explain
from microrag_core.llm.request import Message, adapted, make_request
from microrag_core.llm.retries import with_retries
from microrag_core.llm.settings import LlmSettings
from microrag_core.llm.stream import ChatStream

if TYPE_CHECKING:
    import openai

__all__ = ["ChatModel", "ChatStream", "Completion", "Message"]

NO_KEY = "none"
"""Sent where no key is set: servers without keys take any, and the package insists on one."""
LONGEST_CONNECT = 10.0
"""Seconds that making a connection may take."""


def never() -> bool:
    """Stop at nothing."""
    return False


class ChatModel:
    """The model of `settings`; it may be used by several threads at once. Raises `SettingsError` where none is set."""

    def __init__(self, settings: LlmSettings) -> None:
        if not settings.is_set:
            raise SettingsError("No chat model is set: give chat_model, and base_url or api_key.")
        self.settings = settings

    def __repr__(self) -> str:
        return f"ChatModel({self.settings.chat_model!r} at {self.settings.address})"

    def complete(self, messages: Sequence[Message], should_stop: Callable[[], bool] = never) -> Completion:
        """Return the model's answer to `messages`. `should_stop` ends the waiting between two tries.

        Raises `LlmError` where there is none.
        """
        try:
            answer = self._send(make_request(messages, self.settings, stream=False), should_stop)
        except Exception as error:
            raise explain(error, self.settings) from None
        return read_completion(answer, self.settings)

    def stream(self, messages: Sequence[Message], should_stop: Callable[[], bool] = never) -> ChatStream:
        """Return the model's answer as an iterator over its pieces; the request is sent when it is iterated over.

        A fault before the first piece is retried, one after it is not: what was read would come twice.
        """
        body = make_request(messages, self.settings, stream=True)
        return ChatStream(lambda: self._send(body, should_stop), self.settings, should_stop)

    def _send(self, body: dict[str, Any], should_stop: Callable[[], bool]) -> Any:
        """Send a request, again where that may help, and without a parameter that the server does not take."""
        try:
            return with_retries(lambda: self._client.chat.completions.create(**body), self.settings.llm_retries, should_stop)
        except Exception as error:
            if (other := adapted(body, error)) is None:
                raise
            return self._send(other, should_stop)

    @cached_property
    def _client(self) -> "openai.OpenAI":
        import openai  # noqa: PLC0415

        seconds = self.settings.llm_timeout_seconds
        return openai.OpenAI(
            api_key=self.settings.api_key or NO_KEY,
            base_url=self.settings.address,
            timeout=openai.Timeout(seconds, connect=min(seconds, LONGEST_CONNECT)),
            max_retries=0,
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
        )
