"""The tabs Context and Map of the Compare page in Chromium."""

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

expect = pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)").expect
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("started")]


def open_tab(page: "Page", app_url: str, name: str) -> None:
    page.goto(f"{app_url}/compare?q=Why+does+bread+rise%3F")
    page.get_by_role("tab", name=name).last.click()


def test_click_on_a_point_shows_its_text(page: "Page", app_url: str) -> None:
    open_tab(page, app_url, "Map")
    page.get_by_text("Click a point to read it.").wait_for()
    marks = page.locator(".js-plotly-plot .scatterlayer .trace")
    marks.first.wait_for()
    # Traces are in the order of drawing: sentences, whole passages, kept ones, then the question and what was found.
    marks.nth(1).locator("path.point").nth(3).click(force=True)
    region = page.get_by_role("region", name="Text of the selected point")
    expect(region).not_to_be_empty()
    expect(page.get_by_text("Click a point to read it.")).to_have_count(0)
    assert page.get_by_text(re.compile(r"^●?\s*(Passage of Naive, unpruned|Kept passage, in Pruned)")).count() == 1
    page.get_by_text("UMAP", exact=True).wait_for()
    page.get_by_role("link", name="Open in Explore").click()
    page.get_by_role("heading", name="Explore").wait_for()


def test_context_saves_tokens_once_it_is_mixed(page: "Page", app_url: str) -> None:
    open_tab(page, app_url, "Context")
    page.get_by_role("button", name="Try mixed context").click()
    page.get_by_text("COMPRESSED", exact=True).first.wait_for()
    page.get_by_text("Show what was left out").click()
    page.get_by_role("region", name="The passage with what was left out").first.wait_for()
    page.get_by_text("The whole context as a model reads it").click()
    code = page.get_by_test_id("stCode")
    code.wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the context (TXT)").click()
    given = download.value.path().read_text("utf-8")
    assert len(given) > 1000
    assert given[:40] in code.inner_text()


@pytest.mark.parametrize("tab", ["Context", "Map"])
def test_nothing_is_wider_than_a_phone(browser: "Browser", app_url: str, tab: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    open_tab(page, app_url, tab)
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
