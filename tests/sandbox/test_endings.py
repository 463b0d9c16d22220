"""How parts end, what they print, where they stood, and that one part's end is no other's."""

from __future__ import annotations

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import count
from textwrap import dedent

import numpy as np
import pytest

from grader.content.calling import Call, PartPlan
from grader.content.reading import Reading
from grader.content.values import Array, Odd, Raised, Seed, Truth, Whole, unpack
from grader.sandbox import Limits, SandboxFault, open_sandbox
from grader.sandbox.dying import ENDED_FROM_OUTSIDE
from grader.sandbox.strict import StrictSandbox
from grader.sandbox.talk import Reader
from sandbox.asking import Asked, alive, array, brief, eventually, honest, matrix, part, plan


def test_honest_code(both: Asked) -> None:
    both.still_works()


def test_every_kind_of_answer(strict: Asked) -> None:
    source = """
        import numpy as np
        def a(x): return x.tolist()
        def b(x): return x, [1.5]
        def c(x): return 10**30
        def d(x): return np.bool_(True)
        def e(x): return {(1, 2), (0, 1)}
        def f(x): return (1, 2)
        def g(x): return "text"
        def h(x): raise ValueError("bad " + str(x.shape))
    """
    kinds = {"a": "array", "b": "arrays", "c": "whole", "d": "truth", "e": "pairs", "f": "pair", "g": "array", "h": "array"}
    parts = [PartPlan(name, Reading(kind, 2), (Call((array(matrix),)),)) for name, kind in kinds.items()]  # type: ignore[arg-type]
    a, b, c, d, e, f, g, h = (run.outcomes[0].answer for run in strict.run(source, *parts).parts)
    assert np.array_equal(unpack(a), matrix)  # type: ignore[arg-type]
    assert [item.shape for item in b.items] == [(3, 4), (1,)]  # type: ignore[union-attr]
    assert (c, d) == (Whole(format(10**30, "x")), Truth(True))
    assert e.shape == (2, 2)  # type: ignore[union-attr]
    assert f == array([1, 2])
    assert g == Odd("text, not numbers")
    assert h == Raised("ValueError", True, "bad (3, 4)", 10)


def test_missing_and_not_callable(both: Asked) -> None:
    run = both.run("softmax_weigths = 3\ndef softmax_weight(x): return x\nf = 3\n", "softmax_weights", "f", "nothing_like_it")
    assert [(each.ended, each.nearest) for each in run.parts] == [
        ("missing", "softmax_weight"),
        ("not-callable", ""),
        ("missing", ""),
    ]


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n        pass",
        "import time\n    time.sleep(60)",
        "sum(range(10**15))",
        "return np.linalg.svd(np.ones((6000, 6000)))",
    ],
)
def test_time_out_tells_the_line(both: Asked, body: str) -> None:
    started = time.monotonic()
    run = both.run(f"import numpy as np\ndef f(x):\n    {body}\n\ndef g(x):\n    return x\n", "f", "g")
    assert time.monotonic() - started < 50, "long before the minute it would take"
    assert [each.ended for each in run.parts] == ["timeout", "answered"]
    assert run.parts[0].line in (3, 4)
    both.still_works()


def test_processor_time_is_not_wall_time(strict: Asked) -> None:
    source = "import time\ndef f(x):\n    time.sleep(0.5)\n    return x\ndef g(x):\n    while True: pass\n"
    run = strict.run(source, "f", "g")
    assert [each.ended for each in run.parts] == ["answered", "timeout"]


def test_each_part_has_a_time_of_its_own(strict: Asked) -> None:
    source = (
        "import time\ndef f(x):\n    end = time.process_time() + 0.2\n    while time.process_time() < end: pass\n    return x\n"
    )
    run = strict.run(source, "f", "f", "f")
    assert [each.ended for each in run.parts] == ["answered"] * 3
    assert 0.55 < run.processor_seconds < 1.0


def test_time_out_while_loading(both: Asked) -> None:
    run = both.run("x = 1\nwhile True:\n    x += 1\n", "f", "g")
    assert (run.loading, run.line in (2, 3)) == ("timeout", True)
    assert [(each.ended, each.line) for each in run.parts] == [("timeout", run.line)] * 2


def test_death_while_loading(both: Asked) -> None:
    run = both.run("import os\nos._exit(7)\n", "f", "g")
    assert (run.loading, run.why) == ("killed", "ended the interpreter itself (exit status 7)")
    assert [each.ended for each in run.parts] == ["killed"] * 2
    both.still_works()


def test_a_death_costs_one_part(both: Asked) -> None:
    source = """
        import os, ctypes
        def a(x): return x
        def b(x): os._exit(0)
        def c(x): return x
        def d(x): ctypes.string_at(0)
        def e(x): return x
    """
    run = both.run(source, "a", "b", "c", "d", "e")
    assert [each.ended for each in run.parts] == ["answered", "killed", "answered", "killed", "answered"]
    assert run.parts[1].why == "ended the interpreter itself (exit status 0)"
    assert run.parts[3].why == "crashed (segmentation fault)"


def test_no_part_is_counted_before_it_answers(strict: Asked) -> None:
    """Quick parts before a death are told, though the grader was not woken for them."""
    source = "import os\ndef f(x): return x\ndef g(x): os._exit(1)\n"
    run = strict.run(source, *(["f"] * 10), "g", "f")
    assert [each.ended for each in run.parts] == ["answered"] * 10 + ["killed", "answered"]


def test_large_answers(both: Asked) -> None:
    source = "import numpy as np\ndef f(x): return np.zeros((1024, 1024))\ndef g(x): return np.zeros((2000, 2000))\n"
    run = both.run(source, part("f", 2), part("f", 3), "g", "f", limits=Limits(2.0, 10.0, answer_bytes=17 << 20))
    assert isinstance(run.parts[0].outcomes[1].answer, Array)
    assert isinstance(run.parts[1].outcomes[1].answer, Array)
    assert isinstance(run.parts[1].outcomes[2].answer, Odd)
    assert isinstance(run.parts[2].outcomes[0].answer, Odd)
    assert isinstance(run.parts[3].outcomes[0].answer, Array)


class TestPrints:
    def test_of_each_call_and_of_loading(self, both: Asked) -> None:
        run = both.run(
            "import sys\nprint('loading')\ndef f(x):\n    print('a', end='')\n    print('b', file=sys.stderr)\n    return x\n",
            part("f", 2),
        )
        assert run.printed == "loading\n"
        assert [outcome.printed for outcome in run.parts[0].outcomes] == ["ab\n", "ab\n"]

    def test_are_capped_for_each_part(self, strict: Asked) -> None:
        source = (
            "def f(x):\n    for i in range(10000): print('é' * 50)\n    return x\ndef g(x):\n    print('more')\n    return x\n"
        )
        run = strict.run(source, part("f", 2), "g", limits=Limits(2.0, 10.0, printed_bytes=2048))
        first, second = (outcome.printed for outcome in run.parts[0].outcomes)
        assert len(first.encode()) < 2100
        assert first.endswith("\n… (cut after 2 KiB)")
        assert second == ""
        assert run.parts[1].outcomes[0].printed == "more\n"

    def test_a_flood_is_neither_slow_nor_large(self, strict: Asked) -> None:
        source = "def f(x):\n    for i in range(1000): print('x' * 1_000_000)\n    return x\n"
        run = strict.part(source, limits=Limits(2.0, 10.0))
        assert run.ended == "answered"

    def test_of_no_unicode(self, strict: Asked) -> None:
        run = strict.part("def f(x):\n    print('\\udc80')\n    raise ValueError('\\udc80')\n")
        assert run.outcomes[0].printed == "?\n"
        assert run.outcomes[0].answer == Raised("ValueError", True, "?", 3)

    def test_by_closed_or_replaced_streams(self, strict: Asked) -> None:
        source = """
            import sys, io
            def f(x):
                sys.stdout.close()
                return x
            def g(x):
                sys.stdout = io.StringIO()
                print(1)
                return x
        """
        run = strict.run(source, part("g", 2), part("f", 2), "g")
        assert [each.ended for each in run.parts] == ["answered"] * 3

    def test_input_is_empty(self, both: Asked) -> None:
        assert both.value("def f(x):\n    return input()\n").name == "EOFError"
        assert both.value("import sys\ndef f(x):\n    return len(sys.stdin.read())\n") == 0


class TestRandom:
    def test_global_generators_start_at_the_same_point_everywhere(self, both: Asked) -> None:
        source = "import numpy as np, random\ndef f(x):\n    return np.random.rand() + random.random()\n"
        first = both.value(source)
        assert first == both.value(source)

    def test_global_state_is_watched(self, both: Asked) -> None:
        source = "import numpy as np\ndef f(rng):\n    return np.random.rand(2)\ndef g(rng):\n    return rng.random(2)\n"
        calls = (Call((Seed(1),)), Call((Seed(1),)))
        run = both.run(source, *(PartPlan(name, Reading("array"), calls, True) for name in "fg"))
        f, g = (each.outcomes for each in run.parts)
        assert [outcome.moved_random for outcome in (*f, *g)] == [True, True, False, False]
        assert g[0].answer == g[1].answer == array(np.random.default_rng(1).random(2))

    def test_it_does_not_depend_on_what_ran_before(self, strict: Asked) -> None:
        source = "import numpy as np\nnp.random.seed()\ndef f(x):\n    return np.random.rand()\n"
        plain = "import numpy as np\ndef f(x):\n    return np.random.rand()\n"
        before = strict.value(plain)
        strict.value(source)
        assert strict.value(plain) == before


def test_changed_inputs(strict: Asked) -> None:
    outcome = strict.part("def f(x):\n    x -= 1\n    return x\n").outcomes[0]
    assert outcome.changed == (0,)


class TestSecondRound:
    def test_in_the_same_process(self, both: Asked) -> None:
        source = "count = 0\ndef f(x):\n    global count\n    count += 1\n    return count\ndef g(x): return 1\n"
        with both.sandbox.session(source, "exercise3.py", plan("f"), brief) as session:
            assert session.run.parts[0].outcomes[0].answer == array(1)
            assert session.again(part("f")).outcomes[0].answer == array(2)
            assert session.again(part("g")).outcomes[0].answer == array(1)
            assert session.again(part("h")).ended == "missing"
        both.still_works()

    def test_when_the_first_is_known_to_be_short(self, both: Asked) -> None:
        """A plan whose answers were few before is listened to only when its first round is over."""
        source = "count = 0\ndef f(x):\n    global count\n    count += 1\n    return count\n"
        twice = plan("f", "f")
        for _ in range(3):
            with both.sandbox.session(source, "exercise3.py", twice, brief) as session:
                assert [one.outcomes[0].answer for one in session.run.parts] == [array(1), array(2)]
                assert session.again(part("f")).outcomes[0].answer == array(3)
        loud = "import numpy as np\ndef f(x): return np.zeros(100000)\n"
        for source in (loud, loud, "def f(x): return x\n"):
            with both.sandbox.session(source, "exercise3.py", twice, brief) as session:
                assert session.run.parts[1].ended == "answered"
                assert session.again(part("f")).ended == "answered"
        both.still_works()

    def test_a_child_that_hangs_up_too_early(self, strict: Asked) -> None:
        """It may close what it talks on, which helps nobody but costs only its own time."""
        source = "import os, time\ndef f(x): return x\ndef g(x):\n    os.closerange(3, 20)\n    time.sleep(60)\n"
        for _ in range(3):
            with strict.sandbox.session(source, "exercise3.py", plan("f", "g"), brief) as session:
                assert [one.ended for one in session.run.parts] == ["answered", "killed"], "it need not be waited for"
                assert session.again(part("f")).ended == "answered"
        strict.still_works()

    def test_in_a_new_one_after_a_death(self, both: Asked) -> None:
        source = "import os\ndef f(x): os._exit(1)\ndef g(x): return x\n"
        with both.sandbox.session(source, "exercise3.py", plan("f"), brief) as session:
            assert session.run.parts[0].ended == "killed"
            assert session.again(part("g")).ended == "answered"
            assert session.again(part("f")).ended == "killed"
            assert session.again(part("g")).ended == "answered"
        both.still_works()

    def test_has_its_own_time(self, both: Asked) -> None:
        with both.sandbox.session(
            "def f(x):\n    while True: pass\ndef g(x): return x\n", "exercise3.py", plan("g"), brief
        ) as session:
            again = session.again(part("f"))
            assert (again.ended, again.line) == ("timeout", 2)
        both.still_works()

    def test_of_what_could_not_be_loaded(self, both: Asked) -> None:
        with both.sandbox.session("import os; os._exit(1)", "exercise3.py", plan("g"), brief) as session:
            assert session.again(part("g")).ended == "killed"
        both.still_works()

    def test_a_child_that_does_not_read(self, both: Asked) -> None:
        big = part("g", args=(np.zeros((1000, 1000)),))
        source = """
import os, threading, time
def f(x): return x
def g(x): return x
def hold():
    time.sleep(0.05)
    for fd in range(3, 40):
        try: os.dup2(0, fd)
        except OSError: pass
threading.Thread(target=hold, daemon=True).start()
"""
        with both.sandbox.session(source, "exercise3.py", plan("f"), brief) as session:
            time.sleep(0.1)
            assert session.again(big).ended in ("killed", "timeout")
        both.still_works()

    def test_a_child_that_reads_a_little_now_and_then(self, strict: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
        """It says by itself that its first round is over, then sips what it is asked: that gets it no more time."""
        monkeypatch.setattr("grader.sandbox.starting.ANSWER_SECONDS", 0.5)
        source = """
            import os, stat, time
            def is_channel(fd):
                try: return stat.S_ISSOCK(os.fstat(fd).st_mode)
                except OSError: return False
            def f(x):
                # ["answered", [[["array", "<f8", [], bytes(8)], [], false, ""]], ""]
                lie = b"\\x93\\xa8answered\\x91\\x94\\x94\\xa5array\\xa3<f8\\x90\\xc4\\x08" + bytes(8) + b"\\x90\\xc2\\xa0\\xa0"
                first, later = filter(is_channel, range(3, 20))
                os.write(first, len(lie).to_bytes(4, "little") + lie)
                os.close(first)
                while True:
                    time.sleep(0.1)
                    os.read(later, 1 << 16)
            def g(x): return x
        """
        big = part("g", args=(np.zeros((6000, 1000)),))
        with strict.sandbox.session(dedent(source), "exercise3.py", plan("f"), brief) as session:
            assert session.run.parts[0].ended == "answered", session.run
            began = time.monotonic()
            assert session.again(big).ended == "timeout"
            assert time.monotonic() - began < 50, "it would take more than a minute"
        strict.still_works()

    def test_when_the_zygote_dies(self) -> None:
        with closing(open_sandbox("strict", fork=False)) as sandbox:
            asked = Asked(sandbox)
            asked.still_works()
            with sandbox.session(honest, "exercise3.py", plan("f"), brief) as session:
                assert isinstance(sandbox, StrictSandbox)
                assert sandbox.helper.previous
                child = sandbox.helper.previous.pid
                os.kill(sandbox.helper.pid, signal.SIGKILL)
                assert eventually(lambda: not alive(child))
                with pytest.raises(SandboxFault, match="died in a second round"):
                    session.again(part("f"))
            asked.still_works()


def test_a_child_that_somebody_else_ends() -> None:
    """As a system does that is out of memory, whoever took it: worth a second try, as a clock that ran out is."""
    if sys.platform != "linux":
        pytest.skip("the strict tier is for Linux")
    with closing(open_sandbox("strict", fork=False)) as sandbox:
        asked = Asked(sandbox)
        asked.still_works()
        assert isinstance(sandbox, StrictSandbox)
        before = sandbox.helper.previous
        with ThreadPoolExecutor(1) as pool:
            run = pool.submit(asked.part, "import time\ndef f(x): time.sleep(60)\n", limits=Limits(5.0, 50.0))
            # Its number is asked for when it has run for a while.
            assert eventually(lambda: sandbox.helper.previous not in (None, before) and sandbox.helper.previous.pid > 0, 30)  # type: ignore[union-attr]
            os.kill(sandbox.helper.previous.pid, signal.SIGKILL)  # type: ignore[union-attr]
        assert (run.result().ended, run.result().why, run.result().starved) == ("killed", ENDED_FROM_OUTSIDE, True)
        asked.still_works()


def test_a_system_that_starts_no_process_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """One run fails, by no fault of the submission's; it is not in the way of the next one."""
    if sys.platform != "linux":
        pytest.skip("the strict tier is for Linux")
    forks, real = count(1), os.fork

    def fork() -> int:
        # The zygote itself and its proof are the first two.
        if next(forks) == 4:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return real()

    with monkeypatch.context() as patch:
        patch.setattr(os, "fork", fork)
        sandbox = open_sandbox("strict")
    with closing(sandbox):
        asked = Asked(sandbox)
        asked.still_works()
        with pytest.raises(SandboxFault, match="starts no more processes"):
            asked.run(honest)
        asked.still_works()


def test_one_submission_at_a_time(strict: Asked) -> None:
    with (
        strict.sandbox.session(honest, "exercise3.py", plan("f"), brief),
        pytest.raises(SandboxFault, match="one submission at a time"),
    ):
        strict.run(honest)
    strict.still_works()


def test_an_interrupted_run(both: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(reader: Reader) -> float:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("grader.sandbox.talk.Reader.look", interrupt)
        with pytest.raises(KeyboardInterrupt):
            both.run("def f(x):\n    while True: pass\n")
    both.still_works()


def test_no_descriptor_is_left(both: Asked) -> None:
    if sys.platform != "linux":
        pytest.skip("counts descriptors in /proc")
    both.still_works()
    before = len(os.listdir("/proc/self/fd"))
    for source in (honest, "import os; os._exit(1)", "def f(x):\n    while True: pass\n"):
        both.run(source)
    both.still_works()
    # The portable tier's threads close their pipes a little after the child is gone.
    until = time.monotonic() + 20
    while len(os.listdir("/proc/self/fd")) > before + 1 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(os.listdir("/proc/self/fd")) <= before + 1
