"""What the passages of a context can be cited by: their numbers, titles, files, sections and pages."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import PurePosixPath

from microrag_core.datatypes import Context, MismatchKind, Passage
from microrag_core.grounding.label_forms import Place, places_of, words_of

ALIKE = 0.85
"""From this similarity of its letters on a title is one that was retrieved, misspelt."""
MOST_COMPARED = 200
"""Different labels that are compared letter by letter for that; an answer with more of them is no answer."""
SHORTEST = 4
"""Letters: shorter labels are too easily alike."""

Words = tuple[str, ...]
Resolved = tuple[int, ...] | MismatchKind
"""The numbers of the passages that a label names, else what is wrong with it."""


@dataclass(frozen=True)
class Part:
    """What a passage lies in: the words of its sections' titles, and its numbered parts, pages among them."""

    number: int
    sections: tuple[Words, ...]
    places: frozenset[Place]

    def named_by(self, words: Words) -> bool:
        """Tell whether words name this part: a section's title, two or more words that it begins with, or its number."""
        if words in self.sections or (len(words) > 1 and any(words == section[: len(words)] for section in self.sections)):
            return True
        known_kinds = {place.kind for place in self.places}
        asked = {place for place in places_of(words) if place.kind in known_kinds}
        return bool(asked) and asked <= self.places


class Sources:
    """The passages that an answer may cite: those that were given, by their numbers from 1 to `count`."""

    def __init__(self, context: Context) -> None:
        given = [passage for passage in context.passages if passage.number > 0]
        self.count = max((passage.number for passage in given), default=0)
        self.numbers = frozenset(passage.number for passage in given)
        self._titles: dict[Words, list[Part]] = defaultdict(list)
        self._parts: list[tuple[str, Part]] = []
        for passage in sorted(given, key=lambda passage: passage.number):
            part = part_of(passage)
            self._parts.append((passage.hit.document.id, part))
            for title in dict.fromkeys(titles_of(passage)):
                self._titles[title].append(part)
        self._known: dict[str, Resolved | None] = {}
        self._compared = 0

    def resolve(self, label: str) -> Resolved | None:
        """Return what a label names, what is wrong with it, or None where nothing shows that it names a source."""
        if label not in self._known:
            self._known[label] = self._resolve(words_of(label))
        return self._known[label]

    def _resolve(self, words: Words) -> Resolved | None:
        if not words:
            return None
        for length in range(len(words), 0, -1):
            if parts := self._titles.get(words[:length]):
                return self._within(parts, words[length:])
        if shortened := self._of_shortened_title(words):
            return shortened
        if found := self._by_part(words):
            return found
        if self._misspelt(words):
            return "formatting"
        return "invented" if places_of(words) else None

    def _within(self, parts: list[Part], rest: Words) -> Resolved:
        """Return those passages of a title that what stands after it names."""
        if not rest:
            return tuple(part.number for part in parts)
        if found := tuple(part.number for part in parts if part.named_by(rest)):
            return found
        if len(rest) <= 2 and rest[-1].isdecimal() and int(rest[-1][:9]) in {part.number for part in parts}:
            return (int(rest[-1]),)
        known = any(part.sections or part.places for part in parts)
        return "invented" if known else "formatting"

    def _of_shortened_title(self, words: Words) -> Resolved | None:
        """Return the passages of the one title that begins with these two or more words."""
        cut = next((row for row in range(len(words)) if places_of(words[row : row + 3])), len(words))
        head, rest = words[:cut], words[cut:]
        if len(head) < 2:
            return None
        titles = [title for title in self._titles if title[: len(head)] == head]
        return self._within(self._titles[titles[0]], rest) if len(titles) == 1 else None

    def _by_part(self, words: Words) -> Resolved | None:
        """Return the passages in a section that is named without its title, "formatting" where several texts have it."""
        if len(words) < 2:
            return None
        found = [(document, part.number) for document, part in self._parts if part.named_by(words)]
        if not found:
            return None
        return tuple(number for _, number in found) if len({document for document, _ in found}) == 1 else "formatting"

    def _misspelt(self, words: Words) -> bool:
        """Tell whether the words, or their beginning, are nearly those of a title."""
        self._compared += 1
        label = " ".join(words)
        if self._compared > MOST_COMPARED or len(label) < SHORTEST:
            return False
        for title in self._titles:
            wanted = " ".join(title)
            start = " ".join(words[: len(title)])
            for text in {label, start}:
                matcher = SequenceMatcher(None, text, wanted, autojunk=False)
                if len(wanted) >= SHORTEST and matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE:
                    return True
        return False


def titles_of(passage: Passage) -> Iterator[Words]:
    """Yield the words of all names of a passage's document: its title, that before a colon, its file."""
    document = passage.hit.document
    names = [document.title, document.title.partition(":")[0], document.label]
    if document.source:
        file = PurePosixPath(document.source.replace("\\", "/").split("#")[0])
        names += [file.name, file.stem]
    if record := document.metadata.get("_id"):
        names.append(record)
    yield from (words for name in names if (words := words_of(name)))


def part_of(passage: Passage) -> Part:
    """Return what a passage lies in, by its own section and those of its document that it touches."""
    hit = passage.hit
    spans: Sequence[tuple[int, int]] = passage.spans or ((hit.chunk.start, hit.chunk.end),)
    touched = [s for s in hit.document.sections if any(s.start < end and s.end > start for start, end in spans)]
    titles = [hit.chunk.section, *(section.title for section in touched)]
    sections = tuple(dict.fromkeys(words for title in titles if (words := words_of(title))))
    places = {place for words in sections for place in places_of(words)}
    places |= {Place("page", section.page) for section in touched if section.page is not None}
    return Part(passage.number, sections, frozenset(places))
