"""How far a batch has come: a live line in a terminal, a line every so often in a pipe, nothing where it is soon over."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator

import pytest
from conftest import GRADE, ROOT, environment, on_posix
from gradebooks import Desk, a_class

from grader.cli.progress import Pace, clock

OFTEN = """
import sys; sys.argv[0] = 'grade'
import grader.cli.progress as progress
progress.SECONDS_BETWEEN_LINES = 0.05
from grader.cli.main import main; main()
"""


def test_a_short_batch_says_nothing_on_the_way(desk: Desk) -> None:
    a_class(desk.folder, 3)
    assert desk.batch().err == ""


def test_in_a_pipe_a_line_every_so_often(desk: Desk) -> None:
    a_class(desk.folder, 60)
    ended = desk.batch("--json", code=OFTEN)
    lines = ended.err.strip().split("\n")
    assert 2 <= len(lines) <= 60
    for line in lines:
        assert re.fullmatch(r"graded \d+ of 120, \d+/s, \d+:\d\d left: passed \d+(, failed \d+)?", line), line
    assert ended.document()["summary"]["rows"] == 120, "stdout holds the document and nothing else"


def seen_in_terminal(desk: Desk, columns: int, *options: object) -> tuple[str, str]:
    """What a terminal of this width is sent on stderr, and stdout, which goes to a file."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [*GRADE, *desk.arguments(*options)]
    printed = desk.place / "stdout"
    with printed.open("w") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=environment(desk.cache, TERM="xterm"), stdout=out, stderr=theirs)
    os.close(theirs)
    seen = b"".join(chunks(ours))
    assert process.wait(20) == 0
    os.close(ours)
    return seen.decode(), printed.read_text()


def chunks(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            data = os.read(terminal, 1 << 16)
        except OSError:
            return
        if not data:
            return
        yield data


@on_posix
def test_in_a_terminal_one_live_line_with_rate_time_left_and_outcomes(desk: Desk) -> None:
    a_class(desk.folder, 80)
    seen, out = seen_in_terminal(desk, 100, "--json")
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen)
    assert re.search(r"━+ +\d+/160  \d+/s, \d+:\d\d left  passed \d+", plain), plain
    assert out.startswith('{\n "schema": 1')
    assert out.endswith("}\n")
    assert seen.rstrip().endswith("\x1b[2K"), "the line is taken away at the end"


@on_posix
@pytest.mark.parametrize("columns", [30, 45])
def test_in_a_narrow_terminal_it_stays_one_line(desk: Desk, columns: int) -> None:
    a_class(desk.folder, 80)
    seen, _ = seen_in_terminal(desk, columns)
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seen)
    lines = [line for line in re.split(r"[\r\n]+", plain) if line.strip()]
    assert lines
    assert max(map(len, lines)) <= columns
    assert all("/160" in line for line in lines), lines


def test_the_time_left_is_that_of_real_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine thousand results that a gradebook knew go by in a second; the other thousand take a second each hundred."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    pace = Pace(10_000)
    now[0] = 1.0
    pace.update(9000)
    for second in range(2, 60):
        now[0] = float(second)
        pace.update(9000 + 10 * second)
    assert pace.shown() == "10/s, 0:41 left"


def test_clock() -> None:
    assert [clock(seconds) for seconds in (0.4, 61, 3600, 36_061)] == ["0:00", "1:01", "1:00:00", "10:01:01"]
