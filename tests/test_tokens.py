"""Tokens: known ids' counts, plain text throughout, no network, and spans that match the text."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.text.tokens import TOKENIZER, count_tokens, token_counts, token_spans

ANY_TEXT = st.text(st.characters(exclude_categories=[]), max_size=60)


def test_known_token_ids():
    assert TOKENIZER.encode("hello world") == [15339, 1917]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("hello world", 2),
        # [4438, 527, 499, 30] in OpenAI's cookbook of cl100k_base
        ("How are you?", 4),
        # 3 digits a token, from the left
        ("1234567", 3),
        # plain text, not the one special token 100257
        ("<|endoftext|>", 7),
        # the surrogate counts as U+FFFD
        ("\ud800", 1),
    ],
)
def test_count(text: str, count: int):
    assert count_tokens(text) == count


def test_counts_of_several_texts():
    counts = token_counts(text for text in ("hello world", "", "hello"))
    assert counts.dtype == np.int32
    assert counts.tolist() == [2, 0, 1]
    assert token_counts([]).shape == (0,)


def test_long_texts_take_no_quadratic_time():
    assert count_tokens("a" * 50_000) == 50_000 // 8
    assert count_tokens("word " * 300_000) == 300_001
    assert count_tokens("\ud800" * 50_000) > 0


def test_needs_no_network_and_stands_beside_the_whole_package():
    program = (
        "import socket\n"
        "def refuse(*_, **__): raise OSError('no network')\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from microrag_core.text.tokens import count_tokens, token_spans\n"
        "print(count_tokens('hello world'), token_spans('hello world'))\n"
        "import bpe_openai\n"
        "print(bpe_openai.get_encoding('cl100k_base').encode('hello world'))\n"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["2 [(0, 5), (5, 11)]", "[15339, 1917]"]


def test_spans_of_a_character_of_several_tokens():
    # U+1F9EC is tokens of 2, 1 and 1 bytes, or a split like it: all of them touch character 1.
    spans = token_spans("a🧬b")
    assert spans[0] == (0, 1)
    assert spans[-1] == (2, 3)
    assert set(spans[1:-1]) == {(1, 2)}
    assert len(spans) == count_tokens("a🧬b") > 3


@given(ANY_TEXT)
@settings(max_examples=300, deadline=None)
def test_spans_cover_the_text_in_order(text: str):
    spans = token_spans(text)
    assert len(spans) == count_tokens(text)
    position = 0
    for start, end in spans:
        # A span begins where the last one ended, or at the character that the two share.
        assert start in (position, position - 1)
        assert end > start
        assert end >= position
        position = end
    assert position == len(text)
