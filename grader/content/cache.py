"""What this user's cache folder remembers: keys, by what they were made from, and stubs as they were before they were filled.

It is only ever an optimisation: where it can't be written, nothing is lost. Files are written whole or not at all, and
any of them may go at any moment, for other processes prune the folder too. Stubs are never pruned: they are small, and a
filled clone may know its stub from nowhere else.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path

KEY, UNFINISHED = ".key", ".part"
MOST_BYTES = 64 << 20
"""Of all keys together; those of one chapter take about three million."""
HOUR = 3600.0


def cache_folder() -> Path:
    """Where this user's caches go, by the platform's custom; `WORKBOOK_CACHE` overrides it."""
    chosen = os.environ.get("WORKBOOK_CACHE")
    if chosen:
        return Path(chosen)
    # Three lines, since the library for it takes longer to load than grading takes.
    homes = {"darwin": Path.home() / "Library" / "Caches", "win32": Path(os.environ.get("LOCALAPPDATA") or Path.home())}
    home = homes.get(sys.platform) or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "attention-workbook"


def known_key(name: str) -> bytes:
    """The bytes of the key that was kept under this name; empty where there is none."""
    path = cache_folder() / f"{name}{KEY}"
    try:
        data = path.read_bytes()
        if time.time() - path.stat().st_mtime > HOUR:
            # Its age is what tells a key that is in use from one that is not.
            os.utime(path)
    except OSError:
        return b""
    return data


def keep_key(name: str, data: bytes) -> None:
    """Keep a key, and let those go that were not used for longest where there are too many."""
    path = cache_folder() / f"{name}{KEY}"
    write_quietly(path, data)
    with suppress(OSError):
        prune(path.parent, path.name)


def prune(folder: Path, newest: str) -> None:
    """Remove what was used longest ago until keys take `MOST_BYTES` at most, never `newest`; and what killed processes left."""
    kept: list[tuple[float, int, str]] = []
    now = time.time()
    with os.scandir(folder) as files:
        for file in files:
            # Another process may have removed it since it was listed.
            with suppress(OSError):
                found = file.stat()
                if file.name.endswith(KEY) and file.name != newest:
                    kept.append((found.st_mtime, found.st_size, file.path))
                elif file.name.endswith(UNFINISHED) and now - found.st_mtime > HOUR:
                    Path(file.path).unlink()
    room = MOST_BYTES - (folder / newest).stat().st_size
    for _, size, path in sorted(kept, reverse=True):
        room -= size
        if room < 0:
            # Gone already, or open in another process where that forbids it.
            with suppress(OSError):
                Path(path).unlink()


def write_quietly(path: Path, data: bytes) -> None:
    """Write `data` whole or not at all; a cache that can't be written is no error."""
    import tempfile

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(UNFINISHED, dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(temporary).replace(path)
        except OSError:
            Path(temporary).unlink()
    except OSError:
        return
