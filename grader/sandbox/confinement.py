"""The layers, in the order in which the zygote and its children enter them, and the proof that each one holds.

A layer counts only when what it is there to stop was tried, in a child like any other, and failed.
"""

from __future__ import annotations

import faulthandler
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from msgspec import Struct

from grader.sandbox import confine
from grader.sandbox.places import STANDARD, narrow_imports, readable_places
from grader.sandbox.runs import Layer, Limits
from grader.sandbox.syscalls import child_filter, machines, zygote_filter

LARGEST_FILE = 16 << 20
OPEN_FILES = 64
STACK = 8 << 20
PROOF_SECONDS = 30
GROWTH = 64 << 20
"""Bytes of address space for modules that are only imported later."""


class Confinement:
    """Made in the zygote, which it confines for good; `enter` adds a child's share."""

    def __init__(self, scratch: str, trace: int) -> None:
        machine = machines[os.uname().machine]
        lower(resource.RLIMIT_CORE, 0)
        lower(resource.RLIMIT_FSIZE, LARGEST_FILE)
        lower(resource.RLIMIT_NOFILE, OPEN_FILES)
        lower(resource.RLIMIT_STACK, STACK)
        # Past the limit, a write then fails with a message instead of ending the process.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        faulthandler.register(signal.SIGUSR1, trace, all_threads=False)
        confine.one_arena()
        confine.forget_surroundings()
        os.chdir(scratch)
        os.environ.update(HOME=scratch, TMPDIR=scratch)
        # Where the process that this one was forked from has asked for it, the answer is kept there.
        if "tempfile" in sys.modules:
            setattr(sys.modules["tempfile"], "tempdir", None)  # noqa: B010 - to the type checker it is just a module
        self.scratch = scratch
        self.space = address_space()
        self.memory_bytes = Limits().memory_bytes
        soften(self.space + self.memory_bytes)
        self.guard = confine.Guard()
        self.child_filter = confine.Filter(child_filter(machine))
        places = tuple(readable_places(packages()))
        narrow_imports()
        confine.drop_capabilities()
        confine.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
        self.refusals: dict[str, str] = {}
        with self.trying("Landlock"):
            restrict_files(places, scratch)
        confine.prctl(confine.PR_SET_DUMPABLE, 0)
        with self.trying("seccomp"):
            confine.Filter(zygote_filter(machine)).install()

    @contextmanager
    def trying(self, layer: str) -> Iterator[None]:
        """Where the kernel refuses a layer, go on to see whether the others hold; without it, nothing is ever run."""
        try:
            yield
        except OSError as problem:
            self.refusals[layer] = f" (the kernel says: {problem.strerror})"

    def enter(self, parent: int, limits: Limits, seconds: int) -> None:
        """A child's own share, before it reads its source; `seconds` of processor time are its end. Raises OSError."""
        self.restrain(parent, limits, seconds)
        self.child_filter.install()

    def restrain(self, parent: int, limits: Limits, seconds: int) -> None:
        """All but the filter, which then keeps the child from undoing it."""
        self.guard.die_with(parent)
        # A child can't set limits any more, so that the softer one binds.
        if limits.memory_bytes != self.memory_bytes:
            soften(self.space + limits.memory_bytes)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    def prove(self) -> tuple[Layer, ...]:
        """Try, in a child, what each layer is there to stop."""
        reader, writer = os.pipe()
        zygote = os.getpid()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(reader)
                self.restrain(zygote, Limits(), PROOF_SECONDS)
                # Where the kernel has no filters, the trials will tell.
                with suppress(OSError):
                    self.child_filter.install()
                for proof in proofs:
                    os.write(writer, b"\1" if all(trial() for trial in proof.trials) else b"\0")
            finally:
                os._exit(0)
        os.close(writer)
        results = os.read(reader, len(proofs))
        while results and len(results) < len(proofs) and (more := os.read(reader, len(proofs))):
            results += more
        os.close(reader)
        os.wait4(pid, 0)
        results = results.ljust(len(proofs), b"\0")
        return tuple(self.told(proof, result == 1) for proof, result in zip(proofs, results, strict=True))

    def told(self, proof: Proof, holds: bool) -> Layer:
        holds = holds and proof.layer not in self.refusals
        return Layer(proof.layer, holds, proof.stops if holds else f"{proof.lacking}{self.refusals.get(proof.layer, '')}")


class Proof(Struct, frozen=True):
    """A layer, what it does where it holds, what its lack means, and the trials that must all turn out well."""

    layer: str
    stops: str
    lacking: str
    trials: tuple[Callable[[], bool], ...]


def packages() -> tuple[str, ...]:
    import numpy

    return (numpy.__file__,)


def lower(number: int, limit: int) -> None:
    _, hard = resource.getrlimit(number)
    if hard != resource.RLIM_INFINITY:
        limit = min(limit, hard)
    resource.setrlimit(number, (limit, limit))


def soften(space: int) -> None:
    """Limit the address space by the soft limit only, which may be raised again until a filter forbids it."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (space if hard == resource.RLIM_INFINITY else min(space, hard), hard))


def address_space() -> int:
    """Bytes that this process takes, with room for what it imports later."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[0]) * resource.getpagesize() + GROWTH


def restrict_files(places: tuple[str, ...], scratch: str) -> None:
    rules = confine.Landlock()
    for place in places:
        folder = os.path.isdir(place)
        rules.allow(place, rules.read | (rules.listing if folder else 0))
    # Looking for a module means listing its folder; names in a folder of packages below it are no secret.
    rules.allow(STANDARD, rules.listing)
    rules.allow(os.devnull, rules.read | rules.write)
    # Not /dev/shm, where named semaphores live and would outlast a submission: `multiprocessing.pool.ThreadPool` wants
    # them, `concurrent.futures` does not. Plain files only, and no folders to nest, so that emptying it is simple.
    rules.allow(scratch, rules.read | rules.write | rules.listing | rules.make_file | rules.remove_file | rules.truncate)
    rules.enforce()


def fails(action: Callable[..., object], *values: object) -> Callable[[], bool]:
    """Does this fail for want of permission, and not only by accident?"""

    def trial() -> bool:
        try:
            action(*values)
        except PermissionError:
            return True
        except OSError:
            return False
        return False

    return trial


def forks() -> None:
    if os.fork() == 0:
        os._exit(0)


def connects() -> None:
    import _socket

    _socket.socket(_socket.AF_INET, _socket.SOCK_DGRAM).close()


def reads_standard_library() -> bool:
    with open(os.__file__, "rb") as file:
        return bool(file.read(1))


def writes_scratch() -> bool:
    with open("proof", "wb") as file:
        return file.write(b"1") == 1


def keeps_limits() -> bool:
    # The module's own wording of EPERM.
    with suppress(ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return False
    return True


def limits_memory() -> bool:
    try:
        bytearray(1 << 40)
    except MemoryError:
        return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
    return False


def signal_parent() -> None:
    os.kill(os.getppid(), 0)


def write_outside() -> None:
    name = f"../grade-proof-{os.getpid()}"
    open(name, "xb").close()
    os.unlink(name)


proofs = (
    Proof(
        "Landlock",
        "reads the interpreter's own files and nothing else, writes only to an empty scratch folder",
        "not enforced by this kernel (Linux has it from 5.13 on, where `lsm=` lists it): a submission could read and change "
        "whatever you can",
        (
            fails(open, __file__, "rb"),
            fails(open, "/proc/self/status", "rb"),
            fails(os.listdir, "/"),
            fails(write_outside),
            reads_standard_library,
            writes_scratch,
        ),
    ),
    Proof(
        "seccomp",
        "starts no process or program, opens no network connection, signals or inspects nobody",
        "not enforced by this kernel (it needs CONFIG_SECCOMP_FILTER): a submission could start programs, use the network and "
        "end your other programs",
        (
            fails(connects),
            fails(forks),
            fails(os.execv, "/proc/self/exe", ["python", "-c", ""]),
            fails(signal_parent),
            fails(os.symlink, "/", "proof-link"),
            fails(confine.prctl, 3),
        ),
    ),
    Proof(
        "limits",
        "takes no more memory, file size or open files than it was given",
        "not enforced: a submission could take all memory and slow this machine to a halt",
        (limits_memory, keeps_limits),
    ),
    Proof(
        "environment",
        "finds no environment variable of the grader's",
        "not emptied: a submission could read what your environment holds, such as passwords",
        (lambda: set(os.environ) == {"HOME", "TMPDIR"},),
    ),
)
