"""Which clock ends a part, and whose fault that is."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.content.calling import Plan
from grader.content.values import Raised
from grader.sandbox import Limits
from grader.sandbox.dying import MOST_THREADS
from grader.sandbox.runs import backstop
from sandbox.asking import Asked, brief, part, plan

if sys.platform != "linux":
    pytest.skip("processor time is told by Linux", allow_module_level=True)

ROOT = Path(__file__).parents[2]
busy = """
    import time
    def f(x):
        end = time.process_time() + {seconds}
        while time.process_time() < end: pass
        return x
    def g(x):
        while True: pass
"""
"""Busy for this much processor time, whatever else the machine does."""


class TestAPartsOwnSeconds:
    longer = replace(part("f"), seconds=1.0)

    def test_are_what_it_gets(self, both: Asked) -> None:
        run = both.run(busy.format(seconds=0.7), self.longer, "f")
        assert [each.ended for each in run.parts] == ["answered", "timeout"]

    def test_and_no_more(self, both: Asked) -> None:
        run = both.run(busy.format(seconds=0.1), replace(self.longer, name="g"), "f")
        assert [each.ended for each in run.parts] == ["timeout", "answered"]
        assert not run.parts[0].starved
        assert 0.9 < run.processor_seconds < 2.0

    def test_may_be_fewer(self, strict: Asked) -> None:
        run = strict.run(busy.format(seconds=0.25), replace(part("f"), seconds=0.1), "f")
        assert [each.ended for each in run.parts] == ["timeout", "answered"]

    def test_stretch_the_wall_clock(self, strict: Asked) -> None:
        source = "import time\ndef f(x):\n    time.sleep(0.6)\n    return x\n"
        limits = Limits(processor_seconds=0.2, wall_seconds=0.3)
        assert [each.ended for each in strict.run(source, self.longer, "f", limits=limits).parts] == ["answered", "timeout"]

    def test_count_in_a_second_round(self, both: Asked) -> None:
        source = textwrap.dedent(busy.format(seconds=0.6))
        with both.sandbox.session(source, "exercise3.py", plan(self.longer), brief) as session:
            assert session.run.parts[0].ended == "answered"
            assert session.again(self.longer).ended == "answered"
            assert session.again(part("f")).ended == "timeout"
        both.still_works()


def test_the_kernels_own_limit_is_far_away() -> None:
    limits = Limits(processor_seconds=2.0)
    slow = replace(part("f"), seconds=30.0)
    assert backstop(plan("f", "f"), limits) >= 2 * 2
    assert backstop(plan(slow, slow, "f"), limits) >= 62
    assert backstop(Plan("empty", ()), limits) >= 2


def test_a_child_knows_that_limit(both: Asked) -> None:
    source = "import resource\ndef f(x): return resource.getrlimit(resource.RLIMIT_CPU)[0]\n"
    answer = both.run(source, replace(part("f", kind="whole"), seconds=40.0), "f").parts[0].outcomes[0].answer
    assert int(answer.digits, 16) > 40  # type: ignore[union-attr]


class TestStarving:
    def test_a_sleeper_does_not(self, both: Asked) -> None:
        run = both.part("import time\ndef f(x): time.sleep(60)\n", limits=Limits(0.5, 0.6))
        assert (run.ended, run.starved) == ("timeout", False)

    def test_nor_does_who_used_up_its_own_time(self, strict: Asked) -> None:
        run = strict.part("def f(x):\n    while True: pass\n")
        assert (run.ended, run.starved) == ("timeout", False)

    def test_who_is_kept_from_the_processor_does(self) -> None:
        """On one processor, with three others who want it too."""
        script = """
            import os
            core = min(os.sched_getaffinity(0))
            os.sched_setaffinity(0, {core})
            from contextlib import closing
            from grader.sandbox import Limits, open_sandbox
            from sandbox.asking import Asked
            with closing(open_sandbox("strict")) as sandbox:
                sandbox.isolation
                others = []
                for _ in range(3):
                    if not (pid := os.fork()):
                        while True: pass
                    others.append(pid)
                try:
                    source = "def f(x):\\n    while True: pass\\n"
                    run = Asked(sandbox).part(source, limits=Limits(5.0, 0.8))
                    print(run.ended, run.starved, run.line)
                    run = Asked(sandbox).run("while True: pass\\n", limits=Limits(5.0, 0.5))
                    print(run.loading, run.parts[0].starved)
                finally:
                    for pid in others:
                        os.kill(pid, 9)
                        os.waitpid(pid, 0)
        """
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(script)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == "timeout True 2\ntimeout True\n", done.stderr


def test_a_stopped_child_is_ended_by_the_wall_clock(strict: Asked) -> None:
    """It can't stop itself; should someone else do it, its time still ends."""
    import signal
    import threading

    helper = strict.sandbox.helper  # type: ignore[attr-defined]
    strict.still_works()

    def stop() -> None:
        time.sleep(0.1)
        for child in Path(f"/proc/{helper.pid}/task/{helper.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGSTOP)

    thread = threading.Thread(target=stop)
    thread.start()
    began = time.monotonic()
    run = strict.part("import time\ndef f(x): time.sleep(60)\n")
    thread.join()
    assert (run.ended, run.starved) == ("timeout", False)
    assert time.monotonic() - began < 50, "long before the minute it would sleep"
    strict.still_works()


def test_it_can_not_stop_itself(strict: Asked) -> None:
    source = """
        import os, signal, ctypes
        def f(x):
            failed = 0
            for stop in (lambda: os.kill(os.getpid(), signal.SIGSTOP), lambda: signal.raise_signal(signal.SIGSTOP)):
                try: stop()
                except OSError: failed += 1
            return failed + (ctypes.CDLL(None).raise_(19) if False else 0)
    """
    assert strict.value(source) == 2
    strict.still_works()


def test_threads_in_hundreds_end_it(both: Asked) -> None:
    source = """
        import threading, time
        threading.stack_size(32768)
        def f(x):
            while True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        def g(x): return x
    """
    run = both.run(source, "f", "g", limits=Limits(3.0, 5.0))
    if run.parts[0].ended == "answered":
        # On a slow machine its memory may be used up before its threads are counted.
        assert isinstance(run.parts[0].outcomes[0].answer, Raised)
    else:
        assert (run.parts[0].ended, run.parts[0].why) == ("killed", f"started more than {MOST_THREADS} threads")
    assert run.parts[1].ended == "answered"
    both.still_works()
