"""Bytes to text: which encoding a file was written in.

Sure signs come first (a byte order mark, valid UTF-8, the zero bytes of UTF-16 and UTF-32). Legacy encodings are told apart by
charset-normalizer for scripts other than Latin; Latin text is Windows-1252, a superset of Latin-1, unless that puts symbols
inside words, since charset-normalizer often takes Western text for Central European.
"""

import codecs
import re
import unicodedata

from charset_normalizer import from_bytes

from microrag_core.errors import InputError

NOT_TEXT = "The content is binary data, not text."
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
WIDE = ["utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le"]  # have a mark or zero bytes
SAMPLE = 65_536
CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
KANA = re.compile("[\u3040-\u30ff]")
SYMBOL_IN_WORD = re.compile("[a-zA-Z][\xa1-\xbf\xd7\xf7\x80-\x9f†‡ˆ‰‹›™˜¤][a-zA-Z]")


def decode_text(data: bytes, declared: str = "") -> str:
    """Return the text of `data`. `declared` is an encoding that the file itself names; it is tried where no sign is sure.

    Raises `InputError` where the bytes are no text in any encoding.
    """
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return checked(data.decode(encoding, "replace"))
    if b"\0" in data[:SAMPLE]:
        return checked(data.decode(wide_encoding(data), "replace"))
    if b"\x1b$B" in data or b"\x1b$@" in data:
        return data.decode("iso2022_jp", "replace")
    try:
        return checked(data.decode("utf-8"))
    except UnicodeDecodeError:
        return checked(data.decode(legacy_encoding(data, declared), "replace"))


def checked(text: str) -> str:
    """Return `text`, or raise `InputError` where more than a hundredth of it is control characters or undecodable."""
    sample = text[:SAMPLE]
    bad = len(CONTROLS.findall(sample)) + sample.count("\ufffd")
    if bad > len(sample) / 100 + 2:
        raise InputError(NOT_TEXT)
    return text


def wide_encoding(data: bytes) -> str:
    """Return which of UTF-16 and UTF-32 wrote `data` without a mark, from where its zero bytes stand."""
    sample = data[: SAMPLE - SAMPLE % 4]
    sample = sample[: len(sample) - len(sample) % 4] or sample
    zeros = [sample[offset::4].count(0) / max(1, len(sample[offset::4])) for offset in range(4)]
    if len(data) % 4 == 0 and min(zeros[2:]) > 0.95 and zeros[0] < 0.1:
        return "utf-32-le"
    if len(data) % 4 == 0 and min(zeros[:2]) > 0.95 and zeros[3] < 0.1:
        return "utf-32-be"
    for encoding, low, high in (("utf-16-le", 0, 1), ("utf-16-be", 1, 0)):
        first, second = zeros[low] + zeros[low + 2], zeros[high] + zeros[high + 2]
        if len(data) % 2 == 0 and first < 0.02 and second > first and reads_as_text(sample, encoding):
            return encoding
    if len(CONTROLS.findall(data[:SAMPLE].decode("latin-1"))) <= len(data[:SAMPLE]) / 100:
        return "utf-8"  # a text with a few stray zero bytes
    raise InputError(NOT_TEXT)


def reads_as_text(data: bytes, encoding: str) -> bool:
    """Whether `data` decodes to assigned characters, nearly all letters, marks, digits, spaces and punctuation."""
    text = data.decode(encoding, "replace")
    usual = sum(unicodedata.category(character)[0] in "LMNPZ" or character in "\r\n\t" for character in text)
    return usual > 0.95 * len(text)


def legacy_encoding(data: bytes, declared: str = "") -> str:
    """Return the encoding of `data`, which is not valid UTF-8."""
    if mostly_utf8(data):
        return "utf-8"
    if declared and decodes(data, declared):
        return "cp1252" if codecs.lookup(declared).name in ("iso8859-1", "ascii") else declared
    sample = data[:SAMPLE]
    for encoding in ("cp932", "euc_jp"):
        if japanese(sample.decode(encoding, "replace")):
            return encoding
    best = from_bytes(sample, cp_exclusion=WIDE).best()
    if best and other_script(sample.decode(best.encoding, "replace")) and decodes(data, best.encoding):
        return best.encoding
    return latin_encoding(sample)


def mostly_utf8(data: bytes) -> bool:
    """Whether `data` is UTF-8 but for a few bad bytes, such as a last character that was cut."""
    cut = codecs.getincrementaldecoder("utf-8")("replace")
    text = cut.decode(data)  # leaves out the last character where it is not whole
    bad = text.count("\ufffd")
    good = sum(character > "\x7f" for character in text) - bad
    return good > 10 * bad


def japanese(text: str) -> bool:
    """Whether decoded text reads as Japanese: nothing undecodable and kana among the characters that are not ASCII."""
    foreign = [character for character in text if character > "\x7f"]
    kana = len(KANA.findall(text))
    return text[:-1].count("\ufffd") == 0 and kana > 0.2 * len(foreign)


def other_script(text: str) -> bool:
    """Whether most letters are not Latin ones."""
    letters = [character for character in text if character.isalpha()]
    other = sum(character > "\u036f" for character in letters)
    return other > 0.4 * len(letters)


def latin_encoding(sample: bytes) -> str:
    """Return Windows-1252, or Windows-1250 where the first has symbols inside words, or Latin-1 where neither decodes."""
    if not decodes(sample, "cp1252"):
        return "latin-1"
    inside = len(SYMBOL_IN_WORD.findall(sample.decode("cp1252")))
    if inside and decodes(sample, "cp1250") and len(SYMBOL_IN_WORD.findall(sample.decode("cp1250"))) < inside / 2:
        return "cp1250"
    return "cp1252"


def decodes(data: bytes, encoding: str) -> bool:
    """Whether `encoding` is known and all of `data` is valid in it."""
    try:
        data.decode(encoding)
    except (UnicodeError, LookupError):
        return False
    return True
