"""What a question asks for, where a sentence holds it, and opposite words."""

import pytest

from microrag_core.answering.expected import answer_spans
from microrag_core.answering.opposites import opposed
from microrag_core.answering.question_kind import answer_kind


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("person", "Who built the lighthouse?"),
        ("person", "Wer baute den Leuchtturm?"),
        ("person", "Qui a construit le phare ?"),
        ("person", "灯塔是谁建造的？"),
        ("time", "When was it built?"),
        ("time", "How soon must it be reported?"),
        ("time", "Until when may I claim it?"),
        ("time", "In what year did the war end?"),
        ("time", "Wann wurde er gebaut?"),
        ("time", "灯塔是什么时候建造的？"),
        ("time", "متى توفي؟"),
        ("place", "Where does it stand?"),
        ("place", "Which country faced an embargo?"),
        ("place", "Wo steht er?"),
        ("number", "How many steps are there?"),
        ("number", "What was the population of the town?"),
        ("number", "How strong was the quake?"),
        ("number", "Wie viele Punkte gab es?"),
        ("number", "灯塔有多高？"),
        ("reason", "Why did the keeper ring a bell?"),
        ("reason", "Warum läutete der Wärter?"),
        ("name", "What is the disease called?"),
        ("name", "Wie heißt der Fluss?"),
        ("yes_no", "Is the bakery closed on Mondays?"),
        ("yes_no", "Was the war long?"),
        ("yes_no", "Ist die Bäckerei montags geschlossen?"),
        ("other", "Is it bread or cake?"),
        ("other", "Was geschah mit der Lampe?"),
        ("other", "What does it mean when currencies float?"),
        ("other", "When less workers are required, what happens?"),
        ("person", "When the war began, who was king?"),
        ("other", "lighthouse"),
        ("other", "?!"),
        ("other", ""),
    ],
)
def test_the_kind_of_a_question(kind: str, question: str) -> None:
    assert answer_kind(question) == kind


def spans(sentence: str, question: str, language: str = "en") -> list[str]:
    found = answer_spans(sentence, question, answer_kind(question), language, frozenset())
    return [sentence[start:end] for start, end in found]


def test_what_the_question_says_itself_is_no_answer() -> None:
    sentence = "The treaty of 1648 was signed in Osnabrück in October."
    assert "1648" not in spans(sentence, "When was the treaty of 1648 signed?")
    assert "October" in " ".join(spans(sentence, "When was the treaty of 1648 signed?"))


def test_hours_in_words_are_times() -> None:
    assert spans("The ferry leaves at half past nine.", "When does the ferry leave?") == ["at half past nine"]
    assert spans("Die Fähre fährt um neun.", "Wann fährt die Fähre?", "de") == ["um neun"]
    assert spans("Nine dogs travel free on the ferry.", "When does the ferry leave?") == []


@pytest.mark.parametrize(
    ("sentence", "found", "language"),
    [
        ("Send in your claim within 60 days of the end of the trip.", "within 60 days", "en"),
        ("The money is there in two weeks.", "in two weeks", "en"),
        ("They may do so after eight weeks with the company.", "after eight weeks", "en"),
        ("This holds in their first eight weeks.", "in their first eight weeks", "en"),
        ("It needs consent four weeks ahead.", "four weeks ahead", "en"),
        ("It is due no later than 10 working days from then.", "no later than 10 working days", "en"),
        ("Das Geld kommt innerhalb von 14 Tagen.", "innerhalb von 14 Tagen", "de"),
        ("Man erhält es nach acht Wochen.", "nach acht Wochen", "de"),
        ("Il faut le rendre dans les 60 jours.", "dans les 60 jours", "fr"),
        ("须在60天内提交。", "60天内", "zh"),
    ],
)
def test_how_far_off_something_is_is_a_time(sentence: str, found: str, language: str) -> None:
    assert found in spans(sentence, "Until when may I send in my travel claim?", language)


def test_how_long_something_took_is_no_answer_to_when() -> None:
    assert spans("The bridge took 60 days to build.", "When was the bridge built?") == []
    assert spans("It stands in two parts of eight metres.", "When was the bridge built?") == []


def test_persons_numbers_places_and_reasons_are_found() -> None:
    sentence = "Ada Lindqvist left Varnholm because 300 ships had sunk."
    assert "Ada Lindqvist" in spans(sentence, "Who left?")
    assert any("300 ships" in span for span in spans(sentence, "How many ships had sunk?"))
    assert "because" in spans(sentence, "Why did she leave?")
    assert spans("The boat lay in Hamburg.", "Where was the boat?") == ["Hamburg"]
    assert spans("They may march on.", "When do they go?") == []
    assert any("1843年" in span for span in spans("灯塔于1843年建造。", "灯塔是什么时候建造的？", "zh"))


@pytest.mark.parametrize(
    ("question", "text", "found"),
    [
        ({"first", "shock"}, {"last", "shock"}, ["first"]),
        ({"first"}, {"first", "last"}, []),
        ({"legal"}, {"illegal"}, ["legal"]),
        ({"unequal"}, {"equal"}, ["unequal"]),
        ({"form"}, {"inform"}, []),
        ({"früh"}, {"spät"}, ["früh"]),
        ({"sun"}, {"moon"}, []),
    ],
)
def test_opposites(question: set[str], text: set[str], found: list[str]) -> None:
    assert opposed(frozenset(question), frozenset(text)) == found
