"""Ways out of a sandbox that its layers must bar, one by one; each tried by a submission, none of which gets anywhere."""

from __future__ import annotations

import os
import struct
import sys
import textwrap
import time
from contextlib import closing
from pathlib import Path

import pytest

from grader.content.values import Array, Odd, Raised
from grader.sandbox import Limits, PartRun, open_sandbox
from grader.sandbox.syscalls import machines
from sandbox.asking import Asked, array, brief, eventually, part
from sandbox.dangerous import dangerous

if sys.platform != "linux":
    pytest.skip("the strict tier is for Linux", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("honest_code_passes_afterwards")
COLUMN = machines[os.uname().machine].column
x86 = pytest.mark.skipif(COLUMN != 0, reason="machine code for x86-64")


def attempt(strict: Asked, body: str, limits: Limits = brief) -> object:
    """What the statements in `f` return, or how the part ended."""
    run = strict.part(f"import os, sys\ndef f(x):\n{textwrap.indent(textwrap.dedent(body), '    ')}\n", limits=limits)
    return run.outcomes[0].answer if run.ended == "answered" else run


# Name: its arguments, as Python. GRADER is the process that grades; PARENT the zygote.
calls = {
    "ptrace": "16, PARENT, 0, 0",
    "process_vm_readv": "GRADER, vector, 1, vector, 1, 0",
    "process_vm_writev": "PARENT, vector, 1, vector, 1, 0",
    "pidfd_open": "PARENT, 0",
    "pidfd_getfd": "3, 0, 0",
    "kcmp": "PARENT, GRADER, 0, 0, 0",
    "io_uring_setup": "8, buffer",
    "io_uring_enter": "3, 1, 0, 0, 0, 0",
    "memfd_create": "b'x', 0",
    "execveat": "3, b'', 0, 0, 0x1000",
    "execve": "b'/bin/true', 0, 0",
    "userfaultfd": "0",
    "add_key": "b'user', b'sign', b'for you', 7, -3",
    "keyctl": "0, -3, 1",
    "perf_event_open": "buffer, 0, -1, -1, 0",
    "personality": "0xffffffff",
    "bpf": "0, buffer, 72",
    "unshare": "0x10000000",
    "setns": "3, 0",
    "mount": "b'none', b'/tmp', b'tmpfs', 0, 0",
    "symlinkat": "b'/etc/passwd', -100, b'link'",
    "linkat": "-100, b'/etc/passwd', -100, b'link', 0",
    "renameat2": "-100, b'a', -100, b'b', 0",
    "mknodat": "-100, b'node', 0o20666, 0x101",
    "inotify_init1": "0",
    "fanotify_init": "0, 0",
    "shmget": "0x5167, 4096, 0o1666",
    "msgget": "0x5167, 0o1666",
    "semget": "0x5167, 1, 0o1666",
    "mq_open": "b'sign', 0o102, 0o666, 0",
    "open_by_handle_at": "-100, buffer, 0",
    "name_to_handle_at": "-100, b'.', buffer, buffer, 0",
    "socket": "1, 1, 0",
    "bind": "0, buffer, 16",
    "connect": "0, buffer, 16",
    "kill": "PARENT, 9",
    "tgkill": "PARENT, PARENT, 9",
    "rt_sigqueueinfo": "PARENT, 9, buffer",
    "setrlimit": "9, buffer",
    "mlockall": "3",
    "setuid": "0",
    "capset": "buffer, buffer",
    "chroot": "b'.'",
    "timer_create": "0, 0, buffer",
    "setitimer": "0, buffer, 0",
    "sched_setaffinity": "0, 8, buffer",
    "vmsplice": "3, vector, 1, 0",
    "process_madvise": "3, vector, 1, 4, 0",
}
# Not in any table of ours: x86-64, aarch64.
others: dict[str, tuple[int, int, str]] = {
    "mlock": (149, 228, "buffer, 64"),
    "mlock2": (325, 284, "buffer, 64, 0"),
    "setpriority": (141, 140, "0, 0, 10"),
    "sched_setscheduler": (144, 119, "0, 3, buffer"),
    "sched_setattr": (314, 274, "0, buffer, 0"),
    "ioprio_set": (251, 30, "1, 0, 0"),
    "prctl, to be dumped": (157, 167, "4, 1, 0, 0, 0"),
    "prctl, to outlive the zygote": (157, 167, "1, 0, 0, 0, 0"),
    "prctl, to be traced": (157, 167, "0x59616d61, -1, 0, 0, 0"),
    "prlimit64 of another": (302, 261, "PARENT, 9, 0, buffer"),
    "prlimit64, to raise": (302, 261, "0, 9, buffer, 0"),
    "shm_open's way": (257, 56, "-100, b'/dev/shm/sign', 0o102, 0o666"),
    "semtimedop": (220, 192, "0, buffer, 1, 0"),
    "get_mempolicy": (239, 236, "buffer, 0, 0, 0, 0"),
    "move_pages": (279, 239, "PARENT, 0, 0, 0, 0, 0"),
    "migrate_pages": (256, 238, "PARENT, 0, 0, 0"),
    "splice": (275, 76, "0, 0, 1, 0, 1, 0"),
    "sendfile": (40, 71, "1, 0, 0, 1"),
    "copy_file_range": (326, 285, "0, 0, 1, 0, 1, 0"),
    "fallocate": (285, 47, "3, 0, 0, 1 << 30"),
    "setxattr": (188, 5, "b'.', b'user.sign', b'1', 1, 0"),
    "utimensat": (280, 88, "-100, b'.', 0, 0"),
    "flock": (73, 32, "0, 2"),
    "chdir": (80, 49, "b'/'"),
    "fchdir": (81, 50, "0"),
    "memfd_secret": (447, 447, "0"),
    "fsopen": (430, 430, "b'tmpfs', 0"),
    "open_tree": (428, 428, "-100, b'/', 1"),
    "move_mount": (429, 429, "-100, b'/', -100, b'/', 0"),
    "landlock_create_ruleset": (444, 444, "0, 0, 1"),
    "ustat, of old": (136, -1, "0, buffer"),
    "modify_ldt": (154, -1, "0, buffer, 16"),
    "arch_prctl": (158, -1, "0x1012, 0"),
    "iopl": (172, -1, "3"),
    "syslog": (103, 116, "3, buffer, 64"),
    "acct": (163, 89, "0"),
    "swapon": (167, 224, "b'/dev/null', 0"),
    "quotactl": (179, 60, "0, 0, 0, 0"),
    "alarm": (37, -1, "1"),
    "timerfd_create": (283, 85, "0, 0"),
    "signalfd4": (289, 74, "-1, buffer, 8, 0"),
    "restart by clone3": (435, 435, "buffer, 88"),
    "clone, of a namespace": (56, 220, "0x10000011, 0, 0, 0, 0"),
    "clone, of the parent": (56, 220, "0x8011, 0, 0, 0, 0"),
    "set_mempolicy": (238, 237, "0, 0, 0"),
    "lookup_dcookie": (212, 18, "0, buffer, 64"),
    "futex_waitv": (449, 449, "0, 0, 0, 0, 0"),
    "cachestat": (451, 451, "0, 0, 0, 0"),
}
numbered: dict[str, tuple[int, str]] = {name: (dangerous[name][COLUMN], arguments) for name, arguments in calls.items()}
numbered |= {name: ((x, arm)[COLUMN], arguments) for name, (x, arm, arguments) in others.items()}


@pytest.mark.parametrize("name", sorted(name for name, (number, _) in numbered.items() if number >= 0))
def test_a_system_call_is_refused(strict: Asked, name: str) -> None:
    number, arguments = numbered[name]
    arguments = arguments.replace("GRADER", str(os.getpid())).replace("PARENT", "os.getppid()")
    answer = attempt(
        strict,
        f"""
        import ctypes
        libc = ctypes.CDLL(None, use_errno=True)
        memory = ctypes.create_string_buffer(4096)
        buffer = ctypes.c_void_p(ctypes.addressof(memory))
        vector = (ctypes.c_void_p * 2)(ctypes.addressof(memory), 64)
        as_long = lambda value: ctypes.c_long(value) if isinstance(value, int) else value
        result = libc.syscall(ctypes.c_long({number}), *map(as_long, ({arguments},)))
        return result, ctypes.get_errno()
        """,
    )
    assert answer in (array([-1, 1]), array([-1, 38]), array([-1, 13])), answer


class TestOtherTables:
    @x86
    def test_the_second_table(self, strict: Asked) -> None:
        """x32: the same calls with a bit set, which a list of numbers would not know."""
        body = "import ctypes\nlibc = ctypes.CDLL(None)\nreturn [libc.syscall(ctypes.c_long(n | 1 << 30), 0) for n in ({})]"
        numbers = "0, 1, 39, 41, 56, 57, 59, 62, 101, 512, 520, 545"
        assert attempt(strict, body.format(numbers)) == array([-1] * 12)

    @x86
    @pytest.mark.parametrize("number", [1, 2, 11, 20, 37])
    def test_the_calls_of_32_bits(self, strict: Asked, number: int) -> None:
        """int 0x80 reaches a third table, whose call 11 is execve."""
        code = bytes([0xB8, *struct.pack("<I", number), 0xCD, 0x80, 0xC3])
        result = attempt(
            strict,
            f"""
            import ctypes, mmap
            page = mmap.mmap(-1, 4096, prot=7)
            page.write({code!r})
            return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
            """,
        )
        assert isinstance(result, PartRun)
        assert (result.ended, result.why) == ("killed", "crashed (signal 31)")


class TestReadingOthers:
    @pytest.mark.parametrize("file", ["mem", "environ", "maps", "cmdline", "status", "stack", "auxv", "root/etc/passwd"])
    def test_in_proc(self, strict: Asked, file: str) -> None:
        for who in (str(os.getpid()), "self", "' + str(os.getppid()) + '", "thread-self"):
            answer = attempt(strict, f"return len(open('/proc/{who}/{file}', 'rb').read())")
            assert isinstance(answer, Raised), (who, file)
            assert answer.name in ("PermissionError", "FileNotFoundError"), (who, file)

    def test_links_in_proc_lead_nowhere(self, strict: Asked) -> None:
        for link in ("fd/0", "cwd", "exe", "root"):
            answer = attempt(strict, f"return len(os.readlink('/proc/{os.getpid()}/{link}'))")
            assert isinstance(answer, Raised), link

    def test_another_sandboxs_scratch_folder(self, strict: Asked) -> None:
        with closing(open_sandbox("strict")) as other:
            assert other.isolation == "strict"
            folder = other.helper.scratch.path  # type: ignore[attr-defined]
            Path(folder, "secret").write_text("another submission")
            for statement in (
                f"open('{folder}/secret').read()",
                f"os.listdir('{folder}')",
                f"open('{folder}/mine', 'w')",
                f"os.unlink('{folder}/secret')",
                f"os.rename('{folder}/secret', 'mine')",
                f"os.link('{folder}/secret', 'mine')",
            ):
                assert isinstance(attempt(strict, statement), Raised), statement
            assert Path(folder, "secret").read_text() == "another submission"

    def test_the_folder_of_scratch_folders(self, strict: Asked) -> None:
        assert isinstance(attempt(strict, "os.listdir('..')"), Raised)
        assert isinstance(attempt(strict, "open('../x', 'w')"), Raised)


class TestUsingUp:
    def test_memory_by_maps(self, strict: Asked) -> None:
        body = """
            import mmap
            held = []
            try:
                while True: held.append(mmap.mmap(-1, 1 << 28, flags={flags}))
            except OSError: pass
            return len(held)
        """
        for flags in ("mmap.MAP_SHARED", "mmap.MAP_PRIVATE", "mmap.MAP_PRIVATE | 0x4000"):
            answer = attempt(strict, body.format(flags=flags), Limits(2.0, 5.0))
            assert isinstance(answer, Array)
            assert answer.data[0] <= 5

    def test_a_sparse_file_and_a_map_of_it(self, strict: Asked) -> None:
        answer = attempt(strict, "with open('big', 'wb') as f: f.truncate(1 << 40)")
        assert isinstance(answer, Raised)

    def test_the_file_that_takes_tracebacks(self, strict: Asked) -> None:
        body = """
            junk = b'File "exercise3.py", line 999999 in f\\n' * 100000
            for fd in range(3, 64):
                try: os.write(fd, junk) if os.lseek(fd, 0, 1) >= 0 else 0
                except OSError: pass
            while True: pass
        """
        run = attempt(strict, body)
        assert isinstance(run, PartRun)
        assert (run.ended, run.line in range(12)) == ("timeout", True)
        assert os.fstat(strict.sandbox.helper.trace).st_size <= 16 << 20  # type: ignore[attr-defined]
        strict.still_works()
        assert os.fstat(strict.sandbox.helper.trace).st_size == 0  # type: ignore[attr-defined]

    def test_a_thread_that_works_on_after_the_answer(self, strict: Asked) -> None:
        source = """
            import threading
            def work():
                while True: open("left", "a").write("x")
            def f(x):
                threading.Thread(target=work).start()
                return x
        """
        assert strict.part(source).ended == "answered"
        strict.still_works()
        assert os.listdir(strict.sandbox.helper.scratch.path) == []  # type: ignore[attr-defined]

    @pytest.mark.parametrize(
        "statement",
        [
            "import re\nre.match('(a+)+$', 'a' * 40 + 'b')",
            "10 ** 10 ** 10",
            "pow(3, 10 ** 9)",
            "list(iter(int, 1))",
            "'x' * (1 << 62)",
            "import itertools\nsum(itertools.count())",
            "max(iter(lambda: 1, 0))",
        ],
    )
    def test_a_call_in_c_that_never_returns(self, strict: Asked, statement: str) -> None:
        answer = attempt(strict, statement)
        assert isinstance(answer, Raised) or answer.ended in ("timeout", "killed")  # type: ignore[attr-defined]

    @pytest.mark.parametrize(
        "statement",
        [
            "import json\njson.loads('[' * 10 ** 6)",
            "import pickle\npickle.loads(b'(' * 10 ** 6 + b'.')",
            "x = []\nfor i in range(10 ** 6): x = [x]\nrepr(x)",
            "x = []\nfor i in range(10 ** 6): x = [x]\nreturn x",
            "x = None\nfor i in range(10 ** 6): x = (x,)\nhash(x)",
            "eval('(' * 1000 + ')' * 1000)",
            "import ast\nast.literal_eval('-' * 10 ** 5 + '1')",
            "import re\nre.compile('(' * 10 ** 5)",
            "sys.setrecursionlimit(1 << 30)\nf(x)",
            "class A:\n    def __repr__(self): return repr(self)\nsys.setrecursionlimit(1 << 30)\nrepr(A())",
        ],
    )
    def test_deep_recursion(self, strict: Asked, statement: str) -> None:
        answer = attempt(strict, statement)
        assert isinstance(answer, (Raised, Odd)) or answer.ended in ("killed", "timeout")  # type: ignore[attr-defined]

    def test_huge_integers(self, strict: Asked) -> None:
        for number, kind in (
            ("1 << 4000", "whole"),
            ("1 << 10 ** 7", "whole"),
            ("-(1 << 10 ** 8)", "whole"),
            ("1 << 10 ** 7", "array"),
        ):
            run = strict.part(f"def f(x): return {number}\n", part("f", kind=kind))  # type: ignore[arg-type]
            assert run.ended == "answered"


class TestTheEnd:
    """What waits for the interpreter to end: it ends without."""

    @pytest.mark.parametrize(
        "code",
        [
            "import atexit\natexit.register(work)",
            "import weakref\nclass C: pass\nc = C()\nweakref.finalize(c, work)",
            "class C:\n    def __del__(self): work()\nc = C()",
            "import threading\nthreading.Thread(target=lambda: (threading.main_thread().join(), work())).start()",
            "import sys\nsys.excepthook = sys.unraisablehook = lambda *a: work()",
            "import threading\nthreading._register_atexit(work)",
            "import signal\nfor n in (1, 2, 15): signal.signal(n, lambda *a: work())",
        ],
    )
    def test_nothing_runs(self, strict: Asked, code: str) -> None:
        work = "import time\ndef work():\n    open('left', 'w').close()\n    time.sleep(60)\n"
        began = time.monotonic()
        run = strict.part(f"{work}{code}\ndef f(x): return x\n")
        assert run.ended == "answered"
        strict.still_works()
        assert time.monotonic() - began < 50, "long before the minute it would sleep"

    def test_a_returned_object_that_will_not_go(self, strict: Asked) -> None:
        source = """
            class Stays(list):
                def __del__(self):
                    while True: pass
            def f(x): return Stays([1.0])
            def g(x): return x
        """
        run = strict.run(source, "f", "g")
        assert (run.parts[0].ended, run.parts[1].ended) == ("timeout", "answered")

    def test_no_process_is_left(self, strict: Asked) -> None:
        helper = strict.sandbox.helper.pid  # type: ignore[attr-defined]
        for source in ("import os; os._exit(1)", "while True: pass", "def f(x): return x"):
            strict.run(source)
        children = Path(f"/proc/{helper}/task/{helper}/children")
        assert eventually(lambda: len(children.read_text().split()) <= 1)
