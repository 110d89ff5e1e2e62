"""Words that say the opposite of one another, English and German, by a short list and by prefixes that deny."""

from microrag_core.text.vocabulary import words

PAIRS = """
first last|most least|more less|more fewer|most fewest|high low|higher lower|highest lowest|large small|larger smaller
largest smallest|big small|bigger smaller|great little|increase decrease|increases decreases|increased decreased
increasing decreasing|rise fall|rose fell|rising falling|begin end|begins ends|began ended|beginning end|start end
started ended|start stop|started stopped|before after|early late|earlier later|earliest latest|north south|east west
northern southern|eastern western|win lose|won lost|victory defeat|public private|rich poor|richer poorer
richest poorest|wealthy poor|good bad|better worse|best worst|positive negative|old new|older newer|oldest newest
young old|younger older|youngest oldest|male female|men women|man woman|internal external|inside outside|major minor
majority minority|allow forbid|allowed forbidden|accept reject|accepted rejected|agree disagree|agreed disagreed
support oppose|supported opposed|supporters opponents|strong weak|stronger weaker|strongest weakest|buy sell|bought sold
import export|imports exports|top bottom|long short|longer shorter|longest shortest|fast slow|faster slower
fastest slowest|easy difficult|easy hard|simple complex|same different|similar different|include exclude
included excluded|create destroy|created destroyed|attack defend|maximum minimum|constant variable|always never|all none
both neither|active passive|friend enemy|friends enemies|domestic foreign|upper lower|above below|over under|gain lose
gained lost|left right|open closed|opened closed|add remove|added removed|hot cold|warm cool|light dark|light heavy
wet dry|deep shallow|near far|single multiple|common rare|cheap expensive|success failure|succeeded failed|only many
arrive leave|arrived left|enter leave|entered left|born died|birth death|love hate|question answer|parent child
teacher student|employer employee|lend borrow|send receive|sent received|front back|permanent temporary|erste letzte
erster letzter|mehr weniger|hoch niedrig|höher niedriger|groß klein|größer kleiner|größte kleinste|vor nach|früh spät
früher später|nord süd|norden süden|osten westen|gewonnen verloren|sieg niederlage|öffentlich privat|reich arm
gut schlecht|besser schlechter|alt neu|jung alt|innen außen|stark schwach|schnell langsam|leicht schwer|immer nie
alle keine|erlaubt verboten|gestiegen gesunken
"""
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
    for pair in PAIRS.replace("\n", "|").strip("|").split("|"):
        one, other = pair.split()
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES = table()


def opposed(question: frozenset[str], text: frozenset[str]) -> list[str]:
    """Return the words of a question, in lower case, that a text lacks while it has an opposite of them, in order."""
    return sorted(word for word in question - text if OPPOSITES.get(word, frozenset()) & text or denied(word, text))


def denied(word: str, text: frozenset[str]) -> bool:
    """Tell whether a text has a word with a prefix that denies it, or the word that its own prefix denies."""
    if len(word) < SHORTEST or word in NO_OPPOSITES:
        return False
    if any(prefix + word in text for prefix in PREFIXES):
        return True
    stems = (word.removeprefix(prefix) for prefix in PREFIXES if word.startswith(prefix))
    return any(len(stem) >= SHORTEST and stem not in NO_OPPOSITES and stem in text for stem in stems)
