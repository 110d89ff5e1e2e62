"""A chat model behind an OpenAI-compatible server: one on this machine, in the closed network, or OpenAI's own."""

from microrag_core.llm.chat_model import ChatModel, ChatStream, Completion, Message
from microrag_core.llm.errors import LlmError
from microrag_core.llm.settings import LlmSettings, read_llm_settings

__all__ = ["ChatModel", "ChatStream", "Completion", "LlmError", "LlmSettings", "Message", "read_llm_settings"]
