"""What a model reads of a text: its word pieces, up to the number at which the model cuts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Encoding, Tokenizer

from microrag_core.datatypes import Floats, Integers

LONGEST_WORD = 128
"""No tokenizer of ours makes more pieces than this of the one word at which a text may be cut (BERT: 100)."""
CHARACTERS_PER_TOKEN = 16
"""So many characters hold the wanted number of pieces in any usual text; where they do not, all of the text is read."""


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """What a model reads of a text: all token ids, which of them (m,) are of the text itself, and their characters (m, 2)."""

    ids: list[int]
    places: Integers
    spans: Integers


class Reader:
    """A tokenizer that stops after `maximum_tokens` word pieces, and knows how far into a text it came.

    Of a long text only the start is tokenized: a book that a model reads 256 word pieces of costs no more than a page.
    """

    def __init__(self, tokenizer: Tokenizer, maximum_tokens: int) -> None:
        self._tokenizer = Tokenizer.from_str(tokenizer.to_str())
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.maximum_tokens = maximum_tokens
        self.special_tokens: int = self._tokenizer.num_special_tokens_to_add(False)
        self.room = max(1, maximum_tokens - self.special_tokens)

    @classmethod
    def from_folder(cls, folder: Path, maximum_tokens: int) -> "Reader":
        """Read a model folder's `tokenizer.json`."""
        return cls(Tokenizer.from_file(str(folder / "tokenizer.json")), maximum_tokens)

    def token_ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's ids, the first and the last special, at most `maximum_tokens` of them."""
        most = self.maximum_tokens
        ids = [encoding.ids for encoding in self._encodings(texts)]
        return [row if len(row) <= most else [*row[: most - 1], row[-1]] for row in ids]

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """Return what the model reads of each text, with the characters that each word piece stands for."""
        return [cut_pieces(encoding, self.maximum_tokens) for encoding in self._encodings(texts, offsets=True)]

    def spans(self, texts: Sequence[str], times: int) -> list[Integers]:
        """Return the characters (m, 2) of each text's word pieces, at least `times` as many of them as are read at once."""
        found = []
        for encoding in self._encodings(texts, offsets=True, times=times):
            own = ~np.array(encoding.special_tokens_mask, dtype=bool)
            found.append(np.array(encoding.offsets, dtype=np.int32).reshape(-1, 2)[own])
        return found

    def read_fractions(self, texts: Sequence[str]) -> Floats:
        """Return (n,) the share of each text's characters up to the end of the last word piece read, 1 when all are."""
        wanted = self.maximum_tokens - self.special_tokens
        fractions = np.ones(len(texts), dtype=np.float32)
        for row, encoding in enumerate(self._encodings(texts, offsets=True)):
            if len(encoding.ids) > self.maximum_tokens:
                ends = [
                    end for (_, end), special in zip(encoding.offsets, encoding.special_tokens_mask, strict=True) if not special
                ]
                fractions[row] = ends[wanted - 1] / len(texts[row])
        return fractions

    def _encodings(self, texts: Sequence[str], offsets: bool = False, times: int = 1) -> list[Encoding]:
        """Tokenize at least as much of each text as the model reads in that many times."""
        encode = self._tokenizer.encode_batch if offsets else self._tokenizer.encode_batch_fast
        limit = CHARACTERS_PER_TOKEN * self.maximum_tokens * times
        starts = [without_surrogates(text[:limit]) for text in texts]
        found: list[Encoding] = encode(starts)
        enough = self.maximum_tokens * times + LONGEST_WORD
        short = [row for row, text in enumerate(texts) if len(text) > limit and len(found[row].ids) < enough]
        for row, encoding in zip(short, encode([without_surrogates(texts[row]) for row in short]), strict=True):
            found[row] = encoding
        return found


def cut_pieces(encoding: Encoding, most: int) -> Pieces:
    """Return at most `most` tokens of a text: its special ones, and as many of its first word pieces as there is room for."""
    special = np.array(encoding.special_tokens_mask, dtype=bool)
    kept = special.copy()
    kept[np.flatnonzero(~special)[: max(0, most - int(special.sum()))]] = True
    places = np.flatnonzero(~special[kept]).astype(np.int32)
    spans = np.array(encoding.offsets, dtype=np.int32).reshape(-1, 2)[kept][places]
    return Pieces(np.array(encoding.ids, dtype=np.int64)[kept].tolist(), places, spans)


def without_surrogates(text: str) -> str:
    """Return `text` with half characters, which no tokenizer takes, replaced by U+FFFD; its length stays."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= character <= "\udfff" else character for character in text)
    return text
