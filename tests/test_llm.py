import logging
import re
import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from scripted_llm import Reply, ScriptedLlm, scripted_llm

from microrag_core.errors import MicroRagError, SettingsError
from microrag_core.llm import ChatModel, LlmError, LlmSettings, Message, read_llm_settings

KEY = "sk-very-secret-0123456789"
ASK = [Message("system", "Be brief."), Message("user", "Who wrote the Odyssey?")]


def model_of(server: ScriptedLlm, **settings: Any) -> ChatModel:
    values = {"chat_model": "tiny", "api_key": KEY, "llm_timeout_seconds": 5.0, "llm_retries": 0, **settings}
    return ChatModel(LlmSettings(base_url=server.base_url, **values))


def ask(model: ChatModel, stream: bool) -> str:
    return "".join(model.stream(ASK)) if stream else model.complete(ASK).text


def error_of(reply: Reply, stream: bool = False, **settings: Any) -> str:
    with scripted_llm(reply) as server, pytest.raises(LlmError) as caught:
        ask(model_of(server, **settings), stream)
    message = str(caught.value)
    assert isinstance(caught.value, MicroRagError)
    assert KEY not in message
    assert "\n" not in message
    assert message.endswith((".", "?"))
    return message


def test_a_whole_answer_and_what_was_asked() -> None:
    with scripted_llm(Reply("Homer, they say.")) as server:
        found = model_of(server, temperature=0.7, answer_tokens=77).complete(ASK)
    assert (found.text, found.prompt_tokens, found.completion_tokens) == ("Homer, they say.", 6, 3)
    assert (found.model, found.finish) == ("tiny", "stop")
    assert server.keys == [KEY]
    asked = server.requests[0]
    assert (asked["temperature"], asked["max_tokens"], asked["model"]) == (0.7, 77, "tiny")
    assert asked["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Who wrote the Odyssey?"},
    ]


def test_an_answer_without_usage_and_one_cut_short() -> None:
    with scripted_llm(Reply("Homer", usage=False, finish="length")) as server:
        found = model_of(server).complete(ASK)
        stream = model_of(server).stream(ASK)
        assert "".join(stream) == "Homer"
    for answer in (found, stream.completion):
        assert (answer.prompt_tokens, answer.completion_tokens, answer.finish) == (None, None, "length")


def test_a_stream_comes_piece_by_piece_with_usage_at_the_end() -> None:
    with scripted_llm(Reply("one two three", pause=0.1)) as server:
        stream = model_of(server).stream(ASK)
        with pytest.raises(LlmError, match="not finished"):
            _ = stream.completion
        started, times, pieces = time.monotonic(), [], []
        for piece in stream:
            pieces.append(piece)
            times.append(time.monotonic() - started)
    assert pieces == ["one", " two", " three"]
    assert times[2] - times[0] > 0.15
    assert stream.text == stream.completion.text == "one two three"
    assert (stream.completion.prompt_tokens, stream.completion.completion_tokens) == (6, 3)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (Reply(status=401, error=f"Incorrect API key provided: {KEY}"), "refused the API key: check api_key"),
        (Reply(status=403, error=f"{KEY} may not"), r"does not let this API key use the model tiny: \*\*\* may not"),
        (Reply(status=404, error="The model `tiny` does not exist"), "has no model tiny, or base_url lacks its /v1: The model"),
        (Reply(status=429, error="slow down"), "too many requests: wait a moment"),
        (Reply(status=429, error="You exceeded your quota", code="insufficient_quota"), "no credit left for this API key"),
        (Reply(status=500, error="boom"), r"an error of its own \(500\): boom"),
        (Reply(status=502, body="<html>Bad gateway</html>"), r"an error of its own \(502\)"),
        (
            Reply(status=400, error="This model's maximum context length is 4096 tokens"),
            "too long for the model tiny: lower top_k",
        ),
        (Reply(status=400, error="prompt is too long: 9000 tokens"), r"set context_window \(8192 now\)"),
        (Reply(status=400, error="no\nsuch   role " + "x" * 500), r"refused the request \(400\): no such role x+…"),
        (Reply(text="  "), "gave an empty answer"),
        (Reply(text="", finish="length"), r"wrote no answer within 1024 tokens \(answer_tokens\)"),
        (Reply(text="I", finish="content_filter"), "content filter of the model tiny"),
    ],
)
def test_each_fault_is_one_sentence(reply: Reply, expected: str, stream: bool) -> None:
    message = error_of(reply, stream)
    assert re.search(expected, message), message


def test_a_server_that_wants_a_key() -> None:
    assert "it needs one, set api_key" in error_of(Reply(status=401, error="no key"), api_key="")


@pytest.mark.parametrize(
    "body", ['{"choices": [', "<html>hello</html>", "[]", "null", '{"choices": []}', '{"choices": [{"message": 3}]}', '"text"']
)
def test_a_body_that_is_no_answer(body: str) -> None:
    message = error_of(Reply(body=body))
    assert "not the JSON of a chat answer" in message or "empty answer" in message


def test_a_stream_with_broken_json_in_it() -> None:
    assert "not the JSON of a chat answer" in error_of(Reply("one two", body='{"choices": ['), stream=True)


def test_an_error_within_a_stream() -> None:
    body = '{"error": {"message": "out of memory"}}'
    assert "broke off with an error: out of memory" in error_of(Reply("one two", body=body), stream=True)


@pytest.mark.parametrize("cut", [False, True])
def test_half_a_stream_is_told_and_kept(cut: bool) -> None:
    with scripted_llm(Reply("one two three four", pieces=2, cut=cut)) as server:
        stream = model_of(server).stream(ASK)
        with pytest.raises(LlmError, match="broke off its answer after 7 characters"):
            list(stream)
    assert stream.text == "one two"


def test_a_refused_connection() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    model = ChatModel(LlmSettings(base_url=address, chat_model="tiny", llm_retries=0))
    for stream in (False, True):
        with pytest.raises(LlmError, match=f"{address} could not be reached: is it running"):
            ask(model, stream)


@pytest.mark.parametrize("stream", [False, True])
def test_a_silent_server_is_asked_once(stream: bool) -> None:
    with scripted_llm(Reply(delay=2.0)) as server:
        model = model_of(server, llm_timeout_seconds=0.3, llm_retries=3)
        with pytest.raises(LlmError, match=r"did not answer within 0\.3 seconds"):
            ask(model, stream)
        assert len(server.requests) == 1


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_tried_again(status: int, stream: bool) -> None:
    with scripted_llm(Reply(status=status, error="later"), Reply("At last.")) as server:
        model = model_of(server, llm_retries=1)
        text = ask(model, stream)
    assert text == "At last."
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    "reply",
    [
        Reply(status=401),
        Reply(status=404),
        Reply(status=400),
        Reply(status=429, code="insufficient_quota"),
        Reply(status=429, retry_after="60"),
        Reply(body="{"),
    ],
)
def test_what_will_not_pass_is_not(reply: Reply) -> None:
    with scripted_llm(reply) as server:
        with pytest.raises(LlmError):
            model_of(server, llm_retries=3).complete(ASK)
        assert len(server.requests) == 1


def test_the_wait_that_a_server_names_is_kept() -> None:
    with scripted_llm(Reply(status=429, retry_after="1"), Reply("Now.")) as server:
        started = time.monotonic()
        assert model_of(server, llm_retries=1).complete(ASK).text == "Now."
        assert 0.95 < time.monotonic() - started < 3


def stopped_after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


def test_a_stream_stops_at_a_piece_and_the_server_notices() -> None:
    with scripted_llm(Reply("word " * 200, pause=0.02)) as server:
        seen: list[str] = []
        stream = model_of(server).stream(ASK, should_stop=lambda: len(seen) >= 3)
        for piece in stream:
            seen.append(piece)
        time.sleep(0.3)
        sent = server.sent_pieces
        time.sleep(0.2)
        assert server.sent_pieces == sent < 60
    assert len(seen) == 3
    assert stream.completion.finish == "stopped"
    assert stream.completion.text == "".join(seen)


@pytest.mark.parametrize("reply", [Reply(delay=3.0), Reply(status=500)])
def test_stopping_is_heeded_while_the_server_is_silent_or_between_tries(reply: Reply) -> None:
    with scripted_llm(reply) as server:
        started = time.monotonic()
        stream = model_of(server, llm_retries=10).stream(ASK, should_stop=stopped_after(0.2))
        assert list(stream) == []
        assert time.monotonic() - started < 1.5
    assert stream.completion.finish == "stopped"


def test_parameters_that_a_server_does_not_take_are_left_out() -> None:
    refusals = [
        Reply(status=400, error="Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'.", param="max_tokens"),
        Reply(status=400, error="Only the default (1) is supported.", param="temperature"),
        Reply(status=422, error="extra fields not permitted: stream_options"),
    ]
    with scripted_llm(*refusals, Reply("Homer")) as server:
        assert "".join(model_of(server, answer_tokens=99).stream(ASK)) == "Homer"
    last = server.requests[-1]
    assert last["max_completion_tokens"] == 99
    assert not {"max_tokens", "temperature", "stream_options"} & set(last)


def test_halves_of_surrogate_pairs_are_sent_as_question_marks() -> None:
    with scripted_llm() as server:
        model_of(server).complete([Message("user", "a\ud800b")])
    assert server.requests[0]["messages"][0]["content"] == "a?b"


def test_the_key_is_nowhere_to_be_seen(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    caplog.set_level(logging.DEBUG)
    with scripted_llm(Reply(status=401, error=KEY), Reply("Homer")) as server:
        model = model_of(server)
        with pytest.raises(LlmError) as caught:
            model.complete(ASK)
        list(model.stream(ASK))
    assert server.keys == [KEY, KEY]
    printed = capfd.readouterr()
    shown = [repr(model), repr(model.settings), str(model.settings), str(caught.getrepr(showlocals=False))]
    assert KEY not in "".join([*shown, caplog.text, printed.out, printed.err])


@pytest.mark.parametrize("key", [f"{KEY}\n", f"Bearer {KEY}", f"{KEY}é", 17])
def test_a_key_that_cannot_be_one_is_refused_unseen(key: Any) -> None:
    with pytest.raises(SettingsError, match="api_key holds") as caught:
        LlmSettings(api_key=key)
    assert str(key) not in str(caught.value)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"base_url": "127.0.0.1:8000"}, "must be an http or https address"),
        ({"base_url": "http://host:notaport/v1"}, "must be an http or https address"),
        ({"base_url": "http://me:hush@host/v1"}, "holds a user, a password or a query"),
        ({"temperature": 3.0}, "temperature is 3.0"),
        ({"llm_timeout_seconds": 0.0}, "llm_timeout_seconds is 0.0"),
        ({"llm_retries": 11}, "llm_retries is 11"),
        ({"context_window": 1000}, "context_window is 1000; it must be larger than answer_tokens, which is 1024"),
    ],
)
def test_settings_that_cannot_be(values: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError, match=message) as caught:
        LlmSettings(**values)
    assert "hush" not in str(caught.value)


def test_settings_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BASE_URL", "CHAT_MODEL", "API_KEY"):
        monkeypatch.delenv(f"MICRORAG_{name}", raising=False)
        monkeypatch.delenv(f"OPENAI_{name}", raising=False)
    assert not read_llm_settings().is_set
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert not read_llm_settings().is_set  # a key alone sends nothing anywhere
    monkeypatch.setenv("MICRORAG_CHAT_MODEL", "tiny")
    found = read_llm_settings()
    assert (found.is_set, found.api_key, found.address) == (True, KEY, "https://api.openai.com/v1")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://other/v1/")
    assert read_llm_settings().address == "http://other/v1"
    monkeypatch.setenv("MICRORAG_BASE_URL", "http://own/v1")
    assert (read_llm_settings().base_url, read_llm_settings().api_key) == ("http://own/v1", "")
    monkeypatch.setenv("MICRORAG_API_KEY", "own-key")
    assert read_llm_settings().api_key == "own-key"
    given = read_llm_settings({"base_url": "http://given/v1", "temperature": "0.5", "chat_model": None})
    assert (given.base_url, given.temperature, given.chat_model) == ("http://given/v1", 0.5, "tiny")


def test_no_model_no_chat() -> None:
    with pytest.raises(SettingsError, match="No chat model is set"):
        ChatModel(LlmSettings(chat_model="tiny"))
    assert LlmSettings(context_window=5000, answer_tokens=500).prompt_tokens == 4500
