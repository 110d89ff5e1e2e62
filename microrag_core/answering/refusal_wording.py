"""Whether a model's answer says that the excerpts do not hold it."""

import re

from microrag_core.text.sentences import split_sentences

SAYING = (
    "mention say state contain include provide specify answer give discuss cover address describe tell explain have hold refer "
    "indicate reveal offer"
)
SAID = (
    "mentioned stated specified provided found given discussed covered answered included addressed available described "
    "contained"
)
KNOWLEDGE = "information mention answer evidence detail details data reference"


def one_of(words: str) -> str:
    """Return an expression for one of some words."""
    return f"(?:{'|'.join(words.split())})"


SOURCE = (
    r"(?:(?:provided|given|available|supplied|above|these|those|any\s+of\s+the|the|this|your)\s+)*"
    r"(?:excerpts?|passages?|documents?|contexts?|texts?|sources?|information|materials?|articles?)"
)
NOT = r"\s*(?:not|n['’]t)\s+"
UP_TO_3 = r"(?:\w+\s+){0,3}?"
CLAIMS = (
    rf"\b(?:I|we)\s+(?:could|can|was|am|were|are|['’]m){NOT}(?:able\s+to\s+)?(?:find|answer|determine|locate|say|tell)\b",
    r"\b(?:I|we)\s+(?:cannot\s+|(?:am|was|were|are|['’]m)\s+unable\s+to\s+)(?:find|answer|determine|locate|say|tell)\b",
    rf"\b(?:(?:could|can){NOT}|cannot\s+)be\s+(?:found|answered|determined|located|inferred)\b",
    rf"\b(?:I|we)\s+do{NOT}(?:know\b|have\s+(?:enough|sufficient|the|any)\s+(?:information|context|details?))",
    rf"\b{SOURCE}\s+(?:do|does|did){NOT}{UP_TO_3}{one_of(SAYING)}",
    rf"\b(?:is|are|was|were){NOT}{UP_TO_3}{one_of(SAID)}\s+{UP_TO_3}(?:in|by|within|from)\s+{SOURCE}",
    rf"\b(?:no|not\s+any|n['’]t\s+any|not\s+enough|insufficient)\s+{UP_TO_3}{one_of(KNOWLEDGE)}\b",
    rf"\b(?:nothing|none\s+of\s+(?:the|these))\s+{UP_TO_3}(?:in\s+)?{SOURCE}",
    r"\b(?:konnte|kann|können|konnten)\b.{0,60}\bnicht\b.{0,40}\b(?:finden|gefunden|beantworten|beantwortet|sagen|ermitteln)\b",
    r"\b(?:auszüge?n?|textstellen?|dokumente?n?|quellen?|texte?n?|kontext|informationen)\b.{0,40}\b(?:nicht|keine?n?)\b",
    r"\b(?:keine|nicht\s+genügend)\s+(?:\w+\s+){0,2}?(?:informationen|angaben?|hinweise?|antwort)\b",
    r"\bje\s+n['’]ai\s+pas\s+(?:pu\s+)?trouv|\bne\s+(?:contien|mentionn|précis|permet)\w+\s+pas\b",
    r"\baucune\s+(?:information|mention|réponse)\b|\bno\s+(?:contienen?|mencionan?|proporcionan?)\b",
    r"\bno\s+(?:pude|puedo|he\s+podido|se\s+(?:menciona|encuentra|indica|puede))\b",
    r"(?:未|没有|沒有|无法|無法|不能)[^。，]{0,12}(?:找到|提到|提及|回答|说明|說明|信息|資訊|答案|确定)",
    r"(?:見つかりません|記載(?:は|が)?ありません|書かれていません|分かりません|わかりません|答えられません)",
    r"(?:لم\s+أجد|لا\s+(?:تذكر|يذكر|توجد|يوجد|تحتوي)|لا\s+أعرف|لا\s+يمكن)",
)
REFUSAL = re.compile("|".join(CLAIMS), re.IGNORECASE)
ABOUT_SOURCES = re.compile(
    rf"\A\W*(?:however,?\s+|instead,?\s+)?(?:they|it|{SOURCE})\s+"
    r"(?:only|merely|do|does|mention|discuss|focus|describe|cover|talk|refer|provide|contain)",
    re.IGNORECASE,
)
TURN = re.compile(r"\b(?:but|however|although|though|only|aber|jedoch|mais|pero|ma)\b|但|不过|しかし|ただし|لكن", re.IGNORECASE)
MARKER = re.compile(r"[\[【]\s*\d+[^\]】]*[\]】]")


def is_refusal(text: str) -> bool:
    """Tell whether a text says that the answer is not there, and gives none all the same.

    It begins by saying so, and has no further sentence with a citation but those about what the excerpts have instead. An
    answer that says at its end what is missing is none.
    """
    sentences = [sentence.text for sentence in split_sentences(text.strip())]
    if not sentences or not refuses(without_quotes(sentences[0])):
        return False
    others = [sentence for sentence in sentences[1:] if not REFUSAL.search(sentence) and not ABOUT_SOURCES.match(sentence)]
    return not any(MARKER.search(sentence) for sentence in others)


def refuses(sentence: str) -> bool:
    """Tell whether a sentence refuses and does not answer too, before it or after a "but"."""
    said = REFUSAL.search(sentence)
    if said is None or MARKER.search(sentence, 0, said.start()):
        return False
    turn = TURN.search(sentence, said.end())
    return turn is None or MARKER.search(sentence, turn.end()) is None


def without_quotes(sentence: str) -> str:
    """Return a sentence without what it quotes, which may hold any words."""
    return re.sub(r"“[^”]*”|\"[^\"]*\"|«[^»]*»|„[^“”]*[“”]", "", sentence)
