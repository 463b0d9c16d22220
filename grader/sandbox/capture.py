"""What a student prints: kept up to a cap, dropped beyond it, never slow and never large."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class Sink(io.RawIOBase):
    """Takes bytes until `room` is used up."""

    def __init__(self) -> None:
        self.room = 0
        self.cut = False
        self.kept: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: ReadableBuffer) -> int:
        size = len(memoryview(data))
        if self.room > 0 and size:
            self.kept.append(bytes(data)[: self.room])
        self.cut = self.cut or size > self.room
        self.room = max(self.room - size, 0)
        return size


class Printed:
    """The stream that stands in for stdout and stderr. Room is given anew for each part, and taken call by call."""

    def __init__(self) -> None:
        self.sink = Sink()
        self.stream = io.TextIOWrapper(cast("BinaryIO", self.sink), "utf-8", "replace", newline="\n")
        self.limit = 0

    def give_room(self, limit: int) -> None:
        self.take()
        self.sink.room, self.sink.cut, self.limit = limit, False, limit

    def take(self) -> str:
        """What was printed since the last time."""
        sink = self.sink
        # Closed or detached by the student, whatever is in it was all. (`suppress` would take longer than all the rest.)
        try:
            self.stream.flush()
        except ValueError:
            sink.room = 0
        if not sink.kept:
            return ""
        text = b"".join(sink.kept).decode("utf-8", "ignore")
        sink.kept.clear()
        if sink.cut:
            sink.cut = False
            text += f"\n… (cut after {self.limit >> 10} KiB)" if self.limit >= 1024 else f"\n… (cut after {self.limit} bytes)"
        return text
