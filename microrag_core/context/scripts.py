"""Ranges of characters, to be put between the brackets of a regular expression."""

from microrag_core.indexing.words import marks

# Chinese, Japanese, Thai, Lao, Burmese and Khmer are written without spaces between words.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〇"
)
# Marks belong to the letter before them: vowel signs of Arabic, Hebrew and Indian scripts, combining accents.
MARKS = marks()
