"""The app on a free port with a home of its own, and a page of Chromium to look at it."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from drawing import act_when_drawn

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give what is driven through a browser a second try: a busy machine may draw later than a test waits."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(retries=1))


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium of this machine: `MICRORAG_CHROMIUM`, one on the path, or Playwright's own; skipped where there is none."""
    pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)")
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = os.environ.get("MICRORAG_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if found:
        return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if not Path(path).exists():
        pytest.skip("needs Chromium: install it, run `playwright install chromium`, or set MICRORAG_CHROMIUM")
    return path


@pytest.fixture(scope="session")
def app_url(chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running app; it ends with the tests."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = tmp_path_factory.mktemp("browser_home")
    log = home / "server.log"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port), "--server.headless", "true"]
    with log.open("wb") as output:
        environment = {**os.environ, "MICRORAG_HOME": str(home), "HF_HUB_OFFLINE": "1"}
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until_healthy(url, server, log)
        yield url
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def wait_until_healthy(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Return once the server answers; fail with its log when it ends or stays silent."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.2)
    pytest.fail(f"The app did not start:\n{log.read_text('utf-8', 'replace')[-3000:]}")


@pytest.fixture(scope="module")
def browser(chromium_path: str) -> "Iterator[Browser]":
    """One Chromium a test file. It ends with the file, as Playwright's event loop must not run under other tests."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def started(app_url: str, browser: "Browser") -> None:
    """Let the app embed its sample before the tests count seconds."""
    page = browser.new_page()
    page.goto(app_url)
    page.get_by_text("24 documents").first.wait_for(timeout=120_000)
    page.close()


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    """A page with a session of its own, 1440 by 900."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(30_000)
    page = context.new_page()
    act_when_drawn(page)
    yield page
    context.close()
