"""Numbers of a text as values with their units, so that "5,000,000 dollars" and "$5 million" are the same."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from microrag_core.context.words import Word
from microrag_core.text.vocabulary import words

LISTED = {
    2: "two zwei deux dos два twice",
    3: "three drei trois tres три",
    4: "four vier quatre cuatro четыре",
    5: "five fünf cinq cinco пять",
    6: "six sechs seis шесть",
    7: "seven sieben sept siete семь",
    8: "eight acht huit ocho восемь",
    9: "nine neun neuf nueve девять",
    10: "ten zehn dix diez десять",
    11: "eleven elf onze once одиннадцать",
    12: "twelve zwölf douze doce двенадцать dozen",
    20: "twenty zwanzig vingt veinte двадцать",
    30: "thirty dreißig trente treinta тридцать",
    40: "forty vierzig quarante cuarenta сорок",
    50: "fifty fünfzig cinquante cincuenta пятьдесят",
    60: "sixty sechzig soixante sesenta шестьдесят",
    70: "seventy siebzig setenta семьдесят",
    80: "eighty achtzig ochenta восемьдесят",
    90: "ninety neunzig noventa девяносто",
}
WRITTEN = {word: value for value, listing in LISTED.items() for word in listing.split() if word != "once"}
SCALES = {
    1e2: words("hundred hundert"),
    1e3: words("thousand thousands tausend mille mil тысяч тысячи тысяча k"),
    1e6: words("million millions millionen mio millón millones milioni miljoen миллион миллиона миллионов"),
    1e9: words("billion billions milliarde milliarden mrd milliard milliards miliardi miljard миллиард миллиарда bn"),
    1e12: words("trillion trillions"),
}
SCALE = {word: scale for scale, listing in SCALES.items() for word in listing}
DECIMAL_COMMA = frozenset({"de", "fr", "es", "it", "pt", "nl", "ru", "sv", "da", "no", "tr", "el"})
GROUPED = re.compile(r"\d{1,3}(?:([,.'’٬])\d{3})(?:\1\d{3})*(?:[.,]\d+)?")
DIGITS = re.compile(r"(\d[\d.,'’٬٫]*)(?:st|nd|rd|th|s|er|e|º|ª)?", re.IGNORECASE)
CURRENCIES = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee", "₽": "rouble", "＄": "dollar", "￥": "yen"}
CURRENCY_WORDS = {
    "dollar": words("dollar dollars usd"),
    "euro": words("euro euros eur"),
    "pound": words("pound pounds gbp sterling"),
    "yen": words("yen jpy"),
}
NAMED_CURRENCY = {word: name for name, listing in CURRENCY_WORDS.items() for word in listing}
UNITS = {
    "km": words(
        "km kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetro kilómetros chilometri километров 公里 千米"
    ),
    "m": words("m metre metres meter meters metern mètre mètres metro metros metri метр метра метров 米"),
    "cm": words("cm centimetre centimetres centimeter centimeters zentimeter centimètres centímetros 厘米"),
    "mm": words("mm millimetre millimetres millimeter millimeters 毫米"),
    "mile": words("mi mile miles meile meilen"),
    "foot": words("ft foot feet"),
    "kg": words("kg kilo kilos kilogram kilograms kilogramm 公斤 千克"),
    "g": words("g gram grams gramme grammes gramm 克"),
    "mg": words("mg milligram milligrams milligramm"),
    "tonne": words("t tonne tonnes tonnen"),
    "a.m.": words("am a.m"),
    "p.m.": words("pm p.m"),
}
SPANS_OF_TIME = words("second seconds minute minutes hour hours day days week weeks month months year years")
UNIT_OF = {word: unit for unit, listing in UNITS.items() for word in listing}
PERCENT = words("percent pct prozent pourcent procent")
SIGN_BEFORE = re.compile(r"([$€£¥₹₽＄￥])\s?\Z")
SIGN_AFTER = re.compile(r"\s?([%٪％$€£¥])")
PER_CENT = re.compile(r"[\s-]?per cent\b|[\s-]?por ciento\b|[\s-]?pour cent\b", re.IGNORECASE)
NEXT_WORD = re.compile(r"[\s\u00a0\u202f-]{0,2}")
YEARS = (1000, 2200)
PERCENTAGE = re.compile("per ?cent|prozent|pourcent|porcent", re.IGNORECASE)
CURRENCY_UNITS = {*CURRENCIES.values(), *NAMED_CURRENCY.values()}
CALENDAR = "calendar year"
"""The unit of a year such as 1999: no word has this stem."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its `value` and `unit`: a currency, `%`, `calendar year`, the stem of a word, or empty.

    Its currency sign begins at `start`, the number ends at `number_end` and its unit at `end`. `counted` are the stems of up to
    two words that follow: "30 vacation days" counts days too.
    """

    start: int
    number_end: int
    end: int
    value: float
    unit: str
    counted: frozenset[str] = frozenset()

    def measures_as(self, other: "Quantity") -> bool:
        """Tell whether two numbers are of one unit, or count the same."""
        return bool(self.unit) and (self.unit == other.unit or bool(self.counted & other.counted))

    def clashes_with(self, other: "Quantity") -> bool:
        """Tell whether two numbers of one value are not the same amount: 12 euros and 12 dollars, 30 % and 30 visitors."""
        units = {self.unit, other.unit}
        if "" in units or CALENDAR in units or len(units) == 1 or self.value != other.value:
            return False
        if any(one.unit in two.counted or PERCENTAGE.match(one.unit) for one, two in ((self, other), (other, self))):
            return False
        return "%" in units or units <= CURRENCY_UNITS or units <= UNITS.keys()


def read_quantities(text: str, found: Sequence[Word], stems: Sequence[str], language: str) -> list[Quantity]:
    """Return the numbers of a text, written in digits or in words. `stems` (n) are those of the words `found` (n)."""
    quantities: list[Quantity] = []
    for place, word in enumerate(found):
        value = 1.0 if counts_one(found, place) else number_value(word.text, language)
        if value is None or (quantities and quantities[-1].end > word.start):
            continue
        end, following = word.end, place + 1
        while (scale := scale_at(text, found, following, end)) is not None:
            value, end, following = value * scale, found[following].end, following + 1
        number_end = end
        sign = SIGN_BEFORE.search(text, max(0, word.start - 2), word.start)
        counted = counted_by(text, found, stems, following)
        unit, end = unit_of(text, found, stems, (word.start, end), following)
        if not unit and YEARS[0] <= value <= YEARS[1] and word.text.isdigit() and len(word.text) == 4:
            unit = CALENDAR
        quantities.append(Quantity(sign.start() if sign else word.start, number_end, end, value, unit, counted))
    return quantities


def counts_one(found: Sequence[Word], place: int) -> bool:
    """Tell whether "one" at a place is a number: before what is measured, but for the "one day" that begins a tale."""
    following = found[place + 1].text.lower() if place + 1 < len(found) else ""
    measured = following in SPANS_OF_TIME or following in UNIT_OF or following in NAMED_CURRENCY
    return found[place].text.lower() == "one" and measured and not (place == 0 and following == "day")


def number_value(word: str, language: str) -> float | None:
    """Return the value of a word that is a number by itself, else None."""
    if (written := WRITTEN.get(word.lower())) is not None:
        return float(written)
    match = DIGITS.fullmatch(word)
    if match is None:
        return None
    digits = match[1].rstrip(".,'’")
    comma_first = language in DECIMAL_COMMA
    if (grouped := GROUPED.fullmatch(digits)) and not (grouped[1] == "." and not comma_first and digits.count(".") == 1):
        head, _, tail = digits.rpartition(grouped[1])
        rest = re.split("[.,]", tail.replace(grouped[1], ""), maxsplit=1)
        digits = ".".join([head.replace(grouped[1], "") + rest[0], *rest[1:]])
    digits = re.sub("['’٬]", "", digits).replace(",", ".").replace("٫", ".")
    try:
        return float(digits)
    except ValueError:
        return None


def scale_at(text: str, found: Sequence[Word], place: int, end: int) -> float | None:
    """Return what "million" and the like at a place multiply the number before it by; None where no such word follows."""
    if place >= len(found) or not NEXT_WORD.fullmatch(text, end, found[place].start):
        return None
    if found[place].text in ("m", "M"):
        # Metres, unless money is counted.
        after = found[place + 1].text.lower() if place + 1 < len(found) else ""
        return 1e6 if SIGN_BEFORE.search(text, 0, found[place - 1].start) or after in NAMED_CURRENCY else None
    return SCALE.get(found[place].text.lower())


def unit_of(text: str, found: Sequence[Word], stems: Sequence[str], span: tuple[int, int], following: int) -> tuple[str, int]:
    """Return the unit of the number at `span` and where number and unit end."""
    start, end = span
    if sign := SIGN_BEFORE.search(text, max(0, start - 2), start):
        return CURRENCIES[sign[1]], end
    if sign := SIGN_AFTER.match(text, end):
        return CURRENCIES.get(sign[1], "%"), sign.end()
    if spelled := PER_CENT.match(text, end):
        return "%", spelled.end()
    if following < len(found) and NEXT_WORD.fullmatch(text, end, found[following].start):
        return word_unit(found[following], stems[following]) or ("", end)
    return "", end


def word_unit(word: Word, stem: str) -> tuple[str, int] | None:
    """Return the unit that the word after a number is, and where it ends; None for a small word or another number."""
    if word.text.lower() in PERCENT:
        return "%", word.end
    if currency := NAMED_CURRENCY.get(word.text.lower()):
        return currency, word.end
    if unit := UNIT_OF.get(word.text) or UNIT_OF.get(word.text.lower()):
        return unit, word.end
    return None if word.function or word.number else (stem, word.end)


def counted_by(text: str, found: Sequence[Word], stems: Sequence[str], following: int) -> frozenset[str]:
    """Return the stems of up to two words in a row after a number, small words and numbers none of them."""
    counted: set[str] = set()
    for place in range(following, min(following + 2, len(found))):
        word = found[place]
        if word.function or word.number or not NEXT_WORD.fullmatch(text, found[place - 1].end, word.start):
            break
        counted.add(stems[place])
    return frozenset(counted)
