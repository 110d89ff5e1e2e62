"""Words that say the opposite of one another, English and German, by a short list and by prefixes that deny."""

from microrag_core.text.opposites import OPPOSITES, pairs_of
from microrag_core.text.vocabulary import words

FORMS = """
most least | more less | more fewer | most fewest | bigger smaller | great little | increases decreases |
increased decreased | increasing decreasing | rising falling | begins ends | began ended | beginning end |
started ended | started stopped | before after | earliest latest | victory defeat | richer poorer | richest poorest |
wealthy poor | older newer | oldest newest | men women | internal external | majority minority | allowed forbidden |
accepted rejected | agreed disagreed | support oppose | supported opposed | supporters opponents | strong weak |
stronger weaker | strongest weakest | bought sold | imports exports | top bottom | faster slower | fastest slowest |
easy difficult | easy hard | simple complex | similar different | included excluded | created destroyed |
constant variable | always never | all none | both neither | friends enemies | domestic foreign | upper lower |
above below | over under | gained lost | open closed | opened closed | add remove | added removed | warm cool |
light dark | light heavy | wet dry | deep shallow | near far | single multiple | common rare | cheap expensive |
succeeded failed | only many | arrive leave | arrived left | enter leave | entered left | birth death |
question answer | parent child | teacher student | employer employee | lend borrow | send receive | sent received |
front back | erste letzte | erster letzter | mehr weniger | hoch niedrig | höher niedriger | groß klein |
größer kleiner | größte kleinste | vor nach | früh spät | früher später | nord süd | norden süden | osten westen |
gewonnen verloren | sieg niederlage | öffentlich privat | reich arm | gut schlecht | besser schlechter | alt neu |
jung alt | innen außen | stark schwach | schnell langsam | leicht schwer | immer nie | alle keine | erlaubt verboten |
gestiegen gesunken
"""
"""Beside the dictionary's pairs: their other forms, pairs that deny each other only as answers to a question, and German."""
PREFIXES = ("un", "in", "im", "ir", "il", "non", "non-", "dis", "de")
SHORTEST = 4
"""Letters of a word that a prefix may turn round, but for those that a prefix gives another sense: "form" and "inform"."""
NO_OPPOSITES = words(
    "form formed formation vent volve volved land sight put come crease creased fine mark part tend tended "
    "deed pact pressed scribe scribed sign signed fault rail tail bate tract cover covered cline clined press prove"
)


def table() -> dict[str, frozenset[str]]:
    """Return for each listed word its opposites."""
    found: dict[str, set[str]] = {}
    for one, other in pairs_of(OPPOSITES) + pairs_of(FORMS):
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


TABLE = table()


def opposed(question: frozenset[str], text: frozenset[str]) -> list[str]:
    """Return the words of a question, in lower case, that a text lacks while it has an opposite of them, in order."""
    return sorted(word for word in question - text if TABLE.get(word, frozenset()) & text or denied(word, text))


def denied(word: str, text: frozenset[str]) -> bool:
    """Tell whether a text has a word with a prefix that denies it, or the word that its own prefix denies."""
    if len(word) < SHORTEST or word in NO_OPPOSITES:
        return False
    if any(prefix + word in text for prefix in PREFIXES):
        return True
    stems = (word.removeprefix(prefix) for prefix in PREFIXES if word.startswith(prefix))
    return any(len(stem) >= SHORTEST and stem not in NO_OPPOSITES and stem in text for stem in stems)
