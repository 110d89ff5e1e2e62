"""A context in the making: which passages are whole, what was picked of the others, and how all that is written."""

from collections.abc import Sequence
from dataclasses import dataclass

from microrag_core.context.bodies import Body
from microrag_core.context.budget import GAP
from microrag_core.context.compression import Pick
from microrag_core.context.formats import FORMATS, Entry
from microrag_core.context.policy import Decision
from microrag_core.context.source import Source
from microrag_core.context.spans import Span, SpanSet, merge_spans
from microrag_core.datatypes import Context, Passage
from microrag_core.settings import ContextSettings
from microrag_core.text.tokens import count_tokens


@dataclass
class Draft:
    """`whole` are the rows given whole and `picks` what is given of others, both in the order in which they were taken."""

    settings: ContextSettings
    sources: tuple[Source, ...]
    bodies: Sequence[Body]
    whole: list[int]
    picks: list[Pick]

    def stretches(self, row: int) -> list[Span]:
        """Return what was picked of a source, in its order and apart."""
        return merge_spans(self.sources[row].text, [(pick.start, pick.end) for pick in self.picks if pick.source == row])

    def text(self, row: int) -> str:
        """Return what is given of a row; empty when it is left out."""
        if row in self.whole:
            return self.bodies[row].text
        text = self.sources[row].text
        return GAP.join(text[start:end] for start, end in self.stretches(row))

    def entry(self, row: int, number: int, text: str) -> Entry:
        """Return what is written of a row."""
        return Entry(number, self.bodies[row].title, self.bodies[row].section, text, row in self.whole)

    def cost(self, row: int, text: str) -> int:
        """Return the tokens of a row with `text`, its heading and what divides it from the next."""
        form = FORMATS[self.settings.context_format]
        return count_tokens(form.passage(self.entry(row, row + 1, text)) + form.between)

    def entries(self) -> dict[int, Entry]:
        """Return the entry of each row that is not left out, numbered from 1."""
        texts = {row: text for row in range(len(self.sources)) if (text := self.text(row))}
        return {row: self.entry(row, number, text) for number, (row, text) in enumerate(texts.items(), 1)}

    def written(self) -> str:
        """Return the whole as a model reads it."""
        return FORMATS[self.settings.context_format].context(list(self.entries().values()))

    def tokens(self) -> int:
        """Return the tokens of the whole."""
        return count_tokens(self.written())

    def context(self, query: str, decisions: Sequence[Decision], full: "Draft") -> Context:
        """Return the finished context; `full` is what all hits would be raw."""
        form = FORMATS[self.settings.context_format]
        entries = self.entries()
        passages = []
        for row, source in enumerate(self.sources):
            entry = entries.get(row)
            passages.append(
                Passage(
                    hit=source.hit,
                    treatment="left_out" if entry is None else "raw" if row in self.whole else "compressed",
                    number=entry.number if entry else 0,
                    text=form.body(entry.text) if entry else "",
                    tokens=count_tokens(form.passage(entry)) if entry else 0,
                    tokens_full=count_tokens(form.passage(full.entry(row, row + 1, full.bodies[row].text))),
                    spans=self.spans(row),
                    reason=self.reason(row, decisions[row]),
                )
            )
        return Context(query, tuple(passages), self.written(), self.tokens(), full.tokens())

    def spans(self, row: int) -> tuple[Span, ...]:
        """Return the stretches of the document that are given of a row."""
        return self.bodies[row].spans if row in self.whole else self.sources[row].document_spans(self.stretches(row))

    def reason(self, row: int, decision: Decision) -> str:
        """Say in words why a row is treated as it is."""
        body = self.bodies[row]
        if row in self.whole or not body.text:
            return body.reason or decision.reason
        why = decision.reason
        if decision.raw:
            why = f"it should stay whole ({why}), but the token budget of {self.settings.token_budget} has no room for it"
        kept = self.stretches(row)
        if not kept:
            return why if decision.raw else f"{why}; nothing of it was needed or had room"
        source = self.sources[row]
        given = SpanSet(kept)
        whole = sum(given.holds(sentence.start, sentence.end) for sentence in source.sentences)
        parts = sum(given.touches(sentence.start, sentence.end) for sentence in source.sentences) - whole
        return f"{why}; kept: {whole} of {len(source.sentences)} sentences" + (f" and parts of {parts}" if parts else "")
