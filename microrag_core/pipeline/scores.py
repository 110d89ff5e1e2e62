"""The score of each stage that a passage went through."""

from collections.abc import Mapping

from microrag_core.datatypes import Ranked


class Scores:
    """Scores by stage, in the order in which the stages were noted."""

    def __init__(self) -> None:
        self._stages: dict[str, dict[str, float]] = {}

    def note(self, stage: str, ranking: Ranked) -> None:
        """Keep the scores that a stage gave."""
        self._stages.setdefault(stage, {}).update(ranking)

    def of(self, chunk_id: str) -> Mapping[str, float]:
        """Return the score of each stage that gave this passage one."""
        return {stage: scores[chunk_id] for stage, scores in self._stages.items() if chunk_id in scores}
