from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from retrieval_cases import many, orders, ranked
from scripted_llm import Reply, scripted_llm

from microrag_core.indexing.words import split_words
from microrag_core.llm import ChatModel, LlmSettings
from microrag_core.retrieval.feedback_terms import feedback_terms
from microrag_core.retrieval.model_rewordings import read_list
from microrag_core.retrieval.offline_rewordings import keywords, statement
from microrag_core.retrieval.question_names import names_and_numbers
from microrag_core.retrieval.question_words import question_language
from microrag_core.retrieval.rewording import merge, rewordings

QUESTION = "What government position was held by the woman who portrayed Corliss Archer in the film Kiss and Tell?"
TEXTS = [
    "Kiss and Tell is a 1945 American comedy film starring Shirley Temple as Corliss Archer.",
    "Shirley Temple was an American actress, diplomat, and Chief of Protocol of the United States.",
    "Janet Waldo was an American actress and voice artist.",
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (QUESTION, "government position held woman portrayed Corliss Archer film Kiss Tell"),
        ("How many deaths did the WHO count in 2020?", "deaths WHO count 2020"),
        ("Is vitamin D good for you?", "vitamin D good"),
        ("Wer schrieb die Odyssee?", "schrieb Odyssee"),
        ("¿Quién escribió la Odisea?", "escribió Odisea"),
        ("法国的首都是什么？", "法国 首都"),
        ("日本の首都はどこですか", "日本 首都"),
        ("Are 1/2000 of them 5mg?", "1/2000 5mg"),
        ("who is it", ""),
        ("?!", ""),
    ],
)
def test_keywords(question: str, expected: str) -> None:
    assert keywords(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (QUESTION, "Corliss Archer, Kiss and Tell"),
        ("Were Scott Derrickson and Ed Wood of the same nationality?", "Scott Derrickson and Ed Wood"),
        ("Did Homer's Odyssey sell 12,000 copies in Greece in 1999?", "Homer's Odyssey, 12,000, Greece, 1999"),
        ('Who said "to be or not to be" in London?', "to be or not to be, London"),
        ("Was Apollo 11 the first?", "Apollo 11"),
        ("Is the law of large numbers true?", ""),
        ("Blocking the receptor helps.", ""),
        ("Когда началась Вторая мировая война?", "Вторая"),
        ("《红楼梦》是谁写的？", "红楼梦"),
    ],
)
def test_names_and_numbers(question: str, expected: str) -> None:
    assert names_and_numbers(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the capital of France?", "The capital of France is"),
        ('what\'s the "law of large numbers"?', 'The "law of large numbers" is'),
        ("Who wrote the Odyssey?", "The person who wrote the Odyssey"),
        ("In which year did Homer die?", "The year Homer die"),
        ("How many people live there?", "The number of people live there"),
        ("Were Scott Derrickson and Ed Wood of the same nationality?", "Scott Derrickson and Ed Wood of the same nationality"),
        ("Why is the sky blue?", "The reason why the sky blue"),
        ("Wer schrieb die Odyssee?", "Schrieb die Odyssee"),
        ("法国的首都是什么？", "法国的首都"),
        ("Statins lower cholesterol.", ""),
        ("Is it?", ""),
    ],
)
def test_statement(question: str, expected: str) -> None:
    assert statement(question) == expected


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("How do hosts treat strangers who seek shelter?", "en"),
        ("What was NATO?", "en"),
        ("Was ist die NATO?", "de"),
        ("Wer war Caesar?", "de"),
        ("Qui est Napoléon ?", "fr"),
        ("¿Quién pintó el techo de la capilla?", "es"),
        ("Quem escreveu o livro?", "pt"),
        ("Wie heeft de brug gebouwd?", "nl"),
        ("企鹅生活在哪里？", "zh"),
        ("Caesar", "en"),
    ],
)
def test_the_language_of_a_question(question: str, language: str) -> None:
    assert question_language(question) == language


def test_feedback_terms_by_hand() -> None:
    # "Cats" and "cat" are one word, in both texts: 1/3 of the first and 2/3 / 2 of the second. "Mice" is in both too.
    texts = ["Cats eat mice.", "The cat saw a mice nest, a cat and mice."]
    found = feedback_terms("What is food?", texts, 4)
    shares = Counter({"cat": 1 / 3 + 2 / 6 / 2, "mice": 1 / 3 + 2 / 6 / 2, "eat": 1 / 3, "saw": 1 / 6 / 2, "nest": 1 / 6 / 2})
    assert found == ["cat", "mice", "eat", "nest"]
    assert shares["eat"] > shares["nest"] == shares["saw"]
    # Words that two texts share come before those of one, whatever their share.
    assert feedback_terms("cats", ["Cats purr, purr, purr by day.", "Some cats sleep by day."])[0] == "day"
    assert feedback_terms("food", []) == feedback_terms("food", ["", "of the 12"]) == []


def test_the_rules_give_different_rewordings() -> None:
    found = rewordings(QUESTION, 4, TEXTS)
    assert [one.how for one in found] == ["feedback", "keywords", "statement", "names"]
    assert found.items[0].text == keywords(QUESTION) + " " + " ".join(feedback_terms(QUESTION, TEXTS))
    assert "temple" in found.items[0].text
    assert "actress" in found.items[0].text
    assert found.note == ""
    assert [one.how for one in rewordings(QUESTION, 2)] == ["keywords", "statement"]


@pytest.mark.parametrize("question", ["Odyssey", "odyssey?", "法国", "the of and", "who is it?", "???", "", "   ", "😀"])
def test_where_there_is_nothing_to_reword_fewer_come_back(question: str) -> None:
    assert len(rewordings(question, 3)) == 0
    if question.strip():
        for one in rewordings(question, 3, TEXTS):
            assert one.how == "feedback"


words = st.lists(
    st.sampled_from(["What", "is", "the", "Odyssey", "of", "Homer", "1999", "法国", "who", "?", "a,b", '"x y"', "Été"]),
    max_size=8,
)


@many
@given(words.map(" ".join), st.integers(1, 5), st.lists(st.sampled_from(TEXTS), max_size=3))
def test_rewordings_differ_from_the_question_and_each_other(question: str, count: int, feedback: list[str]) -> None:
    found = rewordings(question, count, feedback)
    keys = [tuple(split_words(text, single_characters=True)) for text in (question, *(one.text for one in found))]
    assert len(found) <= count
    assert len(set(keys)) == len(keys)
    assert all(keys[1:])


def model_for(base_url: str) -> ChatModel:
    return ChatModel(
        LlmSettings(base_url=base_url, chat_model="tiny", api_key="sk-secret", llm_retries=0, llm_timeout_seconds=5)
    )


def test_a_model_is_asked_first() -> None:
    reply = Reply('["Which office did the actress hold?", "What was her post?", "Her job in government?", "One too many?"]')
    with scripted_llm(reply) as server:
        found = rewordings(QUESTION, 3, TEXTS, model_for(server.base_url))
    assert [one.how for one in found] == ["model"] * 3
    assert found.note == ""
    asked = server.requests[0]["messages"]
    assert "Write 3 different rewordings" in asked[0]["content"]
    assert asked[1] == {"role": "user", "content": QUESTION}


def test_what_a_model_leaves_wanting_is_made_by_rule() -> None:
    with scripted_llm(Reply(f'1. {QUESTION.lower()}\n2. Which office did she hold?\n3. "Which office did she hold"')) as server:
        found = rewordings(QUESTION, 3, TEXTS, model_for(server.base_url))
    assert [one.how for one in found] == ["model", "feedback", "keywords"]


@pytest.mark.parametrize(
    ("reply", "note"),
    [
        (Reply(status=500, error="boom"), "since the chat model could not be asked. The model server at"),
        (Reply(status=401), "refused the API key"),
        (Reply("[]"), "The chat model gave no list of rewordings; they were made by rule."),
        (Reply("x" * 2000), "gave no list"),
    ],
)
def test_without_the_model_the_rules_serve_and_the_reason_is_told(reply: Reply, note: str) -> None:
    with scripted_llm(reply) as server:
        found = rewordings(QUESTION, 3, TEXTS, model_for(server.base_url))
    assert [one.how for one in found] == ["feedback", "keywords", "statement"]
    assert note in found.note
    assert "sk-secret" not in found.note


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('["a b", "c"]', ["a b", "c"]),
        ('```json\n["a b",\n "c"]\n```', ["a b", "c"]),
        ('Sure! Here it is: ["a b", "c"] Enjoy.', ["a b", "c"]),
        ('[{"question": "a b"}, {"n": 1}, 3, null, "c"]', ["a b", "c"]),
        ('["a b", "c"', ['a b", "c']),
        ("Here are two:\n\n1. a b\n2) 'c'\nHope this helps!", ["a b", "c"]),
        ("- **a b**\n* c\n• d", ["a b", "c", "d"]),
        ('[\n"a b",\nc\n]', ["a b", "c"]),
        ("a b\nc", ["a b", "c"]),
        ("<think>1. no\n2. way</think>\n1. a b", ["a b"]),
        ("1984 was what?\n2020 was what?", ["1984 was what?", "2020 was what?"]),
        ("[]", []),
        ("", []),
        ("...\n---", []),
    ],
)
def test_a_list_is_read_out_of_any_answer(answer: str, expected: list[str]) -> None:
    found = read_list(answer)
    assert found == expected or [item.strip('",[] ') for item in found] == expected


@many
@given(orders, st.lists(orders, max_size=4))
def test_merging_has_each_passage_once_and_half_of_the_say_is_the_questions(
    original: list[str], others: list[list[str]]
) -> None:
    found = merge(ranked(original), [ranked(keys) for keys in others])
    assert len({key for key, _ in found}) == len(found)
    assert {key for key, _ in found} == {*original, *(key for keys in others for key in keys)}

    def share(keys: list[str], key: str) -> float:
        return 0.0 if key not in keys else 1 - keys.index(key) / (len(keys) - 1) if len(keys) > 1 else 1.0

    for key, score in found if others else []:
        expected = 0.5 * share(original, key) + 0.5 * sum(share(keys, key) for keys in others) / len(others)
        assert score == pytest.approx(expected)


def test_merging_by_hand() -> None:
    original, other = [("a", 0.75), ("b", 0.5), ("c", 0.25)], [("d", 1.0), ("b", 0.5), ("e", 0.0)]
    assert merge(original, []) == original
    # a: 0.5 · 1; d: 0.5 · 1; b: 0.5 · 0.5 + 0.5 · 0.5, as much, but found by both.
    assert merge(original, [other]) == [("b", 0.5), ("a", 0.5), ("d", 0.5), ("c", 0.0), ("e", 0.0)]
