"""Opens a page of the app without a browser."""

from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parent.parent


def open_page(path: str) -> AppTest:
    """Run the app and go to the page whose file is at `path`."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120).run().switch_page(path).run()
    assert not app.exception
    return app


def session(app: AppTest) -> Any:
    """Return the state of the app's session."""
    return app.session_state["microrag"]
