"""Text in the Markdown export is shown as it stands: no list, code, heading or formatting comes of it."""

import pytest

from pages.chat.export_markdown import literal


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1. Ada", "1\\. Ada"),  # a backslash before a digit would be shown
        ("12) Ada", "12\\) Ada"),
        ("- Ada\n+ Tom", "\\- Ada  \n\\+ Tom"),
        ("Ada\n=====", "Ada  \n\\====="),
        ("    x = a[0]", "\u00a0\u00a0\u00a0\u00a0x = a\\[0\\]"),
        ("\t- Ada", "\u00a0\\- Ada"),
        ("3 - 4 in 2024-01", "3 - 4 in 2024-01"),
        ("1.5 m", "1\\.5 m"),
        ("# a *b* <i> [c](d) | $e$", "\\# a \\*b\\* \\<i\\> \\[c\\](d) \\| \\$e\\$"),
    ],
)
def test_text_is_shown_as_it_stands(text: str, written: str) -> None:
    assert literal(text) == written
