"""What of a server's answer is read: thoughts, parts, refusals, tools, control characters, redirects, an endless answer."""

import json
from typing import Any

import pytest
from scripted_llm import Reply, ScriptedLlm, scripted_llm

from microrag_core.llm import ChatModel, LlmError, LlmSettings, Message
from microrag_core.llm.reading import AnswerReader, without_thoughts

ASK = [Message("user", "Who wrote the Odyssey?")]
THOUGHTS = "<think>Excerpt [2] says nothing.\nMaybe 1999?</think>\n\nHomer wrote it [1]."


def model_of(server: ScriptedLlm, **settings: Any) -> ChatModel:
    values = {"chat_model": "tiny", "llm_timeout_seconds": 5.0, "llm_retries": 0, **settings}
    return ChatModel(LlmSettings(base_url=server.base_url, **values))


def streamed(reply: Reply, **settings: Any) -> str:
    with scripted_llm(reply) as server:
        stream = model_of(server, **settings).stream(ASK)
        assert "".join(stream) == stream.text
        return stream.completion.text


def error_of(reply: Reply, stream: bool) -> str:
    with scripted_llm(reply) as server, pytest.raises(LlmError) as caught:
        _ = list(model_of(server).stream(ASK)) if stream else model_of(server).complete(ASK)
    return str(caught.value)


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
@pytest.mark.parametrize(
    ("text", "read"),
    [
        (THOUGHTS, "Homer wrote it [1]."),
        (THOUGHTS.replace("think>", "Thinking>"), "Homer wrote it [1]."),
        ("<think>never closed", ""),
        ("<thi", "<thi"),
        ("<thistle> is a plant [1].", "<thistle> is a plant [1]."),
        (
            "Homer [1]. The tag <think>a</think> is not at the beginning.",
            "Homer [1]. The tag <think>a</think> is not at the beginning.",
        ),
        ("Ho\x1b[31mmer\x07\x00\ud83d\r\n\tend", "Homer\ufffd\n\tend"),
    ],
)
def test_thoughts_and_control_characters_are_left_out(text: str, read: str, size: int) -> None:
    if size < 1000 and "\x1b" in text:
        text = text.replace("[31m", "")  # a sequence is known as one only where it comes in one piece
    reader = AnswerReader()
    pieces = [reader.read(text[start : start + size]) for start in range(0, len(text), size)]
    assert "".join([*pieces, reader.rest()]).strip() == read


def test_a_template_may_have_opened_the_thoughts() -> None:
    assert without_thoughts("Let me see [2].\n</think>\nHomer [1].").strip() == "Homer [1]."
    assert streamed(Reply("Let me see [2].\n</think>\nHomer [1].")).strip() == "Homer [1]."


def test_thoughts_are_neither_streamed_nor_answered() -> None:
    with scripted_llm(Reply(THOUGHTS)) as server:
        stream = model_of(server).stream(ASK)
        assert "".join(stream).strip() == "Homer wrote it [1]."
        assert model_of(server).complete(ASK).text.strip() == "Homer wrote it [1]."
    assert "gave an empty answer" in error_of(Reply("<think>never closed"), stream=True)


def test_thoughts_in_a_field_of_their_own_are_passed_over() -> None:
    deltas = ({"reasoning_content": "Maybe [7]", "content": None}, {"content": "Homer"}, {"content": " [1]."})
    assert streamed(Reply(deltas=deltas)) == "Homer [1]."


def test_content_in_parts_and_a_refusal_are_text() -> None:
    parts = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Homer [1]."}]
    assert streamed(Reply(deltas=({"content": parts},))) == "Homer [1]."
    assert streamed(Reply(deltas=({"refusal": "I cannot help with that."},))) == "I cannot help with that."


def test_a_tool_call_is_no_answer() -> None:
    call = {"index": 0, "id": "a", "type": "function", "function": {"name": "search", "arguments": "{}"}}
    assert "called a tool" in error_of(Reply(deltas=({"tool_calls": [call]},), finish="tool_calls"), stream=True)


def test_a_server_that_does_not_stream_is_read_whole() -> None:
    assert streamed(Reply("Homer [1].", streams=False)) == "Homer [1]."


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply(body="<html>Please log in</html>", streams=False, kind="text/html"), "not the JSON of a chat answer"),
        (Reply(body='{"hello": 1}', streams=False), "not the JSON of a chat answer"),
        (Reply(body="[1]", streams=False), "not the JSON of a chat answer"),
        (Reply(body=json.dumps({"error": {"message": "quota gone"}}), streams=False), "broke off with an error: quota gone"),
    ],
)
def test_something_else_than_a_stream_is_named(reply: Reply, said: str) -> None:
    message = error_of(reply, stream=True)
    assert said in message
    assert "0 characters" not in message


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_documents_are_not_sent_on_to_another_server(status: int, stream: bool) -> None:
    with scripted_llm(Reply("Homer")) as other:
        message = error_of(Reply(status=status, location=f"{other.base_url}/chat/completions"), stream)
        assert other.requests == []
    assert "sends requests on to another address" in message
    assert other.base_url in message


def test_an_endless_answer_is_cut() -> None:
    with scripted_llm(Reply("word " * 2000)) as server:
        stream = model_of(server, answer_tokens=10).stream(ASK)
        list(stream)
    assert stream.completion.finish == "length"
    assert 320 < len(stream.text) < 400


def test_what_a_server_says_commands_no_terminal() -> None:
    message = error_of(Reply(status=500, error="on\x1b[31m fire\x00"), stream=True)
    assert message.endswith("(500): on[31m fire.")
    assert error_of(Reply(status=503, body='"overloaded"'), stream=False).endswith("(503): overloaded.")
    assert error_of(Reply(status=502, body="<html>Bad gateway</html>"), stream=False).endswith("(502).")


def test_counts_below_nothing_are_not_known() -> None:
    body = json.dumps(
        {"choices": [{"message": {"content": "Homer"}}], "usage": {"prompt_tokens": -5, "completion_tokens": "x"}}
    )
    with scripted_llm(Reply(body=body)) as server:
        found = model_of(server).complete(ASK)
    assert (found.text, found.prompt_tokens, found.completion_tokens) == ("Homer", None, None)
