"""Settings: where values come from, and what is refused with which words."""

import re
from pathlib import Path

import pytest

from microrag_core.errors import SettingsError
from microrag_core.settings import EncoderSettings, LoadSettings, PruneSettings, home, read_settings


def test_given_beats_environment_beats_default(monkeypatch):
    monkeypatch.setenv("MICRORAG_BUDGET", "0.25")
    monkeypatch.setenv("MICRORAG_NEIGHBORS", "7")
    settings = read_settings(PruneSettings, {"budget": 0.75, "neighbors": None})
    assert (settings.budget, settings.neighbors, settings.method) == (0.75, 7, "soft_coverage")


@pytest.mark.parametrize(
    ("kind", "values", "message"),
    [
        (PruneSettings, {"budget": 0.0}, "budget is 0.0; it must be above 0 and up to 1."),
        (PruneSettings, {"budget": 1.5}, "budget is 1.5; it must be above 0 and up to 1."),
        (PruneSettings, {"budget": float("nan")}, "budget is nan; it must be above 0 and up to 1."),
        (PruneSettings, {"budget": "half"}, "budget is 'half'; it must be a number."),
        (PruneSettings, {"budget": True}, "budget is True; it must be a number."),
        (PruneSettings, {"neighbors": 0}, "neighbors is 0; it must be 1 or more."),
        (PruneSettings, {"neighbors": 2.5}, "neighbors is 2.5; it must be a whole number."),
        (PruneSettings, {"neighbors": "2.5"}, "neighbors is '2.5'; it must be a whole number."),
        (PruneSettings, {"minimum_similarity": -0.1}, "minimum_similarity is -0.1; it must be between 0 and 1."),
        (PruneSettings, {"at_risk_below": 1.1}, "at_risk_below is 1.1; it must be between 0 and 1."),
        (PruneSettings, {"seed": -1}, "seed is -1; it must be 0 or more."),
        (PruneSettings, {"method": "best"}, "method is 'best'; it must be one of none, coverage,"),
        (PruneSettings, {"speed": 1}, "Unknown setting 'speed'; known are method, budget,"),
        (EncoderSettings, {"model": " "}, "model is ' '; it must be a name or a path."),
        (EncoderSettings, {"cache_megabytes": -1}, "cache_megabytes is -1; it must be 0 or more."),
        (LoadSettings, {"maximum_megabytes": 0}, "maximum_megabytes is 0; it must be above 0."),
        (LoadSettings, {"timeout_seconds": -3.0}, "timeout_seconds is -3.0; it must be above 0 and up to 86400, a day."),
        (LoadSettings, {"timeout_seconds": "inf"}, "timeout_seconds is inf; it must be above 0 and up to 86400, a day."),
    ],
)
def test_a_bad_value_is_refused_with_the_value_in_the_message(kind, values, message):
    with pytest.raises(SettingsError, match=re.escape(message)):
        read_settings(kind, values)


def test_a_bad_environment_value_names_the_variable(monkeypatch):
    monkeypatch.setenv("MICRORAG_BUDGET", "lots")
    with pytest.raises(SettingsError, match="MICRORAG_BUDGET is 'lots'; it must be a number"):
        read_settings(PruneSettings)


def test_home_is_the_variable_else_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("MICRORAG_HOME", str(tmp_path))
    assert home() == tmp_path
    monkeypatch.setenv("MICRORAG_HOME", "")
    assert home().name == "microrag"


def test_home_of_an_unknown_user_is_taken_as_it_stands(monkeypatch):
    monkeypatch.setenv("MICRORAG_HOME", "~no-such-user/cache")
    assert home() == Path("~no-such-user/cache")
