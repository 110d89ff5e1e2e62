"""The Explore page in Chromium: what only a browser shows, that graph, list and panel are one."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)")
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

FIRST_START = 180_000
PLACE = """
name => {
  const graph = document.querySelector('.js-plotly-plot'), layout = graph._fullLayout, box = graph.getBoundingClientRect();
  const trace = graph._fullData.find(trace => trace.name === name);
  return {
    x: box.left + layout._size.l + layout.xaxis.d2p(trace.x[0]),
    y: box.top + layout._size.t + layout.yaxis.d2p(trace.y[0]),
    number: trace.customdata[0] + 1,
  };
}
"""


@pytest.fixture
def explore(page: Page, app_url: str) -> Page:
    """The page with its graph drawn; the first start embeds the sample."""
    page.goto(app_url)
    wait_for_graph(page)
    return page


def wait_for_graph(page: Page) -> None:
    expect(page.locator(".js-plotly-plot .legend").first).to_be_visible(timeout=FIRST_START)
    expect(rows(page).first).to_be_visible()


def rows(page: Page):
    """The sentences of the list beside the graph."""
    return page.locator(".sentences").first.locator(".row")


def selected(page: Page):
    return page.locator(".sentences").first.locator(".row[aria-current=true]")


def figures(page: Page):
    return page.get_by_test_id("stHtml").filter(has_text="Sentences kept")


def test_first_view_shows_graph_legend_and_text(explore: Page) -> None:
    expect(explore.get_by_role("heading", name="Explore")).to_be_visible()
    legend = explore.locator(".js-plotly-plot .legend").first
    for words in ("Kept", "Pruned, a kept one is close", "Pruned, at risk"):
        expect(legend.get_by_text(words, exact=True)).to_be_visible()
    assert rows(explore).count() >= 20
    expect(explore.get_by_test_id("stException")).to_have_count(0)


def budget(page: Page):
    return page.get_by_role("group", name="Budget").locator("input")


def test_a_slider_changes_the_figures_and_never_jumps_back(explore: Page) -> None:
    before = figures(explore).inner_text()
    slider = budget(explore)
    slider.focus()
    for percent in ("45", "40", "35", "30"):
        explore.keyboard.press("ArrowLeft")
        expect(slider).to_have_value(percent)
        explore.wait_for_timeout(60)
    expect(explore).to_have_url(re.compile("budget=0.3"))
    expect(figures(explore)).not_to_have_text(before)
    expect(slider).to_have_value("30")


def test_settings_survive_the_way_to_another_page_and_back(explore: Page) -> None:
    budget(explore).focus()
    explore.keyboard.press("ArrowLeft")
    expect(explore).to_have_url(re.compile("budget=0.45"))
    for name in ("Corpus", "Explore"):
        explore.get_by_role("link", name=name, exact=True).first.click()
        expect(explore.get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(budget(explore)).to_have_value("45")


def test_a_click_on_a_node_selects_its_sentence(explore: Page) -> None:
    place = explore.evaluate(PLACE, "Kept")
    explore.mouse.click(place["x"], place["y"])
    expect(selected(explore).locator(".number")).to_have_text(str(place["number"]))
    expect(explore.get_by_text(f"Sentence {place['number']}: kept.")).to_be_visible()
    expect(explore).to_have_url(re.compile(f"sentence={place['number']}$"))


def test_a_click_in_the_list_selects_the_node_and_both_ways_go_on(explore: Page) -> None:
    place = explore.evaluate(PLACE, "Kept")
    other = rows(explore).nth(2 if place["number"] != 3 else 3)
    for _ in range(2):
        explore.mouse.click(place["x"], place["y"])
        expect(selected(explore).locator(".number")).to_have_text(str(place["number"]))
        other.click()
        expect(selected(explore).locator(".number")).to_have_text(other.locator(".number").text_content())
        expect(explore.locator(".js-plotly-plot .legend").first.get_by_text("Selected")).to_be_visible()


def test_neighbours_lead_on_and_a_pin_is_marked(explore: Page) -> None:
    rows(explore).first.click()
    neighbor = explore.locator(".sentences").nth(1).locator(".row").first
    number = neighbor.locator(".number").text_content()
    neighbor.click()
    expect(selected(explore).locator(".number")).to_have_text(number)
    explore.get_by_role("button", name="Prune it anyway").click()
    expect(selected(explore).locator(".note")).to_contain_text("by hand")
    expect(explore.locator(".js-plotly-plot .legend").first.get_by_text("Pinned by hand")).to_be_visible()
    explore.get_by_role("button", name="Leave it to the method").click()
    expect(selected(explore).locator(".note")).not_to_contain_text("by hand")


def test_the_list_is_searched_and_filtered_at_once(explore: Page) -> None:
    everything = rows(explore).count()
    explore.get_by_role("button", name="Kept", exact=True).click()
    kept = rows(explore).locator("visible=true").count()
    assert 0 < kept < everything
    explore.get_by_role("button", name="All", exact=True).click()
    explore.get_by_label("Search the sentences").fill("7")
    expect(rows(explore).nth(6)).to_be_visible()
    explore.get_by_label("Search the sentences").fill("no such words")
    expect(explore.get_by_text("No sentence matches.")).to_be_visible()


def test_a_link_shows_the_same_view(explore: Page, app_url: str) -> None:
    explore.get_by_role("button", name="chevron_right").click()
    expect(explore.get_by_text("Document 2 of")).to_be_visible()
    rows(explore).nth(4).click()
    expect(explore).to_have_url(re.compile("sentence=5"))
    link = explore.url
    other = explore.context.browser.new_context().new_page()
    other.goto(link)
    wait_for_graph(other)
    expect(other.get_by_text("Document 2 of")).to_be_visible()
    expect(selected(other).locator(".number")).to_have_text("5")
    other.context.close()


def test_a_link_to_a_document_that_is_not_here_is_explained(page: Page, app_url: str) -> None:
    page.goto(f"{app_url}/?document=0123456789abcdef")
    wait_for_graph(page)
    expect(page.get_by_text("This link points to a document that is not loaded here")).to_be_visible()
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_text("This link points to a document that is not loaded here")).to_have_count(0)


def test_nothing_is_cut_on_a_phone(page: Page, app_url: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app_url)
    wait_for_graph(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    graph, text = page.locator(".js-plotly-plot").first.bounding_box(), rows(page).first.bounding_box()
    assert graph["x"] >= 0
    assert graph["x"] + graph["width"] <= 390
    assert text["y"] > graph["y"] + graph["height"] / 2, "the text stands below the graph"
