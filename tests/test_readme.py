"""What the README shows is what runs."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from microrag_core.__main__ import parser
from microrag_core.grounding import GroundingSettings
from microrag_core.llm import LlmSettings
from microrag_core.pipeline import PipelineSettings
from microrag_core.pipeline.settings import FLAT
from microrag_core.settings import EncoderSettings, LoadSettings, PruneSettings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_walk_in_python_runs_and_is_short(monkeypatch, capsys):
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)
    monkeypatch.chdir(ROOT)
    exec(compile(code, "README.md", "exec"), {})
    out = capsys.readouterr().out
    assert len([line for line in code.splitlines() if line.strip()]) <= 5
    assert "Totals(documents=24" in out
    assert "Question: Where were there magnitude 4 earthquakes?" in out
    assert "Documents in both lists:" in out


def test_the_first_two_commands_install_then_start_and_test():
    first, second = re.findall(r"```bash\n(.*?)\n```", README, re.DOTALL)[:2]
    assert first.endswith(".venv/bin/streamlit run app.py")
    assert second.endswith(".venv/bin/python -m pytest")


def test_every_setting_is_in_the_table_with_its_default():
    for kind in (PruneSettings, EncoderSettings, LoadSettings):
        for field in fields(kind):
            row = next(line for line in README.splitlines() if f"`MICRORAG_{field.name.upper()}`" in line)
            if field.default != "":
                shown = f"{field.default:g}" if isinstance(field.default, float) else str(field.default)
                assert shown in row.split("|")[3].replace("`", ""), field.name


def test_every_option_of_the_command_line_exists():
    options = set(re.findall(r"`(--[a-z-]+)`", README)) | set(re.findall(r"\[(--[a-z-]+)", README))
    known = {name for action in parser()._actions for name in action.option_strings}
    for command in parser()._subparsers._group_actions[0].choices.values():
        known |= {name for action in command._actions for name in action.option_strings}
    assert options <= known


def test_what_model_means_to_ask_and_how_to_leave_it_is_said():
    row = next(line for line in README.splitlines() if "`MICRORAG_MODEL`" in line)
    assert "`--encoder` in `ask`" in row
    options = parser()._subparsers._group_actions[0].choices["ask"]._option_string_actions
    assert (options["--model"].dest, options["--encoder"].dest) == ("chat_model", "model")
    assert "Ctrl-D" in README
    assert "a reload ends the conversation of Chat" in " ".join(README.split())


@pytest.mark.parametrize("target", sorted(set(re.findall(r"\]\((?!https?:)([^)#]+)\)", README))))
def test_links_and_pictures_exist(target):
    assert (ROOT / target).is_file()


def test_every_setting_of_a_pipeline_is_in_its_table_with_its_default():
    table = (ROOT / "docs" / "pipelines.md").read_text("utf-8")
    rows = {}
    for line in table.partition("| strategy |")[0].splitlines() + table.partition("## How")[2].splitlines():
        if line.startswith("| `"):
            name, default = line.split("|")[1:3]
            rows[name.strip(" `")] = default.strip(" `")
    described = set(re.findall(r"`(\w+)`", table))
    for name, default in PipelineSettings().values().items():
        assert name in described
        if name in rows:
            shown = f"{default:g}" if isinstance(default, float) else str(default)
            assert rows[name] == shown, name
    assert set(rows) >= set(FLAT) - {field.name for field in fields(PruneSettings)}


def test_every_setting_of_answers_is_in_the_table_with_its_default():
    table = (ROOT / "docs" / "pipelines.md").read_text("utf-8").splitlines()
    for kind in (LlmSettings, GroundingSettings):
        for field in fields(kind):
            row = next(line for line in table if line.startswith(f"| `MICRORAG_{field.name.upper()}` |"))
            shown = f"{field.default:g}" if isinstance(field.default, float) else str(field.default)
            assert row.split("|")[2].strip(" `") == shown, field.name
