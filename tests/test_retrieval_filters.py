import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_cases import brute_force, collection_of, many, unit_rows

from microrag_core.datatypes import Document
from microrag_core.errors import SettingsError
from microrag_core.retrieval.filtered_search import matching, matching_ids, search_deeper, search_rows
from microrag_core.retrieval.filters import Condition, is_like, parse_filters


def document(**metadata: str) -> Document:
    return Document("Annual Report", "text", "papers/Report.PDF", metadata=metadata)


def holds(text: str, **metadata: str) -> bool:
    return all(condition.holds(document(**metadata)) for condition in parse_filters(text))


def test_conditions_are_read() -> None:
    found = parse_filters(' lang=en ; source = *.pdf;year>=2020;; author!="a;b=c" ; note~ two words ')
    assert found == (
        Condition("lang", "=", "en"),
        Condition("source", "=", "*.pdf"),
        Condition("year", ">=", "2020"),
        Condition("author", "!=", "a;b=c"),
        Condition("note", "~", "two words"),
    )
    assert parse_filters("") == parse_filters(" ; ") == ()


@pytest.mark.parametrize("text", ["lang", "=en", "lang=", 'lang=""', "lang==en", "year=>2020", "year><3", '"lang"=en', "<>"])
def test_nonsense_is_refused_with_its_words(text: str) -> None:
    with pytest.raises(SettingsError, match="is no condition; write a field, one of = != < <= > >= ~, a value") as caught:
        parse_filters(f"source=*;{text}")
    assert repr(text) in str(caught.value)


def test_an_open_quote_is_refused() -> None:
    with pytest.raises(SettingsError, match="a double quote in it is not closed"):
        parse_filters('title="Annual')


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("f=en", "EN", True),
        ("f=en", "english", False),
        ("f=en*", "English", True),
        ("f=?n", "en", True),
        ("f=[a-z].", "b.", False),
        ("f=[a-z].", "[A-Z].", True),
        ("f!=en", "de", True),
        ("f!=e*", "en", False),
        ("f~gli", "ENGLISH", True),
        ("f~*", "english", False),
        ("f>=2020", "2020", True),
        ("f>2020", "2020.5", True),
        ("f<10", "9", True),
        ("f<10", "-3e2", True),
        ("f<=1e3", "1000", True),
        ("f>=2020", "n/a", False),
        ("f<2020", "n/a", False),
        ("f>=2024-05", "2024-05-31", True),
        ("f>2024-05", "2024-05-31", False),
        ("f<=2024", "2024-05-31", True),
        ("f>2023-12-31", "2024", True),
        ("f<2024-05-31", "2024-05-30T23:59:59", True),
        ("f>=m", "Nile", True),
        ("f<m", "Nile", False),
        ("f=两*", "两只老虎", True),
    ],
)
def test_comparisons(text: str, value: str, expected: bool) -> None:
    assert holds(text, f=value) == expected


def test_title_and_source_and_absent_fields() -> None:
    assert holds("title=annual*;source=*.pdf;SOURCE~papers/")
    assert not holds("source=*.docx")
    assert [holds(text) for text in ("f=x", "f~x", "f<x", "f>=0", "f!=x")] == [False, False, False, False, True]
    assert holds("year=2020", Year="2020")


@many
@given(st.floats(allow_nan=False, allow_infinity=False, width=32), st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_numbers_compare_as_numbers(found: float, wanted: float) -> None:
    made = [
        operator for operator in ("<", "<=", ">", ">=") if Condition("f", operator, repr(wanted)).holds(document(f=repr(found)))
    ]
    assert made == [
        o
        for o, holds_ in zip(
            ("<", "<=", ">", ">="), (found < wanted, found <= wanted, found > wanted, found >= wanted), strict=True
        )
        if holds_
    ]


DOCUMENTS = [
    Document(f"T{n}", f"text {n}", f"{n}.{'pdf' if n % 2 else 'md'}", metadata={"_id": f"d{n}", "year": str(2000 + n)})
    for n in range(60)
]
COLLECTION = collection_of(DOCUMENTS, unit_rows(60, 16, 5))


def test_rows_and_ids_that_match() -> None:
    conditions = parse_filters("source=*.pdf;year>=2050")
    expected = [n % 2 == 1 and n >= 50 for n in range(60)]
    assert matching(COLLECTION, conditions).tolist() == expected
    assert matching_ids(COLLECTION, conditions) == {f"d{n}" for n in (51, 53, 55, 57, 59)}
    assert matching(COLLECTION, ()).all()


def test_a_field_that_no_document_has_is_a_slip() -> None:
    with pytest.raises(
        SettingsError, match=r"No document has the field 'yaer' of filters; the fields are _id, source, title, year\."
    ):
        matching(COLLECTION, parse_filters("yaer>=2050"))


@pytest.mark.parametrize("text", ["source=*.pdf;year>=2050", "year<2003", "year>3000", ""])
@pytest.mark.parametrize("top_k", [1, 4, 100])
def test_as_many_are_found_as_match_by_either_way(text: str, top_k: int) -> None:
    query = unit_rows(1, 16, 77)[0]
    rows = matching(COLLECTION, parse_filters(text))
    allowed = matching_ids(COLLECTION, parse_filters(text))
    expected = [key for key in brute_force(query, COLLECTION, 60) if key in allowed][:top_k]
    found = search_rows(query, COLLECTION, rows, top_k)
    assert [key for key, _ in found] == expected
    assert len(found) == min(top_k, int(rows.sum()))
    everything = search_rows(query, COLLECTION, np.ones(60, dtype=np.bool_), 60)
    depths: list[int] = []

    def search(depth: int) -> list[tuple[str, float]]:
        depths.append(depth)
        return everything[:depth]

    assert [key for key, _ in search_deeper(search, allowed, top_k, 60)] == expected
    assert len(depths) <= 5


def test_a_search_with_nothing_more_to_give_ends() -> None:
    assert search_deeper(lambda depth: [("d1", 1.0), ("d2", 0.5)][:depth], {"d2", "d3"}, 2, 60) == [("d2", 0.5)]


@pytest.mark.parametrize(
    ("wanted", "text", "like"),
    [
        ("*.pdf", "a.pdf", True),
        ("*.pdf", "a.pdf.txt", False),
        ("a*a", "a", False),
        ("a*a", "aa", True),
        ("a*b*c", "a-b-b-c", True),
        ("a?c*", "abcd", True),
        ("*", "", True),
        ("*" * 40 + "x", "folder/quite-a-normal-name.pdf", False),
        ("*a" * 40, "a" * 39, False),
    ],
)
def test_stars_stand_for_any_characters_and_cost_little(wanted, text, like):
    assert is_like(text, wanted) == like
