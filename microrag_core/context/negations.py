"""Words that turn a statement round, and the clause that each of them turns.

A negation cut from its clause, or a clause cut from its negation, says the opposite of the text. German and Japanese negate
at the end of a clause, English at its verb, so the whole clause is what must stay together.
"""

import re

from microrag_core.context.scripts import MARKS

WORDS = """
not no never none neither nor nobody nothing nowhere without cannot hardly scarcely barely except unless unlike
nicht nichts nie niemals niemand niemanden niemandem nirgends nirgendwo weder ohne kaum außer ausser
ne pas jamais aucun aucune sans ni rien nul nulle
nunca jamás ningún ninguna ninguno nada nadie tampoco sin
non nessun nessuno nessuna senza né niente nulla
não nunca jamais nenhum nenhuma sem nem ninguém
niet geen nooit niemand niets zonder
inte ingen inget inga aldrig utan ikke ingenting aldri uden uten
не нет ни никогда нельзя никто ничего без
nie nigdy bez żaden żadna ani
değil yok hiç
δεν δε μην μη ποτέ χωρίς κανένας καμία κανένα
לא אין בלי ללא אל
नहीं न मत बिना
لا لم لن ليس ليست ليسوا غير دون بدون بلا عدم
نه هیچ بدون نیست
"""
LISTED = "|".join(sorted(map(re.escape, WORDS.split()), key=len, reverse=True))

NEGATION = re.compile(
    # "mai" denies in Italian; "Mai" is a German month.
    rf"(?<![\w{MARKS}])(?:{LISTED}|\w+n['’]t|kein\w*|(?-i:mai)|[وف](?:لا|لم|لن|ليس\w*))(?![\w{MARKS}])"
    # 未来 is the future, 非常 is very, 非洲 is Africa and 无论 is whatever: they deny nothing.
    r"|[不没沒勿]|未(?![来來])|[无無](?![论論线線])|非(?![常洲])"
    r"|(?:ない|なかっ|なく|ません|ずに)|않|못|없|아니",
    re.IGNORECASE,
)
CLAUSE_BORDER = re.compile(r"[,;:，；：、،؛。．!?！？؟।\n()（）\[\]«»]|\s[–—-]\s|\.(?=\s|$)")


def is_negation(word: str) -> bool:
    """Tell whether a word by itself denies."""
    return NEGATION.fullmatch(word) is not None
