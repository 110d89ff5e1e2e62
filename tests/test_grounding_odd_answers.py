"""Verdicts on what once went wrong: amounts of another unit, words that deny by themselves, tables, lists of sources, tags."""

import pytest
from grounding_cases import context_of

from microrag_core.embedding import Encoder
from microrag_core.grounding import ground, support
from microrag_core.grounding.citations import find_citations
from microrag_core.grounding.claims import split_claims
from microrag_core.grounding.polarity import negations, uncancelled

TOWER = "The lighthouse stands 41 metres high. About 30 % of the visitors come from Sweden. Tickets cost 12 euros."


@pytest.mark.parametrize(
    ("claim", "mine", "theirs"),
    [
        ("Tickets cost 12 dollars.", "12 dollars", "12 euros"),
        ("About 30 visitors come from Sweden.", "30 visitors", "30 %"),
        ("The lighthouse stands 41 feet high.", "41 feet", "41 metres"),
        ("The lighthouse stands 41 km high.", "41 km", "41 metres"),
    ],
)
def test_the_same_number_of_something_else_contradicts(encoder: Encoder, claim: str, mine: str, theirs: str) -> None:
    found = support(claim, TOWER.split(". "), encoder)
    assert found.contradicted
    assert found.reasons == (f"it says “{mine}” where the source says “{theirs}”",)


@pytest.mark.parametrize(
    "claim",
    [
        "Tickets cost €12.",
        "Tickets cost 12 EUR.",
        "About 30 percent of the visitors come from Sweden.",
        "The lighthouse stands 41 m high.",
        "The lighthouse stands 41m high.",
        "The lighthouse stands 41 meters high.",
    ],
)
def test_another_spelling_of_a_unit_is_the_same_amount(encoder: Encoder, claim: str) -> None:
    found = support(claim, TOWER.split(". "), encoder)
    assert (found.contradicted, found.unsupported, found.score >= 0.57) == (False, (), True)


def test_m_is_a_million_of_money_and_else_a_metre(encoder: Encoder) -> None:
    for claim in ("It cost $5 m to build.", "It cost 5 m dollars to build."):
        assert not support(claim, ["It cost 5 million dollars to build."], encoder).contradicted
    assert support("Ships 5 m away see the light.", ["Ships 5 km away see the light."], encoder).contradicted


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Dogs are forbidden in the tower.", "Dogs are not allowed in the tower."),
        ("Dogs are not allowed in the tower.", "Dogs are forbidden in the tower."),
        ("Les chiens sont interdits dans la tour.", "Les chiens ne sont pas admis dans la tour."),
    ],
)
def test_a_word_that_denies_says_what_a_negation_says(encoder: Encoder, claim: str, source: str) -> None:
    assert not support(claim, [source], encoder).contradicted


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Les chiens sont admis dans la tour.", "Les chiens ne sont pas admis dans la tour."),
        ("Dogs are allowed in the tower.", "Dogs are not allowed in the tower."),
        ("Hay perros en la torre.", "No hay nunca perros en la torre."),
    ],
)
def test_two_parts_of_one_negation_deny(encoder: Encoder, claim: str, source: str) -> None:
    assert support(claim, [source], encoder).contradicted


def test_a_negation_within_chinese_is_seen(encoder: Encoder) -> None:
    assert support("塔内不允许带狗。", ["塔内不允许带狗。"], encoder).score > 0.8
    assert support("塔内允许带狗。", ["塔内不允许带狗。"], encoder).score < 0.57


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("He did not fail to come.", 0),
        ("It is not without risk.", 0),
        ("Ils ne sont pas admis.", 2),
        ("Neither dogs nor cats may enter.", 2),
        ("No hay nada.", 2),
    ],
)
def test_which_negations_cancel_out(text: str, left: int) -> None:
    assert len(uncancelled(list(negations(text)), text)) == left


def stated(answer: str) -> list[str]:
    """The claims of an answer as they are judged, single blanks in them."""
    context = context_of(("Tower", "", TOWER))
    return [" ".join(one.plain.split()) for one in split_claims(answer, *find_citations(answer, context)) if one.states]


def test_the_head_of_a_table_claims_nothing() -> None:
    table = "| what | value |\n|---|:--:|\n| height | 41 metres [1] |\n| built | 1843 |\n"
    assert stated(table) == ["| height | 41 metres |", "| built | 1843 |"]


@pytest.mark.parametrize(
    "sources",
    [
        "Sources:\n[1] Tower\n[2] Bakery",
        "Sources: [1] Tower, [2] Bakery",
        "**Quellen:**\n1. Tower",
        "## References\n\nTower 2020.",
    ],
)
def test_a_list_of_sources_claims_nothing(sources: str) -> None:
    assert stated(f"Tickets cost 12 euros [1].\n\n{sources}") == ["Tickets cost 12 euros ."]


def test_a_sentence_about_sources_is_a_claim() -> None:
    assert stated("Sources disagree: one says 5. References to it are rare.") == [
        "Sources disagree: one says 5.",
        "References to it are rare.",
    ]


def test_tags_and_an_editors_brackets_are_no_words(encoder: Encoder) -> None:
    answer = "The <b>lighthouse</b> stands [sic] 41 metres<br/>high [...] [1]. 3 < 5 and 7 > 2."
    assert stated(answer) == ["The lighthouse stands 41 metres high .", "3 < 5 and 7 > 2."]
    claim = ground(answer, context_of(("", "", TOWER)), encoder).claims[0]
    assert (claim.verdict, claim.unsupported) == ("supported", ())
    assert claim.text == answer[: answer.index(" 3 <")]
