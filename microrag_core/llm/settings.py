"""Which chat model answers, and where it is served."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from microrag_core.errors import SettingsError
from microrag_core.settings import DAY, check_fields, read_settings, require

OPENAI = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class LlmSettings:
    """A model behind an OpenAI-compatible server.

    `base_url` is the server's address up to `/v1`; empty means OpenAI's own when there is an `api_key`. `chat_model` is the
    model's name there. The key is in no repr and no message. `temperature` is 0 to 2. The server may be silent for
    `llm_timeout_seconds` at most, before its answer or within a streamed one. What may pass (too many requests, a fault
    of the server, no connection) is tried again `llm_retries` times. `context_window` is how many tokens the model reads and
    writes together, of which `answer_tokens` are for its answer.
    """

    base_url: str = ""
    chat_model: str = ""
    api_key: str = field(default="", repr=False)
    temperature: float = 0.2
    llm_timeout_seconds: float = 60.0
    llm_retries: int = 2
    context_window: int = 8192
    answer_tokens: int = 1024

    def __post_init__(self) -> None:
        check_key(self.api_key)
        check_fields(self)
        check_address(self.base_url)
        require(0 <= self.temperature <= 2, "temperature", self.temperature, "between 0 and 2")
        seconds = self.llm_timeout_seconds
        require(0 < seconds <= DAY, "llm_timeout_seconds", seconds, f"above 0 and up to {DAY}, a day")
        require(0 <= self.llm_retries <= 10, "llm_retries", self.llm_retries, "between 0 and 10")
        require(self.answer_tokens >= 1, "answer_tokens", self.answer_tokens, "1 or more")
        window = f"larger than answer_tokens, which is {self.answer_tokens}"
        require(self.context_window > self.answer_tokens, "context_window", self.context_window, window)

    @property
    def is_set(self) -> bool:
        """Whether there is a model to ask: its name, and a server's address or a key for OpenAI."""
        return bool(self.chat_model.strip() and (self.base_url or self.api_key))

    @property
    def address(self) -> str:
        """Where requests go."""
        return (self.base_url or OPENAI).rstrip("/")

    @property
    def prompt_tokens(self) -> int:
        """How many tokens of prompt leave room for the answer."""
        return self.context_window - self.answer_tokens


def read_llm_settings(given: Mapping[str, Any] | None = None) -> LlmSettings:
    """Build the settings from `given` values, else `MICRORAG_<FIELD>` of the environment, else the defaults.

    Where neither names a server, `OPENAI_BASE_URL` and `OPENAI_API_KEY` are used too. A server that was named for this program
    is never sent the key of `OPENAI_API_KEY`, which was not meant for it. Raises `SettingsError`.
    """
    values = {name: value for name, value in (given or {}).items() if value is not None}
    if not values.get("base_url") and not os.environ.get("MICRORAG_BASE_URL", "").strip():
        for name in ("base_url", "api_key"):
            other = os.environ.get(f"OPENAI_{name.upper()}", "").strip()
            if other and not values.get(name) and not os.environ.get(f"MICRORAG_{name.upper()}", "").strip():
                values[name] = other
    return read_settings(LlmSettings, values)


def check_key(key: object) -> None:
    """Raise `SettingsError`, which does not show the key, where it cannot be one."""
    if (
        not isinstance(key, str)
        or not key.isascii()
        or any(not character.isprintable() or character == " " for character in key)
    ):
        raise SettingsError("api_key holds a space, a line break or another character that no key has; paste it again.")


def check_address(address: str) -> None:
    """Raise `SettingsError` unless an address is empty, or http(s) with a host and without a password in it."""
    try:
        parts = urlsplit(address)
        good = not address or (parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0)
    except ValueError:
        parts, good = urlsplit(""), False
    if parts.username or parts.password or parts.query:
        raise SettingsError("base_url holds a user, a password or a query; give the address alone and the key as api_key.")
    if not good or any(character.isspace() for character in address):
        raise SettingsError(f"base_url is {address!r}; it must be an http or https address such as http://127.0.0.1:8000/v1.")
