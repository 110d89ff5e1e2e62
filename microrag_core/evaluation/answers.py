"""Does a context hold the answer to its question? Texts are compared as SQuAD compares answers (Rajpurkar and others 2016)."""

import re
import string
import unicodedata
from collections.abc import Sequence

# Without this step "Swift's" would become the word "swifts", which holds no "Swift".
POSSESSIVE = re.compile(r"['’]s\b")
ARTICLES = re.compile(r"\b(a|an|the)\b")
# Chinese, Japanese and Thai are written without spaces, so an answer need not begin where a word does.
UNSPACED = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
NEVER_QUOTED = frozenset({"yes", "no"})


def normalized(text: str) -> str:
    """Return `text` in lower case, without possessive endings, punctuation, English articles, and more than single spaces."""
    lower = POSSESSIVE.sub("", text.lower())
    kept = "".join(c for c in lower if c not in string.punctuation and unicodedata.category(c)[0] != "P")
    return " ".join(ARTICLES.sub(" ", kept).split())


def countable(answers: Sequence[str]) -> list[str]:
    """Return the answers that a text can hold, normalised: not `yes` and `no`, and none of which nothing is left."""
    return [answer for answer in map(normalized, answers) if answer and answer not in NEVER_QUOTED]


def holds_answer(answers: Sequence[str], text: str) -> bool | None:
    """Return whether one of the `answers` stands in `text` in whole words; None where none of them is countable."""
    wanted = countable(answers)
    if not wanted:
        return None
    text = normalized(text)
    return any(answer in text if UNSPACED.search(answer) else f" {answer} " in f" {text} " for answer in wanted)
