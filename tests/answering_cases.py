"""Small contexts that several tests of answering use."""

from collections.abc import Sequence

from microrag_core.context import build_context
from microrag_core.datatypes import Chunk, Context, Document, Retrieved, chunk_id
from microrag_core.embedding import Encoder
from microrag_core.settings import ContextSettings

GIANTS = (
    "The lighthouse of Varnholm was built in 1843 by the engineer Ada Lindqvist. It stands 41 metres high on a granite rock. "
    "The keeper rang a bell in fog because the lamp could not be seen. In 1912 the lamp was converted to electricity."
)
BAKERY = (
    "The bakery on Mill Street opens at six in the morning. Its owner, Tom Reyes, bakes rye bread with caraway seeds. "
    "A loaf costs 4.50 euros. On Mondays the bakery is closed."
)
LEUCHTTURM = (
    "Der Leuchtturm von Varnholm wurde 1843 von der Ingenieurin Ada Lindqvist gebaut. Er ist 41 Meter hoch und steht auf einem "
    "Felsen. Der Wärter läutete bei Nebel eine Glocke, weil man die Lampe nicht sehen konnte. 1912 wurde die Lampe elektrisch."
)
DENGTA = (
    "瓦恩霍姆灯塔由工程师林奎斯特于1843年建造。灯塔高41米，位于花岗岩上。因为雾中看不见灯光，守塔人敲钟。1912年灯塔改用电灯。"
)


def hit_of(document: Document, rank: int = 1, text: str | None = None) -> Retrieved:
    """A whole document, or `text` of it, as a search hit."""
    whole = document.text
    chunk = Chunk(chunk_id(document.id, "document", 0, len(whole)), document.id, 0, len(whole), whole, "", 1)
    return Retrieved(document, chunk, rank, 0.5, whole if text is None else text, None, {})


def context_of(question: str, texts: Sequence[str], encoder: Encoder, settings: ContextSettings | None = None) -> Context:
    """The context of documents without titles, in this order."""
    hits = [hit_of(Document("", text), rank) for rank, text in enumerate(texts, 1)]
    return build_context(question, hits, settings or ContextSettings(), encoder)
