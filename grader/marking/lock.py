"""One run at a time writes a gradebook."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from grader.marking.gradebook import GradebookTrouble


@contextmanager
def only_writer(path: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Holds the gradebook `path` against other runs; calls `waiting` once where another run has it, then waits.

    The system lets go of the lock when this process ends, however it does. Raises `GradebookTrouble`.
    """
    try:
        import fcntl
    except ImportError:
        # Windows: SQLite's own locks keep the file sound; two runs only do the same work twice.
        yield
        return
    folder = path.absolute().parent
    try:
        # flock and SQLite's locks are of two kinds and don't meet; this descriptor outlives SQLite's.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        where = f"there is no folder {folder}" if not folder.is_dir() else error.strerror
        raise GradebookTrouble(f"{path} can't be opened ({where}): give a file in a folder that you may write to") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            waiting()
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        except OSError:
            # A file system without such locks: as on Windows.
            pass
        yield
    finally:
        os.close(descriptor)
