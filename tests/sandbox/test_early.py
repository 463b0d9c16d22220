"""A zygote forked before anything is loaded."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest

from grader.sandbox import open_sandbox
from grader.sandbox.early import fork_early
from grader.sandbox.strict import StrictSandbox
from sandbox.asking import Asked, alive, eventually

if sys.platform != "linux":
    pytest.skip("forks, on Linux", allow_module_level=True)

ROOT = Path(__file__).parents[2]
two_processors = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="forked early only where two can run at once")


def in_a_process(source: str, **environment: str) -> str:
    """What a fresh interpreter prints, in which nothing is loaded yet."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(source)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]), **environment},
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@two_processors
def test_it_works_and_is_strict() -> None:
    told = in_a_process("""
        import sys
        from grader.sandbox.early import fork_early
        forked = fork_early()
        assert "numpy" not in sys.modules, "loaded before the fork"
        from contextlib import closing
        from grader.sandbox import open_sandbox
        from sandbox.asking import Asked
        with closing(open_sandbox("strict", forked=forked)) as sandbox:
            assert sandbox.helper.pid == forked.pid
            print(sandbox.isolation, all(layer.holds for layer in sandbox.layers()))
            for _ in range(20):
                Asked(sandbox).still_works()
            refused = Asked(sandbox).part("def f(x): open('/etc/passwd')").outcomes[0].answer
            print(refused.name)
    """)
    assert told == "strict True\nPermissionError\n"


@two_processors
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can look into a process that may not be dumped")
def test_its_memory_holds_nothing_read_afterwards_nor_the_surroundings() -> None:
    told = in_a_process(
        """
        import os, sys
        from grader.sandbox.early import fork_early
        forked = fork_early()
        # Spelt backwards, so that this text is none of the places in which they are found.
        words = [word[::-1].encode() for word in ("yek-eht-fo-rewsna", "tnemnorivne-eht-ni")]
        from contextlib import closing
        from grader.sandbox import open_sandbox
        from sandbox.asking import Asked

        def holds(pid):
            found = [0] * len(words)
            with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
                for line in maps:
                    place, rights, *_, name = line.split(None, 5) + [""] * (line.count(" ") < 5)
                    start, end = (int(part, 16) for part in place.split("-"))
                    if "r" in rights and "w" in rights and not name.startswith("[v"):
                        memory.seek(start)
                        data = memory.read(end - start)
                        found = [count + data.count(word) for count, word in zip(found, words)]
            return found

        with closing(open_sandbox("strict", forked=forked)) as sandbox:
            Asked(sandbox).still_works()
            print([count > 0 for count in holds(os.getpid())], holds(forked.pid))
        """,
        PASSWORD="in-the-environment",
    )
    assert told == "[True, True] [0, 0]\n"


@two_processors
def test_closed_unused_it_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    before = sorted(os.listdir("/proc/self/fd"))
    forked = fork_early()
    assert forked is not None
    assert len(list(tmp_path.iterdir())) == 1
    sandbox = open_sandbox("best", forked=forked)
    sandbox.close()
    assert list(tmp_path.iterdir()) == []
    assert sorted(os.listdir("/proc/self/fd")) == before
    with pytest.raises(ChildProcessError):
        os.waitpid(forked.pid, 0)


@two_processors
def test_the_zygote_ends_with_a_command_that_never_opens_a_sandbox(tmp_path: Path) -> None:
    told = in_a_process(
        """
        import time
        from grader.sandbox.early import fork_early
        print(fork_early().pid)
        """,
        TMPDIR=str(tmp_path),
    )
    assert eventually(lambda: not alive(int(told)))


def test_with_one_processor_nothing_is_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0})
    assert fork_early() is None
    with closing(StrictSandbox(forked=fork_early())) as sandbox:
        Asked(sandbox).still_works()


def test_elsewhere_nothing_is_forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert fork_early() is None


def test_with_two_processors_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1})
    forked = fork_early()
    assert forked is not None
    with closing(StrictSandbox(forked=forked)) as sandbox:
        assert sandbox.helper.pid == forked.pid
        assert sandbox.isolation == "strict"
        Asked(sandbox).still_works()
