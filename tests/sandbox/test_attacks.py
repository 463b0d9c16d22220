"""What has broken graders elsewhere. After each attack an honest submission must still pass."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from grader.content.values import Array, Raised
from grader.sandbox import Limits, Run
from grader.sandbox.syscalls import machines
from sandbox.asking import Asked, alive, array, brief, eventually
from sandbox.dangerous import dangerous

if sys.platform != "linux":
    pytest.skip("the strict tier is for Linux", allow_module_level=True)


pytestmark = pytest.mark.usefixtures("honest_code_passes_afterwards")


def attempt(strict: Asked, body: str, *, limits: Limits = brief) -> object:
    """What comes of the statements in `f`: its own answer, or how the part ended."""
    lines = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    run = strict.part(f"import os, sys\ndef f(x):\n{lines}\n", limits=limits)
    return run.outcomes[0].answer if run.ended == "answered" else run


def refused(strict: Asked, body: str) -> bool:
    answer = attempt(strict, body)
    return isinstance(answer, Raised) and answer.name in {
        "PermissionError",
        "OSError",
        "ValueError",
        "FileNotFoundError",
        "URLError",
    }


class TestEndings:
    @pytest.mark.parametrize(
        "statement",
        [
            "sys.exit()",
            "raise SystemExit",
            "raise KeyboardInterrupt",
            "raise BaseException('x')",
            "raise GeneratorExit",
            "exit()",
        ],
    )
    def test_that_are_exceptions(self, strict: Asked, statement: str) -> None:
        assert isinstance(attempt(strict, statement), Raised)
        run = strict.run(f"import sys\n{statement}\ndef f(x): return x\n")
        assert run.parts[0].ended == "answered"

    def test_that_raise_when_looked_at(self, strict: Asked) -> None:
        answer = attempt(
            strict,
            """
            class Meta(type):
                __name__ = property(lambda self: 1 / 0)
            class E(Exception, metaclass=Meta):
                def __str__(self): raise SystemExit
            raise E()
            """,
        )
        assert isinstance(answer, Raised)

    def test_os_exit_and_abort(self, strict: Asked) -> None:
        for statement in ("os._exit(0)", "os.abort()", "import ctypes; ctypes.string_at(0)"):
            assert attempt(strict, statement).ended == "killed"  # type: ignore[attr-defined]

    def test_ignored_signals(self, strict: Asked) -> None:
        result = attempt(
            strict,
            """
            import signal
            signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
            while True:
                try:
                    for number in range(1, 65):
                        try: signal.signal(number, signal.SIG_IGN)
                        except (OSError, ValueError): pass
                    while True: pass
                except BaseException: pass
            """,
        )
        assert result.ended == "timeout"  # type: ignore[attr-defined]

    def test_deep_recursion(self, strict: Asked) -> None:
        answer = attempt(strict, "sys.setrecursionlimit(10**9)\ndef g(): g()\ng()\n")
        assert getattr(answer, "ended", "") in ("killed", "timeout") or isinstance(answer, Raised)

    def test_a_thread_that_outlives_the_call(self, strict: Asked) -> None:
        source = """
            import threading, time, os
            def busy():
                while True: time.sleep(0.001)
            def f(x):
                threading.Thread(target=busy).start()
                return x
        """
        started = time.monotonic()
        assert strict.part(source).ended == "answered"
        assert time.monotonic() - started < 50, "it would live for ever"


class TestFloods:
    def test_of_processes(self, strict: Asked) -> None:
        assert refused(strict, "os.fork()")
        assert refused(strict, "import subprocess; subprocess.run(['/bin/true'])")
        assert refused(strict, "os.posix_spawn('/bin/true', ['true'], {})")
        assert refused(strict, "os.execv('/bin/true', ['true'])")
        assert isinstance(
            attempt(strict, "import multiprocessing as m\nm.get_context('fork').Process(target=print).start()"), Raised
        )
        assert attempt(strict, "import ctypes\nlibc = ctypes.CDLL(None)\nreturn [libc.vfork(), libc.fork()]") == array([-1, -1])

    def test_of_threads(self, strict: Asked) -> None:
        run = strict.run(
            """
            import threading, time
            def f(x):
                while True:
                    threading.Thread(target=time.sleep, args=(60,)).start()
            def g(x): return x
            """,
            "f",
            "g",
            limits=Limits(1.0, 3.0),
        )
        assert run.parts[1].ended == "answered"

    def test_a_few_threads_are_fine(self, strict: Asked) -> None:
        answer = attempt(
            strict,
            """
            from concurrent.futures import ThreadPoolExecutor
            with ThreadPoolExecutor(16) as pool:
                return list(pool.map(float, range(32)))
            """,
        )
        assert isinstance(answer, Array)

    def test_asyncio_works(self, strict: Asked) -> None:
        answer = attempt(
            strict, "import asyncio\nasync def g():\n    await asyncio.sleep(0.01)\n    return 3\nreturn asyncio.run(g())"
        )
        assert isinstance(answer, Array), answer

    def test_of_memory(self, strict: Asked) -> None:
        answer = attempt(
            strict, "held = []\nwhile True: held.append(bytearray(100 << 20))", limits=Limits(2.0, 5.0, memory_bytes=256 << 20)
        )
        assert isinstance(answer, Raised)
        assert answer.name == "MemoryError"
        answer = attempt(strict, "import numpy as np\nreturn np.ones((10**6, 10**6))")
        assert isinstance(answer, Raised)
        assert "MemoryError" in answer.name

    def test_of_memory_while_loading(self, strict: Asked) -> None:
        run = strict.run("x = [0] * 10**11\ndef f(x): return x\n")
        assert (run.troubles[0].name, run.parts[0].ended) == ("MemoryError", "answered")

    def test_of_files(self, strict: Asked) -> None:
        result = attempt(strict, "for i in range(10**9):\n    open(str(i), 'w').close()", limits=Limits(2.0, 5.0))
        assert (result.ended, result.why) == ("killed", "filled its scratch folder")  # type: ignore[attr-defined]

    def test_of_bytes_in_a_file(self, strict: Asked) -> None:
        answer = attempt(strict, "with open('big', 'wb') as f:\n    while True: f.write(bytes(1 << 20))")
        assert isinstance(answer, Raised)
        assert answer.name == "OSError"

    def test_of_unnamed_files(self, strict: Asked) -> None:
        assert refused(strict, "os.open('.', os.O_TMPFILE | os.O_RDWR)")
        assert refused(strict, "os.memfd_create('x')")

    def test_of_open_files(self, strict: Asked) -> None:
        assert refused(strict, "held = [open('/dev/null') for i in range(100)]")


common_modules = [
    "re", "dataclasses", "typing", "functools", "itertools", "math", "fractions", "decimal", "collections", "random",
    "statistics", "threading", "json", "asyncio", "concurrent.futures", "numpy.random", "numpy.fft", "numpy.polynomial",
    "numpy.testing", "numpy.typing", "numpy.ma", "unittest", "doctest", "pathlib", "tempfile", "logging", "csv",
    "sqlite3", "ctypes", "inspect", "pprint", "timeit", "cmath", "secrets", "hashlib", "pickle", "copy", "warnings",
    "traceback", "string", "enum", "abc", "operator", "time", "datetime", "heapq",
]  # fmt: skip


class TestReading:
    @pytest.mark.parametrize(
        "path",
        [
            "/etc/passwd",
            "/proc/self/status",
            "/proc/self/environ",
            "/proc/self/mem",
            "/proc/1/environ",
            "/proc/GRADER/mem",
            "/proc/GRADER/maps",
            "/proc/GRADER/fd/0",
            "/dev/mem",
            "/dev/shm/x",
            __file__,
            str(Path(__file__).parents[2] / "pyproject.toml"),
            str(Path(__file__).parents[2] / "grader" / "content" / "key.py"),
            pytest.__file__,
            str(Path.home() / ".bashrc"),
        ],
    )
    def test_files(self, strict: Asked, path: str) -> None:
        path = path.replace("GRADER", str(os.getpid()))
        assert refused(strict, f"return len(open({path!r}, 'rb').read())")

    def test_a_key_beside_the_sources(self, strict: Asked, tmp_path: Path) -> None:
        key = tmp_path / "solutions" / "exercise3.py"
        key.parent.mkdir()
        key.write_text("secret")
        assert refused(strict, f"return len(open({str(key)!r}).read())")
        assert refused(strict, f"return os.listdir({str(key.parent)!r})")
        assert refused(strict, f"open({str(key)!r}, 'w')")
        assert refused(strict, f"os.truncate({str(key)!r}, 0)")
        assert refused(strict, f"os.unlink({str(key)!r})")
        assert refused(strict, f"os.symlink({str(key)!r}, 'link')")
        assert refused(strict, f"os.link({str(key)!r}, 'link')")
        assert refused(strict, f"os.rename({str(key)!r}, 'mine')")
        assert refused(strict, f"os.chmod({str(key)!r}, 0o777)")
        assert refused(strict, f"os.mkdir({str(key.parent / 'x')!r})")
        assert key.read_text() == "secret"

    def test_the_environment(self, strict: Asked) -> None:
        answer = attempt(strict, "return sum(name not in ('HOME', 'TMPDIR') for name in os.environ)")
        assert answer == array(0)
        assert attempt(strict, "import ctypes\nreturn bool(ctypes.CDLL(None).getenv(b'PATH'))") == array(False)

    def test_our_modules_and_arguments(self, strict: Asked) -> None:
        for name in ("grader", "click", "msgspec", "pytest", "scipy", "parso", "grader.content.key"):
            answer = attempt(strict, f"import {name}")
            assert isinstance(answer, Raised), name
            assert answer.name == "ModuleNotFoundError"
        assert attempt(strict, "return len(sys.argv[0]) + len(vars(sys.modules['__main__'])) - 5") == array(0)

    def test_system_calls_by_number(self, strict: Asked) -> None:
        column = machines[os.uname().machine].column
        calls = [pair[column] for name, pair in dangerous.items() if pair[column] >= 0 and not name.endswith("_")]
        result = attempt(
            strict,
            f"""
            numbers = {calls}
            import ctypes
            libc = ctypes.CDLL(None, use_errno=True)
            bad = 0
            for number in numbers:
                bad += libc.syscall(number, os.getppid(), 0, 0, 0, 0, 0) != -1
            return bad
            """,
        )
        assert result == array(0)

    @pytest.mark.parametrize("module", common_modules)
    def test_the_standard_library_and_numpy_are_there(self, strict: Asked, module: str) -> None:
        run = strict.run(f"import {module}\ndef f(x): return x\n", limits=Limits())
        assert run.troubles == ()


class TestReaching:
    def test_sockets(self, strict: Asked) -> None:
        for family in ("AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"):
            assert refused(strict, f"import socket\nsocket.socket(socket.{family}, socket.SOCK_DGRAM)"), family
        assert refused(strict, "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:1')")

    def test_signals(self, strict: Asked) -> None:
        for statement in (
            "os.kill(os.getppid(), 9)",
            "os.kill(0, 9)",
            "os.kill(-1, 9)",
            "os.killpg(os.getpgrp(), 9)",
            "os.kill(os.getpid(), 9)",
        ):
            assert refused(strict, statement), statement
        assert refused(strict, f"os.kill({os.getpid()}, 9)")

    def test_signals_by_way_of_a_descriptor(self, strict: Asked) -> None:
        """The kernel signals a descriptor's owner when it is ready; any process could be named as its owner."""
        for command in ("F_SETOWN", "F_SETSIG", "F_NOTIFY", "F_SETLEASE"):
            assert refused(strict, f"import fcntl\nr, w = os.pipe()\nfcntl.fcntl(r, fcntl.{command}, os.getppid())"), command

    def test_limits_and_identity(self, strict: Asked) -> None:
        for statement in (
            "import resource\nresource.setrlimit(resource.RLIMIT_AS, (-1, -1))",
            "os.setuid(0)",
            "os.setsid()",
            "os.nice(-5)",
            "os.chroot('.')",
            "os.sched_setaffinity(0, {0})",
            "os.openpty()",
        ):
            assert refused(strict, statement), statement

    def test_terminal_input(self, strict: Asked) -> None:
        assert refused(strict, "import fcntl\nfcntl.ioctl(0, 0x5412, b'x')")


class TestStateLeftBehind:
    def test_files(self, strict: Asked) -> None:
        assert attempt(strict, "open('left', 'w').write('for you')\nreturn len(os.listdir('.'))") == array(1)
        assert attempt(strict, "return len(os.listdir('.'))") == array(0)
        assert attempt(strict, "import tempfile\nreturn os.path.realpath(tempfile.gettempdir()) == os.getcwd()") == array(True)

    def test_descriptors(self, strict: Asked) -> None:
        write = "for fd in range(3, 64):\n    try: os.pwrite(fd, b'for you', 0)\n    except OSError: pass\nreturn 0"
        read = write.replace("os.pwrite(fd, b'for you', 0)", "n += b'for you' in os.pread(fd, 100, 0)").replace(
            "return 0", "return n"
        )
        assert attempt(strict, write) == array(0)
        assert attempt(strict, f"n = 0\n{read}") == array(0)

    def test_patches(self, strict: Asked) -> None:
        source = """
            import builtins, sys, gc, os, atexit, threading, time
            import numpy as np
            np.asarray = np.allclose = np.array_equal = np.frombuffer = lambda *a, **k: 1 / 0
            for name in "len isinstance sum zip list tuple bytes callable type any min max str sorted".split():
                setattr(builtins, name, None)
            os.write = os.read = os._exit = os.close = None
            atexit.register(lambda: time.sleep(60))
            gc.disable()
            sys.modules.clear()
            sys.stdout = None
            sys.settrace(lambda *a: 1 / 0)
            def f(x): return x
        """
        run = strict.part(source)
        assert run.ended in ("answered", "killed", "timeout")

    def test_processes(self, strict: Asked) -> None:
        helper = strict.sandbox.helper.pid  # type: ignore[attr-defined]
        for _ in range(3):
            strict.part("import os; os._exit(1)")
        strict.still_works()
        children = (
            Path(f"/proc/{helper}/task/{helper}/children").read_text().split() if Path(f"/proc/{helper}/task").exists() else []
        )
        assert len(children) <= 1


class TestTheZygote:
    def test_its_death_is_survived(self, strict: Asked) -> None:
        before = strict.sandbox.helper.pid  # type: ignore[attr-defined]
        os.kill(before, signal.SIGKILL)
        strict.still_works()
        assert strict.sandbox.helper.pid != before  # type: ignore[attr-defined]

    def test_children_die_with_it(self) -> None:
        source = """
            import os, signal, sys, time, threading
            from sandbox.asking import plan, brief
            from grader.sandbox import open_sandbox, Limits
            sandbox = open_sandbox("strict")
            sandbox.isolation
            source = "import time\\ndef f(x):\\n    while True: time.sleep(0.01)\\n"
            threading.Thread(target=sandbox.run, args=(source, "e.py", plan(), Limits(60, 60)), daemon=True).start()
            time.sleep(0.3)
            zygote = sandbox.helper.pid
            sandbox.helper.previous.identify()
            print(zygote, sandbox.helper.previous.pid, flush=True)
            os.kill(os.getpid(), signal.SIGKILL)
        """
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(source)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(["tests", str(Path(__file__).parents[2])])},
            cwd=Path(__file__).parents[2],
        )
        pids = [int(word) for word in done.stdout.split()]
        assert len(pids) == 2, done.stderr
        assert eventually(lambda: not any(alive(pid) for pid in pids))


def test_an_isolated_run_says_so(strict: Asked) -> None:
    run: Run = strict.run("def f(x): return x\n")
    assert run.isolation == "strict"
