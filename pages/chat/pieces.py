"""An answer cut into pieces to draw: text, unsupported words, markers that open their source, and a badge after each claim."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from microrag_core.assistant import Reply
from microrag_core.datatypes import Citation, Claim, Mismatch, MismatchKind, shorten

Piece = dict[str, Any]
Span = tuple[int, int]

GLYPHS = {"supported": "✓ supported", "partly": "partly", "unsupported": "✗ unsupported", "contradicted": "✗ contradicted"}
MISMATCHES: Mapping[MismatchKind, tuple[str, str]] = {
    "formatting": ("formatting slip", "What is cited is there, but the citation is not written as it should be."),
    "out_of_range": ("out of range", "No passage with this number was given for this question."),
    "invented": ("invented source", "Nothing of this name was found for this question."),
}
TITLE_CHARACTERS = 80
WORDS_CHARACTERS = 60
CLOSING = ".!?…。！？)]}\"'”’»"


def pieces_of(reply: Reply) -> list[Piece]:
    """Return an answer in pieces whose texts, badges left out, are the answer's own, but for how its citations are written.

    Each has a `kind`: `text`, `unsupported`, `marker` (with the `number` of its passage and the `claim` it stands in, from 0),
    `mismatch` (with a `word` for what is wrong with it), or `badge` (with `verdict` and `claim`). `about` is more to read.
    """
    text, claims = reply.answer.text, reply.grounding.claims
    markers = markers_of(reply)
    mismatches = {(item.start, item.end): item for item in reply.grounding.mismatches}
    badges = badge_places(text, claims)
    doubted = [span for claim in claims for span in claim.unsupported]
    cuts = {0, len(text), *badges, *(end for span in [*markers, *mismatches, *doubted] for end in span)}
    pieces: list[Piece] = []
    written = sorted(place for place in cuts if 0 <= place <= len(text))
    skip_to = 0
    for start, end in zip(written, [*written[1:], len(text)], strict=True):
        pieces += [badge(claims[number], number, text) for number in badges.get(start, ())]
        if start < skip_to or start == end:
            continue
        if found := next((span for span in markers if span[0] == start), None):
            pieces += marker_pieces(reply, text, found, markers[found])
            skip_to = found[1]
        elif wrong := next((mismatches[span] for span in mismatches if span[0] == start), None):
            pieces.append(mismatch_piece(wrong))
            skip_to = wrong.end
        else:
            is_doubted = any(first <= start and end <= last for first, last in doubted)
            kind = {"kind": "unsupported", "about": "No source bears this out."} if is_doubted else {"kind": "text"}
            pieces.append({"text": text[start:end], **kind})
    return pieces


def markers_of(reply: Reply) -> dict[Span, list[tuple[Citation, int]]]:
    """Return all citations by where they stand, each with the claim, from 0, that it belongs to first."""
    found: dict[Span, list[tuple[Citation, int]]] = {}
    for number, claim in enumerate(reply.grounding.claims):
        for citation in claim.citations:
            here = found.setdefault((citation.start, citation.end), [])
            if all(citation.number != other.number for other, _ in here):
                here.append((citation, number))
    return found


def marker_pieces(reply: Reply, text: str, span: Span, cited: list[tuple[Citation, int]]) -> Iterator[Piece]:
    """Yield a marker for each passage that a citation names; one that names several is written as several."""
    written = text[span[0] : span[1]]
    for citation, claim in cited:
        own = written if len(cited) == 1 else f"[{citation.number}]"
        about = f"Source {citation.number}: {source_title(reply, citation.number)}"
        about += "" if own == written else f" (written {written})"
        yield {"kind": "marker", "text": own, "number": citation.number, "claim": claim, "about": about}


def source_title(reply: Reply, number: int) -> str:
    """Return what to call the passage of a number."""
    document = next((item.hit.document for item in reply.context.passages if item.number == number), None)
    return shorten(document.label, TITLE_CHARACTERS) if document else "not among the sources"


def mismatch_piece(found: Mismatch) -> Piece:
    """Return a citation that names nothing that was found, with what is wrong with it."""
    word, about = MISMATCHES[found.kind]
    return {"kind": "mismatch", "text": found.text, "word": word, "about": about}


def badge_places(text: str, claims: Sequence[Claim]) -> dict[int, list[int]]:
    """Return the claims, by their numbers from 0, whose badges stand at each place; what claims nothing has none."""
    found: dict[int, list[int]] = {}
    for number, claim in enumerate(claims):
        if claim.verdict != "no_claim":
            found.setdefault(badge_place(text, claim), []).append(number)
    return found


def badge_place(text: str, claim: Claim) -> int:
    """Return where a claim's badge stands: after it, its citations that follow at once, and the signs that close it."""
    place = claim.end
    for start, end in sorted((citation.start, citation.end) for citation in claim.citations):
        if start >= place and not text[place:start].strip():
            place = end
    while place < len(text) and text[place] in CLOSING:
        place += 1
    return place


def badge(claim: Claim, number: int, text: str) -> Piece:
    """Return the badge of a claim: its verdict in words, and the words that nothing bears out."""
    said = GLYPHS[claim.verdict]
    words = doubted_words(claim, text)
    said += f": {words}" if words and claim.verdict in {"partly", "unsupported"} else ""
    return {"kind": "badge", "text": said, "verdict": claim.verdict, "claim": number, "about": claim.reason}


def doubted_words(claim: Claim, text: str) -> str:
    """Return the unsupported words of a claim in quotes; nothing where they are all of it."""
    words = [shorten(text[start:end], WORDS_CHARACTERS) for start, end in claim.unsupported if text[start:end].strip()]
    if sum(end - start for start, end in claim.unsupported) > len(claim.text) * 0.8:
        return ""
    return shorten(", ".join(f"“{word}”" for word in words), WORDS_CHARACTERS)
