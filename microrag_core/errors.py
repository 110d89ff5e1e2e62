"""Errors that a person can act on.

Pages and the command line show the text of a `MicroRagError` as it stands and let every other exception surface.
"""


class MicroRagError(Exception):
    """Base of all errors whose message is one plain sentence for the user."""


class InputError(MicroRagError):
    """A file, folder, address or text cannot be used; the message says why."""


class SettingsError(MicroRagError):
    """A setting is unknown or out of range; the message carries the value."""


class MissingDependencyError(MicroRagError):
    """An optional part is not installed; the message carries the line that installs it."""


class CancelledError(MicroRagError):
    """The user stopped a long piece of work."""
