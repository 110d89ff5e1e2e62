"""What kind of thing a question asks for: a person, a time, a place, a number, a reason, a name, yes or no."""

import re

from microrag_core.answering.asking import (
    AFTER_CLAUSE,
    ARABIC_FORMS,
    AUXILIARIES,
    CHOICE,
    GERMAN_WAS,
    SPACED_FORMS,
    UNSPACED_FORMS,
    AnswerKind,
)
from microrag_core.retrieval.question_words import question_language

FIRST_WORDS = re.compile(r"[^\w]*((?:[^\W\d_]+['’])?[^\W\d_]+)")
LAST_SENTENCE = re.compile(r"[^.!?。！？]*[?？؟]\s*\Z")
LONGEST = 600
"""Characters of a question that are looked at, from its end: who writes more asks there."""


def answer_kind(question: str) -> AnswerKind:
    """Return what a question asks for, by the first form in it that tells; `other` where none does.

    Of several sentences the last counts, if it is a question. A question that begins with an auxiliary verb and offers no
    choice ("is it A or B?") asks for yes or no.
    """
    text = question.strip()[-LONGEST:].replace("’", "'")
    if (last := LAST_SENTENCE.search(text)) and len(last.group().split()) > 2:
        text = last.group().strip()
    text = AFTER_CLAUSE.sub("", text)
    first = FIRST_WORDS.match(text)
    german_what = GERMAN_WAS.match(text) and text.split()[1][:1].islower()
    if first and not german_what and first[1].lower() in AUXILIARIES.get(question_language(text), "").split():
        return "other" if CHOICE.search(text) else "yes_no"
    found = [
        (match.start(), order, kind)
        for forms in (SPACED_FORMS, UNSPACED_FORMS, ARABIC_FORMS)
        for order, (kind, pattern) in enumerate(forms.items())
        if (match := pattern.search(text))
    ]
    return min(found)[2] if found else "other"  # type: ignore[return-value]
