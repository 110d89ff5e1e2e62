"""Where sentences end inside one block of text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from microrag_core.text.abbreviations import begins_sentences, stop_ends_sentence
from microrag_core.text.blocks import Block
from microrag_core.text.vocabulary import SPEECH_VERBS

# Terminators of scripts that put no blank after a sentence, or that use the sign for nothing else (Unicode Sentence_Terminal).
PLAIN = "。！？｡؟۔।॥።፧፨։។៕၊။᠃"
TERMINATORS = ".!?…‥⁇⁈⁉‼‽" + PLAIN
BULLETS = "•‣▪●◦"
QUOTES = "\"'”’“‘»«›‹」』"
CLOSERS = "\"'”’›」』)]}*_）】》〉］"
EITHER_WAY = "“‘«»‹"
OPENERS = frozenset("\"'“‘”’«»„‹›([{<*_¿¡—–-「『（【《〈`#>")
READS_ON = frozenset(",;:)]}.…?!，、；：）」』】》〉،؛%")

# One run of terminators with what closes after it: quotation marks, brackets, a reference such as [3], and a quotation mark
# that stands alone between blanks; or a bullet. It is possessive and starts nowhere but at the start of a run, so that a
# million stops take linear time, and it begins with a plain set, which `re` searches several times faster than a choice.
CANDIDATE = re.compile(
    rf"(?P<run>[{re.escape(TERMINATORS + BULLETS)}](?<![{re.escape(TERMINATORS)}].)[{re.escape(TERMINATORS)}]*+)"
    rf"(?P<closers>(?:[{re.escape(CLOSERS)}]|[{EITHER_WAY}](?=[\s.,;:!?…)\]]|\Z))*+)"
    r"(?:\[\d[\d,;\s–-]{0,20}\])*+(?:[ \t\u00a0\u202f]+(?P<quote>[\"”’»])(?=\s|\Z))?",
    re.DOTALL,
)
PARENTHESIS = re.compile(r"\([^()]{1,200}\)|（[^（）]{1,200}）")
WORD = re.compile(r"\w[\w-]*")
VISIBLE = re.compile(r"\S")
IDEOGRAPH = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
MISSING_BLANK = re.compile(r"[\"“‘'(]?([A-Z][a-z]{0,20})[\s,’']")
LONG_TOKEN = re.compile(r"[\s\"“”‘’'(]([^\W\d_]{3,20})\Z")
ATTRIBUTION = re.compile(
    r"(?!(?:He|She|It|They|We|You|Then|Nobody|Everyone|Someone)\b)"
    rf"(?:(?:Mr|Mrs|Ms|Dr)\.\s)?(?:[A-Z][\w’'-]*\s){{1,3}}(?:{'|'.join(sorted(SPEECH_VERBS))})\b"
)
CJK_ATTRIBUTION = re.compile("(?:と|って)|[\u4e00-\u9fff]{1,4}(?:说|道|问|喊|答|說|問)")


@dataclass(frozen=True, slots=True)
class Writing:
    """What holds for a whole text: its language, and whether it is `caseless`, written without a single capital."""

    language: str
    caseless: bool


def split_block(text: str, block: Block, writing: Writing) -> Iterator[tuple[int, int]]:
    """Yield the spans of a block's sentences."""
    start = block.start
    if not block.whole:
        for end, following in boundaries(text, block, writing):
            yield start, end
            start = following
    yield start, block.end


def boundaries(text: str, block: Block, writing: Writing) -> Iterator[tuple[int, int]]:
    """Yield (end of a sentence, start of the next one) for each boundary inside a block."""
    asides = PARENTHESIS.finditer(text, block.content, block.end)
    aside = next(asides, None)
    for match in CANDIDATE.finditer(text, block.content, block.end):
        while aside is not None and aside.end() < match.end():
            aside = next(asides, None)
        if aside is not None and aside.start() < match.start() and match.end() < aside.end():
            continue
        if match["run"][0] in BULLETS:
            if (
                match.start() > block.content
                and text[match.start() - 1].isspace()
                and text[match.end() : match.end() + 1].isspace()
            ):
                yield end_before(text, match.start()), match.start()
            continue
        visible = VISIBLE.search(text, match.end(), block.end)
        if visible is not None and ends_sentence(text, match, visible.start(), block.end, writing):
            yield match.end(), visible.start()


def end_before(text: str, position: int) -> int:
    """Return where the white space before `position` begins."""
    while text[position - 1].isspace():
        position -= 1
    return position


def ends_sentence(text: str, match: re.Match[str], following: int, end: int, writing: Writing) -> bool:
    """Tell whether a run of terminators ends a sentence whose successor would begin at `following`."""
    run, closers = match["run"], match["closers"]
    if not run.isascii() and any(sign in PLAIN for sign in run):
        return text[following] not in READS_ON and not (closers and CJK_ATTRIBUTION.match(text, following))
    if following == match.end():
        return ends_without_blank(text, match, following)
    letter = following
    while letter < end - 1 and text[letter] in OPENERS:
        letter += 1
    if text[letter] in READS_ON or (text[letter].islower() and not writing.caseless and not is_name(text, letter)):
        return False
    quoted = match["quote"] is not None or any(sign in QUOTES for sign in closers)
    if "!" in run or "?" in run or run[0] in "⁇⁈⁉‼‽":
        titled = text[following] == "(" and text[letter].isdigit()
        return not (quoted and (titled or ATTRIBUTION.match(text, letter)))
    if len(run) > 1 or run in "…‥":
        return not text[letter].isdigit()
    return quoted or stop_ends_sentence(text, match.start(), letter, writing.language)


def is_name(text: str, start: int) -> bool:
    """Tell whether the word at `start` has a capital or a digit inside, so may begin a sentence small: iPhone, mtDNA, p53."""
    word = WORD.match(text, start, start + 30)
    return word is not None and any(sign.isupper() or sign.isdigit() for sign in word.group())


def ends_without_blank(text: str, match: re.Match[str], following: int) -> bool:
    """Tell whether a sentence ends though no blank follows: before ideographs, and where a blank was lost ("unknown.Main ")."""
    if IDEOGRAPH.match(text, following) and (match["run"][0] in "!?" or IDEOGRAPH.match(text, max(0, match.start() - 1))):
        return True
    word = MISSING_BLANK.match(text, following)
    token = LONG_TOKEN.search(text, max(0, match.start() - 24), match.start())
    if len(match["run"]) > 1 or word is None or token is None:
        return False
    return token[1].islower() or begins_sentences(word[1])
