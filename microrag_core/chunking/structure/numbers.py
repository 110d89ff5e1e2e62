"""Numbers of chapters: Arabic, Roman and in English words."""

import re

LARGEST = 899
ROMAN = re.compile(r"(?=[DCLXVI])(CD|D?C{0,4})(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})\Z", re.IGNORECASE)
ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500}
ONES = (
    "one two three four five six seven eight nine ten"
    " eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
ORDINAL_ONES = (
    "first second third fourth fifth sixth seventh eighth ninth tenth"
    " eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SMALL = {word: value for words in (ONES, ORDINAL_ONES) for value, word in enumerate(words.split(), start=1)}
LARGE = {word: 10 * value for value, word in enumerate(TENS.split(), start=2)}
LARGE |= {word[:-1] + "ieth": value for word, value in LARGE.items()}
WORDS = "|".join(sorted(SMALL, key=len, reverse=True))  # the longest first: "sixteen" begins like "six"
NUMBER = rf"(?:\d{{1,3}}|[IVXLCD]+|(?:{'|'.join(LARGE)})(?:[- ](?:{WORDS}))?|{WORDS})"
"""A pattern of all that `parse_number` may read."""


def parse_number(text: str) -> int | None:
    """Return the number that `text` is (1 to 899), None where it is none: "13", "XIII", "thirteen", "thirteenth"."""
    text = text.strip().lower()
    if text.isdecimal() and text.isascii():
        return int(text) if 0 < int(text) <= LARGEST else None
    if text in SMALL:
        return SMALL[text]
    tens, _, ones = text.replace("-", " ").partition(" ")
    if tens in LARGE and (not ones or SMALL.get(ones, 10) < 10):
        return LARGE[tens] + SMALL.get(ones, 0)
    # A lone C or D is the name of an appendix, not the number 100 or 500.
    return from_roman(text) if ROMAN.match(text) and text not in {"c", "d"} else None


def from_roman(text: str) -> int:
    """Return the value of a Roman numeral: a sign before a larger one is taken off."""
    values = [ROMAN_VALUES[sign] for sign in text.upper()]
    following = [*values[1:], 0]
    return sum(-value if value < after else value for value, after in zip(values, following, strict=True))


def to_roman(number: int) -> str:
    """Return a number from 1 to 899 as a Roman numeral."""
    signs = (("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5))
    numeral = ""
    for sign, value in (*signs, ("IV", 4), ("I", 1)):
        numeral += sign * (number // value)
        number %= value
    return numeral
