"""Settings: frozen, validated where they are made, and read from the command line, else the environment, else the default."""

from microrag_core.settings.documents import (
    DAY,
    BudgetUnit,
    EncoderSettings,
    LoadSettings,
    Precision,
    PruneMethod,
    PruneSettings,
)
from microrag_core.settings.finding import (
    Compressor,
    ContextFormat,
    ContextKind,
    ContextSettings,
    Fusion,
    MatchedText,
    Reranker,
    Retriever,
    RetrieverSettings,
)
from microrag_core.settings.passages import ChunkSettings, IndexKind, IndexSettings, RepetitionSettings, SemanticRule, Strategy
from microrag_core.settings.places import expanded, home
from microrag_core.settings.reading import SettingsType, check_fields, convert, read_settings, require

__all__ = [
    "DAY",
    "BudgetUnit",
    "ChunkSettings",
    "Compressor",
    "ContextFormat",
    "ContextKind",
    "ContextSettings",
    "EncoderSettings",
    "Fusion",
    "IndexKind",
    "IndexSettings",
    "LoadSettings",
    "MatchedText",
    "Precision",
    "PruneMethod",
    "PruneSettings",
    "RepetitionSettings",
    "Reranker",
    "Retriever",
    "RetrieverSettings",
    "SemanticRule",
    "SettingsType",
    "Strategy",
    "check_fields",
    "convert",
    "expanded",
    "home",
    "read_settings",
    "require",
]
