"""Numbers of a sentence with what they count: a number without its unit, or without "less than", says something else."""

import re
from collections.abc import Iterator, Sequence

from microrag_core.context.spans import Span
from microrag_core.context.word_lists import BOUNDS, NUMBER_WORDS, RATES, SCALES
from microrag_core.context.words import Word

HAN_NUMBER = re.compile(
    "[零〇一二三四五六七八九十百千万萬亿億两兩]{2,}|[两兩三四五六七八九十百千][个個名種种次年月日人只座家位天倍枚支场]"
)
HAN_BOUND = re.compile("(?:不足|不到|少于|多于|超过|超過|至少|至多|最多|最少|大约|大約|约|約|近|仅|負|负|第|公元前|公元)+\\Z")
SIGN_BEFORE = re.compile(r"(?:[^\W\d_]{0,3}[$€£¥₹₽＄￥]|[−–+±~≈<>≤≥-])\s?\Z")
SIGN_AFTER = re.compile(r"\s?(?:[%‰٪％$€£¥]|°\s?[CFK]?\b)")
HAN_UNIT = re.compile("[\u4e00-\u9fff]{1,4}")
NEAR = re.compile(r"\s*|[-\u2011]")
ARABIC_PREFIX = re.compile("[وفبلك]+(?=.{3})")
MOST_BOUNDS = 3


def number_spans(text: str, words: Sequence[Word]) -> Iterator[Span]:
    """Yield each number of a text, in digits or words, from what stands before it to the end of its unit."""
    for place, word in enumerate(words):
        if word.number or is_number_word(word.text.lower()):
            yield number_start(text, words, place), unit_end(text, words, place)


def is_number_word(word: str) -> bool:
    """Tell whether a word is a number; Arabic joins "and", "with" and "for" to it."""
    return word in NUMBER_WORDS or ARABIC_PREFIX.sub("", word, count=1) in NUMBER_WORDS or HAN_NUMBER.search(word) is not None


def number_start(text: str, words: Sequence[Word], place: int) -> int:
    """Return where a number begins with its sign or currency, a month or name before it, and words such as "at least"."""
    start = words[place].start
    if sign := SIGN_BEFORE.search(text, max(0, start - 5), start):
        start = sign.start()
    elif bound := HAN_BOUND.search(text, max(0, start - 8), start):
        return bound.start()
    before = place - 1
    if (
        before >= 0
        and is_near(text, words[before].end, start)
        and words[before].text[0].isupper()
        and not words[before].function
    ):
        start = words[before].start
        before -= 1
    for bound_place in range(before, max(-1, before - MOST_BOUNDS), -1):
        bound_word = words[bound_place]
        if bound_word.text.lower() not in BOUNDS or not is_near(text, bound_word.end, start):
            break
        start = bound_word.start
    return start


def unit_end(text: str, words: Sequence[Word], place: int) -> int:
    """Return where a number's unit ends: at a sign, the next word, one more after "million" and "square", and "per day" too."""
    end = words[place].end
    following = place + 1
    if sign := SIGN_AFTER.match(text, end):
        end = sign.end()
    elif following < len(words) and is_near(text, end, words[following].start):
        if unit := HAN_UNIT.match(words[following].text):
            return words[following].start + unit.end()
        while following < len(words) and is_near(text, end, words[following].start) and not words[following].function:
            end = words[following].end
            following += 1
            if words[following - 1].text.lower() not in SCALES:
                break
    return rate_end(text, words, end)


def rate_end(text: str, words: Sequence[Word], end: int) -> int:
    """Return where "per day", "a box" or "/kg" after a unit ends; `end` where there is none."""
    rest = [word for word in words if word.start >= end][:2]
    if rest and text[end : rest[0].start] == "/":
        return rest[0].end
    if len(rest) == 2 and rest[0].text.lower() in RATES and is_near(text, end, rest[0].start):
        return rest[1].end if is_near(text, rest[0].end, rest[1].start) else end
    return end


def is_near(text: str, end: int, start: int) -> bool:
    """Tell whether two words stand next to each other: nothing but a blank or a hyphen between them."""
    return NEAR.fullmatch(text, end, start) is not None
