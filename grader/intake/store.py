"""A scratch folder for what comes out of archives: plain files that we number, none of them a folder or a link."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

CHUNK = 1 << 16
PACK_LESS = "pack only the files that were asked for"
BOMB = f"is packed so tightly that it can only be meant to fill a disk: {PACK_LESS}"


class Full(Exception):
    """There is no room for a file: follows its name in a sentence."""


class Store:
    """Files under numbers, in a folder that is made when the first one comes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number = 0

    def keep(self, stream: IO[bytes], room: int, bomb: Callable[[int], bool] = lambda size: False) -> Path:
        """Copy a stream of at most `room` bytes. Raises `Full`, and has kept nothing then."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self.number += 1
        place = self.folder / f"{self.number:07}"
        size = 0
        try:
            with place.open("xb") as file:
                while data := stream.read(CHUNK):
                    size += len(data)
                    if bomb(size):
                        raise Full(BOMB)
                    if size > room:
                        raise Full(f"is larger than the {room / 1e6:,.0f} MB that are left for it: {PACK_LESS}")
                    file.write(data)
        except BaseException as error:
            place.unlink(missing_ok=True)
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
                raise Full(f"could not be unpacked: no room in {self.folder.parent}") from error
            raise
        return place


@contextmanager
def opened_store() -> Iterator[Store]:
    """A store that is gone at the end. Named as the sandbox names its own scratch, so that what a killed run leaves is swept
    up by a later one."""
    folder = Path(tempfile.gettempdir()) / f"grade-{os.getpid()}-{os.urandom(6).hex()}"
    try:
        yield Store(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
