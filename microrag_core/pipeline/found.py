"""What one question found: the hits, what was asked to find them, and how long each stage took."""

from collections.abc import Mapping
from dataclasses import dataclass

from microrag_core.datatypes import Floats, Retrieved
from microrag_core.retrieval.rewording import Reworded


@dataclass(frozen=True, eq=False)
class Found:
    """The answer of a pipeline to one question.

    `hits` are in order, the best first. `ranking` holds passage and document ids of them and of those below, as deep as was
    asked for. `asked` are the rewordings that were searched for beside the question. `vector` (d,) is the question's. `seconds`
    has the stages `encode`, `retrieve` and `rerank`. `notes` say in sentences what did not go as set.
    """

    query: str
    hits: tuple[Retrieved, ...]
    ranking: tuple[tuple[str, str], ...]
    asked: tuple[Reworded, ...]
    vector: Floats
    seconds: Mapping[str, float]
    notes: tuple[str, ...]
