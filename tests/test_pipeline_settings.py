"""Pipelines as text, as JSON and on disk."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from microrag_core.errors import SettingsError
from microrag_core.pipeline import PipelineSettings, pipeline_from_json, read_pipeline
from microrag_core.pipeline.saved import delete, save, saved
from microrag_core.pipeline.settings import FLAT, PARTS

EXAMPLE = "prune=soft_coverage,budget=0.3,retriever=hybrid,rerank=late_interaction,context=mixed,top_k=10"


def test_the_text_names_every_stage():
    found = read_pipeline(EXAMPLE)
    assert (found.prune.method, found.prune.budget) == ("soft_coverage", 0.3)
    assert (found.retriever.retriever, found.retriever.rerank, found.retriever.top_k) == ("hybrid", "late_interaction", 10)
    assert found.context.context == "mixed"
    assert found.to_text() == "prune=soft_coverage,budget=0.3,retriever=hybrid,top_k=10,rerank=late_interaction,context=mixed"


def test_flat_names_are_unique_and_cover_every_setting():
    assert len(FLAT) == sum(len(kind.__dataclass_fields__) for kind in PARTS.values())


def test_a_pipeline_prunes_only_where_it_is_told_to(monkeypatch):
    monkeypatch.setenv("MICRORAG_METHOD", "lead")
    monkeypatch.setenv("MICRORAG_TOP_K", "7")
    found = read_pipeline("budget=0.2")
    assert (found.prune.method, found.prune.budget, found.retriever.top_k) == ("none", 0.2, 7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("retriver=dense", "Unknown setting 'retriver' of a pipeline; did you mean retriever?"),
        ("retriever", "'retriever' is no setting: write name=value"),
        ("budget=2", "budget is 2.0; it must be above 0 and up to 1"),
        ("top_k=many", "top_k is 'many'; it must be a whole number"),
        ("rerank=best", "rerank is 'best'; it must be one of none, mmr, late_interaction, cross_encoder"),
        ("budget=0.5,budget=0.6", "The setting budget is given twice"),
    ],
)
def test_a_text_that_makes_no_sense_is_refused_in_a_sentence(text, message):
    with pytest.raises(SettingsError) as error:
        read_pipeline(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"name": 3, "settings": {}}', '{"settings": []}', '{"settings": {"budget": [1]}}']
)
def test_a_file_that_is_no_pipeline_is_refused(text):
    with pytest.raises(SettingsError):
        pipeline_from_json(text)


@given(
    budget=st.floats(0.01, 1),
    alpha=st.floats(0, 1),
    size=st.integers(60, 5000),
    filters=st.text(max_size=20).map(str.strip),
    name=st.text(max_size=60),
)
def test_text_and_file_give_the_same_pipeline_back(budget, alpha, size, filters, name):
    values = {"prune": "mmr", "budget": budget, "alpha": alpha, "strategy": "fixed", "size": size, "filters": filters}
    made = PipelineSettings(name=name).with_values(values)
    assert pipeline_from_json(made.to_json()) == made
    assert read_pipeline(made.to_text(), name) == made


def test_saved_pipelines_are_listed_by_name_replaced_and_deleted(tmp_path):
    for name, budget in (("zebra", 0.2), ("Apple/../pie", 0.3), ("zebra", 0.4)):
        save(PipelineSettings(name=name).with_values({"prune": "soft_coverage", "budget": budget}), tmp_path)
    (tmp_path / "broken.pipeline.json").write_text("{")
    assert [(item.name, item.prune.budget) for item in saved(tmp_path)] == [("Apple/../pie", 0.3), ("zebra", 0.4)]
    assert {path.parent for path in tmp_path.rglob("*") if path.is_file()} == {tmp_path}
    delete("zebra", tmp_path)
    delete("zebra", tmp_path)
    assert [item.name for item in saved(tmp_path)] == ["Apple/../pie"]
    with pytest.raises(SettingsError, match="no name"):
        save(PipelineSettings(), tmp_path)
