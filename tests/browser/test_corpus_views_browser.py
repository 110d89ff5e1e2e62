"""The views at the end of the Corpus page in Chromium: a person looks at one group of repeated texts and goes to a place."""

import re
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("started")]


def open_repetition(page: "Page", app_url: str) -> None:
    page.goto(f"{app_url}/corpus")
    expect(page.get_by_role("button", name="Groups with all their places")).to_be_visible()


def test_a_ticked_group_shows_its_places_and_one_leads_to_explore(page: "Page", app_url: str) -> None:
    open_repetition(page, app_url)
    quoted = page.locator(".st-key-repeated_members").get_by_test_id("stHtml").first
    before = quoted.inner_text()
    grid = page.get_by_test_id("stDataFrame").last
    grid.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    grid.click(position={"x": 20, "y": 89})
    expect(quoted).not_to_have_text(before)
    sentence = quoted.inner_text()
    page.locator(".st-key-repeated_members").get_by_role("button").nth(1).click()
    expect(page.get_by_role("heading", name="Explore")).to_be_visible()
    expect(page).to_have_url(re.compile("sentence="))
    chosen = page.locator(".sentences").first.locator(".row[aria-current=true] .text")
    expect(chosen).to_have_text(" ".join(sentence.split()))


def test_the_threshold_moves_the_groups(page: "Page", app_url: str) -> None:
    open_repetition(page, app_url)
    figures = page.get_by_test_id("stHtml").filter(has_text="Groups").filter(has_text="Repeats")
    before = figures.inner_text()
    page.get_by_role("group", name="Alike from").locator("input").focus()
    for _ in range(15):
        page.keyboard.press("ArrowLeft")
    expect(figures).not_to_have_text(before)


def test_a_press_measures_every_family(page: "Page", app_url: str) -> None:
    open_repetition(page, app_url)
    page.get_by_text("documents", exact=True).last.click()
    page.get_by_role("button", name="Measure on the 24 vectors here").click()
    expect(page.get_by_role("button", name="Measure again")).to_be_visible()
    legend = page.locator(".js-plotly-plot").last.locator(".legendtext")
    expect(legend).to_have_text(["Flat", "HNSW", "IVF-Flat", "IVF-PQ"])
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
