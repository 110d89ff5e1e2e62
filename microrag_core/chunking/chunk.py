"""A document is cut into chunks by one of the strategies."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from microrag_core.chunking.books import cut_books
from microrag_core.chunking.document import cut_document
from microrag_core.chunking.fixed import cut_fixed
from microrag_core.chunking.hierarchical import cut_hierarchical
from microrag_core.chunking.levels import Level, make_chunks
from microrag_core.chunking.material import Material
from microrag_core.chunking.micro import cut_micro
from microrag_core.chunking.parent_child import cut_parent_child
from microrag_core.chunking.pruned import cut_pruned
from microrag_core.chunking.recursive import cut_recursive
from microrag_core.chunking.semantic import cut_semantic
from microrag_core.chunking.sizes import resolve_sizes
from microrag_core.datatypes import Booleans, Chunk, Document, Floats, Sentence
from microrag_core.settings import ChunkSettings, Strategy

STRATEGIES: Mapping[Strategy, Callable[[Material], list[Level]]] = MappingProxyType(
    {
        "document": cut_document,
        "fixed": cut_fixed,
        "recursive": cut_recursive,
        "semantic": cut_semantic,
        "parent_child": cut_parent_child,
        "hierarchical": cut_hierarchical,
        "micro": cut_micro,
        "books": cut_books,
        "pruned": cut_pruned,
    }
)


def chunk_document(
    document: Document,
    settings: ChunkSettings,
    *,
    sentences: Sequence[Sentence] | None = None,
    vectors: Floats | None = None,
    kept: Booleans | None = None,
) -> tuple[Chunk, ...]:
    """Return the chunks of a document: level 0, which is searched, in order, then the levels above that hold it.

    `sentences` are made from the text when None. `vectors` (n, d), unit rows of the sentences, are for `semantic`, `kept` (n,)
    for `pruned`; each raises `ValueError` without its own. A blank document has no chunks.

    The size of the settings is that of a whole chunk, its overlap with the text before included, so no chunk is longer; only a
    single character can be (an emoji has up to four tokens). A chunk's own text is cut to the size less the overlap, and the
    own texts of a level share nothing. They hold all of the text that is not white space, but for `books` (see there) and
    `pruned`. `section` is that in which a chunk's own text begins. Raises `SettingsError` for sizes that do not go together.
    """
    size, overlap = resolve_sizes(settings)
    if not document.text.strip():
        return ()
    material = Material(document, settings, size, overlap, sentences, vectors, kept)
    return make_chunks(material, STRATEGIES[settings.strategy](material))
