"""When a page of the app is acted on: once it is drawn, or while it is."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

DRAWING = "html[data-drawing]"
WATCH = """
let idleSince = null;
setInterval(() => {
  const app = document.querySelector("[data-testid=stApp]");
  const idle = app !== null && app.dataset.testScriptState === "notRunning";
  if (!idle) idleSince = null;
  else if (idleSince === null) idleSince = performance.now();
  const settled = idleSince !== null && performance.now() - idleSince > 300;
  document.documentElement.toggleAttribute("data-drawing", !settled);
}, 50);
"""
"""Marks a page until its script has run to the end and 0.3 seconds have passed, as one run often brings about the next."""


def act_when_drawn(page: "Page") -> None:
    """Let every action of a page wait until the app has drawn what it has to draw.

    A click on what is about to be drawn anew is lost, and a list that it opened closes.
    """
    page.add_init_script(WATCH)
    page.add_locator_handler(page.locator(DRAWING), lambda: None)


def act_at_once(page: "Page") -> None:
    """Let actions wait for nothing again, to stop something that runs."""
    page.remove_locator_handler(page.locator(DRAWING))
