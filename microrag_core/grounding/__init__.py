"""Is an answer borne out by the passages of its question? Citations, claims, support, conflicts."""

from microrag_core.grounding.citations import find_citations
from microrag_core.grounding.claims import AnswerSentence, split_claims
from microrag_core.grounding.conflicts import find_conflicts
from microrag_core.grounding.ground import ground, summary
from microrag_core.grounding.settings import GroundingSettings
from microrag_core.grounding.support import Support, support

__all__ = [
    "AnswerSentence",
    "GroundingSettings",
    "Support",
    "find_citations",
    "find_conflicts",
    "ground",
    "split_claims",
    "summary",
    "support",
]
