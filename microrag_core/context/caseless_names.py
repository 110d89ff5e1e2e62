"""Names in scripts without capitals: by their sign for foreign names, by the kind of thing they name, by how they are built.

Without a dictionary not every name of these scripts can be seen; a Chinese personal name in running text is not.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from microrag_core.context.spans import Span
from microrag_core.context.words import Word

MIDDLE_DOT = re.compile("[\u4e00-\u9fff]{1,8}(?:[·・•‧][\u4e00-\u9fffA-Z]{1,8})+")
KATAKANA = re.compile("[ァ-ヺー]{2,}(?:[・＝][ァ-ヺー]+)*")

HAN_KINDS = (
    "省 市 县 縣 州 郡 区 區 国 國 镇 鎮 村 岛 島 洲 河 江 湖 山 海 洋 "
    "大学 大學 学院 學院 公司 银行 銀行 委员会 協會 协会 联盟 聯盟 王朝 教堂 "
    "机场 機場 战争 戰爭 大战 大戰 革命 条约 條約 法案 党 黨 队 隊 博物馆 剧院 人 王 教 杯 碗 赛 賽 奖 獎 报 報"
)
HAN_NAME = re.compile("[\u4e00-\u9fff]{1,10}(?:" + "|".join(HAN_KINDS.split()) + ")")

ARABIC_KINDS = (
    "رئيس ملك ملكة أمير إمبراطور سلطان سيد سيدة دكتور مدينة مدن نهر جبل جزيرة بحر بحيرة جامعة كلية شركة بنك "
    "دولة ولاية مقاطعة إقليم "
    "جمهورية مملكة إمبراطورية حزب فريق نادي ملعب كأس معركة حرب معاهدة قانون كتاب فيلم كنيسة متحف شارع مطار لاعب عالم كاتب قائد "
    "مدرب مخترع بن ابن أبو أبي عبد آل"
)
ARABIC_AFTER_KIND = re.compile(
    r"\b(?:[وفبلك]?ال|[وفبلك])?(?:" + "|".join(ARABIC_KINDS.split()) + r")\s+[\u0621-\u065f]+(?:\s+[\u0621-\u065f]+)?"
)
ARABIC_WORD = re.compile(r"[\u0621-\u065f]{3,}\Z")
ARABIC_LONG_VOWEL = re.compile("[اويآ]")
# The article, its contractions, and endings that adverbs, feminine and plural nouns have.
ARABIC_COMMON = re.compile(r"(?:[وفبك]?ال|[وف]?لل).*|.*(?:[ةىءئ]|ات|اً|ًا|ها|هم|ية|ته|تها)\Z")


def caseless_name_spans(text: str, words: Sequence[Word]) -> Iterator[Span]:
    """Yield the stretches of a sentence that are names in Chinese, Japanese or Arabic; some lie in others."""
    for pattern in (MIDDLE_DOT, KATAKANA, ARABIC_AFTER_KIND):
        for match in pattern.finditer(text):
            yield match.start(), match.end()
    for word in words:
        for match in () if word.function else HAN_NAME.finditer(word.text):
            yield word.start + match.start(), word.start + match.end()
    for first, second in pairwise(words):
        if text[first.end : second.start] == " " and looks_foreign(first) and looks_foreign(second):
            yield first.start, second.end


def looks_foreign(word: Word) -> bool:
    """Tell whether an Arabic word is built as a foreign name is: a long vowel, no article, no ending of a common noun."""
    return (
        not word.function
        and ARABIC_WORD.match(word.text) is not None
        and ARABIC_LONG_VOWEL.search(word.text[1:]) is not None
        and ARABIC_COMMON.match(word.text) is None
    )
