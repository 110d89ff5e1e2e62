"""Words of a text for matching by words: in scripts that put no space between words, pairs of characters."""

import re
import sys
import unicodedata
from itertools import pairwise

# Han with kana, Hangul, Thai, Lao, Burmese, Khmer. Korean has spaces, but its words carry their particles; pairs match within.
UNSPACED = "".join(
    f"{first}-{last}"
    for first, last in (
        ("\u3005", "\u3007"),
        ("\u3040", "\u30ff"),
        ("\u3400", "\u4dbf"),
        ("\u4e00", "\u9fff"),
        ("\uac00", "\ud7a3"),
        ("\uf900", "\ufaff"),
        ("\u0e01", "\u0e4e"),
        ("\u0e81", "\u0ece"),
        ("\u1000", "\u109d"),
        ("\u1780", "\u17d3"),
        ("\U00020000", "\U0003ffff"),
    )
)


def marks() -> str:
    """Return the combining marks as ranges for a character class: `\\w` lacks them, and would cut Hindi at each vowel sign."""
    codes = [code for code in range(0x10000) if unicodedata.category(chr(code)).startswith("M")]
    starts = [code for code, before in zip(codes, [-2, *codes], strict=False) if code != before + 1]
    ends = [code for code, after in zip(codes, [*codes[1:], sys.maxunicode + 2], strict=True) if code + 1 != after]
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends, strict=True))


WORD_CHARACTER = f"[\\w{marks()}]"
WORD = re.compile(f"{WORD_CHARACTER}+(?:'{WORD_CHARACTER}+)*")
STRETCH = re.compile(f"([{UNSPACED}]+)")


def split_words(text: str, *, single_characters: bool) -> list[str]:
    """Return the words of `text` in order, in lower case and in Unicode's composed compatibility form (NFKC).

    A stretch in a script without spaces gives each pair of neighbouring characters (Ogawa and Iwasaki 1995), after its single
    characters when `single_characters`: texts have them so that a question of one character finds something. A stretch
    of one character always gives that. An apostrophe within a word belongs to it.
    """
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    if plain.isascii() or not STRETCH.search(plain):
        return WORD.findall(plain)
    found: list[str] = []
    for number, piece in enumerate(STRETCH.split(plain)):
        # The pieces between the stretches come first and at every other place.
        found += pairs(piece, single_characters) if number % 2 else WORD.findall(piece)
    return found


def pairs(stretch: str, single_characters: bool) -> list[str]:
    """Return the pairs of neighbouring characters, after the characters themselves when wanted or when there is but one."""
    singles = list(stretch) if single_characters or len(stretch) == 1 else []
    return singles + [first + second for first, second in pairwise(stretch)]
