"""The one folder in which untrusted code may write: empty at the start of each run, gone at the end."""

from __future__ import annotations

import os
from contextlib import suppress

MOST_FILES = 64
MOST_BYTES = 64 << 20
FILLED = "filled its scratch folder"


class Scratch:
    """Made by the grader; student code makes plain files in it, and nothing else."""

    def __init__(self) -> None:
        folder = os.environ.get("TMPDIR") or "/tmp"  # noqa: S108 - below it, named at random
        self.path = os.path.join(folder, f"grade-{os.getpid()}-{os.urandom(6).hex()}")
        os.mkdir(self.path, 0o700)

    def crowded(self) -> bool:
        """More than anyone's debugging needs."""
        size = 0
        with suppress(OSError), os.scandir(self.path) as entries:
            for number, entry in enumerate(entries):
                size += entry.stat(follow_symlinks=False).st_size
                if number >= MOST_FILES or size > MOST_BYTES:
                    return True
        return False

    def empty(self) -> None:
        """Nothing here is a folder: the sandbox does not let any be made."""
        with os.scandir(self.path) as entries:
            for entry in entries:
                os.unlink(entry.path)

    def remove(self) -> None:
        with suppress(OSError):
            self.empty()
            os.rmdir(self.path)


def unnamed_file(folder: str) -> int:
    """A descriptor of a file without a name: in memory, or in `folder` where Python was built without that."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("grade", os.MFD_CLOEXEC)
    path = os.path.join(folder, os.urandom(8).hex())
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    os.unlink(path)
    return file
