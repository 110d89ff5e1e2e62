"""When a page of the app is acted on: once it is drawn, or while it is."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUNNING = "[data-test-script-state=running]"


def act_when_drawn(page: "Page") -> None:
    """Let every action of a page wait until the app has drawn what it has to draw: a click on what is about to be drawn anew
    is lost."""
    page.add_locator_handler(page.locator(RUNNING), lambda: None)


def act_at_once(page: "Page") -> None:
    """Let actions wait for nothing again, to stop something that runs."""
    page.remove_locator_handler(page.locator(RUNNING))
