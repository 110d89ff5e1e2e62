"""Whether a model's answer says that the excerpts do not hold it."""

import re

from microrag_core.text.sentences import split_sentences

SOURCE = (
    r"(?:(?:provided|given|available|supplied|above|these|those|any\s+of\s+the|the|this|your)\s+)*"
    r"(?:excerpts?|passages?|documents?|contexts?|texts?|sources?|information|materials?|articles?)"
)
CLAIMS = (
    r"\b(?:could|can|was|am|were|are)\s*(?:not|n['’]t)\s+(?:be\s+)?(?:able\s+to\s+)?(?:find|found|answer|answered|determine|determined|locate|say|tell)\b",
    r"\bcannot\s+(?:be\s+)?(?:find|found|answer|answered|determine|determined|locate|say|tell)\b",
    r"\b(?:am|are|was|were)\s+unable\s+to\s+(?:find|answer|determine|locate)\b",
    r"\b(?:do|does|did)\s*(?:not|n['’]t)\s+(?:know\b|have\s+(?:enough|sufficient|the|any)\s+(?:information|context|details?))",
    rf"\b{SOURCE}\s+(?:do|does|did)\s*(?:not|n['’]t)\s+(?:\w+\s+){{0,2}}?(?:mention|say|state|contain|include|provide|specify|answer|give|discuss|cover|"
    rf"address|describe|tell|explain|have|hold|refer|indicate|reveal|offer)",
    rf"\b(?:is|are|was|were)\s*(?:not|n['’]t)\s+(?:\w+\s+){{0,2}}?(?:mentioned|stated|specified|provided|found|given|discussed|covered|answered|included|"
    rf"addressed|available|described|contained)\s+(?:\w+\s+){{0,2}}?(?:in|by|within|from)\s+{SOURCE}",
    r"\b(?:no|not\s+any|n['’]t\s+any|not\s+enough|insufficient)\s+(?:\w+\s+){0,3}?(?:information|mention|answer|evidence|details?|data|reference)\b",
    rf"\b(?:nothing|none\s+of\s+(?:the|these))\s+(?:\w+\s+){{0,3}}?(?:in\s+)?{SOURCE}",
    r"\b(?:konnte|kann|können|konnten)\b.{0,60}\bnicht\b.{0,40}\b(?:finden|gefunden|beantworten|beantwortet|sagen|ermitteln)\b",
    r"\b(?:auszüge?n?|textstellen?|dokumente?n?|quellen?|texte?n?|kontext|informationen)\b.{0,40}\b(?:nicht|keine?n?)\b",
    r"\b(?:keine|nicht\s+genügend)\s+(?:\w+\s+){0,2}?(?:informationen|angaben?|hinweise?|antwort)\b",
    r"\b(?:je\s+n['’]ai\s+pas\s+(?:pu\s+)?trouv|ne\s+(?:contien\w+|mentionn\w+|précis\w+|permet\w+)\s+pas|aucune\s+(?:information|mention|réponse))",
    r"\bno\s+(?:pude|puedo|he\s+podido|se\s+(?:menciona|encuentra|indica|puede))\b|\bno\s+(?:contienen?|mencionan?|proporcionan?)\b",
    r"(?:未|没有|沒有|无法|無法|不能)[^。，]{0,12}(?:找到|提到|提及|回答|说明|說明|信息|資訊|答案|确定)",
    r"(?:見つかりません|記載(?:は|が)?ありません|書かれていません|分かりません|わかりません|答えられません)",
    r"(?:لم\s+أجد|لا\s+(?:تذكر|يذكر|توجد|يوجد|تحتوي)|لا\s+أعرف|لا\s+يمكن)",
)
REFUSAL = re.compile("|".join(CLAIMS), re.IGNORECASE)
ABOUT_SOURCES = re.compile(
    rf"\A\W*(?:however,?\s+|instead,?\s+)?(?:they|it|{SOURCE})\s+(?:only|merely|do|does|mention|discuss|focus|describe|cover|talk|refer|provide|contain)",
    re.IGNORECASE,
)
MARKER = re.compile(r"[\[【]\s*\d+[^\]】]*[\]】]")


def is_refusal(text: str) -> bool:
    """Tell whether a text says that the answer is not there, and gives none all the same.

    It begins by saying so, and has no further sentence with a citation but those about what the excerpts have instead. An
    answer that says at its end what is missing is none.
    """
    plain = text.strip()
    sentences = [sentence.text for sentence in split_sentences(plain)]
    if not sentences or not REFUSAL.search(without_quotes(sentences[0])):
        return False
    others = [sentence for sentence in sentences[1:] if not REFUSAL.search(sentence) and not ABOUT_SOURCES.match(sentence)]
    return not any(MARKER.search(sentence) for sentence in others)


def without_quotes(sentence: str) -> str:
    """Return a sentence without what it quotes, which may hold any words."""
    return re.sub(r"“[^”]*”|\"[^\"]*\"|«[^»]*»|„[^“”]*[“”]", "", sentence)
