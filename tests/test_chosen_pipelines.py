"""What a page keeps of a pipeline: what it follows, what it is called, and how a link names it."""

from dataclasses import replace

import pytest

from microrag_core import PruneSettings
from microrag_core.errors import SettingsError
from microrag_core.pipeline import PipelineSettings, read_pipeline
from microrag_core.pipeline.settings import FLAT
from pages.shared.chosen import NAIVE, PRUNED, Chosen
from pages.shared.pipeline_knobs import CONTEXT, PRUNING, REPETITION, SEARCH
from pages.shared.pipeline_link import LONGEST, from_link, is_left_out, to_link
from pages.shared.pipeline_presets import PRESETS, name_of
from pages.shared.pipeline_words import CHOICES, in_words, title

PRUNE = PruneSettings(budget=0.3)


def test_every_setting_of_a_pipeline_has_a_control() -> None:
    knobs = {knob.name for knob in PRUNING + REPETITION + SEARCH + CONTEXT}
    own_controls = {name for name, (part, _) in FLAT.items() if part == "chunk"} | {"prune", "top_k"}
    # Whether a sentence counts as at risk changes no search.
    assert knobs | own_controls | {"at_risk_below"} == set(FLAT)


def test_every_choice_is_offered_in_words() -> None:
    for knob in PRUNING + REPETITION + SEARCH + CONTEXT:
        assert knob.about
        if knob.kind == "choice":
            for value in CHOICES[knob.name]:
                PipelineSettings().with_values({knob.name: value})


def test_what_is_not_its_own_follows_the_session() -> None:
    assert NAIVE.in_use(PRUNE, 7) == PipelineSettings().with_values({"top_k": 7})
    assert PRUNED.in_use(PRUNE, 7).prune == PRUNE
    changed = PRUNED.changed({"alpha": 0.1}, PRUNE, 7)
    assert changed.follows_pruning
    assert changed.in_use(PruneSettings(), 3).prune == PruneSettings()
    own = PRUNED.changed({"neighbors": 9}, PRUNE, 7)
    assert own.in_use(PruneSettings(), 3).prune == replace(PRUNE, neighbors=9)
    assert own.in_use(PruneSettings(), 3).retriever.top_k == 3
    assert own.changed({"top_k": 9}, PRUNE, 7).in_use(PRUNE, 3).retriever.top_k == 9
    with pytest.raises(SettingsError, match="alpha is 2"):
        PRUNED.changed({"alpha": 2.0}, PRUNE, 7)


def test_a_pipeline_from_outside_follows_where_it_is_alike() -> None:
    assert Chosen.of(PRUNED.in_use(PRUNE, 7), PRUNE, 7) == PRUNED
    assert Chosen.of(NAIVE.in_use(PRUNE, 7), PRUNE, 7) == NAIVE
    other = Chosen.of(PRUNED.in_use(PRUNE, 7), PruneSettings(), 5)
    assert not other.follows_pruning
    assert not other.follows_count
    assert other.in_use(PruneSettings(), 5) == PRUNED.in_use(PRUNE, 7)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_called_by_their_stages(name: str) -> None:
    chosen = PRESETS[name]
    assert name_of(chosen, PRUNE) == name == title(chosen.in_use(PRUNE, 5))
    assert name_of(chosen.changed({"top_k": 9}, PRUNE, 5), PRUNE) == name
    assert name_of(chosen.named("Mine"), PRUNE) == "Mine"
    assert name_of(chosen.changed({"rank_constant": 61}, PRUNE, 5), PRUNE) == f"{name} (edited)"
    assert in_words(chosen.in_use(PRUNE, 5))


def test_no_other_pipeline_is_called_as_a_preset_is() -> None:
    assert name_of(PRESETS["BM25"].named("Naive"), PRUNE) == "Naive (edited)"
    assert name_of(PRESETS["BM25"].named("BM25"), PRUNE) == "BM25"
    assert name_of(PRUNED, PruneSettings(method="none")) == "Pruned"
    assert name_of(NAIVE, PruneSettings(method="none")) == "Naive"


def test_presets_are_known_by_their_settings() -> None:
    assert name_of(Chosen(PipelineSettings(prune=PRUNE)), PRUNE) == "Pruned"
    assert name_of(Chosen(PipelineSettings(prune=PRUNE)), PruneSettings()) == "Pruned (edited)"
    assert name_of(Chosen(PipelineSettings(), follows_count=False), PRUNE) == "Naive"


def test_a_name_that_stood_for_other_settings_is_marked() -> None:
    taken = Chosen.of(read_pipeline("prune=none,retriever=hybrid", "Mine"), PRUNE, 5)
    assert name_of(taken, PRUNE) == "Mine"
    changed = taken.changed({"context": "mixed"}, PRUNE, 5)
    assert name_of(changed, PRUNE) == "Mine (edited)"
    assert name_of(changed.standing_for_its_name(PRUNE), PRUNE) == "Mine"
    assert name_of(changed.named("Mine (edited)").standing_for_its_name(PRUNE).changed({"alpha": 0.1}, PRUNE, 5), PRUNE) == (
        "Mine (edited)"
    )


def test_words() -> None:
    text = "prune=coverage,budget=0.25,strategy=fixed,size=500,index=hnsw,retriever=hybrid,alpha=0.7,rerank=late_interaction"
    assert in_words(read_pipeline(text)) == (
        "Kept sentences (coverage, 25\xa0% of sentences), fixed chunks of 500 tokens, "
        "hybrid search (alpha 0.7) in HNSW, late interaction re-ranking"
    )
    assert title(read_pipeline(text)) == "Pruned + fixed chunks + HNSW + hybrid + late interaction"
    assert in_words(read_pipeline('prune=none,retriever=bm25,filters="lang=en"')) == (
        "Whole documents, BM25 search, only where lang=en"
    )


@pytest.mark.parametrize("name", PRESETS)
def test_a_link_says_all_of_a_preset(name: str) -> None:
    settings = PRESETS[name].in_use(PRUNE, 7)
    assert from_link(to_link(settings), " Mine ") == (replace(settings, name="Mine"), [])
    assert not is_left_out(settings)


def test_a_link_means_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MICRORAG_RETRIEVER", "bm25")
    assert from_link("prune=none", "")[0].retriever.retriever == "dense"


@pytest.mark.parametrize("key", ["first_model", "cross_encoder", "qdrant"])
def test_a_link_opens_no_model_server_or_folder(key: str) -> None:
    settings = PipelineSettings().with_values({key: "/somewhere"})
    assert is_left_out(settings)
    assert "/somewhere" not in to_link(settings)
    found, said = from_link(f"prune=none,{key}=/somewhere", "")
    assert found == PipelineSettings()
    assert key in said[0]


def test_a_pipeline_too_long_for_an_address_is_not_in_it() -> None:
    settings = PipelineSettings().with_values({"filters": "title=" + "x" * LONGEST})
    assert to_link(settings) == ""
    assert is_left_out(settings)
