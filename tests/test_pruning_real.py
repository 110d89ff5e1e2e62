import json
from pathlib import Path

import numpy as np
import pytest
from pruning_cases import make_case, plain_coverage, plain_soft_coverage, run_prune, select

from microrag_core.datatypes import Floats
from microrag_core.embedding import Encoder
from microrag_core.pruning import build_graph
from microrag_core.text.sentences import split_sentences

ARTICLES = 12


@pytest.fixture(scope="module")
def articles(data_folder: Path, encoder: Encoder) -> list[Floats]:
    """Sentence vectors of some news articles, one array each."""
    lines = (data_folder / "news" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()[:ARTICLES]
    groups = [[sentence.text for sentence in split_sentences(json.loads(line)["text"])] for line in lines]
    vectors = encoder.encode([text for group in groups for text in group])
    ends = np.cumsum([len(group) for group in groups])
    return [vectors[end - len(group) : end] for group, end in zip(groups, ends, strict=True)]


@pytest.mark.parametrize("neighbors", [3, 5])
def test_coverage_is_the_plain_rule_on_real_graphs(articles: list[Floats], neighbors: int) -> None:
    for vectors in [*articles, np.concatenate(articles)]:
        found = select(make_case(vectors, method="coverage", neighbors=neighbors), "coverage")
        assert found.order == plain_coverage(build_graph(vectors, neighbors), max(1, int(0.5 * len(vectors))))


def test_coverage_keeps_about_a_third_and_soft_coverage_half(articles: list[Floats]) -> None:
    total = sum(map(len, articles))
    by_method = {
        method: sum(run_prune(vectors, method=method).kept_count for vectors in articles) / total
        for method in ("coverage", "soft_coverage")
    }
    assert 0.25 < by_method["coverage"] < 0.42
    assert 0.45 <= by_method["soft_coverage"] <= 0.5


def test_soft_coverage_is_the_plain_greedy_on_real_documents(articles: list[Floats]) -> None:
    for vectors in articles:
        problem = make_case(vectors)
        assert select(problem, "soft_coverage").order == plain_soft_coverage(problem)[0]
