"""The pronouns of a question, and which of them stand for nothing that was said before."""

import re
from collections.abc import Iterator

PRONOUN = re.compile(
    r"\b(?:he|she|it|they|him|her|hers|them|his|their|theirs|its|this|that|these|those|there|one|ones|same|former|latter|"
    r"er|sie|es|ihn|ihm|ihr|ihre|ihren|ihrem|ihrer|sein|seine|seinen|seinem|seiner|dies|diese|dieser|dieses|diesem|diesen|"
    r"dort|dafür|davon|dabei|darin|damals|denen|il|elle|ils|elles|lui|leur|leurs|ce|cet|cette|ces|cela|él|ella|ellos|ellas|su|sus|"
    r"esto|eso|esta|ese|esa|он|она|они|оно|его|её|их|это)\b"
    r"|他们|她们|它们|他|她|它|这|這|那[个個些里裡]|其|彼|彼女|それ|これ|その|この|هو|هي|هم|هذا|هذه|ذلك",
    re.IGNORECASE,
)
JUDGED = (
    "allowed permitted forbidden prohibited possible impossible true false necessary required needed legal illegal lawful safe "
    "dangerous risky worth worthwhile better best enough common usual normal okay ok fine likely unlikely important advisable "
    "customary mandatory compulsory easy hard difficult useful clear known"
)
JUDGED_GERMAN = (
    "erlaubt gestattet verboten untersagt möglich unmöglich wahr richtig nötig notwendig erforderlich vorgeschrieben legal "
    "illegal sicher gefährlich üblich normal wichtig besser sinnvoll ratsam wahrscheinlich schwer leicht schwierig klar "
    "bekannt zulässig lohnend"
)
BE = r"(?:is|was|isn't|wasn't|will\s+be|would\s+be|be)"
EMPTY = re.compile(
    r"\b(?:is|are|was|were|will|be|been|isn't|aren't)\s+there\b|\bthere\s+(?:is|are|was|were|will)\b"
    r"|\bit\s+(?:takes?|took|means?|matters?)\b|\bgibt\s+es\b|\bes\s+gibt\b|\best-ce\b|\bil\s+y\s+a\b|\by\s+a-t-il\b"
    rf"|\b(?:{BE}\s+it|it\s+{BE})\s+(?:\w+\s+)?(?:{'|'.join(JUDGED.split())})\s+(?:to|that|for|if|when|how|why|what|\w+ing)\b"
    rf"|\b(?:(?:ist|war|wäre|wird)\s+es|es\s+(?:ist|war|wäre|wird))\s+(?:\w+\s+)?(?:{'|'.join(JUDGED_GERMAN.split())})\b(?=[\s,]+\w)"
    r"|\bhow\s+\w+\s+(?:is|was|would)\s+it\s+(?:to|that|for|if)\b|\bwie\s+\w+\s+(?:ist|war|wäre)\s+es(?=,|\s+zu\b)",
    re.IGNORECASE,
)
"""Pronouns that stand for nothing: "is there", "it takes", "is it allowed to". In "is it safe?" something is meant."""


def pronouns(question: str) -> Iterator[re.Match[str]]:
    """Yield the pronouns of a question that stand for something."""
    empty = [match.span() for match in EMPTY.finditer(question)]
    return (match for match in PRONOUN.finditer(question) if not any(a <= match.start() < b for a, b in empty))
