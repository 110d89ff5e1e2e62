"""Which chat model a session asks: the one given on a page, else that of the secrets file or the environment, else none."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from streamlit.runtime.secrets import secrets_singleton

from microrag_core import MicroRagError
from microrag_core.errors import SettingsError
from microrag_core.llm import ChatModel, LlmSettings, read_llm_settings
from microrag_core.settings import read_settings
from pages.shared import reach, state

SECRETS = "chat"
"""The section of `.streamlit/secrets.toml`; its names are those of `LlmSettings`."""


def settings() -> LlmSettings:
    """Return the settings of the model in use; `is_set` is false where there is none.

    Raises `SettingsError` where the secrets file or the environment makes no sense.
    """
    here = state.session()
    if here.without_model:
        return LlmSettings()
    return here.own_model or read_configured()


def configured() -> LlmSettings:
    """Return what the secrets file or the environment names; nothing where they make no sense."""
    try:
        return read_configured()
    except MicroRagError:
        return LlmSettings()


def read_configured() -> LlmSettings:
    """Return what the secrets file or the environment names. Raises `SettingsError`."""
    found = st.secrets.get(SECRETS) if secrets_singleton.load_if_toml_exists() else None
    return read_llm_settings(dict(found) if isinstance(found, Mapping) else None)


def use(given: Mapping[str, Any]) -> None:
    """Ask the model of `given`, the names and values of `LlmSettings`, for as long as the session lasts.

    The key of the secrets file or the environment goes to the server that is named there and to no other. Raises
    `SettingsError` where the values make no sense; the model in use then stays.
    """
    here, known = state.session(), configured()
    address = str(given.get("base_url", "")).strip().rstrip("/")
    if address not in {"", known.base_url.rstrip("/")} and not reach.only_this_machine():
        # The server could ask for them what only it can reach.
        raise SettingsError("Other people can reach this app, so only its own model server and OpenAI's can be used.")
    key = str(given.get("api_key", "")).strip()
    if not key and here.own_model and address == here.own_model.base_url:
        key = here.own_model.api_key
    if not key and address == known.base_url.rstrip("/"):
        key = known.api_key
    wanted = read_settings(LlmSettings, {**given, "base_url": address, "api_key": key})
    if not wanted.chat_model.strip():
        raise SettingsError("The model has no name yet: type the one that the server gives it.")
    if not wanted.is_set:
        raise SettingsError("There is no server yet: type its base address, or a key for OpenAI.")
    here.own_model, here.without_model = wanted, False


def use_none() -> None:
    """Ask no model."""
    state.session().without_model = True


def use_configured() -> None:
    """Ask the model of the secrets file or the environment again, and forget the one that was given."""
    here = state.session()
    here.own_model, here.without_model = None, False


def model() -> ChatModel | None:
    """Return the model in use; None where there is none."""
    found = settings()
    return ChatModel(found) if found.is_set else None
