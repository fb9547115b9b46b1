"""Offsets of records in a file, by key; on disk, so that millions take little memory."""

from __future__ import annotations

from hashlib import blake2b
from threading import Lock

_SIZE = 16  # bytes of a hash: a collision among 10^9 records has probability 10^-21


def hashed(text: str) -> bytes:
    """Returns a hash of a text."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=_SIZE).digest()


class DiskIndex:
    """A thread-safe mapping from a group and a name, kept as hashes, to a number, in a temporary SQLite database."""

    def __init__(self) -> None:
        import sqlite3  # imported late: some interpreters lack it, and nothing else needs it

        self._lock = Lock()
        self._database = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._database.execute("CREATE TABLE places (id BLOB PRIMARY KEY, place INTEGER) WITHOUT ROWID")
        self._database.execute("BEGIN")  # never committed: the database is temporary

    def put(self, group: str, name: str, place: int) -> int | None:
        """Sets a number; returns the previous one."""
        key = hashed(group) + hashed(name)
        with self._lock:
            before = self._database.execute("SELECT place FROM places WHERE id = ?", (key,)).fetchone()
            self._database.execute("INSERT OR REPLACE INTO places VALUES (?, ?)", (key, place))
        return before[0] if before else None

    def add(self, group: str, name: str, place: int) -> bool:
        """Sets a number unless there is one; returns True if it was set."""
        key = hashed(group) + hashed(name)
        with self._lock:
            done = self._database.execute("INSERT OR IGNORE INTO places VALUES (?, ?)", (key, place))
        return done.rowcount == 1

    def get(self, group: str, name: str) -> int | None:
        """Returns the number, or None."""
        return self._first("id = ?", hashed(group) + hashed(name))

    def any_of(self, group: str) -> int | None:
        """Returns a number of at least 0 of any name in the group, or None."""
        first = hashed(group)
        return self._first("place >= 0 AND id BETWEEN ? AND ?", first + bytes(_SIZE), first + b"\xff" * _SIZE)

    def _first(self, condition: str, *values: bytes) -> int | None:
        with self._lock:
            query = f"SELECT place FROM places WHERE {condition} LIMIT 1"
            row = self._database.execute(query, values).fetchone()
        return row[0] if row else None

    def __len__(self) -> int:
        with self._lock:
            number: int = self._database.execute("SELECT count(*) FROM places").fetchone()[0]
        return number

    def close(self) -> None:
        self._database.close()

    def __del__(self) -> None:
        if hasattr(self, "_database"):
            self.close()
