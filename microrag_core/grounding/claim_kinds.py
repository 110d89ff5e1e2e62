"""Which sentences of an answer claim nothing about the sources: greetings, questions, headings, "I could not find this"."""

import re

REFUSAL = re.compile(
    r"\b(?:(?:could|can|did|was|were|do|does|is|are|am|have|has)(?:\s?n[o'’]t|not| not| unable to| never)\b.{0,40}?"
    r"\b(?:find|found|say|state|mention|contain|include|provide|specify|specified|answer|answerable|determine|know|tell|"
    r"address|cover|discuss|give|support|enough|sufficient|stated|mentioned|provided|available|included|addressed)\b"
    r"|(?:no|not enough|insufficient|not any|little) "
    r"(?:information|mention|evidence|details?|data|answer|passages?|indication)\b"
    r"|unable to (?:find|answer|determine)|(?:make|makes) no mention|(?:say|says) nothing|nothing (?:in|about) the)",
    re.IGNORECASE,
)
ABOUT_SOURCES = re.compile(
    r"\b(?:i|we|passages?|excerpts?|sources?|documents?|context|text|texts|corpus|material|information|provided|retrieved|"
    r"here|it|this|there|question)\b",
    re.IGNORECASE,
)
OTHER_REFUSAL = re.compile(
    r"\b(?:keine (?:angaben?|informationen?|hinweise?|antwort)|"
    r"(?:nicht|nichts) (?:gefunden|finden|erwähnt|enthalten|beantworten)|"
    r"geht (?:daraus |aus .{0,40})?nicht hervor|je n['’]ai pas trouvé|"
    r"ne (?:mentionn|contien|précis|dis)\w+ (?:pas|rien|aucun\w*)|"
    r"aucune information|no (?:encontr|pude encontrar|menciona|contiene)\w*|no hay información)\b|"
    r"找不到|没有(?:提到|提及|找到)|"
    r"未(?:提及|提到|找到)|لم أجد|لا (?:تذكر|يذكر|توجد معلومات)",
    re.IGNORECASE,
)
COURTESY = re.compile(
    r"(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening)|dear \w+|sure|certainly|of course|absolutely|great question|"
    r"good question|thanks|thank you|you(?:'|’)?re welcome|sorry|apolog\w+|i apologi[sz]e|i(?:'|’)?m sorry|okay|ok|understood|"
    r"let me know|feel free|i hope|hope this|happy to help|glad to|"
    r"if you (?:need|have|want|would like)|please (?:let|note|provide|ask)|"
    r"hallo|guten (?:tag|morgen|abend)|gerne|natürlich|vielen dank|bonjour|bien sûr|merci|"
    r"hola|claro|gracias|por supuesto|你好|您好|مرحبا)"
    r"\b",
    re.IGNORECASE,
)
LEAD_IN = re.compile(
    r"(?:(?:here(?:'|’)?s| here (?:is|are)|here are|here is|the following|in summary|to summari[sz]e|summary|answer|in short|"
    r"based on|according to|from) .{0,160}|"
    r".{0,160}(?:as follows|the following|these|below)):\s*[*_]*\Z|[^.!?]{1,60}:\s*[*_]*\Z",
    re.IGNORECASE | re.DOTALL,
)
HEADING = re.compile(r"\s{0,3}#{1,6}\s|\s*(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__):?\s*\Z")
LISTING = r"\W*(?:sources?|references?|citations?|bibliography|footnotes?|quellen|literatur|fuentes|références)\W*"
SOURCES_HEADING = re.compile(rf"{LISTING}(?:\Z|\n|(?<=[:：])\s)", re.IGNORECASE)
QUESTION_END = re.compile(r"[?？؟][\"'”’»)\]*_\s]*\Z")
LETTER = re.compile(r"[^\W_]")


def is_claim(text: str) -> bool:
    """Tell whether a sentence, its citations left out, states something that a source could bear out."""
    plain = text.strip().strip("*_> ")
    if not LETTER.search(plain) or QUESTION_END.search(plain) or HEADING.match(text) or begins_listing(plain):
        return False
    if is_table_head(plain):
        return False
    return not (LEAD_IN.match(plain) or is_refusal(plain) or is_courtesy(plain))


def begins_listing(text: str) -> bool:
    """Tell whether a list of sources begins with a sentence: its heading, alone or with the first of them."""
    return SOURCES_HEADING.match(text) is not None


def is_table_head(text: str) -> bool:
    """Tell whether a text is the head of a Markdown table, with the rule below it."""
    head, _, rule = text.strip().rpartition("\n")
    return bool(head) and "--" in rule and not rule.strip("|:- \t")


def is_refusal(text: str) -> bool:
    """Tell whether a sentence says that the sources do not hold something."""
    if OTHER_REFUSAL.search(text):
        return True
    match = REFUSAL.search(text)
    return match is not None and ABOUT_SOURCES.search(text[: match.end() + 60]) is not None and refers_to_sources(text)


def refers_to_sources(text: str) -> bool:
    """Tell whether a sentence speaks of its sources or of the one who answers: "he could not find the key" does neither."""
    return (
        re.search(
            r"\b(?:i|we)\b|\b(?:passages?|excerpts?|sources?|documents?|context|texts?|corpus|material|information|mention)\b",
            text,
            re.IGNORECASE,
        )
        is not None
    )


def is_courtesy(text: str) -> bool:
    """Tell whether a sentence is only polite: it begins so, and names nothing and counts nothing after that."""
    match = COURTESY.match(text)
    if match is None:
        return False
    rest = text[match.end() :]
    return len(rest) < 160 and not re.search(r"\d", rest) and not re.search(r"(?<=[a-z,] )[A-Z][a-z]{2,}", rest)
