"""A bounded store of things that took work to make."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

Made = TypeVar("Made")

HELD = 24
"""How many things are held unless told otherwise."""


class Held:
    """Things made of one set of documents, the last few of them; threads may share it."""

    def __init__(self) -> None:
        self._made: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what is held under `key`, else what `make` returns, which is then held."""
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                found: Made = self._made[key]
                return found
        made = make()
        with self._lock:
            self._made[key] = made
            while len(self._made) > HELD:
                self._made.popitem(last=False)
        return made
