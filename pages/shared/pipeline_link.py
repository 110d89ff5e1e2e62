"""A pipeline as a part of an address. A link may come from anybody, so it names no model, server or folder to be opened."""

from microrag_core.pipeline import PipelineSettings, read_pipeline

NOT_IN_LINKS = ("first_model", "cross_encoder", "qdrant")
LONGEST = 1500


def to_link(settings: PipelineSettings) -> str:
    """Return the flat text of a pipeline without what a link does not name; empty where it is too long for an address."""
    text = plain(settings).to_text()
    return text if len(text) <= LONGEST else ""


def is_left_out(settings: PipelineSettings) -> bool:
    """Tell whether a link says less than these settings do."""
    return plain(settings) != settings or not to_link(settings)


def from_link(text: str, name: str) -> tuple[PipelineSettings, list[str]]:
    """Return the pipeline of a link, and what is to be said of it. Raises `SettingsError` for a text that describes none."""
    found = read_pipeline(text, name.strip(), PipelineSettings())
    if plain(found) == found:
        return found, []
    passed_over = [key for key in NOT_IN_LINKS if found.values()[key] != PipelineSettings().values()[key]]
    return plain(found), [
        f"A link opens no model, server or folder: its {' and '.join(passed_over)} was passed over. "
        "Set it under Edit, or load the pipeline from a file."
    ]


def plain(settings: PipelineSettings) -> PipelineSettings:
    """Return a pipeline with the usual model, server and folder."""
    usual = PipelineSettings().values()
    return settings.with_values({key: usual[key] for key in NOT_IN_LINKS})
