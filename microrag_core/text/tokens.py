"""Tokens of OpenAI's cl100k_base encoding, counted without a network: the table is part of the package `bpe-openai`."""

import gzip
import re
import sys
from base64 import b64decode
from collections.abc import Iterable
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType

import numpy as np

from microrag_core.datatypes import Integers

ENCODING = "cl100k_base"
PACKAGE = "bpe_openai"
SURROGATE = re.compile("[\ud800-\udfff]")


def load_bindings() -> ModuleType:
    """Return the package's compiled part without the Python code around it.

    `import bpe_openai` reads the tables of three encodings into dictionaries (0.6 s, 70 MB) that the compiled part does not
    use, and its `encode_ordinary` refuses texts of a million characters.
    """
    name = f"{PACKAGE}._bindings"
    if name in sys.modules:
        return sys.modules[name]
    package = find_spec(PACKAGE)
    spec = PathFinder.find_spec(name, package.submodule_search_locations) if package else None
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    module = module_from_spec(spec)
    # A compiled module can be initialised only once: a later `import bpe_openai` must find this one.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


BINDINGS = load_bindings()
# It knows no special tokens: "<|endoftext|>" is plain text.
TOKENIZER = BINDINGS.tokenizer_for_encoding(ENCODING)


def count_tokens(text: str) -> int:
    """Return how many cl100k_base tokens `text` has, in time linear in its length; a lone surrogate counts as U+FFFD."""
    return int(TOKENIZER.count(without_surrogates(text)))


def token_counts(texts: Iterable[str]) -> Integers:
    """Return the number of cl100k_base tokens of each text, int32 of shape (n,)."""
    return np.fromiter(map(count_tokens, texts), dtype=np.int32)


def token_spans(text: str) -> list[tuple[int, int]]:
    """Return the characters that each token touches, as (start, end), one pair a token in order.

    A token may end inside a character (most emoji are several tokens). The spans of such neighbours overlap by that
    character, so a text may be cut between two tokens only where the first ends no later than the second starts.
    """
    text = without_surrogates(text)
    data = np.frombuffer(text.encode("utf-8"), dtype=np.uint8)
    # Bytes 10xxxxxx continue a character; all others begin one (RFC 3629).
    character = np.cumsum((data & 0xC0) != 0x80) - 1
    ends = np.cumsum(token_lengths()[TOKENIZER.encode(text)])
    starts = np.concatenate(([0], ends[:-1])) if len(ends) else ends
    return list(zip(character[starts].tolist(), (character[ends - 1] + 1).tolist(), strict=True))


@cache
def token_lengths() -> Integers:
    """Return the length in bytes of every token by its id, from the package's table: a line of base64 and id for each."""
    table = Path(str(BINDINGS.__file__)).parent / "data" / f"{ENCODING}.tiktoken.gz"
    lines = [line.split() for line in gzip.decompress(table.read_bytes()).splitlines()]
    lengths = np.zeros(len(lines), dtype=np.int32)
    for token, number in lines:
        lengths[int(number)] = len(b64decode(token))
    return lengths


def without_surrogates(text: str) -> str:
    """Return `text` with each lone surrogate, which UTF-8 cannot hold, replaced by U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return SURROGATE.sub("\ufffd", text)
    return text
