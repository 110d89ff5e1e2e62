"""The Compare page in Chromium: ask, look, open, go on to Explore."""

import csv
import json
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

expect = pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)").expect
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("started")]


def open_compare(page: "Page", app_url: str, query: str = "") -> "Locator":
    page.goto(f"{app_url}/compare{query}")
    heading(page, "Pruned").wait_for()
    return page.get_by_role("textbox", name="Question")


def heading(page: "Page", name: str) -> "Locator":
    return page.get_by_role("heading", name=name, exact=True)


def asked(page: "Page") -> str:
    return parse_qs(urlsplit(page.url).query).get("q", [""])[0]


def test_ask_and_come_back(page: "Page", app_url: str) -> None:
    question = open_compare(page, app_url)
    expect(question).not_to_have_value("")
    question.fill("Why does bread rise?")
    question.press("Enter")
    page.get_by_text("Why bread rises").first.wait_for()
    page.wait_for_function("location.search.includes('bread')")
    assert asked(page) == "Why does bread rise?"
    page.get_by_role("link", name="Corpus").first.click()
    page.get_by_role("heading", name="Corpus").wait_for()
    page.get_by_role("link", name="Compare").first.click()
    heading(page, "Pruned").wait_for()
    expect(question).to_have_value("Why does bread rise?")
    page.wait_for_function("location.search.includes('bread')")
    page.reload()
    heading(page, "Pruned").wait_for()
    expect(question).to_have_value("Why does bread rise?")


def test_link_shows_the_same_question_and_count(page: "Page", app_url: str) -> None:
    question = open_compare(page, app_url, "?q=What+is+a+tide+table%3F&k=3")
    expect(question).to_have_value("What is a tide table?")
    expect(page.get_by_role("link", name="Open in Explore")).to_have_count(6)


def test_example_then_text_then_explore(page: "Page", app_url: str) -> None:
    question = open_compare(page, app_url)
    page.locator("[class*=st-key-example_2] button").click()
    page.wait_for_function("location.search.includes('q=')")
    expect(question).to_have_value(asked(page))
    text = page.get_by_text("Whole text, kept and pruned").first
    text.hover()
    marks = page.locator("mark")
    quoted = marks.count()
    text.click()
    page.locator("s").first.wait_for()
    # The sentence closest to the question, and what the legend says of it.
    expect(marks).to_have_count(quoted + 2)
    page.get_by_role("link", name="Open in Explore").first.click()
    page.get_by_role("heading", name="Explore").wait_for()
    page.get_by_text(re.compile(r"^Document \d+ of 24")).wait_for()
    assert parse_qs(urlsplit(page.url).query).keys() == {"document", "sentence"}


def test_markup_in_the_question_is_text(page: "Page", app_url: str) -> None:
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    evil = "<img src=x onerror=alert(1)> $x$ [a](b)"
    question = open_compare(page, app_url)
    question.fill(evil)
    question.press("Enter")
    page.wait_for_function("location.search.includes('onerror')")
    page.reload()
    heading(page, "Pruned").wait_for()
    expect(question).to_have_value(evil)
    assert page.locator("img[src=x]").count() == 0
    assert dialogs == []


def test_download(page: "Page", app_url: str) -> None:
    open_compare(page, app_url)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download both lists (CSV)").click()
    with download.value.path().open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["side"] for row in rows] == ["left"] * 5 + ["right"] * 5


def test_on_a_phone_the_lists_stand_one_under_the_other(browser: "Browser", app_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    open_compare(page, app_url)
    naive = heading(page, "Naive").bounding_box()
    pruned = heading(page, "Pruned").bounding_box()
    assert naive
    assert pruned
    assert pruned["y"] > naive["y"] + 500
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def choose(page: "Page", label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option, exact=True).click()


def edit(page: "Page", side: int, tab: str) -> "Locator":
    page.get_by_role("button", name="Edit").nth(side).click()
    opened = page.get_by_test_id("stPopoverBody")
    opened.get_by_role("tab", name=tab).click()
    return opened


def test_edit_then_share_the_link(page: "Page", browser: "Browser", app_url: str) -> None:
    open_compare(page, app_url)
    opened = edit(page, 0, "Search")
    choose(page, "Search by", "BM25 (words)")
    heading(page, "BM25").wait_for()
    expect(opened).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_function("location.search.includes('bm25')")
    context = browser.new_context()
    other = context.new_page()
    other.goto(page.url)
    heading(other, "BM25").wait_for()
    shown = page.get_by_test_id("stHtml")
    expect(shown).to_have_count(11)
    expect(other.get_by_test_id("stHtml")).to_have_text(shown.all_text_contents())
    assert parse_qs(urlsplit(other.url).query) == parse_qs(urlsplit(page.url).query)
    context.close()


def test_download_a_pipeline_and_load_it_on_the_other_side(page: "Page", app_url: str, tmp_path: "Path") -> None:
    open_compare(page, app_url, "?left=prune%3Dnone%2Cretriever%3Dhybrid%2Calpha%3D0.25&left_name=Mostly+words")
    heading(page, "Mostly words").wait_for()
    opened = edit(page, 0, "Keep and share")
    with page.expect_download() as download:
        opened.get_by_role("button", name="Download as a file (JSON)").click()
    file = tmp_path / "mine.json"
    download.value.save_as(file)
    settings = {"prune": "none", "retriever": "hybrid", "alpha": 0.25}
    assert json.loads(file.read_text()) == {"name": "Mostly words", "settings": settings}
    page.keyboard.press("Escape")
    opened.wait_for(state="hidden")
    opened = edit(page, 1, "Keep and share")
    opened.locator("input[type=file]").set_input_files(file)
    heading(page, "Mostly words (right)").wait_for()
    # A loaded file leaves a fresh uploader in the place of its own, which goes when the page is drawn.
    expect(opened.locator("input[type=file]")).to_have_count(1)
    opened.locator("input[type=file]").set_input_files({"name": "bad.json", "mimeType": "application/json", "buffer": b"[]"})
    opened.get_by_text("bad.json was not loaded").wait_for()
    expect(heading(page, "Mostly words (right)")).to_be_visible()


def test_save_swap_and_step_back(page: "Page", app_url: str) -> None:
    open_compare(page, app_url)
    choose(page, "Left pipeline", "Hybrid")
    heading(page, "Hybrid").wait_for()
    opened = edit(page, 0, "Keep and share")
    opened.get_by_role("textbox", name="Name").fill("Both ways")
    opened.get_by_role("textbox", name="Name").press("Enter")
    heading(page, "Both ways").wait_for()
    opened.get_by_role("button", name="Save").click()
    opened.get_by_role("button", name="Delete").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="swap_horiz").click()
    page.wait_for_function("location.search.includes('right=')")
    left = heading(page, "Pruned").bounding_box()
    right = heading(page, "Both ways").bounding_box()
    assert left
    assert right
    assert left["x"] < right["x"]
    page.go_back()
    page.wait_for_function("location.search.includes('left=')")
    page.wait_for_timeout(1500)
    back = heading(page, "Both ways").bounding_box()
    assert back
    assert back["x"] == left["x"]
    context = page.context.browser.new_context()
    other = context.new_page()
    open_compare(other, app_url)
    choose(other, "Left pipeline", "Both ways (saved)")
    heading(other, "Both ways").wait_for()
    context.close()
