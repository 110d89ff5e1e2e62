"""Each strategy against a slow version of itself that is written another way."""

import re
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from microrag_core.chunking import chunk_document
from microrag_core.datatypes import Chunk, Document, Sentence
from microrag_core.settings import ChunkSettings
from microrag_core.text.sentences import split_sentences
from microrag_core.text.tokens import count_tokens, token_spans

Span = tuple[int, int]

PROSE = (
    "The muse sang of a man who wandered far. He saw many cities, and learnt the minds of many men! Did he come home?\n\n"
    "His comrades perished through their own folly; they had eaten the cattle of the Sun-god Hyperion, so he took from them "
    "the day of their return. Tell us of these things, goddess.\n\n# A heading\n\nShort one. Another short one. "
    "And 还有中文。第二句。\n"
    "| a | 1 |\n| b | 2 |\n\nThe end 👩‍👩‍👧 of it, said Raskolnikov, incomprehensibly and interminably."
)
WORDS = st.sampled_from(["the", "muse", "Raskolnikov", "far", "中文", "Hyperion's", "42", "🙂", "interminably"])
SENTENCES = st.lists(WORDS, min_size=1, max_size=9).map(lambda words: " ".join(words) + ".")
PROSES = st.lists(SENTENCES, min_size=1, max_size=12).map(" ".join)


def cut(text: str, strategy: str, size: int, overlap: int = 0, **known: object) -> tuple[Chunk, ...]:
    names = {"semantic_rule", "percentile", "chunk_similarity", "parent_size"}
    chosen = {name: value for name, value in known.items() if name in names}
    rest = {name: value for name, value in known.items() if name not in names}
    return chunk_document(Document("", text), ChunkSettings(strategy, size=size, overlap=overlap, **chosen), **rest)


def spans(chunks: tuple[Chunk, ...], level: int = 0) -> list[Span]:
    return [(chunk.start, chunk.end) for chunk in chunks if chunk.level == level]


def strip(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def borders(text: str) -> list[int]:
    """Where a token starts that shares no character with the one before."""
    tokens = token_spans(text)
    return [after[0] for before, after in pairwise(tokens) if before[1] <= after[0]]


def slow_pack(text: str, pieces: list[Span], limit: int, measure=count_tokens) -> list[Span]:
    packed: list[Span] = []
    for start, end in pieces:
        if packed and measure(text[packed[-1][0] : end]) <= limit:
            packed[-1] = (packed[-1][0], end)
        else:
            packed.append((start, end))
    return packed


def slow_split(text: str, span: Span, places: list[int]) -> list[Span]:
    inside = [place for place in places if span[0] < place < span[1]]
    parts = [strip(text, *pair) for pair in pairwise([span[0], *inside, span[1]])]
    return [part for part in parts if part[0] < part[1]]


def slow_pieces(text: str, span: Span, limit: int, levels: list[list[int]], measure=count_tokens) -> list[Span]:
    if measure(text[slice(*span)]) <= limit:
        return [span]
    if not levels:
        anywhere = list(range(len(text))) if measure is len else borders(text)
        return slow_pack(text, slow_split(text, span, anywhere), limit, measure)
    parts = slow_split(text, span, levels[0])
    return [piece for part in parts for piece in slow_pieces(text, part, limit, levels[1:], measure)]


def places(pattern: str, text: str) -> list[int]:
    return [found.end() for found in re.finditer(pattern, text)]


def running_levels(text: str) -> list[list[int]]:
    sentences = [sentence.start for sentence in split_sentences(text)]
    return [places(r"\n\s*\n", text), sentences, places("\n", text)]


@pytest.mark.parametrize("size", [3, 7, 20, 64, 500])
def test_fixed(size: int) -> None:
    units = slow_split(PROSE, (0, len(PROSE)), borders(PROSE))
    assert spans(cut(PROSE, "fixed", size)) == slow_pack(PROSE, units, size)


@settings(max_examples=40, deadline=None)
@given(PROSES, st.integers(3, 40))
def test_fixed_takes_as_much_as_fits(text: str, size: int) -> None:
    found = spans(cut(text, "fixed", size))
    limits = [*borders(text), len(text)]
    for (start, end), _ in pairwise(found):
        following = strip(text, start, next(place for place in limits if place > end and text[end:place].strip()))
        assert count_tokens(text[slice(*following)]) > size


@pytest.mark.parametrize(("size", "overlap"), [(20, 5), (64, 6), (30, 29), (5, 1)])
@pytest.mark.parametrize("strategy", ["fixed", "recursive", "micro"])
def test_overlap(strategy: str, size: int, overlap: int) -> None:
    measure = len if strategy == "recursive" else count_tokens
    own = spans(cut(PROSE, strategy, size - overlap))
    assert spans(cut(PROSE, strategy, size, overlap)) == [slow_overlap(span, size, overlap, measure) for span in own]


def slow_overlap(span: Span, size: int, overlap: int, measure) -> Span:
    start, end = span
    if measure is len:
        reach = [place for place in range(len(PROSE)) if start - overlap <= place < start]
    else:
        before = [token[0] for token in token_spans(PROSE) if token[0] < start]
        reach = [place for place in [0, *borders(PROSE)] if place in before[-overlap:]]
    fits = [
        moved
        for place in reach
        for moved in [strip(PROSE, place, start)[0]]
        if moved < start and measure(PROSE[moved:start]) <= overlap and measure(PROSE[moved:end]) <= size
    ]
    half = reach[: (len(reach) + 1) // 2]
    words = [place for place in half if place == 0 or PROSE[place].isspace() or PROSE[place - 1].isspace()]
    best = [moved for place in words for moved in [strip(PROSE, place, start)[0]] if moved in fits]
    return (best or fits or [start])[0], end


@pytest.mark.parametrize("size", [5, 20, 60, 150, 300])
def test_recursive(size: int) -> None:
    code = "```\n# code, no heading\n```"
    text = f"# Top\n\n{PROSE}\n\n## Part <p>one</p>\n\n{code}\n\nLast words <div>in blocks</div> and <br>breaks."
    headings = [[text.index("# Top"), text.index("# A heading")], [text.index("## Part")]]
    blocks = [found.start() if found[0] in {"<p>", "<div>"} else found.end() for found in re.finditer(r"<[^>]+>", text)]
    sentences = [sentence.start for sentence in split_sentences(text)]
    levels = [blocks, places(r"\n\s*\n", text), places("\n", text), sentences, places(r"\s+", text)]

    def section(span: Span, above: list[list[int]]) -> list[Span]:
        if span[1] - span[0] <= size:
            return [span]
        if not above:
            return slow_pack(text, slow_pieces(text, span, size, levels, len), size, len)
        found: list[Span] = []
        run: list[Span] = []
        for part in slow_split(text, span, above[0]):
            if part[1] - part[0] <= size:
                run.append(part)
                continue
            found += slow_pack(text, run, size, len) + section(part, above[1:])
            run = []
        return found + slow_pack(text, run, size, len)

    assert spans(cut(text, "recursive", size)) == section(strip(text, 0, len(text)), headings)


def test_recursive_leaves_a_heading_with_what_follows() -> None:
    text = "# One\n\n" + "Words of the first section. " * 6 + "\n\n# Two\n\n" + "Words of the second one. " * 6
    chunks = cut(text, "recursive", 120)
    assert [chunk.text[:5] for chunk in chunks if "#" in chunk.text] == ["# One", "# Two"]
    assert {chunk.section for chunk in chunks} == {"One", "Two"}


UNITS = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def made_vectors(random: np.random.Generator, rows: int) -> np.ndarray:
    vectors = random.normal(size=(rows, 3)) + np.array([1.5, 0, 0])
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@settings(max_examples=40, deadline=None)
@given(PROSES, UNITS, st.integers(20, 60), st.sampled_from([0, 5, 50, 100]))
def test_semantic_percentile(text: str, random: np.random.Generator, size: int, percentile: float) -> None:
    sentences = split_sentences(text)
    vectors = made_vectors(random, len(sentences))
    similar = [float(np.dot(a.astype(float), b.astype(float))) for a, b in pairwise(vectors)]
    groups: list[list[Span]] = [[]]
    for row, sentence in enumerate(sentences):
        if row and similar[row - 1] < np.percentile(similar, percentile):
            groups.append([])
        groups[-1].append((sentence.start, sentence.end))
    wanted = [span for group in groups for span in slow_pack(text, group, size)]
    found = cut(text, "semantic", size, percentile=percentile, sentences=sentences, vectors=vectors)
    assert slow_fit(text, wanted, size) == spans(found)


@settings(max_examples=40, deadline=None)
@given(PROSES, UNITS, st.integers(20, 60), st.sampled_from([0.0, 0.6, 0.8, 1.0]))
def test_semantic_running(text: str, random: np.random.Generator, size: int, least: float) -> None:
    sentences = split_sentences(text)
    vectors = made_vectors(random, len(sentences))
    runs: list[list[int]] = []
    for row, sentence in enumerate(sentences):
        if runs:
            mean = vectors[runs[-1]].astype(float).mean(axis=0)
            cosine = float(vectors[row] @ mean) / float(np.linalg.norm(mean))
            if cosine >= least and count_tokens(text[sentences[runs[-1][0]].start : sentence.end]) <= size:
                runs[-1].append(row)
                continue
        runs.append([row])
    wanted = [(sentences[run[0]].start, sentences[run[-1]].end) for run in runs]
    chosen = {"semantic_rule": "running", "chunk_similarity": least}
    assert slow_fit(text, wanted, size) == spans(cut(text, "semantic", size, sentences=sentences, vectors=vectors, **chosen))


def slow_fit(text: str, pieces: list[Span], size: int) -> list[Span]:
    """Each piece that is too long cut as running text is."""
    levels = running_levels(text)
    return [part for piece in pieces for part in slow_pack(text, slow_pieces(text, piece, size, levels), size)]


def test_semantic_by_hand() -> None:
    text = "Cats purr. Cats sleep. Stocks fell. Stocks rose."
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1], [0, 1]], np.float32)  # neighbours: 0.8, 0.6, 1
    parts = [chunk.text for chunk in cut(text, "semantic", 100, percentile=10, vectors=vectors)]
    assert parts == ["Cats purr. Cats sleep.", "Stocks fell. Stocks rose."]
    # Running: the mean of the first two has length sqrt(0.9), and 0.3 / sqrt(0.9) = 0.32 < 0.8.
    chosen = {"semantic_rule": "running", "chunk_similarity": 0.8 - 1e-6, "vectors": vectors}
    assert [chunk.text for chunk in cut(text, "semantic", 100, **chosen)] == parts


@settings(max_examples=40, deadline=None)
@given(PROSES, st.integers(24, 48))
def test_micro_is_the_best_of_all_ways(text: str, size: int) -> None:
    sentences = [(s.start, s.end) for s in split_sentences(text)]
    if any(count_tokens(text[slice(*span)]) > size for span in sentences) or len(sentences) > 10:
        return

    @cache
    def tokens(first: int, last: int) -> int:
        return count_tokens(text[sentences[first][0] : sentences[last][1]])

    def score(ends: tuple[int, ...]) -> tuple[int, int] | None:
        groups = list(pairwise((0, *ends, len(sentences))))
        counts = [tokens(first, last - 1) for first, last in groups]
        return None if max(counts) > size else (sum(2 * count < size for count in counts), len(counts))

    ways = (ends for many in range(len(sentences)) for ends in combinations(range(1, len(sentences)), many))
    best = min(found for found in map(score, ways) if found is not None)
    chunks = cut(text, "micro", size)
    assert (sum(2 * chunk.tokens < size for chunk in chunks), len(chunks)) == best
    assert {chunk.start for chunk in chunks} <= {start for start, _ in sentences}


def test_micro_cuts_a_long_sentence_between_words_in_even_parts() -> None:
    text = "It went on and on, " * 20 + "and stopped."
    chunks = cut(text, "micro", 32)
    assert all(16 <= chunk.tokens <= 32 for chunk in chunks)
    assert all(text[chunk.start - 1].isspace() for chunk in chunks[1:])
    assert len(chunks) == -(-count_tokens(text) // 32)


@settings(max_examples=40, deadline=None)
@given(PROSES, UNITS, st.integers(4, 60), st.booleans())
def test_pruned(text: str, random: np.random.Generator, size: int, overlapping: bool) -> None:
    sentences = split_sentences(text)
    kept = random.random(len(sentences)) < 0.6
    overlap = size // 4 if overlapping else 0
    chunks = cut(text, "pruned", size, overlap, sentences=sentences, kept=kept)
    inside = [any(chunk.start <= at < chunk.end for chunk in chunks) for at in range(len(text))]
    for sentence, keep in zip(sentences, kept, strict=True):
        held = [inside[at] for at in range(sentence.start, sentence.end) if not text[at].isspace()]
        assert all(held) if keep else not any(held)
    if not overlapping:
        runs: list[list[Span]] = []
        for row, sentence in enumerate(sentences):
            if kept[row]:
                runs += [[]] if row == 0 or not kept[row - 1] else []
                runs[-1] += slow_pieces(text, (sentence.start, sentence.end), size, running_levels(text))
        assert spans(chunks) == [span for run in runs for span in slow_pack(text, run, size)]


def test_pruned_leaves_out_what_is_no_sentence() -> None:
    text = "Kept one. LEFT OUT Kept two."
    sentences = (Sentence(0, 9, text[0:9]), Sentence(19, 28, text[19:28]))
    chunks = cut(text, "pruned", 100, 20, sentences=sentences, kept=np.array([True, True]))
    assert [chunk.text for chunk in chunks] == ["Kept one.", "Kept two."]


def test_nothing_kept_gives_no_chunks() -> None:
    assert cut("One. Two.", "pruned", 10, kept=np.zeros(len(split_sentences("One. Two.")), bool)) == ()


@pytest.mark.parametrize("size", [6, 15, 40])
@pytest.mark.parametrize("strategy", ["hierarchical", "parent_child"])
def test_nested(strategy: str, size: int) -> None:
    sizes = [size, 2 * size, 4 * size] if strategy == "hierarchical" else [size, 100]
    levels = running_levels(PROSE)
    holders = [strip(PROSE, 0, len(PROSE))]
    chunks = cut(PROSE, strategy, size, parent_size=100)
    for level in reversed(range(len(sizes))):
        wanted = [
            (span, holder)
            for holder in holders
            for span in slow_pack(PROSE, slow_pieces(PROSE, holder, sizes[level], levels), sizes[level])
        ]
        own = [chunk for chunk in chunks if chunk.level == level]
        assert [(chunk.start, chunk.end) for chunk in own] == [span for span, _ in wanted]
        if level + 1 < len(sizes):
            above = {chunk.id: (chunk.start, chunk.end) for chunk in chunks if chunk.level == level + 1}
            assert [above[chunk.parent or ""] for chunk in own] == [holder for _, holder in wanted]
        holders = [span for span, _ in wanted]


@pytest.mark.parametrize("size", [5, 12, 30, 90])
def test_books_packs_running_text(size: int) -> None:
    plain = PROSE.replace("# A heading\n\n", "")  # nothing to divide at
    pieces = slow_pieces(plain, (0, len(plain)), size, running_levels(plain))
    assert spans(cut(plain, "books", size)) == slow_pack(plain, pieces, size)
