"""How a child died, or where it stands, in words."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable

from grader.sandbox.runs import Limits

CHANNEL_LOST = 86
"""The exit status of a child whose channel a student has closed."""
CLOSED = "closed its channel to the grader"
ENDED_FROM_OUTSIDE = "was ended by the system, most likely for the memory it used"
"""Nothing that a confined child can do to itself, and the memory may have been others': worth a second try."""
SIGKILL = 9
MOST_THREADS = 512
TRACE_BYTES = 8192
crashes = {11: "segmentation fault", 7: "bus error", 6: "abort", 8: "arithmetic fault", 4: "illegal instruction"}


def waited(pid: int) -> float | None:
    """Seconds that a process wanted a processor and got none, as the kernel counts them (see proc(5), schedstat)."""
    try:
        with open(f"/proc/{pid}/schedstat", "rb") as file:
            return int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return None


def swarms(pid: int) -> str:
    """Why a process has too many threads, "" where it has few. No limit of the system's counts them for one process."""
    try:
        # A folder's links count its folders, of which here there is one a thread (see proc(5)).
        return "" if os.stat(f"/proc/{pid}/task").st_nlink - 2 <= MOST_THREADS else f"started more than {MOST_THREADS} threads"
    except OSError:
        return ""


def asked_lines(trace: int, ask: Callable[[], None], name: str) -> tuple[int, int]:
    """The student's line that is running, and the line at the top level that led there, 0 where the child won't tell: `ask`
    signals it, and it writes to the file `trace`."""
    os.lseek(trace, 0, os.SEEK_SET)
    os.ftruncate(trace, 0)
    ask()
    size = 0
    # On a busy machine the child may have to wait for its turn to tell.
    for _ in range(250):
        time.sleep(0.001)
        before, size = size, os.fstat(trace).st_size
        if size and size == before:
            break
    written = os.pread(trace, TRACE_BYTES, 0)
    return first_line(written, name), first_line(written, name, "<module>")


def first_line(trace: bytes, name: str, function: str = "") -> int:
    """The innermost line of the file `name`, in any function or in the one named, in a traceback as faulthandler writes it;
    0 if there is none."""
    file = re.escape(name.encode("ascii", "backslashreplace"))
    match = re.search(rb'File "%s", line (\d{1,9}) in %s' % (file, re.escape(function.encode())), trace)
    return int(match[1]) if match else 0


def told(code: int, resident_bytes: int, limits: Limits) -> str:
    """How a child with this exit code (a signal's number, negative) died, as the end of a sentence about a submission."""
    if code == CHANNEL_LOST:
        return CLOSED
    if code >= 0:
        return f"ended the interpreter itself (exit status {code})"
    if resident_bytes > 0.9 * limits.memory_bytes:
        return f"used more than {memory(limits.memory_bytes)} of memory"
    if -code == SIGKILL:
        return ENDED_FROM_OUTSIDE
    return f"crashed ({crashes.get(-code, f'signal {-code}')})"


def memory(size: int) -> str:
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size} bytes"
