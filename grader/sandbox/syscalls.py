"""Which system calls untrusted code may make, as tables, and their translation to the kernel's filter language.

Two filters are stacked. The zygote's is an allow-list that it shares with all its children; a child adds a short one
that takes away what only the zygote needs, because a filter costs its length again for every child. Everything here
is data and arithmetic: nothing is called, so both architectures can be tested on either.
"""

from __future__ import annotations

import struct

from msgspec import Struct

EPERM, ENOSYS, ENOTTY, EOPNOTSUPP = 1, 38, 25, 95
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
X32 = 0x40000000
"""Set in the numbers of x86-64's second, 32-bit table, which would slip past a list of refusals."""

CLONE_THREAD = 0x10000
CLONE_NAMESPACES = 0x7E020000
UNNAMED_FILE = 0x400000
"""The bit of O_TMPFILE: files that fill the disk where no look into the scratch folder finds them."""


class Machine(Struct, frozen=True):
    """An architecture as the kernel's audit numbers it; `column` picks its numbers from `numbers`."""

    audit: int
    column: int
    x32: bool


machines = {"x86_64": Machine(0xC000003E, 0, True), "aarch64": Machine(0xC00000B7, 1, False)}

# Name: its number on x86-64, on aarch64; -1 where there is none.
numbers: dict[str, tuple[int, int]] = {
    # Bytes in and out of what is open
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67), "pwrite64": (18, 68),
    "preadv": (295, 69), "pwritev": (296, 70), "lseek": (8, 62), "close": (3, 57), "close_range": (436, 436),
    "dup": (32, 23), "dup2": (33, -1), "dup3": (292, 24), "fcntl": (72, 25), "ioctl": (16, 29), "fsync": (74, 82),
    "fdatasync": (75, 83), "ftruncate": (77, 46), "getdents64": (217, 61),
    # Paths: Landlock says which
    "open": (2, -1), "openat": (257, 56), "access": (21, -1), "faccessat": (269, 48), "faccessat2": (439, 439),
    "stat": (4, -1), "lstat": (6, -1), "fstat": (5, 80), "newfstatat": (262, 79), "statx": (332, 291),
    "readlink": (89, -1), "readlinkat": (267, 78), "getcwd": (79, 17), "umask": (95, 166),
    "unlink": (87, -1), "unlinkat": (263, 35),
    # Memory
    "brk": (12, 214), "mmap": (9, 222), "munmap": (11, 215), "mremap": (25, 216), "mprotect": (10, 226), "madvise": (28, 233),
    # Threads of one's own
    "clone": (56, 220), "clone3": (435, 435), "futex": (202, 98), "set_robust_list": (273, 99), "rseq": (334, 293),
    "set_tid_address": (218, 96), "exit": (60, 93), "exit_group": (231, 94), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "getcpu": (309, 168), "gettid": (186, 178), "restart_syscall": (219, 128),
    # Signals to oneself, from the kernel
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigpending": (127, 136), "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    # Time and waiting
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "nanosleep": (35, 101),
    "gettimeofday": (96, 169), "time": (201, -1), "times": (100, 153), "poll": (7, -1), "ppoll": (271, 73),
    "select": (23, -1), "pselect6": (270, 72), "epoll_create1": (291, 20), "epoll_ctl": (233, 21), "epoll_wait": (232, -1),
    "epoll_pwait": (281, 22), "eventfd2": (290, 19), "pipe": (22, -1), "pipe2": (293, 59),
    # A pair of sockets of one's own: what asyncio wakes itself with
    "socketpair": (53, 199), "sendto": (44, 206), "recvfrom": (45, 207), "getsockname": (51, 204),
    "getsockopt": (55, 209), "shutdown": (48, 210),
    # Who and where am I
    "getpid": (39, 172), "getppid": (110, 173), "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176),
    "getegid": (108, 177), "getpgrp": (111, -1), "getpgid": (121, 155), "getsid": (124, 156), "uname": (63, 160),
    "sysinfo": (99, 179), "getrusage": (98, 165), "getrlimit": (97, 163), "prlimit64": (302, 261), "getrandom": (318, 278),
    # The zygote's alone
    "wait4": (61, 260), "sendmsg": (46, 211), "recvmsg": (47, 212), "prctl": (157, 167),
    "seccomp": (317, 277),
}  # fmt: skip


class Test(Struct, frozen=True):
    """Bits of an argument: `argument & mask == value`, looking at its upper half when `upper`."""

    argument: int
    mask: int
    value: int
    upper: bool = False


class Rule(Struct, frozen=True):
    """What happens to a call by this name when all tests hold; the first rule that fits decides."""

    name: str
    action: int
    tests: tuple[Test, ...] = ()


def refuse(errno: int) -> int:
    return REFUSE | errno


def null(argument: int) -> tuple[Test, ...]:
    return (Test(argument, 0xFFFFFFFF, 0), Test(argument, 0xFFFFFFFF, 0, upper=True))


def equal(argument: int, value: int) -> tuple[Test, ...]:
    return (Test(argument, 0xFFFFFFFF, value),)


# Duplicates and flags; not whom the kernel signals, and with what, when the descriptor is ready; nor locks, by which two
# submissions that run at once could signal each other through a file that both may read.
harmless_fcntls = (0, 1, 2, 3, 4, 1030)
# Non-blocking, close-on-exec and back: what Python sets on its own descriptors.
harmless_ioctls = (0x5421, 0x5451, 0x5450)
AF_UNIX, SIGUSR1 = 1, 10

zygote_rules = (
    Rule("clone", ALLOW, (Test(0, CLONE_NAMESPACES, 0),)),
    # Its flags lie in memory, where no filter can look; the C library falls back to clone.
    Rule("clone3", refuse(ENOSYS)),
    *(Rule("fcntl", ALLOW, equal(1, command)) for command in harmless_fcntls),
    Rule("fcntl", refuse(EPERM)),
    *(Rule("ioctl", ALLOW, equal(1, request)) for request in harmless_ioctls),
    Rule("ioctl", refuse(ENOTTY)),
    Rule("socketpair", ALLOW, equal(0, AF_UNIX)),
    Rule("sendto", ALLOW, null(4)),
    Rule("prlimit64", ALLOW, equal(0, 0)),
)
child_rules = (
    Rule("clone", refuse(EPERM), (Test(0, CLONE_THREAD, 0),)),
    Rule("prlimit64", ALLOW, null(2)),
    Rule("prlimit64", refuse(EPERM)),
    # The signal that asks for the running line.
    Rule("rt_sigaction", refuse(EPERM), equal(0, SIGUSR1)),
    Rule("openat", refuse(EOPNOTSUPP), (Test(2, UNNAMED_FILE, UNNAMED_FILE),)),
    Rule("open", refuse(EOPNOTSUPP), (Test(1, UNNAMED_FILE, UNNAMED_FILE),)),
    *(Rule(name, refuse(EPERM)) for name in ("wait4", "sendmsg", "recvmsg", "prctl", "seccomp")),
)


def zygote_filter(machine: Machine) -> bytes:
    """All that the zygote and its children may ever call; anything else is refused with EPERM."""
    tested = {rule.name for rule in zygote_rules}
    always = tuple(Rule(name, ALLOW) for name in numbers if name not in tested)
    return assemble(machine, always + zygote_rules, refuse(EPERM))


def child_filter(machine: Machine) -> bytes:
    """What a child gives up on top of the zygote's filter, which it has inherited."""
    return assemble(machine, child_rules, ALLOW)


LOAD, JUMP_EQUAL, AND, RETURN, JUMP_SET = 0x20, 0x15, 0x54, 0x06, 0x45
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16


def assemble(machine: Machine, rules: tuple[Rule, ...], otherwise: int) -> bytes:
    """The filter as the kernel reads it: the architecture first, then the rules in order."""
    program = [op(LOAD, ARCHITECTURE), op(JUMP_EQUAL, machine.audit, 1, 0), op(RETURN, KILL), op(LOAD, NUMBER)]
    if machine.x32:
        program += [op(JUMP_SET, X32, 0, 1), op(RETURN, refuse(EPERM))]
    loaded = True
    for rule in rules:
        number = numbers[rule.name][machine.column]
        if number >= 0:
            # Tests leave an argument where the number was.
            program += translate(rule, number, loaded)
            loaded = loaded and not rule.tests
    return b"".join([*program, op(RETURN, otherwise)])


def translate(rule: Rule, number: int, loaded: bool) -> list[bytes]:
    rest = [op(RETURN, rule.action)]
    for test in reversed(rule.tests):
        offset = ARGUMENTS + 8 * test.argument + 4 * test.upper
        rest = [op(LOAD, offset), op(AND, test.mask), op(JUMP_EQUAL, test.value, 0, len(rest)), *rest]
    rest = [op(JUMP_EQUAL, number, 0, len(rest)), *rest]
    return rest if loaded else [op(LOAD, NUMBER), *rest]


def op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
