"""Bounded stores: of what was used last, and of what took work to make. Threads may share them."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")

HELD = 24
"""How many things are held unless told otherwise."""


class Recent(Generic[Key, Value]):
    """The values used last, by a key, as many as together have at most `capacity` by what `size` says of each."""

    def __init__(self, capacity: int, size: Callable[[Value], int]) -> None:
        self.capacity = capacity
        self._size = size
        self._items: OrderedDict[Key, Value] = OrderedDict()
        self._total = 0
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        """Return the value of a key, and note that it was used; None where it is not held (any more)."""
        with self._lock:
            if key in self._items:
                self._items.move_to_end(key)
            return self._items.get(key)

    def put(self, key: Key, value: Value) -> None:
        """Hold a value, unless it alone is too large, and let those not used for longest go where there is no room."""
        if self._size(value) > self.capacity:
            return
        with self._lock:
            if key in self._items:
                self._total -= self._size(self._items.pop(key))
            self._items[key] = value
            self._total += self._size(value)
            while self._total > self.capacity:
                self._total -= self._size(self._items.popitem(last=False)[1])


class Held:
    """Things made of one set of documents, the last few of them."""

    def __init__(self) -> None:
        self._made: Recent[Hashable, tuple[Any]] = Recent(HELD, lambda _: 1)

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return what is held under `key`, else what `make` returns, which is then held."""
        held = self._made.get(key)
        if held is None:
            # In a tuple, since None may be what was made.
            held = (make(),)
            self._made.put(key, held)
        made: Made = held[0]
        return made
