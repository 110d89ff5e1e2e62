"""All compressors by their names."""

from microrag_core.context.best_sentences import compress_sentences
from microrag_core.context.compression import Compress
from microrag_core.context.entities import compress_entities
from microrag_core.context.first_words import compress_first_words
from microrag_core.context.keywords import compress_keywords
from microrag_core.context.late_interaction import compress_late_interaction
from microrag_core.settings import Compressor

COMPRESSORS: dict[Compressor, Compress] = {
    "late_interaction": compress_late_interaction,
    "sentences": compress_sentences,
    "keywords": compress_keywords,
    "entities": compress_entities,
    "first_words": compress_first_words,
}
