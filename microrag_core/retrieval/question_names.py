"""What a question quotes, its names and its numbers."""

import re
from dataclasses import dataclass, field

from microrag_core.retrieval.question_words import asking_words, question_language, stop_words
from microrag_core.text.vocabulary import words

QUOTED = re.compile(r"[\"“„«「『《]([^\"“”„«»「」『』《》]{2,})[\"”“»」』》]")
AROUND = "\"'“”„«»()[]{}<>¿¡?!.,:;…，。？！；：、‘’"
CLOSING = (",", ";", ":", "?", "!", ")", "]")
JOINING = words("of the and de da di del la le von van der den bin al & for in on")
POSSESSIVE = re.compile("['’]s$")
NUMBER = re.compile(r"[$€£¥]?\d[\d.,:/%]*[^\W\d_]{0,3}")


@dataclass
class Runs:
    """Runs of neighbouring names, with the small words between two of them; `names` are those that are complete."""

    names: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    between: list[str] = field(default_factory=list)

    def close(self) -> None:
        """End the run, if there is one."""
        if self.words:
            self.names.append(POSSESSIVE.sub("", " ".join(self.words)))
        self.words, self.between = [], []

    def take(self, word: str, is_name: bool, is_number: bool) -> None:
        """Add the next word of the text; small words join names, not numbers: "Lost in Translation", "in London in 2020"."""
        if is_number and self.between:
            self.close()
        if is_name or is_number:
            self.words += [*self.between, word]
            self.between = []
        elif self.words and word in JOINING and len(self.between) < 2 and not NUMBER.fullmatch(self.words[-1]):
            self.between.append(word)
        else:
            self.close()


def names_and_numbers(question: str) -> str:
    """Return what a question quotes, its names and its numbers, each once in this order, joined by commas; may be empty.

    A name is a run of capitalised words with small words such as "of the" between. At the beginning, where any word has a
    capital, a single one counts only where it has more of them. In a script without capitals there are quotations and
    numbers only.
    """
    language = question_language(question)
    empty = stop_words(language) | asking_words(language)
    runs = Runs()
    tokens = QUOTED.sub(" ; ", question).split()
    for place, token in enumerate(tokens):
        word = token.strip(AROUND)
        starts = place == 0 or tokens[place - 1].endswith((".", "?", "!"))
        is_name = word[:1].isupper() and not (
            starts and (POSSESSIVE.sub("", word.casefold()) in empty or stands_alone(word, tokens[place + 1 :]))
        )
        runs.take(word, is_name, bool(NUMBER.fullmatch(word)))
        if token.endswith(CLOSING):
            runs.close()
    runs.close()
    quotations = [match[1].strip() for match in QUOTED.finditer(question)]
    return ", ".join(dict.fromkeys(quotations + runs.names))


def stands_alone(word: str, following: list[str]) -> bool:
    """Tell whether a word at the beginning has no capital but its first, and none in the next word."""
    return word[1:].islower() and not (following and following[0].strip(AROUND)[:1].isupper())
