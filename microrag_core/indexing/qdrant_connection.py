"""Connections to Qdrant: one for each server or folder and process, closed when its last index is gone."""

import os
import sqlite3
import threading
import warnings
import weakref
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from microrag_core.errors import InputError, MissingDependencyError
from microrag_core.settings import expanded, home

try:
    from qdrant_client import QdrantClient, models
    from qdrant_client.http.exceptions import ApiException, UnexpectedResponse
    from qdrant_client.local.qdrant_local import QdrantLocal
except ImportError:
    raise MissingDependencyError('Qdrant needs its client: pip install "qdrant-client>=1.17".') from None

__all__ = ["PREFIX", "Connection", "connect", "keep", "models"]

PREFIX = "microrag_"
KEPT = "kept_"
"""An alias of this beginning marks a collection that outlives the process."""
TIMEOUT_SECONDS = 30

# An index says so in its notes.
warnings.filterwarnings("ignore", message="Local mode is not recommended")


class Connection:
    """A client of the server or the folder `address`, for all threads of this process.

    Only one process at a time may use a folder. What an earlier one left in it without keeping it is deleted.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_server = is_server(address)
        self._lock = threading.RLock()
        self._unwanted: deque[str] = deque()
        self._client = opened_server(address) if self.is_server else opened_folder(Path(address))
        weakref.finalize(self, close, self._client, self._unwanted)
        if not self.is_server:
            self._clear()

    @contextmanager
    def client(self) -> Iterator[Any]:
        """Lend the client; what it refuses is raised as an `InputError`."""
        with self._lock, plain_errors(self.address):
            delete_all(self._client, self._unwanted)
            yield self._client

    def hasten(self, collection: str) -> None:
        """Let a folder write without waiting for the disk at each vector, which is fifty times as fast.

        A cut of power may then damage the collection, which is made anew from the documents; the end of the process does not.
        """
        if not self.is_server:
            storage = self._client.collections[collection].storage.storage
            storage.execute("PRAGMA synchronous=OFF")
            storage.execute("PRAGMA journal_mode=MEMORY")

    def unwanted(self) -> deque[str]:
        """Return the names of collections to delete; names may be added at any time, by any thread."""
        return self._unwanted

    def _clear(self) -> None:
        with self.client() as client:
            kept = {alias.collection_name for alias in client.get_aliases().aliases}
            for collection in client.get_collections().collections:
                if collection.name.startswith(PREFIX) and collection.name not in kept:
                    client.delete_collection(collection.name)


connections: weakref.WeakValueDictionary[str, Connection] = weakref.WeakValueDictionary()
connecting = threading.Lock()


def connect(place: str) -> Connection:
    """Return the connection to a server's address or a folder; to a folder below `home()` when `place` is empty."""
    place = place.strip()
    address = place if is_server(place) else str((expanded(place) if place else home() / "qdrant").resolve())
    with connecting:
        connection = connections.get(address)
        if connection is None:
            connection = connections[address] = Connection(address)
    return connection


def is_server(place: str) -> bool:
    """Return whether a place is an address rather than a folder."""
    return place.lower().startswith(("http://", "https://"))


def opened_server(address: str) -> Any:
    """Return a client of a server; `QDRANT_API_KEY` of the environment is its key where it asks for one."""
    with plain_errors(address):
        key = os.environ.get("QDRANT_API_KEY", "").strip() or None
        client = QdrantClient(url=address, api_key=key, timeout=TIMEOUT_SECONDS, check_compatibility=False)
        client.get_collections()
        return client


def opened_folder(folder: Path) -> Any:
    """Return a client that keeps its collections in a folder, which is made when it is not there."""
    try:
        with plain_errors(str(folder)):
            return QdrantLocal(location=str(folder))
    except RuntimeError:
        raise InputError(
            f"The Qdrant folder {folder} is in use by another process; end that one, or set qdrant to another folder or a "
            "server's address."
        ) from None


@contextmanager
def plain_errors(address: str) -> Iterator[None]:
    """Turn what Qdrant raises into an `InputError` of one sentence."""
    try:
        yield
    except UnexpectedResponse as error:
        raise InputError(f"The Qdrant server at {address} refused: {error.status_code} {error.reason_phrase}.") from None
    except ApiException as error:
        raise InputError(f"The Qdrant server at {address} cannot be reached: {error}.") from None
    except (OSError, sqlite3.Error, ValueError, KeyError, EOFError, UnpicklingError) as error:
        raise InputError(f"Qdrant cannot use {address}: {error}.") from None


def delete_all(client: Any, names: deque[str]) -> None:
    """Delete the collections named, and take the names away."""
    while names:
        client.delete_collection(names.popleft())


def close(client: Any, unwanted: deque[str]) -> None:
    """Delete what is unwanted and close; at the end of a process nobody is there to be told of a failure."""
    with suppress(Exception):
        delete_all(client, unwanted)
    with suppress(Exception):
        client.close()


def keep(client: Any, collection: str) -> None:
    """Mark a collection so that it is not deleted with its index."""
    alias = models.CreateAlias(collection_name=collection, alias_name=KEPT + collection)
    client.update_collection_aliases([models.CreateAliasOperation(create_alias=alias)])
