"""The Chat page in Chromium: a citation opened, a badge read, a follow-up, numbers that stay right, and an answer stopped."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from drawing import act_at_once, act_when_drawn

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from scripted_llm import Reply, ScriptedLlm, scripted_llm

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

expect = pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)").expect
pytestmark = pytest.mark.browser

LEAVES = "When does the ferry leave?"
RISES = "Why does bread rise?"
FILES = {
    "Ferry times.txt": "The ferry leaves at nine. Dogs travel free of charge on the ferry. It rained on Sunday.",
    "Bread.txt": "Bread rises because yeast makes gas. Gluten holds the gas. A warm kitchen speeds the dough up.",
}
SLOW = 60_000
"""Milliseconds that a first answer may take."""


@pytest.fixture(scope="module")
def url(started: None, browser: "Browser", app_url: str) -> str:
    """The address of Chat over two short documents in the place of the sample."""
    page = browser.new_page()
    act_when_drawn(page)
    page.goto(f"{app_url}/corpus")
    files = [{"name": name, "mimeType": "text/plain", "buffer": text.encode()} for name, text in FILES.items()]
    page.locator("input[type=file]").first.set_input_files(files)
    page.get_by_role("button", name="Add 2 files").click()
    page.get_by_text("2 documents").first.wait_for(timeout=SLOW)
    page.get_by_role("link", name="Chat").click()
    page.get_by_role("heading", name="Chat", exact=True).wait_for()
    page.wait_for_function("location.pathname == '/chat' && location.search.includes('corpus=')")
    address = page.url
    page.close()
    return address


@pytest.fixture
def server() -> Iterator[ScriptedLlm]:
    """A model that writes slowly, for a minute."""
    text = "The ferry leaves at nine [1]. It costs 200 euros [9]. " + "More is to be said. " * 100
    with scripted_llm(Reply(text=text, pause=0.15)) as running:
        yield running


def open_chat(page: "Page", url: str) -> None:
    page.goto(url)
    page.get_by_role("heading", name="Chat", exact=True).wait_for()
    page.get_by_text("2 documents").first.wait_for(state="attached")


def field(page: "Page") -> "Locator":
    return page.get_by_test_id("stChatInputTextArea")


def send(page: "Page", question: str) -> None:
    expect(field(page)).to_be_enabled()
    field(page).fill(question)
    field(page).press("Enter")


def ask(page: "Page", question: str, number: int = 1) -> "Locator":
    """Ask the question that is the `number`th of the conversation; return its answer."""
    send(page, question)
    answer = messages(page).nth(2 * number - 1)
    expect(answer.locator(".pieces").first).not_to_be_empty(timeout=SLOW)
    return answer


def messages(page: "Page") -> "Locator":
    return page.get_by_test_id("stChatMessage")


def test_open_a_citation_and_read_a_badge(page: "Page", url: str) -> None:
    open_chat(page, url)
    answer = ask(page, LEAVES)
    badge = answer.locator(".badge").first
    expect(badge).to_have_text("✓ supported")
    marker = answer.locator(".marker").first
    expect(marker).to_have_text("[1]")
    marker.click()
    expect(marker).to_have_attribute("aria-expanded", "true")
    marked = answer.locator("mark")
    expect(marked.first).to_contain_text("leaves at nine")
    expect(answer).to_contain_text("RAW")
    expect(answer).to_contain_text("late interaction 0.")
    badge.click()
    expect(answer.locator("mark")).to_have_count(0)
    expect(answer).to_contain_text("Support: ")
    expect(badge).to_have_attribute("aria-expanded", "true")
    badge.click()
    expect(answer).not_to_contain_text("Support: ")
    marker.click()
    answer.get_by_role("link", name="Open in Explore").click()
    page.get_by_role("heading", name="Explore", exact=True).wait_for()
    page.wait_for_function("location.search.includes('sentence=')")


def test_a_follow_up_and_two_turns_whose_numbers_stay_right(page: "Page", url: str) -> None:
    open_chat(page, url)
    first = ask(page, LEAVES)
    second = ask(page, RISES, 2)
    third = ask(page, "And what about dogs on it?", 3)
    expect(third).to_contain_text("Searched for: ")
    for answer, words in ((first, "leaves at nine"), (second, "because yeast makes gas")):
        answer.locator(".marker").first.click()
        expect(answer.locator("mark").first).to_contain_text(words)
    expect(first).to_contain_text("Ferry times")
    expect(second).to_contain_text("Bread")


def use_model(page: "Page", server: ScriptedLlm) -> None:
    page.get_by_role("button", name="Model", exact=False).last.click()
    form = page.get_by_test_id("stPopoverBody")
    form.get_by_role("textbox", name="Base address").fill(server.base_url)
    form.get_by_role("textbox", name="Model").fill("scripted")
    form.locator("input[type=password]").fill("sk-secret")
    form.get_by_role("button", name="Use this model").click()
    page.get_by_text("writes the answers").wait_for()
    page.keyboard.press("Escape")
    form.wait_for(state="hidden")


def test_stop_keeps_and_checks_what_was_said(page: "Page", url: str, server: ScriptedLlm) -> None:
    open_chat(page, url)
    use_model(page, server)
    act_at_once(page)
    send(page, LEAVES)
    answer = messages(page).nth(1)
    expect(answer).to_contain_text("It costs 200 euros [9]. More", timeout=SLOW)
    expect(field(page)).to_be_disabled()
    answer.get_by_role("button", name="Stop").click()
    expect(answer).to_contain_text("stopped early", timeout=SLOW)
    expect(answer.locator(".mismatch")).to_contain_text("out of range")
    expect(answer.locator(".badge").first).to_have_text("✓ supported")
    expect(answer.locator(".badge").nth(1)).to_contain_text("unsupported")
    expect(field(page)).to_be_enabled()
    sent = server.sent_pieces
    page.wait_for_timeout(700)
    assert server.sent_pieces <= sent + 1
    assert "sk-secret" not in page.content()
    assert "sk-secret" not in page.url


def test_download_with_all_evidence(page: "Page", url: str) -> None:
    open_chat(page, url)
    answer = ask(page, RISES)
    answer.get_by_role("radio", name="Thumbs up").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON").click()
    turn = json.loads(download.value.path().read_text("utf-8"))["conversation"][0]
    assert turn["question"] == RISES
    assert "yeast makes gas" in turn["answers"][0]["answer"]
    assert turn["answers"][0]["claims"][0]["evidence"]
    assert turn["answers"][0]["vote"] == "up"
    with page.expect_download() as download:
        page.get_by_role("button", name="Markdown").click()
    assert "yeast makes gas" in download.value.path().read_text("utf-8")


def test_on_a_phone_nothing_is_cut(browser: "Browser", url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    act_when_drawn(page)
    open_chat(page, url)
    answer = ask(page, LEAVES)
    answer.locator(".marker").first.click()
    expect(answer.locator("mark").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for locator in (answer.locator(".pieces").first, answer.locator(".pieces").nth(1), field(page)):
        box = locator.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    context.close()
