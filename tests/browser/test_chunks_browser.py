"""The tab Chunks of Explore in Chromium: a person cuts a document otherwise, and the link brings the cut back."""

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("started")]


def text(page: "Page") -> "Locator":
    return page.get_by_role("region", name="The text with its chunks")


def open_chunks(page: "Page", app_url: str) -> None:
    page.goto(app_url)
    page.get_by_role("tab", name="Chunks").click()
    expect(text(page)).to_be_visible()


def choose_strategy(page: "Page", name: str) -> None:
    page.get_by_role("combobox", name="Cut into chunks by").click()
    page.get_by_role("option", name=name, exact=True).click()


def test_a_person_cuts_otherwise_and_a_link_brings_it_back(page: "Page", app_url: str) -> None:
    open_chunks(page, app_url)
    choose_strategy(page, "Parent and child")
    expect(text(page).get_by_text(re.compile(r"^Parent 1 · "))).to_be_visible()
    size = page.get_by_role("spinbutton", name="Child size, tokens")
    size.fill("40")
    size.press("Enter")
    expect(page).to_have_url(re.compile("strategy=parent_child.*size=40"))
    expect(text(page).get_by_title(re.compile(r"^Chunk 1: \d+ tokens"))).to_be_visible()
    markers = text(page).get_by_title(re.compile("^Chunk "))
    count = markers.count()
    assert count > 5
    other = page.context.browser.new_context().new_page()
    other.goto(page.url)
    expect(text(other).get_by_title(re.compile("^Chunk "))).to_have_count(count)
    other.context.close()


def test_chunks_of_kept_sentences_strike_out_the_others(page: "Page", app_url: str) -> None:
    open_chunks(page, app_url)
    choose_strategy(page, "Kept sentences")
    expect(text(page).locator("s").first).to_be_visible()
    assert text(page).locator("s").first.evaluate("node => getComputedStyle(node).textDecorationLine") == "line-through"


def test_a_person_downloads_the_chunks(page: "Page", app_url: str) -> None:
    open_chunks(page, app_url)
    button = page.get_by_role("button", name=re.compile(r"^Download \d+ chunks"))
    count = int(re.search(r"\d+", button.inner_text())[0])
    with page.expect_download() as download:
        button.click()
    assert len(download.value.path().read_text("utf-8").splitlines()) == count


def test_nothing_is_cut_on_a_phone(page: "Page", app_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{app_url}/?tab=Chunks&strategy=semantic")
    expect(text(page)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for control in ("Percentile", "Size, tokens", "Overlap, tokens"):
        box = page.get_by_role("spinbutton", name=control).bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
