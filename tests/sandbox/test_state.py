"""Nothing passes from one submission to the next, and nothing of the grader's to any."""

from __future__ import annotations

import os
import sys
import tempfile
import textwrap
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest

from grader.content.values import Array, Raised
from grader.sandbox import Limits, open_sandbox
from sandbox.asking import Asked, alive, array, eventually

if sys.platform != "linux":
    pytest.skip("the strict tier is for Linux", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("honest_code_passes_afterwards")

# What the first submission leaves, and how many of it the second one finds.
signs = {
    "module attributes": (
        "import numpy, builtins, math\nnumpy.sign_ = builtins.sign_ = math.sign_ = 1",
        "import numpy, builtins, math\nfound = sum(hasattr(m, 'sign_') for m in (numpy, builtins, math))",
    ),
    "modules": (
        "import sys, types\nsys.modules['sign_'] = types.ModuleType('sign_')",
        "import sys\nfound = 'sign_' in sys.modules",
    ),
    "the environment": ("os.environ['SIGN'] = '1'", "found = 'SIGN' in os.environ"),
    "the C library's environment": (
        "import ctypes\nctypes.CDLL(None).setenv(b'SIGN', b'1', 1)",
        "import ctypes\nfound = bool(ctypes.CDLL(None).getenv(b'SIGN'))",
    ),
    "signal handlers": (
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)",
        "import signal\nfound = signal.getsignal(signal.SIGTERM) == signal.SIG_IGN",
    ),
    "a signal mask": (
        "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})",
        "import signal\nfound = len(signal.pthread_sigmask(signal.SIG_BLOCK, ()))",
    ),
    "numpy's settings": (
        "import numpy\nnumpy.seterr(all='raise')\nnumpy.set_printoptions(precision=1)",
        "import numpy\nfound = 'raise' in numpy.geterr().values() or numpy.get_printoptions()['precision'] == 1",
    ),
    "the recursion limit": (
        "import sys\nsys.setrecursionlimit(5000)",
        "import sys\nfound = sys.getrecursionlimit() == 5000",
    ),
    "a trace function": ("import sys\nsys.setprofile(lambda *a: None)", "import sys\nfound = sys.getprofile() is not None"),
    "the umask": ("os.umask(0o123)", "found = os.umask(0) == 0o123"),
    "the switch interval": (
        "import sys\nsys.setswitchinterval(1.0)",
        "import sys\nfound = sys.getswitchinterval() == 1.0",
    ),
    "files": ("open('sign', 'w').write('1')", "found = len(os.listdir('.'))"),
    "a file's place": (
        "for fd in range(64):\n    try: os.lseek(fd, 12345, 0)\n    except OSError: pass",
        "found = 0\nfor fd in range(64):\n    try: found += os.lseek(fd, 0, 1) == 12345\n    except OSError: pass",
    ),
    "a file's flags": (
        "import fcntl\nfor fd in range(64):\n"
        "    try: fcntl.fcntl(fd, 4, os.O_APPEND | os.O_NONBLOCK)\n    except OSError: pass",
        "import fcntl\nfound = 0\nfor fd in range(64):\n"
        "    try: found += bool(fcntl.fcntl(fd, 3) & (os.O_APPEND | os.O_NONBLOCK))\n    except OSError: pass",
    ),
    "a file's length": (
        "for fd in range(64):\n    try: os.ftruncate(fd, 777)\n    except OSError: pass",
        "found = 0\nfor fd in range(64):\n    try: found += os.fstat(fd).st_size == 777\n    except OSError: pass",
    ),
    "random state": (
        "import random, numpy\nrandom.seed(77)\nnumpy.random.seed(77)",
        "import random, numpy\na = random.random(), numpy.random.random()\n"
        "random.seed(77)\nnumpy.random.seed(77)\nfound = a == (random.random(), numpy.random.random())",
    ),
    "a thread": (
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()",
        "import threading\nfound = threading.active_count() - 1",
    ),
    "an exit function": ("import atexit\natexit.register(open, 'left', 'w')", "found = os.path.exists('left')"),
}


@pytest.mark.parametrize("sign", sorted(signs))
def test_no_sign_is_left(strict: Asked, sign: str) -> None:
    leave, find = (textwrap.indent(code, "    ") for code in signs[sign])
    first = strict.part(f"import os\ndef f(x):\n{leave}\n    return 0\n")
    assert first.outcomes[0].answer == array(0), first
    second = strict.part(f"import os\ndef f(x):\n{find}\n    return int(found)\n")
    assert second.outcomes[0].answer == array(0), second


@pytest.mark.parametrize(
    "share",
    [
        "from multiprocessing import shared_memory\nshared_memory.SharedMemory('sign_', create=True, size=64)",
        "import _multiprocessing\n_multiprocessing.SemLock(1, 1, 1, '/sign_', False)",
        "open('/dev/shm/sign_', 'w')",
        "open('/dev/mqueue/sign_', 'w')",
        "open('../sign_', 'w')",
        "open('/var/tmp/sign_', 'w')",
        "import fcntl\nfcntl.lockf(open(os.__file__, 'rb'), fcntl.LOCK_SH)",
        "import fcntl\nfcntl.flock(open(os.__file__, 'rb'), fcntl.LOCK_SH)",
        "os.utime('.', (7, 7))",
        "os.chmod('.', 0o500)",
        "os.setxattr('.', 'user.sign', b'1')",
        "os.mkfifo('sign')",
        "os.mkdir('sign')",
        "os.symlink('sign', 'link')",
        "os.link('/etc/passwd', 'link')",
        "os.link(os.__file__, 'link')",
        "import socket\nsocket.socket(socket.AF_UNIX).bind('\\0sign')",
        "os.setpriority(os.PRIO_PROCESS, 0, 5)",
        "os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))",
    ],
)
def test_nothing_can_be_shared(strict: Asked, share: str) -> None:
    answer = strict.part(f"import os\ndef f(x):\n{textwrap.indent(share, '    ')}\n").outcomes[0].answer
    assert isinstance(answer, Raised), answer
    assert answer.name in ("PermissionError", "FileNotFoundError", "OSError"), answer


def test_a_pool_of_threads_comes_from_concurrent_futures(strict: Asked) -> None:
    """The other one wants a named semaphore, which would outlast it."""
    answer = strict.part("from multiprocessing.pool import ThreadPool\ndef f(x):\n    ThreadPool(2)\n").outcomes[0].answer
    assert (answer.name, answer.line) == ("PermissionError", 3)  # type: ignore[union-attr]


draws = {
    "numpy": "import numpy as np\ndef f(x): return [np.random.random(), np.random.rand()]\n",
    "while loading": "import random\nimport numpy as np\na = [np.random.random(), random.random()]\ndef f(x): return a\n",
    "statistics": "from statistics import NormalDist\ndef f(x): return NormalDist(0, 1).samples(2)\n",
}


def test_draws_are_the_same_whatever_ran_before(process: Asked) -> None:
    """Cold, warm, with the generators preloaded, in another zygote, in the other tier; and whatever a comment mentions."""
    drawn: dict[str, set[object]] = {name: set() for name in draws}
    for _ in range(2):
        with closing(open_sandbox("strict", fork=False)) as sandbox:
            for comment in ("", "# random\n", "", "# statistics\n", ""):
                for name, source in draws.items():
                    drawn[name].add(Asked(sandbox).part(comment + source).outcomes[0].answer)
    for name, source in draws.items():
        drawn[name].add(process.part(source).outcomes[0].answer)
    assert [len(found) for found in drawn.values()] == [1, 1, 1]
    assert all(isinstance(one, Array) for found in drawn.values() for one in found)


threads = """
import logging, queue, signal, tempfile, threading
from concurrent.futures import ThreadPoolExecutor
logging.basicConfig(level=logging.INFO)
lock = threading.RLock()
def f(x):
    assert threading.current_thread() is threading.main_thread()
    assert threading.active_count() == 1
    # Only the main thread may.
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    done = queue.Queue()
    def work(number):
        with lock: logging.info("worker")
        done.put(number)
    workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for one in workers: one.start()
    for one in workers: one.join()
    told = threading.Event()
    threading.Timer(0.001, told.set).start()
    assert told.wait(60)
    with ThreadPoolExecutor(2) as pool, tempfile.TemporaryFile() as file:
        file.write(b"x")
        return sum(pool.map(float, range(4))) + sum(done.get() for _ in workers)
"""


@pytest.mark.parametrize("tier", ["strict", "process"])
def test_threads_are_as_anywhere_else(tier: Literal["strict", "process"]) -> None:
    """Also where their modules were loaded in a zygote, without the hooks that they would have called after a fork."""
    # A fresh interpreter, for this one's logging is pytest's.
    with closing(open_sandbox(tier, fork=False)) as sandbox:
        outcomes = [Asked(sandbox).part(threads, limits=Limits(5.0, 30.0)).outcomes[0] for _ in range(4)]
    for outcome in outcomes:
        assert outcome.answer == array(12.0), outcome
        assert outcome.printed.count("worker") == 4


hunt = """
    import gc, sys
    def everything():
        seen, found = set(), []
        frame, todo = sys._getframe(), []
        while frame:
            todo += [frame.f_locals, frame.f_globals, frame.f_code]
            frame = frame.f_back
        todo += [gc.get_objects(), list(sys._current_frames().values()), sys.modules]
        while todo:
            one = todo.pop()
            if id(one) in seen: continue
            seen.add(id(one))
            found.append(one)
            todo += gc.get_referents(one)
        return found
"""


def test_frames_and_objects_hold_no_answer() -> None:
    """All that can be reached from the harness's frames: the inputs, yes; what was in memory when it was opened, no."""
    expected = "the-expected-" + "answer"
    with closing(open_sandbox("strict")) as sandbox:
        kept = [expected * 2, array([424242.0])]
        source = (
            hunt
            + """
    def f(x):
        texts = [each for each in everything() if isinstance(each, (str, bytes))]
        names = [each for each in texts if isinstance(each, str)]
        wanted = "-".join(["expected", "answerthe"])
        return sum(wanted in each and each is not wanted for each in names), len(texts) > 1000
"""
        )
        answer = Asked(sandbox).value(source, Limits(20.0, 60.0))
        assert answer.tolist() == [0, 1], answer
        assert kept


def test_the_harness_can_be_reached_and_only_outputs_forged(strict: Asked) -> None:
    """Whoever replaces the harness in its own process says what its functions return, as ever, and no more."""
    source = """
        import sys
        def f(x):
            frame = sys._getframe()
            while "encode_safely" not in frame.f_globals: frame = frame.f_back
            frame.f_globals["perform"] = lambda *a: 1 / 0
            return x
        def g(x):
            return x
    """
    run = strict.run(source, "f", "g")
    assert isinstance(run.parts[0].outcomes[0].answer, Array)
    assert isinstance(run.parts[1].outcomes[0].answer, Raised)


def test_the_command_line_is_not_told(strict: Asked) -> None:
    source = """
        import ctypes, sys
        def f(x):
            count, words = ctypes.c_int(), ctypes.POINTER(ctypes.c_wchar_p)()
            ctypes.pythonapi.Py_GetArgcArgv(ctypes.byref(count), ctypes.byref(words))
            return len("".join([*sys.orig_argv, *sys.argv, *words[:count.value]]))
    """
    assert strict.value(source) == 0


def test_what_the_grader_asked_before_is_forgotten() -> None:
    """`tempfile` keeps its answer, which a forked process inherits."""
    tempfile.gettempdir()
    with closing(open_sandbox("strict")) as sandbox:
        source = "import os, tempfile\nprint(os.path.realpath(tempfile.gettempdir()) == os.getcwd())\ndef f(x): return x\n"
        assert Asked(sandbox).run(source).printed == "True\n"


def test_nothing_is_left_when_all_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    fds = sorted(os.listdir("/proc/self/fd"))
    with closing(open_sandbox("strict")) as sandbox:
        asked = Asked(sandbox)
        asked.still_works()
        for leave, _ in signs.values():
            asked.run("import os\n" + leave)
        asked.run("import os\nos._exit(3)")
        asked.run("while True: pass")
        asked.still_works()
        zygote = sandbox.helper.pid  # type: ignore[attr-defined]
        children = Path(f"/proc/{zygote}/task/{zygote}/children").read_text().split()
        assert len(children) <= 1
    assert list(tmp_path.iterdir()) == []
    assert sorted(os.listdir("/proc/self/fd")) == fds
    assert not Path(f"/proc/{zygote}").exists()
    assert eventually(lambda: not any(alive(int(child)) for child in children))
