"""The Corpus page in Chromium: files go in, last over a reload, come out, and leave again."""

import json
import random
import re
from typing import TYPE_CHECKING

import pytest
from drawing import act_at_once, act_when_drawn

from pages.corpus.saved_figure import LABEL_CHARACTERS
from pages.shared.wording import cut_in_the_middle

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload, Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("started")]

FERRY = "The ferry leaves at nine. It sails at nine in the morning. Dogs travel free. The crossing takes two hours."
BREAD = "Bread rises because yeast makes gas. The gas is held by gluten. A warm kitchen speeds the dough."
MARKUP = "<img src=x onerror=alert(1)> costs $5 and $6"


def file(name: str, text: str) -> "FilePayload":
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


def open_corpus(page: "Page", app_url: str) -> None:
    page.goto(f"{app_url}/corpus")
    page.get_by_role("heading", name="Corpus").wait_for()


def upload(page: "Page", *files: "FilePayload") -> None:
    page.locator("input[type=file]").first.set_input_files(list(files))
    plural = "" if len(files) == 1 else "s"
    page.get_by_role("button", name=f"Add {len(files)} file{plural}").click()


def wait_for_count(page: "Page", count: int) -> None:
    page.get_by_text(re.compile(rf"^{count} documents?$")).first.wait_for()


def test_uploads_last_over_a_reload_and_show_markup_literally(page: "Page", app_url: str) -> None:
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    open_corpus(page, app_url)
    upload(page, file("ferry.txt", FERRY), file("markup.md", f"# {MARKUP}\n\n{BREAD}"), file("empty.txt", ""))
    page.get_by_text("2 documents added. 1 skipped").wait_for()
    wait_for_count(page, 2)
    page.wait_for_url("**corpus=**")
    page.reload()
    wait_for_count(page, 2)
    ticks = page.locator(".js-plotly-plot .ytick text")
    ticks.first.wait_for()
    assert sorted(ticks.all_text_contents()) == sorted([cut_in_the_middle(MARKUP, LABEL_CHARACTERS), "ferry.txt"])
    assert page.evaluate("window.MathJax === undefined")
    assert dialogs == []


def test_stop_leaves_the_session_as_it_was(page: "Page", app_url: str) -> None:
    words = [f"{a}{b}" for a in ("har", "lan", "mer", "tor", "vel") for b in ("bour", "tern", "chant", "rent", "vet")]
    chance = random.Random(20)
    text = " ".join(" ".join(chance.choices(words, k=12)).capitalize() + f" {row}." for row in range(12_000))
    open_corpus(page, app_url)
    upload(page, file("long.txt", text))
    act_at_once(page)
    stop = page.get_by_test_id("stMain").get_by_role("button", name="Stop")
    stop.wait_for()
    stop.click()
    page.get_by_text("Stopped. The documents are as they were before.").wait_for()
    wait_for_count(page, 24)
    assert page.get_by_test_id("stProgress").count() == 0
    assert "corpus=" not in page.url


def test_a_removed_document_does_not_come_back(page: "Page", app_url: str) -> None:
    open_corpus(page, app_url)
    grid = page.get_by_test_id("stDataFrame").first
    grid.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    grid.click(position={"x": 20, "y": 54})
    page.get_by_role("button", name="Remove 1 selected").click()
    page.get_by_text("1 document removed.").wait_for()
    wait_for_count(page, 23)
    page.reload()
    wait_for_count(page, 23)
    page.get_by_role("tab", name="Sample").click()
    page.get_by_role("button", name="Put the sample back (1 missing)").click()
    wait_for_count(page, 24)


def test_one_row_opens_in_explore(page: "Page", app_url: str) -> None:
    open_corpus(page, app_url)
    grid = page.get_by_test_id("stDataFrame").first
    grid.scroll_into_view_if_needed()
    page.wait_for_timeout(500)
    grid.click(position={"x": 20, "y": 89})
    page.get_by_role("button", name="Open in Explore").click()
    page.get_by_role("heading", name="Explore").wait_for()
    page.get_by_text("Document 2 of 24").wait_for()


def test_two_people_do_not_touch(browser: "Browser", app_url: str) -> None:
    contexts = [browser.new_context(viewport={"width": 1440, "height": 900}) for _ in range(2)]
    mine, yours = (context.new_page() for context in contexts)
    act_when_drawn(mine)
    act_when_drawn(yours)
    open_corpus(mine, app_url)
    open_corpus(yours, app_url)
    upload(mine, file("ferry.txt", FERRY))
    wait_for_count(mine, 1)
    upload(yours, file("bread.txt", BREAD), file("ferry.txt", FERRY))
    wait_for_count(yours, 2)
    mine.reload()
    wait_for_count(mine, 1)
    for context in contexts:
        context.close()


def test_download(page: "Page", app_url: str) -> None:
    open_corpus(page, app_url)
    with page.expect_download() as download:
        page.get_by_role("button", name="JSON lines").click()
    lines = download.value.path().read_text("utf-8").splitlines()
    assert len(lines) == 24
    assert {"_id", "title", "source", "text", "sentences"} <= json.loads(lines[0]).keys()
