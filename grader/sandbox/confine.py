"""Linux only: how a process gives up its rights, by ctypes over prctl, Landlock and seccomp.

Each step raises OSError where the kernel refuses it, so that nothing is taken to hold that does not.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Collection
from contextlib import suppress

libc = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP = 1, 4, 22
PR_CAPBSET_DROP, PR_SET_SECUREBITS, PR_SET_NO_NEW_PRIVS = 24, 28, 38
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
FILTER_MODE = 2
SIGKILL = 9
SECRET = 8
"""Bytes of the shortest value in the environment that may be a password."""


def prctl(option: int, *values: int) -> None:
    padded = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    if libc.prctl(option, *padded) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


class Landlock:
    """A ruleset under construction: nothing may be touched but what is allowed. Raises OSError where the kernel has none."""

    create, add, restrict = 444, 445, 446
    write, read, listing, remove_file, make_file, truncate = 1 << 1, 1 << 2, 1 << 3, 1 << 5, 1 << 8, 1 << 14
    rights_by_abi = (0, (1 << 13) - 1, (1 << 14) - 1, (1 << 15) - 1, (1 << 15) - 1, (1 << 16) - 1)
    network, scopes, silently = 3, 3, 1

    def __init__(self) -> None:
        self.abi = self.call(self.create, None, 0, 1)
        self.rights = self.rights_by_abi[min(self.abi, 5)]
        words = [self.rights, self.network, self.scopes][: 1 if self.abi < 4 else 2 if self.abi < 6 else 3]
        attributes = struct.pack(f"={len(words)}Q", *words)
        self.ruleset = self.call(self.create, attributes, len(attributes), 0)

    @staticmethod
    def call(number: int, *values: object) -> int:
        result = int(libc.syscall(ctypes.c_long(number), *values))
        if result < 0:
            error = ctypes.get_errno()
            raise OSError(error, os.strerror(error))
        return result

    def allow(self, path: str, rights: int) -> None:
        """Allow `rights` on a file, or on a folder and all below it. A path that is not there needs none."""
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            return
        try:
            self.call(self.add, self.ruleset, 1, struct.pack("=Qi", rights & self.rights, place), 0)
        finally:
            os.close(place)

    def enforce(self) -> None:
        """From here on, for good, in this process and all that it forks."""
        # Hostile code must not fill the system's log with its refusals, where the kernel would write them down.
        self.call(self.restrict, self.ruleset, self.silently if self.abi >= 7 else 0)
        os.close(self.ruleset)


class Filter:
    """A seccomp filter, laid out once so that a child only has to hand it over."""

    def __init__(self, program: bytes) -> None:
        self.code = ctypes.create_string_buffer(program, len(program))
        self.header = ctypes.create_string_buffer(struct.pack("@HP", len(program) // 8, ctypes.addressof(self.code)))
        self.arguments = (ctypes.c_int(PR_SET_SECCOMP), ctypes.c_ulong(FILTER_MODE), ctypes.byref(self.header))

    def install(self) -> None:
        if libc.prctl(*self.arguments) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number))


def drop_capabilities() -> None:
    """Root without its powers: no capability left, none to be gained."""
    if os.geteuid() == 0:
        with suppress(OSError):
            # Locked: uid 0 gives no capability, nor does a change of uid.
            prctl(PR_SET_SECUREBITS, 0b101111)
        for number in range(64):
            try:
                prctl(PR_CAPBSET_DROP, number)
            except OSError:
                break
    with suppress(OSError):
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    header = struct.pack("=Ii", 0x20080522, 0)
    if libc.capset(header, bytes(24)) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def forget_surroundings() -> None:
    """Empty the environment, and overwrite what the kernel and Python copied of it and of the command line."""
    count, words = ctypes.c_int(), ctypes.POINTER(ctypes.c_void_p)()
    ctypes.pythonapi.Py_GetArgcArgv(ctypes.byref(count), ctypes.byref(words))
    for word in words[: count.value]:
        ctypes.memset(word, 0, ctypes.sizeof(ctypes.c_wchar) * len(ctypes.wstring_at(word)))
    for value in tuple(os.environb.values()):
        # Only the mapping that is emptied next holds these bytes; but single bytes are shared by all of Python.
        if len(value) >= SECRET:
            ctypes.memset(id(value) + bytes.__basicsize__ - 1, 0, len(value))
    os.environ.clear()
    with open("/proc/self/stat", "rb") as file:
        fields = file.read().rpartition(b")")[2].split()
    # Fields 48 to 51 of the line; its first two lie before the parenthesis.
    starts = [int(fields[index - 3]) for index in (48, 49, 50, 51)]
    for start, end in (starts[:2], starts[2:]):
        if 0 < start < end:
            ctypes.memset(start, 0, end - start)


def close_all_but(kept: Collection[int]) -> None:
    """Close every descriptor above 2 that is not in `kept`."""
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2 and int(name) not in kept:
            # The one that the listing itself used is closed already.
            with suppress(OSError):
                os.close(int(name))


def one_arena() -> None:
    """Threads then share one heap, whose reserve does not eat the address space that is limited."""
    with suppress(AttributeError):
        libc.mallopt(-8, 1)


class Guard:
    """Has the kernel kill a process when its parent dies; laid out once, like a filter."""

    def __init__(self) -> None:
        self.arguments = (ctypes.c_int(PR_SET_PDEATHSIG), ctypes.c_ulong(SIGKILL))

    def die_with(self, parent: int) -> None:
        if libc.prctl(*self.arguments) != 0 or os.getppid() != parent:
            os._exit(0)
