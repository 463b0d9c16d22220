"""What a run that was killed leaves behind: scratch folders, which nobody else will ever remove."""

from __future__ import annotations

import os
import re
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

SCRATCH = re.compile(r"grade-(?P<pid>[1-9][0-9]*)-[0-9a-f]{12}")
"""As the sandbox names them, after the process that made them."""
UNTOUCHED_SECONDS = 3600.0


def sweep(folder: Path | None = None) -> int:
    """Remove the scratch folders of this user's dead runs; returns how many.

    Only such that nothing has touched for an hour: another machine's or container's processes can't be seen from here,
    and may share this folder.
    """
    return removed(is_dead, UNTOUCHED_SECONDS, folder)


def clear(pid: int) -> None:
    """Remove the scratch folders of a child process of ours that has just died."""
    removed(lambda owner: owner == pid, 0.0)


def removed(of: Callable[[int], bool], age: float, folder: Path | None = None) -> int:
    """Remove scratch folders of the processes that are meant, by their ids, if nothing has touched them for so many seconds;
    returns how many."""
    if not hasattr(os, "geteuid"):
        return 0
    count = 0
    with suppress(OSError), os.scandir(folder or tempfile.gettempdir()) as entries:
        for entry in entries:
            match = SCRATCH.fullmatch(entry.name)
            if match and of(int(match["pid"])):
                with suppress(OSError):
                    count += removed_if_old(entry, age)
    return count


def removed_if_old(entry: os.DirEntry[str], age: float) -> bool:
    seen = entry.stat(follow_symlinks=False)
    if seen.st_uid != os.geteuid() or not entry.is_dir(follow_symlinks=False):
        return False
    if time.time() - max(seen.st_mtime, seen.st_ctime) < age:
        return False
    # By a descriptor, so that nobody can put a link in the folder's place. Nothing in it is a folder.
    descriptor = os.open(entry.path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        for name in os.listdir(descriptor):  # noqa: PTH208 (a descriptor, not a path)
            os.unlink(name, dir_fd=descriptor)
    finally:
        os.close(descriptor)
    Path(entry.path).rmdir()
    return True


def is_dead(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
