"""Vectors on disk: one SQLite file, bounded in size, shared by threads and processes, and never a reason to stop."""

import logging
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

logger = logging.getLogger(__name__)

PAGE_BYTES = 8192
KEYS_A_QUERY = 500
USE_RESOLUTION = 60
"""Seconds: a use is written down only when the last one is older, so that reading stays reading."""
BUSY_SECONDS = 2.0
RETRY_SECONDS = 60
"""A file that could not be used is left alone for so long: to wait for it again at each call would be slower than no cache."""
ROW_OVERHEAD = 64
SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, vector BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS uses (id INTEGER PRIMARY KEY, used REAL NOT NULL);
"""

Result = TypeVar("Result")


class VectorStore:
    """A mapping of key (bytes) to vector (bytes) in the file `path` of at most `maximum_bytes`, by and large.

    What was least recently used goes first. A damaged file is renamed to `<name>.damaged` and begun anew; one that is locked or
    cannot be written is passed by. Both are logged as a warning, and the caller merely finds less.
    """

    def __init__(self, path: Path, maximum_bytes: int, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.maximum_bytes = maximum_bytes
        self._clock = clock
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._warned = False
        self._retry_at = 0.0

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the vectors of those keys that are here, and note that they were used."""
        return self._safely(lambda connection: self._get(connection, keys), {})

    def put(self, vectors: dict[bytes, bytes]) -> None:
        """Keep vectors, in one transaction, and let old ones go where there is no room."""
        self._safely(lambda connection: self._put(connection, vectors), None)

    def close(self) -> None:
        """Close the file; it is opened again when needed."""
        with self._lock:
            self._drop_connection()

    def _safely(self, work: Callable[[sqlite3.Connection], Result], otherwise: Result) -> Result:
        """Return what `work` returns, or `otherwise` when the file does not let it; a damaged file is replaced first."""
        with self._lock:
            if time.monotonic() < self._retry_at:
                return otherwise
            try:
                return work(self._open())
            except (sqlite3.OperationalError, OSError) as error:
                self._drop_connection()
                self._pass_by(f"The cache {self.path} is passed by: {error}.")
            except sqlite3.DatabaseError as error:
                self._drop_connection()
                self._set_aside(error)
        return otherwise

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, check_same_thread=False)
            try:
                connection.execute(f"PRAGMA page_size={PAGE_BYTES}")
                connection.execute("PRAGMA journal_mode=WAL")
                # Losing the last vectors in a power cut costs seconds; waiting for the disk would cost them every time.
                connection.execute("PRAGMA synchronous=OFF")
                connection.executescript(SCHEMA)
            except sqlite3.Error:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _get(self, connection: sqlite3.Connection, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        found: dict[bytes, bytes] = {}
        stale: list[int] = []
        now = self._clock()
        for some in slices(keys):
            marks = ",".join("?" * len(some))
            query = f"SELECT id, key, vector, used FROM vectors LEFT JOIN uses USING (id) WHERE key IN ({marks})"
            with closing(connection.execute(query, some)) as rows:
                for row, key, vector, used in rows:
                    found[key] = vector
                    if used is None or used < now - USE_RESOLUTION:
                        stale.append(row)
        if stale:
            with connection:
                connection.executemany("INSERT OR REPLACE INTO uses VALUES (?, ?)", [(row, now) for row in stale])
        return found

    def _put(self, connection: sqlite3.Connection, vectors: dict[bytes, bytes]) -> None:
        now = self._clock()
        with connection:
            self._make_room(connection, sum(len(vector) + ROW_OVERHEAD for vector in vectors.values()))
            for key, vector in vectors.items():
                added = connection.execute("INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)", (key, vector))
                connection.execute("INSERT OR REPLACE INTO uses VALUES (?, ?)", (added.lastrowid, now))
            self._make_room(connection, 0)

    def _make_room(self, connection: sqlite3.Connection, needed: int) -> None:
        """Delete the least recently used vectors until `needed` more bytes fit, and a tenth of the room with them."""
        if self._live_bytes(connection) + needed <= self.maximum_bytes:
            return
        while (too_many := self._live_bytes(connection) + needed - int(0.9 * self.maximum_bytes)) > 0:
            rows = connection.execute("SELECT id FROM uses ORDER BY used, id").fetchall()
            if not rows:
                return
            each = max(1, self._live_bytes(connection) // len(rows))
            oldest = rows[: -(-too_many // each)]
            connection.executemany("DELETE FROM vectors WHERE id = ?", oldest)
            connection.executemany("DELETE FROM uses WHERE id = ?", oldest)

    def _live_bytes(self, connection: sqlite3.Connection) -> int:
        """Return the bytes of the pages in use; SQLite fills free pages before the file grows."""
        pages, free = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count"))
        return int(pages - free) * PAGE_BYTES

    def _set_aside(self, error: Exception) -> None:
        aside = self.path.with_name(self.path.name + ".damaged")
        try:
            os.replace(self.path, aside)
            for suffix in ("-wal", "-shm"):
                self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)
        except OSError as failure:
            self._pass_by(f"The cache {self.path} is damaged ({error}) and cannot be set aside: {failure}.")
        else:
            logger.warning("The cache %s was damaged (%s); it is now %s and a new one is begun.", self.path, error, aside.name)

    def _pass_by(self, message: str) -> None:
        """Leave the file alone for a while, and say so the first time."""
        self._retry_at = time.monotonic() + RETRY_SECONDS
        if not self._warned:
            logger.warning(message)
        self._warned = True

    def _drop_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def slices(keys: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """Yield the keys in slices that fit one query."""
    for start in range(0, len(keys), KEYS_A_QUERY):
        yield keys[start : start + KEYS_A_QUERY]
