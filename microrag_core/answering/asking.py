"""Words and forms that show what a question asks for, in the languages whose questions are told apart."""

import re
from typing import Literal

AnswerKind = Literal["person", "time", "place", "number", "reason", "name", "yes_no", "other"]

HOW_MUCH = "many much far old tall large big long often high deep fast heavy wide frequently close likely strong"
MEASURES = (
    "percent percentage number amount population proportion fraction price cost size length height width depth temperature age "
    "rate distance share salary budget capacity weight speed score ratio total"
)
TIMES = "year years date month day century decade era period season time"
PEOPLE = (
    "person people man woman king queen president scientist author writer player actor actress emperor leader artist composer "
    "general philosopher engineer inventor ruler pope chancellor"
)
PLACES = (
    "country countries city cities state place town continent region river location island county province area village ocean "
    "sea mountain street district"
)


def one_of(words: str) -> str:
    """Return an expression for one of some words."""
    return f"(?:{'|'.join(words.split())})"


SPACED: dict[str, tuple[str, ...]] = {
    "number": (
        rf"how\s+{one_of(HOW_MUCH)}",
        rf"(?:what|which)(?:\s+(?:is|was|were|are))?(?:\s+the)?(?:\s+\w+){{0,2}}?\s+(?<!\ba ){one_of(MEASURES)}",
        r"wie\s*(?:viele?n?|oft|lange|hoch|weit|alt|groß|tief|schnell|schwer|breit|teuer|stark)",
        r"welche\w?\s.{0,30}(?:anzahl|prozent\w*|anteil|zahl|menge|höhe)",
        r"combien|cu[aá]nt[oa]s?|quant[oaie]|quant[oa]s|hoeveel|сколько",
    ),
    "time": (
        rf"when|how\s+soon|(?:what|which)\s+(?:\w+\s+)?{one_of(TIMES)}",
        r"wann|wie\s+bald|(?:in\s+)?welche\w?\s+(?:jahr\w*|datum|monat|tag|jahrhundert|jahrzehnt|zeit\w*)",
        r"quand|cu[aá]ndo|quando|wanneer|когда",
        r"(?:en\s+)?qu(?:elle|el|é|e)\s+(?:année|date|mois|jour|siècle|año|fecha|mes|día|siglo)",
    ),
    "person": (
        rf"who(?:'s)?|whom|whose|(?:what|which)\s+(?:\w+\s+)?{one_of(PEOPLE)}",
        r"wer|wen|wem|wessen|welche\w?\s+(?:person|mann|frau|könig\w*|präsident\w*|autor\w*|spieler\w*|kaiser\w*)",
        r"qui(?!\s+est-ce\s+que)|qui[eé]n(?:es)?|chi|quem|wie(?=\s+(?:is|was|heeft|had|werd|waren|zijn))|кто|кого|чей",
    ),
    "place": (
        rf"where|(?:what|which)\s+(?:\w+\s+)?{one_of(PLACES)}",
        r"wo|woher|wohin|(?:in\s+)?welche\w?\s+(?:land\w*|stadt|städte\w*|staat\w*|ort\w*|kontinent\w*|region\w*|fluss\w*|insel)",
        r"où|d[oó]nde|ad[oó]nde|dove|onde|aonde|waar|где|куда|откуда",
    ),
    "reason": (
        r"why|how\s+come|(?:what|which)\s+(?:\w+\s+)?(?:reasons?|causes?|caused|purpose|motives?)",
        r"what\s+(?:led|made|prompted)\b.{0,30}",
        r"warum|wieso|weshalb|weswegen|wozu|(?:aus\s+)?welche\w?\s+gr(?:und|ünde)\w*",
        r"pourquoi|(?:por|para)\s+qué|perché|por\s*qu[eê]|waarom|почему|зачем",
    ),
    "name": (
        r"(?:what|which)\s.{0,60}\b(?:name[ds]?|called|titled?|known\s+as|term|word)",
        r"how\s+(?:is|was|are|were)\s.{0,40}\b(?:called|named)",
        r"wie\s+(?:heißt|heißen|hieß|hießen|nennt|nannte|lautet)|wie\s.{0,60}\b(?:genannt|bezeichnet)",
        r"comment\s+s'appel\w+|cómo\s+se\s+llam\w+",
    ),
    "other": (
        r"what|which|how|whether|was|wie|welche\w?|inwie\w+|que|quoi|quel\w*|comment|qué|cuál\w*|cómo",
        r"cosa|quale|quali|como|qual|quais|wat|welke?|hoe|что|какой|какая|какие|как",
    ),
}
"""By kind, the forms in languages with spaces. The earliest form counts, of several at one place that of the first kind."""

UNSPACED = {
    "number": "多少|几[个個名种種次年月日人只座家位天倍枚支场岁]|多[大高长長远遠久重深快]|幾|"
    "いくつ|いくら|何[人個年間回枚本度歳]",
    "time": "什么时候|什麼時候|何时|何時|哪一?年|哪一?天|哪个月|哪个世纪|几月|几号|いつ|何年|何月|何日",
    "person": "谁|誰|哪位|哪一位|何人|だれ|どなた",
    "place": "哪里|哪裡|哪儿|何处|何處|什么地方|哪个国家|哪个城市|哪国|哪座|哪个州|どこ",
    "reason": "为什么|為什麼|为何|為何|什么原因|怎么会|なぜ|どうして|何故",
    "name": "叫什么|叫做什么|称为什么|名字|名称|何と呼ば|名前",
    "yes_no": "[吗嗎]|是否|是不是|ですか|ますか",
}
ARABIC = {
    "number": r"كم",
    "time": r"متى|(?:في\s+)?أي\s+(?:عام|سنة|يوم|شهر|قرن|تاريخ)",
    "person": r"من(?=\s+(?:هو|هي|الذي|التي|هم|كان|قام))",
    "place": r"أين|اين",
    "reason": r"لماذا|لما|ما\s+سبب",
    "name": r"ما\s+(?:اسم|هو\s+اسم)",
    "yes_no": r"هل",
}
AUXILIARIES = {
    "en": "is are was were am do does did can could will would has have had should shall may might must isn't aren't wasn't "
    "weren't don't doesn't didn't can't couldn't won't wouldn't hasn't haven't hadn't shouldn't",
    "de": "ist sind war waren hat haben hatte hatten kann können konnte konnten darf dürfen muss müssen wird werden wurde "
    "wurden soll sollen gibt gab",
}
AFTER_CLAUSE = re.compile(
    r"\A(?:when|where|if|after|before|while|since|because|as|wenn|als|nachdem|bevor|wo|während|quand|cuando|quando)\b[^,]*,\s*"
    r"(?=(?:\w+\s+){0,2}?(?:what|which|who|whom|whose|how|when|where|why|was|welche\w?|wer|wen|wem|wie|wann|wo|warum|"
    r"qu\w+|où|comment|cu\w+|dónde|cómo|chi|dove)\b)",
    re.IGNORECASE,
)
"""A clause before the question itself: "When the war began, who ...?"."""
GERMAN_WAS = re.compile(
    r"was\s+(?!(?:the|an?|it|there|he|she|this|that|his|her|their|its|my|your|our|any|some|all|every|each|one)\b)[a-zäöüß]",
    re.I,
)
"""German "what", which looks like the English verb, is followed by a verb."""
CHOICE = re.compile(r"\b(?:or|oder|ou)\b|还是|還是")

SPACED_FORMS = {kind: re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE) for kind, forms in SPACED.items()}
UNSPACED_FORMS = {kind: re.compile(forms, re.IGNORECASE) for kind, forms in UNSPACED.items()}
ARABIC_FORMS = {kind: re.compile(rf"(?<!\w)(?:{forms})(?!\w)") for kind, forms in ARABIC.items()}
