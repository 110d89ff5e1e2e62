"""The Chat page as a person uses it, without a browser: with sentences picked, and with a scripted model server."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from app_pages import ROOT, open_page, session
from scripted_llm import Reply, ScriptedLlm, scripted_llm
from streamlit.testing.v1 import AppTest

from microrag_core import Corpus, Document, load_bytes
from microrag_core.datatypes import Chunk, Passage, Retrieved
from microrag_core.embedding import Encoder
from microrag_core.held import Recent
from microrag_core.llm import LlmSettings
from microrag_core.text.sentences import split_sentences
from pages.chat.conversation import Opened, identity
from pages.chat.headings import preview_html
from pages.chat.page_picture import draw as draw_page
from pages.chat.page_picture import is_pdf, page_at, page_picture
from pages.chat.passage_pieces import LONGEST, passage_pieces
from pages.shared.cache import Original
from pages.shared.state import Session

PAGE = "pages/chat/page.py"
SECONDS = 60
FERRY = Document("Ferry times", "The ferry leaves at nine. Dogs travel free of charge on the ferry. It rained on Sunday.")
BREAD = Document("Bread", "Bread rises because yeast makes gas. Gluten holds the gas. A warm kitchen speeds the dough up.")
OLD_FARE = Document("Fares 2023", "A ticket for the ferry costs 12 euros. Children under six pay nothing.")
NEW_FARE = Document("Fares 2024", "A ticket for the ferry costs 15 euros. Children under six pay nothing.")
EVIL = Document(
    "Costs $5 <b>bold</b> [link](http://x)",
    "The price of the blue lamp is $5 or <img src=x onerror=alert(1)> as **stated** in [7] and $6. Ask :smile: the office.",
)


@pytest.fixture(scope="module")
def corpus(encoder: Encoder) -> Corpus:
    return Corpus.build([FERRY, BREAD], encoder)


@pytest.fixture
def app(corpus: Corpus) -> AppTest:
    """The page over a few short documents."""
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    page.session_state["microrag"] = Session(corpus, "default")
    page.run().switch_page(PAGE).run()
    assert page.title[0].value == "Chat"
    return page


def use(app: AppTest, *documents: Document) -> AppTest:
    here = session(app)
    here.corpus = Corpus.build(documents, here.corpus.encoder)
    return app.run()


def use_model(app: AppTest, server: ScriptedLlm, **given: Any) -> AppTest:
    settings = {"base_url": server.base_url, "chat_model": "scripted", "llm_retries": 0, **given}
    session(app).own_model = LlmSettings(**settings)
    return app.run()


def ask(app: AppTest, question: str) -> AppTest:
    app.chat_input[0].set_value(question).run()
    return finish(app)


def finish(app: AppTest) -> AppTest:
    """Wait until the last question is answered."""
    assert exchanges(app)[-1].done.wait(SECONDS)
    app.run()
    assert not app.exception
    return app


def exchanges(app: AppTest) -> list[Any]:
    return session(app).values["conversation"].exchanges


def components(app: AppTest) -> list[dict[str, Any]]:
    data = [json.loads(element.proto.json) for element in app.get("bidi_component")]
    return [item for item in data if "pieces" in item]


def answers(app: AppTest) -> list[list[dict[str, Any]]]:
    """The pieces of each answer."""
    return [item["pieces"] for item in components(app) if not item["height"]]


def passages(app: AppTest) -> list[list[dict[str, Any]]]:
    """The pieces of each source that is open."""
    return [item["pieces"] for item in components(app) if item["height"]]


def text(pieces: list[dict[str, Any]], *kinds: str) -> str:
    return "".join(piece["text"] for piece in pieces if not kinds or piece["kind"] in kinds)


def html(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.main.get("html"))


def said(app: AppTest) -> str:
    return " ".join(item.value for item in [*app.caption, *app.warning, *app.error, *app.info]).replace("\\", "")


def button(app: AppTest, label: str) -> Any:
    return next(item for item in app.button if item.label == label)


def control(app: AppTest, key: str) -> Any:
    found = [*app.selectbox, *app.get("button_group"), *app.number_input, *app.text_input, *app.get("feedback")]
    return next(widget for widget in found if widget.key == f"widget_{key}")


def open_source(app: AppTest, number: int, exchange: int = 1, choice: str = "naive") -> AppTest:
    return control(app, f"chat_{exchange}_{choice}_sources").set_value(number).run()


def open_below(app: AppTest, opened: Opened) -> AppTest:
    """Open what a press of a marker or a badge opens."""
    exchanges(app)[0].attempts[0].opened = opened
    return app.run()


def test_the_first_view_says_what_to_try() -> None:
    app = open_page(PAGE)
    assert app.title[0].value == "Chat"
    assert "No chat model is set" in html(app)
    examples = [item for item in app.button if (item.key or "").startswith("chat_example_")]
    assert 3 <= len(examples) <= 4
    assert not answers(app)


def test_an_example_is_asked(app: AppTest) -> None:
    example = next(item for item in app.button if (item.key or "").startswith("chat_example_"))
    example.click().run()
    finish(app)
    assert exchanges(app)[0].question == example.label.replace("\\", "")
    assert not [item for item in app.button if (item.key or "").startswith("chat_example_")]


def test_an_answer_has_badges_sources_and_a_summary(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    pieces = answers(app)[0]
    assert "The ferry leaves at nine." in text(pieces, "text")
    assert next(piece["text"] for piece in pieces if piece["kind"] == "badge") == "✓ supported"
    reply = exchanges(app)[0].attempts[0].reply
    assert text([piece for piece in pieces if piece["kind"] != "badge"]) == reply.answer.text
    supported, claims = reply.supported
    assert f"Naive · {supported} of {claims} claim" in said(app)
    assert f"{reply.context.tokens:,} tokens · " in said(app)
    assert " s · no model, sentences picked" in said(app)


def test_a_marker_opens_its_own_source_with_the_sentence_marked(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    marker = next(piece for piece in answers(app)[0] if piece["kind"] == "marker")
    assert "Ferry times" in marker["about"]
    open_below(app, Opened("source", marker["number"], marker["claim"]))
    assert text(passages(app)[0]) == FERRY.text
    assert text(passages(app)[0], "mark") == "The ferry leaves at nine."
    assert "RAW" in html(app)
    assert "late interaction 0." in html(app)
    link = next(item.proto for item in app.main.get("page_link") if item.proto.label == "Open in Explore")
    assert FERRY.id in link.query_string
    button(app, "Close").click().run()
    assert not passages(app)


def test_a_badge_opens_to_the_evidence(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    open_below(app, Opened("claim", 0))
    assert "Support: " in said(app)
    assert "The ferry leaves at nine." in html(app)
    assert "Ferry times" in html(app)


def test_two_turns_keep_their_own_numbers(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    ask(app, "Why does bread rise?")
    open_source(app, 1, exchange=1)
    open_source(app, 1, exchange=2)
    assert [text(pieces) for pieces in passages(app)] == [FERRY.text, BREAD.text]
    assert "Ferry times" in answers(app)[0][1]["about"]
    assert "Bread" in answers(app)[1][1]["about"]


def test_a_follow_up_says_what_was_searched(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    assert "Searched for" not in said(app)
    ask(app, "And what about dogs on it?")
    reply = exchanges(app)[1].attempts[0].reply
    assert reply.searched != reply.question
    assert f"Searched for: {reply.searched}" in said(app)
    assert "Dogs travel free" in text(answers(app)[1])


def test_removed_documents_leave_old_answers_as_they_are(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    use(app, BREAD)
    open_source(app, 1)
    assert text(passages(app)[0]) == FERRY.text
    assert "removed since" in said(app)
    ask(app, "When does the ferry leave?")
    assert "The ferry leaves at nine" not in text(answers(app)[1])


def test_an_answer_from_other_documents_says_so_until_they_are_loaded_again(app: AppTest) -> None:
    from pages.chat.export_json import to_json
    from pages.chat.export_markdown import OTHER_DOCUMENTS, to_markdown
    from pages.chat.summary import Prices

    def exported() -> tuple[bool, bool]:
        talk, now = session(app).values["conversation"], identity(session(app).corpus)
        first = json.loads(to_json(talk, now))["conversation"][0]
        return first["documents_loaded_now"], OTHER_DOCUMENTS in to_markdown(talk, Prices(), now).decode()

    told = "Answered from other documents than are loaded now."
    ask(app, "When does the ferry leave?")
    assert told not in said(app)
    assert exported() == (True, False)
    use(app, FERRY, BREAD, EVIL)
    assert said(app).count(told) == 1
    assert exported() == (False, True)
    ask(app, "When does the ferry leave?")
    assert said(app).count(told) == 1
    use(app, BREAD, FERRY)
    assert said(app).count(told) == 1, "the second answer is from three"
    exchanges(app).pop()
    assert told not in said(app.run())
    assert exported() == (True, False)


def test_examples_of_own_documents_are_questions_that_are_answered(app: AppTest) -> None:
    def examples() -> list[str]:
        return [item.label.replace("\\", "") for item in app.button if (item.key or "").startswith("chat_example_")]

    notes = Document("Nimbus Queue 3.2 release notes", "Retries are limited to five. Locks expire after ten seconds.")
    asked = Document("How do locks expire?", "A lock that is not renewed is given to the next worker after ten seconds.")
    plots = Document("", "The Willow Lane allotment has 42 plots. Water is off in winter.", "plots.txt")
    use(app, notes, plots, asked, FERRY)
    about = "What do the documents say about “Nimbus Queue 3.2 release notes”?"
    assert examples() == [about, "How do locks expire?", "What do the documents say about “Ferry times”?"]
    for example in examples():
        ask(app, example)
    assert [item.attempts[0].reply.answer.refused for item in exchanges(app)] == [False] * 3
    button(app, "Clear").click().run()
    use(app, plots)
    assert examples() == []
    assert "Try:" not in said(app)


def test_without_documents_it_says_what_to_do(app: AppTest) -> None:
    use(app)
    assert app.chat_input[0].disabled
    assert "no documents to ask" in said(app)
    button(app, "Put the sample back").click().run()
    assert len(session(app).corpus) == 24
    assert not app.chat_input[0].disabled


def test_a_refusal_shows_the_closest_passages_and_what_to_change(app: AppTest) -> None:
    ask(app, "Which enzyme inhibits mitochondrial phosphorylation in leukaemia cells?")
    reply = exchanges(app)[0].attempts[0].reply
    assert reply.answer.refused
    assert "Searched in 2 documents. The closest passages:" in said(app)
    assert "late interaction <b>0." in html(app)
    assert reply.suggestions
    assert reply.suggestions[0] in said(app)
    assert not [piece for piece in answers(app)[0] if piece["kind"] == "badge"]


@pytest.mark.parametrize("question", ["ferry", "?!", "🚢", "Wann fährt die Fähre ab?", "when does the ferry leave " * 800])
def test_odd_questions_are_answered_or_refused(app: AppTest, question: str) -> None:
    ask(app, question[:20_000])
    attempt = exchanges(app)[0].attempts[0]
    assert attempt.fault is None
    assert attempt.reply is not None
    assert not app.error
    assert ("of this question of" in said(app)) == (len(question) > 10_000)
    if not any(map(str.isalnum, question)):
        assert attempt.reply.answer.refused


def test_a_blank_question_is_passed_over(app: AppTest) -> None:
    app.chat_input[0].set_value("   ").run()
    assert not exchanges(app)
    assert not app.exception


def test_markup_of_documents_and_questions_is_shown_literally(app: AppTest) -> None:
    use(app, EVIL, FERRY)
    ask(app, "What is the <b>price</b> of the blue lamp?")
    assert "What is the &lt;b&gt;price&lt;/b&gt;" in html(app)
    answer = text(answers(app)[0])
    assert "<img src=x onerror=alert(1)> as **stated**" in answer
    open_source(app, 1)
    assert text(passages(app)[0]) == EVIL.text
    assert "<b>bold</b>" not in html(app)
    assert "<img" not in html(app)


def test_the_switch_chooses_the_pipeline_and_the_address_says_so(app: AppTest) -> None:
    control(app, "answer_mode").set_value("pruned").run()
    session(app).corpus = session(app).corpus.with_settings(session(app).corpus.settings.__class__(budget=0.4))
    ask(app, "When does the ferry leave?")
    attempt = exchanges(app)[0].attempts[0]
    assert attempt.settings.prune == session(app).corpus.settings
    assert attempt.reply.pipeline.prune.budget == 0.4
    assert "Pruned · " in said(app)
    assert app.query_params["from"] == "pruned"
    assert f"{attempt.reply.context.tokens:,} tokens of {attempt.whole_tokens:,}, " in said(app)


def test_two_pipelines_answer_side_by_side(app: AppTest) -> None:
    control(app, "answer_beside").set_value("mixed").run()
    ask(app, "When does the ferry leave?")
    assert [attempt.choice for attempt in exchanges(app)[0].attempts] == ["naive", "mixed"]
    assert len(answers(app)) == 2
    assert "Naive · " in said(app)
    assert "Mixed · " in said(app)
    control(app, "answer_by").set_value("mixed").run()
    assert (session(app).answer_by, session(app).answer_beside) == ("mixed", "naive")


def test_a_pipeline_of_compare_can_answer(app: AppTest) -> None:
    from pages.shared.pipeline_presets import PRESETS

    session(app).pipelines["right"] = PRESETS["BM25"]
    app.run()
    control(app, "answer_by").set_value("right").run()
    ask(app, "When does the ferry leave?")
    attempt = exchanges(app)[0].attempts[0]
    assert attempt.settings.retriever.retriever == "bm25"
    assert "BM25 (Compare, right) · " in said(app)
    assert "bm25" in app.query_params["right"]


def test_sources_that_disagree_are_set_side_by_side(app: AppTest) -> None:
    use(app, OLD_FARE, NEW_FARE, BREAD)
    ask(app, "How much does a ticket for the ferry cost?")
    assert exchanges(app)[0].attempts[0].reply.grounding.conflicts
    shown = html(app)
    assert "Two sources disagree" in shown
    assert "costs 12 euros" in shown
    assert "costs 15 euros" in shown


def test_a_model_answers_and_what_nothing_bears_out_is_marked(app: AppTest) -> None:
    answer = "The ferry leaves at nine [1]. It can carry 200 cars [1]. Bread is sold on board [7] [Smith, 2019]."
    with scripted_llm(Reply(text=answer)) as server:
        use_model(app, server)
        ask(app, "When does the ferry leave?")
    pieces = answers(app)[0]
    assert text([piece for piece in pieces if piece["kind"] != "badge"]) == answer
    badges = [piece for piece in pieces if piece["kind"] == "badge"]
    assert badges[0]["verdict"] == "supported"
    assert badges[1]["verdict"] in {"unsupported", "partly"}
    assert "200" in text(pieces, "unsupported")
    wrong = {piece["text"]: piece["word"] for piece in pieces if piece["kind"] == "mismatch"}
    assert wrong["[7]"] == "out of range"
    assert wrong["[Smith, 2019]"] == "invented source"
    assert "scripted" in said(app)


def test_a_fault_of_the_server_is_one_sentence_and_can_be_tried_again(app: AppTest) -> None:
    with scripted_llm(Reply(status=500, error="out of memory"), Reply(text="The ferry leaves at nine [1].")) as server:
        use_model(app, server)
        ask(app, "When does the ferry leave?")
        assert "failed with an error of its own (500): out of memory" in said(app)
        assert not answers(app)
        button(app, "Try again").click().run()
        finish(app)
    assert len(exchanges(app)) == 1
    assert "The ferry leaves at nine" in text(answers(app)[0])


def test_half_a_stream_shows_what_came(app: AppTest) -> None:
    with scripted_llm(Reply(text="The ferry leaves at nine [1] and then", pieces=4)) as server:
        use_model(app, server)
        ask(app, "When does the ferry leave?")
    assert "broke off its answer after" in said(app)
    assert text(answers(app)[0], "text").startswith("The ferry leaves at")
    assert button(app, "Regenerate")


def test_stop_keeps_what_was_said(app: AppTest) -> None:
    with scripted_llm(Reply(text="The ferry leaves at nine [1]. " + "And so on. " * 200, pause=0.05)) as server:
        use_model(app, server)
        app.chat_input[0].set_value("When does the ferry leave?").run()
        exchange = exchanges(app)[0]
        deadline = time.monotonic() + SECONDS
        while "nine" not in exchange.attempts[0].text and time.monotonic() < deadline:
            time.sleep(0.05)
        assert app.chat_input[0].disabled
        app.run()
        assert "The ferry leaves at" in html(app)
        button(app, "Stop").click().run()
        finish(app)
    reply = exchange.attempts[0].reply
    assert reply.answer.stopped
    assert reply.answer.text.startswith("The ferry leaves at nine")
    assert len(reply.answer.text) < 1000
    assert "stopped early" in said(app)
    assert not app.chat_input[0].disabled


def test_regenerate_answers_with_what_is_set_now(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    with scripted_llm(Reply(text="At nine [1].")) as server:
        use_model(app, server)
        button(app, "Regenerate").click().run()
        finish(app)
    assert len(exchanges(app)) == 1
    assert "At nine" in text(answers(app)[0])


def test_a_vote_stays_with_the_answer_it_was_given_to(app: AppTest) -> None:
    from pages.chat.export_json import to_json

    ask(app, "When does the ferry leave?")
    control(app, "chat_1_naive_vote").set_value(0).run()
    replaced = exchanges(app)[0].attempts[0].reply.answer.text
    for _ in range(2):
        button(app, "Regenerate").click().run()
        finish(app)
    assert control(app, "chat_1_naive_vote").value is None
    turn = json.loads(to_json(session(app).values["conversation"], ""))["conversation"][0]
    assert turn["answers"][0]["vote"] is None
    earlier = [answer for item in turn["earlier"] for answer in item["answers"]]
    assert [(answer["vote"], answer["answer"]) for answer in earlier] == [("down", replaced)]


def test_a_key_is_in_nothing_that_leaves(app: AppTest, capsys: pytest.CaptureFixture[str]) -> None:
    from pages.chat.export_json import to_json

    secret = "sk-very-secret-123"
    with scripted_llm(Reply(status=401, error=f"bad key {secret}"), Reply(text="At nine [1].")) as server:
        control_model(app, server.base_url, "scripted", secret)
        ask(app, "When does the ferry leave?")
        ask(app, "When does the ferry leave in summer?")
        assert server.keys[-1] == secret
    everything = [html(app), said(app), str(app.query_params), repr(session(app)), str(capsys.readouterr())]
    everything += [to_json(session(app).values["conversation"], "").decode(), str([item.value for item in app.text_input])]
    assert not [item for item in everything if secret in item]


def control_model(app: AppTest, address: str, name: str, key: str = "") -> AppTest:
    """Fill in the form of the model and send it."""
    fields = {field.label: field for field in app.text_input}
    fields["Base address"].set_value(address)
    fields["Model"].set_value(name)
    fields["Key"].set_value(key)
    return button(app, "Use this model").click().run()


def test_the_form_says_what_is_missing_and_the_model_can_be_left_out(app: AppTest) -> None:
    control_model(app, "http://127.0.0.1:9/v1", "")
    assert "The model has no name yet" in said(app)
    control_model(app, "127.0.0.1:9", "tiny")
    assert "must be an http or https address" in said(app)
    control_model(app, "http://127.0.0.1:9/v1", "tiny")
    assert "tiny at http://127.0.0.1:9/v1 writes the answers" in html(app)
    ask(app, "When does the ferry leave?")
    assert "could not be reached" in said(app)
    button(app, "Use no model").click().run()
    assert "No chat model is set" in html(app)
    ask(app, "When does the ferry leave?")
    assert "The ferry leaves at nine" in text(answers(app)[0])


def test_a_key_goes_only_where_it_was_meant_to(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICRORAG_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("MICRORAG_CHAT_MODEL", "own")
    monkeypatch.setenv("MICRORAG_API_KEY", "sk-of-the-house")
    app.run()
    assert "own at http://127.0.0.1:9/v1 writes" in html(app)
    control_model(app, "http://127.0.0.1:10/v1", "other")
    assert session(app).own_model.api_key == ""
    control_model(app, "http://127.0.0.1:9/v1/", "another")
    assert session(app).own_model.api_key == "sk-of-the-house"
    button(app, "Use own").click().run()
    assert session(app).own_model is None
    monkeypatch.setattr("pages.shared.reach.only_this_machine", lambda: False)
    control_model(app, "http://10.0.0.1/v1", "other")
    assert "Other people can reach this app" in said(app)
    assert session(app).own_model is None


def test_thumbs_and_both_exports(app: AppTest) -> None:
    from pages.chat.export_json import to_json
    from pages.chat.export_markdown import to_markdown
    from pages.chat.summary import Prices

    use(app, EVIL, FERRY)
    ask(app, "What is the price of the blue lamp?")
    ask(app, "When does the ferry leave?")
    control(app, "chat_2_naive_vote").set_value(1).run()
    talk = session(app).values["conversation"]
    now = identity(session(app).corpus)
    turns = json.loads(to_json(talk, now))["conversation"]
    assert [turn["question"] for turn in turns] == [item.question for item in talk.exchanges]
    answer = turns[1]["answers"][0]
    assert answer["vote"] == "up"
    assert answer["pipeline"]["name"] == "Naive"
    reply = talk.exchanges[1].attempts[0].reply
    assert answer["answer"] == reply.answer.text
    assert [claim["verdict"] for claim in answer["claims"]] == [claim.verdict for claim in reply.grounding.claims]
    by_id = {document.id: document for document in session(app).corpus.documents}
    for claim in answer["claims"]:
        assert claim["evidence"]
        for item in claim["evidence"]:
            assert by_id[item["document"]].text[item["start"] : item["end"]] == item["text"]
    for source in answer["sources"]:
        assert by_id[source["document"]["id"]].text[source["start"] : source["end"]] == source["passage"]
    written = to_markdown(talk, Prices(), now).decode()
    assert "- Thumb: up" in written
    assert "\\<img src=x onerror=alert(1)\\>" in written
    assert "<img" not in written.replace("\\<img", "")
    assert "The ferry leaves at nine." in written


def test_clear_forgets_everything(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    button(app, "Clear").click().run()
    assert not exchanges(app)
    assert not answers(app)
    assert [item for item in app.button if (item.key or "").startswith("chat_example_")]


def test_the_conversation_is_still_there_after_another_page(app: AppTest) -> None:
    ask(app, "When does the ferry leave?")
    app.switch_page("pages/compare/page.py").run()
    app.switch_page(PAGE).run()
    assert "The ferry leaves at nine" in text(answers(app)[0])


def test_a_price_gives_the_cost(app: AppTest) -> None:
    control(app, "price_prompt").set_value(3.0).run()
    with scripted_llm(Reply(text="At nine [1].")) as server:
        use_model(app, server)
        ask(app, "When does the ferry leave?")
    prompt = exchanges(app)[0].attempts[0].reply.answer.prompt_tokens
    assert prompt
    assert f"cost {3 * prompt / 1e6:.2g}" in said(app)


def test_a_model_of_the_secrets_file_is_used(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    import streamlit as st
    from streamlit.runtime.secrets import secrets_singleton

    with scripted_llm(Reply(text="The ferry leaves at nine [1].")) as server:
        given = {"base_url": server.base_url, "chat_model": "of the house", "api_key": "sk-house", "llm_retries": 0}
        monkeypatch.setattr(secrets_singleton, "load_if_toml_exists", lambda: True)
        monkeypatch.setattr(st, "secrets", {"chat": given})
        app.run()
        assert "of the house at" in html(app)
        ask(app, "When does the ferry leave?")
        assert server.keys == ["sk-house"]


def passage(document: Document, spans: tuple[tuple[int, int], ...], given: str, treatment: Any = "compressed") -> Passage:
    whole = document.text
    chunk = Chunk("1", document.id, 0, len(whole), whole, "", 10)
    hit = Retrieved(document, chunk, 1, 0.5, whole, None, {"dense": 0.5})
    return Passage(hit, treatment, 1, given, 5, 10, spans, "")


def test_a_passage_shows_what_was_given_and_what_is_marked() -> None:
    start = FERRY.text.index("Dogs")
    end = FERRY.text.index(" It rained")
    found = passage_pieces(passage(FERRY, ((0, start - 1), (start, end)), "x"), [(start, end)])
    assert text(found) == FERRY.text
    assert text(found, "mark") == FERRY.text[start:end]
    assert text(found, "text") == "The ferry leaves at nine."
    assert text(found, "left out").strip() == "It rained on Sunday."
    placeless = passage_pieces(passage(FERRY, (), "ferry; dogs"), [(start, end)])
    assert placeless[0] == {"kind": "text", "text": "ferry; dogs\n\n"}
    assert text(placeless[1:]) == FERRY.text
    assert [piece["leftOut"] for piece in placeless[1:] if piece["kind"] == "mark"] == [True]


def test_headings_of_a_passage_are_shown_without_their_signs() -> None:
    code = "```\n# not <b>one</b>\n```"
    hotels = Document("Travel", f"# Travel\n\nAsk first.\n\n## Hotels & <b>inns</b> ##\n\n{code}\nAt most 120 euros. C# is #1.")
    start = hotels.text.index("## Hotels")
    end = hotels.text.index("\n\n```")
    sentence = hotels.text.index("At most"), hotels.text.index(" C#")
    found = passage_pieces(passage(hotels, ((0, len(hotels.text)),), "x", "raw"), [(start, end), sentence])
    assert text(found) == f"Travel\n\nAsk first.\n\nHotels & <b>inns</b>\n\n{code}\nAt most 120 euros. C# is #1."
    assert [piece["text"] for piece in found if piece.get("heading")] == ["Travel", "Hotels & <b>inns</b>"]
    assert [piece["text"] for piece in found if piece["kind"] == "mark"] == ["Hotels & <b>inns</b>", "At most 120 euros."]
    left_out = passage_pieces(passage(hotels, ((0, start),), "x"), [])
    assert [piece["kind"] for piece in left_out if piece.get("heading")] == ["text", "left out"]
    shown = preview_html(hotels.text, 1000)
    assert shown.startswith("<b>Travel</b> Ask first. <b>Hotels &amp; &lt;b&gt;inns&lt;/b&gt;</b> ``` # not &lt;b&gt;one")
    assert preview_html(hotels.text, 18) == "<b>Travel</b> Ask first. …"
    assert preview_html(hotels.text, 12) == "<b>Travel</b> Ask…"


def test_a_long_passage_is_shown_around_the_mark() -> None:
    book = Document("Book", "A sentence of a book. " * 50_000)
    mark = (600_000, 600_020)
    found = passage_pieces(passage(book, ((0, len(book.text)),), book.text, "raw"), [mark])
    assert text(found, "mark") == book.text[slice(*mark)]
    assert len(text(found)) < LONGEST + 100
    assert found[0]["text"] == "… 590,000 characters before …\n"
    assert found[-1]["text"] == f"\n… {len(book.text) - 610_000:,} characters more …"


def test_a_citation_of_several_is_a_marker_for_each(app: AppTest) -> None:
    with scripted_llm(Reply(text="The ferry leaves at nine [1-2].")) as server:
        use_model(app, server)
        ask(app, "When does the ferry leave?")
    markers = [piece for piece in answers(app)[0] if piece["kind"] == "marker"]
    assert [(piece["text"], piece["number"]) for piece in markers] == [("[1]", 1), ("[2]", 2)]
    assert "(written [1-2])" in markers[0]["about"]


def test_the_page_of_a_pdf_is_drawn_with_the_sentence_marked(data_folder: Path) -> None:
    import io

    from PIL import Image, ImageChops

    data = (data_folder / "files" / "multi-column-2p.pdf").read_bytes()
    document = load_bytes("paper.pdf", data).documents[0]
    sentence = next(item for item in split_sentences(document.text) if "two weaknesses" in item.text)
    assert is_pdf(document)
    page = page_at(document, sentence.start)
    assert page is not None
    missing = page_picture(document, page, sentence.text)
    assert not missing.data
    assert "not held any more" in missing.said
    marked = draw_page(data, "", page, sentence.text)
    assert marked.said == f"Page {page} with the sentence marked."
    plain = draw_page(data, "", page, "Nothing like it is said anywhere in this paper, of that we may be sure.")
    assert "could not be found" in plain.said
    pictures = [Image.open(io.BytesIO(item.data)) for item in (marked, plain)]
    box = ImageChops.difference(*pictures).getbbox()
    assert box
    assert 0 < box[3] - box[1] < pictures[0].height / 5
    assert draw_page(data[:2000], "", 1, "x").said.startswith("The page cannot be drawn")


def test_files_are_held_within_their_bound() -> None:
    held = Recent(100, lambda original: len(original.data))
    held.put("a", Original(b"x" * 60))
    held.put("b", Original(b"y" * 30))
    assert held.get("a") == Original(b"x" * 60)
    held.put("c", Original(b"z" * 40))
    assert held.get("b") is None
    held.put("d", Original(b"w" * 101))
    assert held.get("d") is None
    assert held.get("a")
    assert held.get("c")
