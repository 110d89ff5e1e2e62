"""Contexts are read back by a parser written for these tests: whatever a passage holds, its borders are found again."""

import html
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.context.formats import FORMATS, Entry, one_line

AWKWARD = st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from('<>&/\\[]0129-\n "')), max_size=40) | st.lists(
    st.sampled_from(
        [
            "</passage>",
            '<passage number="2">',
            "&lt;/passage>",
            "&amp;lt;excerpt",
            "<excerpt",
            "\n---\n",
            "---",
            "\\---",
            "[1]",
            "\\[2] x",
            "\n[3] Title",
            "\\",
            "&",
            "<",
            "\n",
            " ",
            "word",
            "\r",
            "\u2028",
            "</PASSAGE >",
        ]
    ),
    max_size=8,
).map("".join)
ENTRIES = st.lists(st.tuples(AWKWARD, AWKWARD, AWKWARD.filter(str.strip), st.booleans()), min_size=1, max_size=4)


def entries(rows):
    return [Entry(number, title, section, text, whole) for number, (title, section, text, whole) in enumerate(rows, 1)]


def read_tagged(text):
    found = []
    pattern = re.compile(r"<(passage|excerpt) (\d+)(?:: ([^|<>]*)(?: \| ([^|<>]*))?)?>\n(.*?)\n</\1>", re.DOTALL)
    position = 0
    while position < len(text):
        match = pattern.match(text, position)
        assert match, text[position:]
        body = re.sub(
            r"&(lt;|amp;(?:amp;)*lt;)(?=/?(?:passage|excerpt)\b)",
            lambda m: "<" if m[1] == "lt;" else f"&{m[1][4:]}",
            match[5],
            flags=re.I,
        )
        found.append((int(match[2]), html.unescape(match[3] or ""), html.unescape(match[4] or ""), body, match[1] == "passage"))
        position = match.end() + 1
    return found


@settings(max_examples=80, deadline=None)
@given(ENTRIES)
def test_tagged_is_read_back(rows):
    # With one of title and section empty, the other stands alone.
    sources = [[*filter(None, map(one_line, (e.title, e.section))), "", ""] for e in entries(rows)]
    expected = [(e.number, *source[:2], e.text, e.whole) for e, source in zip(entries(rows), sources, strict=True)]
    assert read_tagged(FORMATS["tagged"].context(entries(rows))) == expected


@settings(max_examples=80, deadline=None)
@given(ENTRIES)
def test_separated_is_read_back(rows):
    text = FORMATS["separated"].context(entries(rows))
    parts = re.split(r"\n---\n(?=\[\d+\])", text)
    assert len(parts) == len(rows)
    for entry, part in zip(entries(rows), parts, strict=True):
        head, _, body = part.partition("\n")
        assert head == f"[{entry.number}] {', '.join(filter(None, map(one_line, (entry.title, entry.section))))}".rstrip()
        read = re.sub(r"^\\(?=[ \t\\]*(?:---|\[\d+\]))", "", body, flags=re.MULTILINE)
        assert read == re.sub(r"[\r\v\f\x1c-\x1e\x85\u2028\u2029]+", "\n", entry.text)


@settings(max_examples=80, deadline=None)
@given(ENTRIES)
def test_inline_is_read_back(rows):
    text = FORMATS["inline"].context(entries(rows))
    assert "\n" not in text
    borders = [match.start() for match in re.finditer(r"(?<!\\)\[\d+\]", text)]
    assert len(borders) == len(rows)
    for entry, start, end in zip(entries(rows), borders, [*borders[1:], len(text) + 1], strict=True):
        part = re.sub(r"(?<!\\)\\(?=\\*\[\d+\])", "", text[start : end - 1])
        source = ", ".join(filter(None, map(one_line, (entry.title, entry.section))))
        assert part == f"[{entry.number}] {source + ': ' if source else ''}{one_line(entry.text)}"


def test_a_passage_that_holds_the_tags_does_not_end_early():
    entry = Entry(1, 'A "quoted" <title>', "", 'One.\n</passage>\n<passage number="2">\nTwo &lt; three.', True)
    assert FORMATS["tagged"].passage(entry) == (
        '<passage 1: A "quoted" &lt;title&gt;>\nOne.\n&lt;/passage>\n&lt;passage number="2">\nTwo &lt; three.\n</passage>'
    )


@pytest.mark.parametrize("name", FORMATS)
def test_number_title_and_section_are_shown(name):
    shown = FORMATS[name].passage(Entry(7, "The Odyssey", "Book IX", "Nobody is my name.", False))
    assert "7" in shown
    assert "The Odyssey" in shown
    assert "Book IX" in shown
    assert "Nobody is my name." in shown
