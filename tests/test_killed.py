"""A run that is killed, interrupted or out of disk loses nothing that was reported, and the same command goes on."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest
from conftest import as_root
from gradebooks import (
    LOOPS,
    RIGHT,
    SQUARES,
    Desk,
    a_class,
    descendants,
    hand_in,
    interrupt,
    living,
    until,
    without_seconds,
)

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
MOMENTS = 50
STUDENTS = 60
MANY = 100


@pytest.fixture
def scratch(desk: Desk, tmp_path: Path) -> Path:
    """Where the sandboxes of this desk's runs have their folders."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    desk.environment["TMPDIR"] = str(folder)
    return folder


def reported(desk: Desk) -> set[tuple[str, str, int]]:
    """What any reader of the gradebook has seen by now."""
    return set(desk.ask("SELECT student, exercise, run FROM current")) if desk.has_begun() else set()


def check_readable(desk: Desk) -> None:
    assert desk.ask("PRAGMA integrity_check") == [("ok",)]
    assert desk.ask("PRAGMA foreign_key_check") == []
    whole = desk.ask("SELECT student, count(*) FROM current GROUP BY student")
    assert {count for _, count in whole} <= {2}, "a student is written with all exercises"
    assert desk.ask("SELECT count(*) FROM attempts") == desk.ask("SELECT count(*) FROM current")
    assert desk.ask("SELECT id FROM students EXCEPT SELECT student FROM attempts") == []


def finished(desk: Desk, undisturbed: list[str]) -> None:
    ended = desk.batch("--json")
    assert ended.status == 0, ended.err
    assert without_seconds(ended.out) == undisturbed
    check_readable(desk)


def undisturbed(desk: Desk) -> list[str]:
    ended = desk.grade("--key", desk.keys["first"], "batch", desk.folder, *desk.strict, "--json")
    return without_seconds(ended.out)


def killed(desk: Desk, delay: float, whole_group: bool) -> set[tuple[str, str, int]]:
    """One run, killed after some seconds; returns what had been reported just before."""
    run = desk.start(*desk.arguments("--jobs", 2))
    with contextlib.suppress(subprocess.TimeoutExpired):
        run.wait(delay)
    before, family = reported(desk), descendants(run.pid)
    # It may just have ended by itself.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGKILL) if whole_group else run.kill()
    run.communicate(timeout=10)
    until(lambda: not living(family), 5)
    return before


def test_kill_9_at_fifty_moments_loses_nothing(desk: Desk, scratch: Path) -> None:
    a_class(desk.folder, MANY)
    moments = random.Random(20261129)
    began = time.monotonic()
    expected = undisturbed(desk)
    # However fast or busy this machine is, the moments fall all over a run.
    whole = time.monotonic() - began
    cut_short = 0
    for moment in range(MOMENTS):
        before = reported(desk)
        seen = killed(desk, whole * moments.uniform(0.2, 1.0), whole_group=moment % 2 == 0)
        if desk.has_begun():
            check_readable(desk)
        after = reported(desk)
        assert before <= seen <= after, "what was there before, or seen by a reader, is there"
        cut_short += len(before) < len(after) < 2 * MANY
        if len(after) == 2 * MANY:
            finished(desk, expected)
            for path in desk.place.glob("book.db*"):
                path.unlink()
    assert cut_short >= 1, "some of the moments fell into the middle of the work"
    finished(desk, expected)


def test_killing_the_command_ends_its_workers_in_the_middle_of_a_submission_and_leaves_no_file(
    desk: Desk, scratch: Path
) -> None:
    hand_in(desk.folder, {f"s{number}/exercise1.py": f"import time\ntime.sleep(9)\n# {number}\n" for number in range(4)})
    run = desk.start(*desk.arguments("--jobs", 2))
    until(lambda: len(list(scratch.iterdir())) == 2)
    time.sleep(1.0)
    family = descendants(run.pid)
    assert len(family) >= 6, "two workers, a zygote each, a submission each"
    run.kill()
    run.communicate(timeout=10)
    until(lambda: not living(family), 3)
    until(lambda: not list(scratch.iterdir()), 3)


def test_what_killed_workers_left_is_cleared_away_later(desk: Desk, scratch: Path) -> None:
    hand_in(desk.folder, {"a/exercise1.py": RIGHT["exercise1"]})
    old, young, alive, other = (scratch / name for name in ("grade-999999999-0123456789ab", "grade-999999998-0123456789ab",
                                                            f"grade-{os.getpid()}-0123456789ab", "grade-me"))  # fmt: skip
    for folder in (old, young, alive, other):
        folder.mkdir()
        (folder / "left").write_text("")
    hour_ago = time.time() - 7200
    for folder in (old, alive, other):
        os.utime(folder, (hour_ago, hour_ago))
    from grader.marking import leftovers

    # Only the inode's own time can't be set back.
    usual, leftovers.UNTOUCHED_SECONDS = leftovers.UNTOUCHED_SECONDS, 0.0
    try:
        assert leftovers.sweep(scratch) == 2
    finally:
        leftovers.UNTOUCHED_SECONDS = usual
    assert not old.exists()
    assert alive.exists(), "its process lives"
    assert other.exists(), "not one of ours"
    young.mkdir()
    assert desk.batch().status == 0
    assert young.exists(), "it may be that of another machine, whose processes are not seen here"


# ---------------------------------------------------------------- a full disk


SAFE = "what was reported is safe; make room on the disk, then run the same command again"


@pytest.mark.parametrize("kilobytes", [20, 200, 400])
def test_a_limit_on_file_size_is_one_sentence_and_the_next_run_goes_on(desk: Desk, kilobytes: int) -> None:
    a_class(desk.folder, STUDENTS)
    expected = undisturbed(desk)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10, kilobytes << 10))

    ended = desk.batch(preexec_fn=limit)
    assert ended.sentence() == f"{desk.book} can't be written (disk I/O error): {SAFE}"
    if desk.has_begun():
        check_readable(desk)
    finished(desk, expected)


@pytest.mark.skipif(not as_root, reason="mounts a small disk")
def test_a_disk_that_is_full(desk: Desk, tmp_path: Path) -> None:
    a_class(desk.folder, STUDENTS)
    expected = undisturbed(desk)
    disk = tmp_path / "disk"
    disk.mkdir()
    desk.elsewhere = disk / "book.db"
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "none", disk], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nothing can be mounted here")
    try:
        ended = desk.batch()
        assert ended.sentence() == f"{desk.book} can't be written (database or disk is full): {SAFE}"
        check_readable(desk)
        before = reported(desk)
        assert 0 < len(before) < 2 * STUDENTS
        assert desk.batch().sentence().endswith(SAFE), "as long as there is no room"
        subprocess.run(["mount", "-o", "remount,size=16m", disk], check=True)
        finished(desk, expected)
        assert before <= reported(desk)
    finally:
        subprocess.run(["umount", disk], check=True)


# ---------------------------------------------------------------- Ctrl-C


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_interrupt_finishes_what_is_in_hand(desk: Desk, jobs: int) -> None:
    a_class(desk.folder, STUDENTS)
    expected = undisturbed(desk)
    run = desk.start(*desk.arguments("--jobs", jobs, "--json"))
    until(desk.has_begun)
    interrupt(run)
    out, err = run.communicate(timeout=20)
    assert run.returncode == 130
    told = err.strip().split("\n")
    assert told[0] == "grade: finishing what is in hand; Ctrl-C again stops at once"
    done = len(desk.ask("SELECT DISTINCT student FROM current"))
    assert 0 < done < STUDENTS
    assert told[1:] == [f"grade: stopped after {done} of {STUDENTS} students; the same command goes on from here"]
    assert out.count('"exercise": "exercise1"') == done + 1, "a row each, and the summary's"
    check_readable(desk)
    finished(desk, expected)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_second_interrupt_ends_at_once(desk: Desk, scratch: Path, jobs: int) -> None:
    a_class(desk.folder, 6)
    slow = {f"z{number}/exercise1.py": f"import time\ntime.sleep(9)\n# {number}\n" for number in range(4)}
    hand_in(desk.folder, slow)
    run = desk.start(*desk.arguments("--jobs", jobs))
    until(lambda: len(reported(desk)) == 12)
    time.sleep(0.3)
    family = descendants(run.pid)
    interrupt(run)
    assert run.stderr
    assert "Ctrl-C again" in run.stderr.readline()
    began = time.monotonic()
    interrupt(run)
    _, err = run.communicate(timeout=10)
    assert time.monotonic() - began < 6.0, "well before what is in hand would end"
    assert (run.returncode, err) == (130, "")
    until(lambda: not living(family), 3)
    assert list(scratch.iterdir()) == []
    check_readable(desk)
    assert len(reported(desk)) == 12
    hand_in(desk.folder, dict.fromkeys(slow, LOOPS))
    assert desk.batch().status == 0
    check_readable(desk)


def test_an_interrupt_at_any_moment_is_130_and_no_traceback(desk: Desk) -> None:
    a_class(desk.folder, 20)
    moments = random.Random(1129)
    for _ in range(12):
        run = desk.start(*desk.arguments("--jobs", 2))
        time.sleep(moments.uniform(0.15, 0.9))
        interrupt(run)
        _, err = run.communicate(timeout=20)
        # Before the command itself is loaded, Python has the word.
        early = run.returncode in (-signal.SIGINT, 1) and "entry" not in err
        assert run.returncode in (0, 130) or early, (run.returncode, err)
        assert "Traceback" not in err or early, err
    assert desk.batch().status == 0
    check_readable(desk)


def test_a_gradebook_is_not_left_locked(desk: Desk) -> None:
    hand_in(desk.folder, {"a/exercise1.py": SQUARES, "b/exercise1.py": "import time\ntime.sleep(8)\n"})
    run = desk.start(*desk.arguments("--jobs", 2))
    until(desk.has_begun)
    run.kill()
    run.communicate(timeout=10)
    began = time.monotonic()
    hand_in(desk.folder, {"b/exercise1.py": SQUARES})
    assert "another run" not in desk.batch().err
    assert time.monotonic() - began < 60, "it does not wait for the dead"
