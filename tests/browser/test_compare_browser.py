"""The Compare page in Chromium: ask, look, open, go on to Explore."""

import csv
import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

expect = pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)").expect
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("started")]


def open_compare(page: "Page", app_url: str, query: str = "") -> "Locator":
    page.goto(f"{app_url}/compare{query}")
    page.get_by_role("heading", name="Pruned: kept sentences").wait_for()
    return page.get_by_role("textbox", name="Question")


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
    page.get_by_role("heading", name="Pruned: kept sentences").wait_for()
    expect(question).to_have_value("Why does bread rise?")
    page.wait_for_function("location.search.includes('bread')")
    page.reload()
    page.get_by_role("heading", name="Pruned: kept sentences").wait_for()
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
    page.get_by_text("Whole text, kept and pruned").first.click()
    page.locator("s").first.wait_for()
    assert page.locator("mark").count() > 10
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
    page.get_by_role("heading", name="Pruned: kept sentences").wait_for()
    expect(question).to_have_value(evil)
    assert page.locator("img[src=x]").count() == 0
    assert dialogs == []


def test_download(page: "Page", app_url: str) -> None:
    open_compare(page, app_url)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download both lists (CSV)").click()
    with download.value.path().open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["side"] for row in rows] == ["naive"] * 5 + ["pruned"] * 5


def test_on_a_phone_the_lists_stand_one_under_the_other(browser: "Browser", app_url: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    open_compare(page, app_url)
    naive = page.get_by_role("heading", name="Naive: whole documents").bounding_box()
    pruned = page.get_by_role("heading", name="Pruned: kept sentences").bounding_box()
    assert naive
    assert pruned
    assert pruned["y"] > naive["y"] + 500
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
